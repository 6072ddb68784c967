"""Parquet files, partitioned folders of them, and Arrow tables in memory."""

from scrubber.formats.parquet.file import rewrite

__all__ = ["rewrite"]
