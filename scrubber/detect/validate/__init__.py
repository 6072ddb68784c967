"""The validators of the rule families, registered by importing their modules."""

from scrubber.detect.validate import ages, contacts, dates, days, es, ids, kin, names, optional, places, shapes

__all__ = ["ages", "contacts", "dates", "days", "es", "ids", "kin", "names", "optional", "places", "shapes"]
