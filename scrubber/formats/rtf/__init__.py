"""Rich text (RTF)."""

from scrubber.formats.rtf.file import rewrite

__all__ = ["rewrite"]
