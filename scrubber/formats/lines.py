"""Lines of text gathered side by side: a paragraph, the footnote inside it, the deletions that it had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Generic, TypeVar

from scrubber.formats.context import FileNote
from scrubber.formats.links import code_marks, is_structure
from scrubber.formats.runs import Runs

Key = TypeVar("Key")


class Change(Enum):
    """What tracked changes make of a part."""

    NONE = auto()
    DELETED = auto()
    INSERTED = auto()


@dataclass(slots=True)
class Part(Generic[Key]):
    """A part of a line; one without a key cannot be changed."""

    text: str
    key: Key | None = None
    change: Change = Change.NONE


@dataclass(slots=True)
class Line(Generic[Key]):
    """A line that is being gathered."""

    parts: list[Part[Key]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)


class Lines(Generic[Key]):
    """The lines of a document in the order in which they end. A key says where in the file a part stands.

    Lines with tracked changes are read twice, as they are and as they were; what both readings find is masked.
    """

    def __init__(self) -> None:
        self._runs = Runs()
        self._keys: dict[int, Key] = {}
        self._now: list[int] = []
        self._before: list[int] = []
        self._fields: list[tuple[list[int], str, str]] = []
        self._codes: list[tuple[list[int], str]] = []

    def close(self, line: Line[Key], end: str = "\n") -> None:
        """A line is whole: it comes to what is read, with a sign of its end."""
        if not line.parts:
            return
        line.parts.append(Part(end))
        numbers = self._add(line)
        changes = [part.change for part in line.parts]
        self._now += [n for n, change in zip(numbers, changes, strict=True) if change is not Change.DELETED]
        if Change.DELETED in changes:
            self._before += [n for n, change in zip(numbers, changes, strict=True) if change is not Change.INSERTED]

    def close_field(self, line: Line[Key], type_: str, text: str | None = None) -> None:
        """A line is whole, and all of it (or ``text``, its beginning) is PHI of a type."""
        if line.parts:
            self._fields.append((self._add(line), line.text if text is None else text, type_))

    def close_code(self, line: Line[Key]) -> None:
        """A line is whole, and is a field's code: read for what it names and where it leads."""
        if line.parts and not is_structure(line.text):
            self._codes.append((self._add(line), line.text))

    def scrub(self, note: FileNote, where: str) -> None:
        """Look for PHI in all of it."""
        for numbers, text in self._codes:
            self._runs.learn(numbers, code_marks(note, text, where))
        for view in (self._now, self._before):
            if view:
                self._runs.scrub(note, where, view)
        for numbers, text, type_ in self._fields:
            self._runs.learn(numbers, note.field_marks(text, type_, where))

    def changed(self, escape: Callable[[str], str] = str) -> list[tuple[Key, str, str]]:
        """Of every part that changes: its key, its new text with replacements escaped, and without."""
        escaped, plain = self._runs.results(escape), self._runs.results()
        return [(self._keys[n], escaped[n], plain[n]) for n in self._runs.changed() if n in self._keys]

    def head(self, size: int) -> str:
        """How the text begins."""
        return "".join(self._runs.results()[:size])[:size]

    def _add(self, line: Line[Key]) -> list[int]:
        numbers = []
        for part in line.parts:
            numbers.append(self._runs.add(part.text, fixed=part.key is None))
            if part.key is not None:
                self._keys[numbers[-1]] = part.key
        return numbers
