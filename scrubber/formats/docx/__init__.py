"""Word documents (DOCX, DOTX)."""

from scrubber.formats.docx.file import rewrite

__all__ = ["rewrite"]
