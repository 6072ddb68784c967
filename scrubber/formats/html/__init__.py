"""HTML and XHTML pages."""

from scrubber.formats.html.file import rewrite

__all__ = ["rewrite"]
