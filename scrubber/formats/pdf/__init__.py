"""PDF: the words of every page with their places, and new pages drawn from them."""

from scrubber.formats.pdf.file import rewrite

__all__ = ["rewrite"]
