"""Parquet files, and Arrow tables in memory."""

from scrubber.formats.parquet.file import rewrite

__all__ = ["rewrite"]
