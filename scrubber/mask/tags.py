"""Numbered typed tags: ``[PATIENT-1]``. The same person or place keeps its number within a note."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.span import Span


class TagNumbers:
    """Hands out tag numbers by first appearance."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._count: dict[str, int] = {}

    def tags(self, text: str, spans: Sequence[Span]) -> list[str]:
        """A tag for every span, in order."""
        return [f"[{s.type}-{self._number(s.type, text[s.start : s.end])}]" for s in spans]

    def _number(self, type_: str, text: str) -> int:
        identity = (type_, " ".join(text.casefold().split()))
        if identity not in self._numbers:
            self._count[type_] = self._count.get(type_, 0) + 1
            self._numbers[identity] = self._count[type_]
        return self._numbers[identity]
