"""The validators of the Spanish rules, registered by importing their modules."""

from scrubber.rules.validators.es import ages, days, ids, people, places

__all__ = ["ages", "days", "ids", "people", "places"]
