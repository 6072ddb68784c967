"""The validators of the English rules, registered by importing their modules."""

from scrubber.rules.validators.en import ages, contacts, dates, days, ids, names, optional, places, shapes

__all__ = ["ages", "contacts", "dates", "days", "ids", "names", "optional", "places", "shapes"]
