"""Messages and mailboxes (EML, MHT, MBOX)."""

from scrubber.formats.eml.file import rewrite

__all__ = ["rewrite"]
