"""The validators of the English rules, registered by importing their modules."""

from scrubber.rules.validators.en import contacts, dates, days, ids, names, places, shapes

__all__ = ["contacts", "dates", "days", "ids", "names", "places", "shapes"]
