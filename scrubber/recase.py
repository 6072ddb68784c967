"""Notes in another case, to learn from: the same words as a ward's old system or a hurried thumb would have them.

Capitals are the strongest sign of a name, and a model that has seen few notes without them leans on them: with a third
of the notes in lower case and a third in capitals beside the originals, it finds more and masks less in such notes
(``benchmarks/README.md`` has the figures).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from scrubber.evaluate.marks import MarkedNote

_MIXED = (0.02, 0.6)
"""Shares of capitals among the letters between which a note has a case to lose."""


def in_other_case(notes: Iterable[MarkedNote]) -> Iterator[MarkedNote]:
    """Of every three notes the first in lower case and the second in capitals, marks unmoved; none by chance."""
    for number, note in enumerate(sorted(notes, key=lambda note: note.name)):
        if number % 3 < 2 and _is_mixed(note.text):
            yield _recased(note, str.lower if number % 3 == 0 else str.upper)


def _is_mixed(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return bool(letters) and _MIXED[0] <= sum(map(str.isupper, text)) / letters <= _MIXED[1]


def _recased(note: MarkedNote, change: Callable[[str], str]) -> MarkedNote:
    changed = "".join(c if len(new := change(c)) > 1 else new for c in note.text)  # "ß" would move the marks
    return replace(note, name=f"{note.name} {change.__name__}", text=changed)
