"""Delimited tables (CSV, TSV)."""

from scrubber.formats.csv.file import rewrite

__all__ = ["rewrite"]
