"""The validators of the Spanish rules, registered by importing their modules."""

from scrubber.rules.validators.es import days, ids

__all__ = ["days", "ids"]
