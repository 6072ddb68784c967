"""A file of a format that is only looked at, for ``scrub find`` and ``scrub check``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO

from scrubber.formats.context import FileContext
from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.formats.registry import Format
    from scrubber.formats.settings import FormatSettings
    from scrubber.pipeline import Scrubber

Take = Callable[[str, str, Sequence[Span]], None]
"""Is told of every text in which something was found: its place in the file, the text, and the spans."""


def look(
    format_: Format, file: BinaryIO, scrubber: Scrubber, settings: FormatSettings, name: str, take: Take
) -> FileContext:
    """Search a file as masking would, and write nothing. The context has the counts and warnings.

    Raises:
        NoteError: the file cannot be read whole, so that nothing can be said of it.
    """

    def record(where: str, text: str, spans: Sequence[Span], replacements: Sequence[str]) -> None:
        if spans:
            take(where, text, spans)

    context = FileContext(scrubber, settings, name=name, record=record, keep=True)
    format_.rewrite(file, _Nowhere(), context)
    return context


class _Nowhere:
    def write(self, data: bytes, /) -> object:
        """Forget it."""
        return None
