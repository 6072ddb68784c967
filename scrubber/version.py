"""The version of scrub."""

__version__ = "0.1.0"
