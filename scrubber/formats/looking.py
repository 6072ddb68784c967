"""A file of a format that is only looked at, for ``scrub find`` and ``scrub check``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO

from scrubber.formats.desk import Desk
from scrubber.span import Span

if TYPE_CHECKING:
    from scrubber.formats.registry import Format
    from scrubber.formats.settings import FormatSettings
    from scrubber.pipeline import Scrubber

Take = Callable[[str, str, Sequence[Span]], None]
"""Is told of every text in which something was found: its place in the file, the text, and the spans."""


def look(format_: Format, file: BinaryIO, scrubber: Scrubber, settings: FormatSettings, name: str, take: Take) -> Desk:
    """Search a file as masking would, and write nothing. The desk has the counts and warnings.

    Raises:
        NoteError: the file cannot be read whole, so that nothing can be said of it.
    """

    def record(where: str, text: str, spans: Sequence[Span], replacements: Sequence[str]) -> None:
        if spans:
            take(where, text, spans)

    desk = Desk(scrubber, settings, name=name, record=record, keep=True)
    format_.rewrite(file, _Nowhere(), desk)
    return desk


class _Nowhere:
    def write(self, data: bytes, /) -> object:
        """Forget it."""
        return None
