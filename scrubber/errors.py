"""The errors that scrub raises on purpose. Their messages never hold text of a note."""

from __future__ import annotations


class ScrubError(Exception):
    """Anything that stops a run or a note; the message is one line, fit for a terminal and free of PHI."""


class DataError(ScrubError):
    """A lexicon, rule or profile file does not load; the message names the file, the entry and the reason."""


class NoteError(ScrubError):
    """A note cannot be processed completely, so nothing of it may be written."""


class BudgetExceeded(NoteError):
    """A note or a file takes more time or memory than one of its size may."""


class UsageError(ScrubError):
    """The command line or the configuration asks for something that cannot be done."""
