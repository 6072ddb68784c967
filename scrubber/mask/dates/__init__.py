"""Dates: read in whatever form they are written, moved by whole days, written back in the same form."""

from scrubber.mask.dates.shift import DateContext, shift_date

__all__ = ["DateContext", "shift_date"]
