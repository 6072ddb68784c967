"""Old Office files (DOC, XLS), through LibreOffice."""

from scrubber.formats.old_office.file import rewrite

__all__ = ["rewrite"]
