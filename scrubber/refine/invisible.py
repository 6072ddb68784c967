"""Characters that nobody sees, of which copied text is full: soft hyphens, zero-width spaces, marks of direction.

They would part a name or a number in two halves that no list and no pattern knows, so a text is read without them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from scrubber.lazy_pattern import lazy_re
from scrubber.span import Span

_INVISIBLE = lazy_re("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")


class Visible(NamedTuple):
    """A text as it is seen."""

    text: str
    origins: list[int]
    """Where each of its characters stands in the text as it is."""

    def back(self, span: Span) -> Span:
        """A span of what is seen, in the text as it is; what is invisible at its edges stays outside."""
        return replace(span, start=self.origins[span.start], end=self.origins[span.end - 1] + 1)


def visible(text: str) -> Visible | None:
    """The text as it is seen; ``None`` where all of it is."""
    if text.isascii() or not _INVISIBLE.search(text):
        return None
    origins: list[int] = []
    at = 0
    for found in _INVISIBLE.finditer(text):
        origins.extend(range(at, found.start()))
        at = found.end()
    origins.extend(range(at, len(text)))
    return Visible(_INVISIBLE.sub("", text), origins)
