"""The validators of numbers that look the same in every language, registered by importing their modules."""

from scrubber.rules.validators.any import numbers

__all__ = ["numbers"]
