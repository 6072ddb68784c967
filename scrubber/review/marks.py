"""Reading a file of marks, as the review page saves it (``docs/review.md``). Nothing in it is trusted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from unicodedata import category

from scrubber.errors import DataError, UsageError
from scrubber.policy import phi_types

FORMAT, VERSION = "scrub-marks", 1
SIZE_LIMIT = 64 * 2**20
"""Bytes of a file of marks."""
TEXT_LIMIT = 1000
"""Characters of a marked text, of a reason and of a name."""


class MarkedText(NamedTuple):
    """One mark of a reviewer's."""

    start: int
    end: int
    """Offsets in the note, in code points."""
    type: str
    text: str
    reason: str = ""
    everywhere: bool = True
    """It holds wherever the text stands, and not for this place alone."""


class MarkedPlaces(NamedTuple):
    """The marks of one note."""

    place: str
    """Its path in the masked folder, with slashes."""
    missed: tuple[MarkedText, ...] = ()
    """PHI that was not masked."""
    wrong: tuple[MarkedText, ...] = ()
    """What is no PHI, or none of that type."""


class Marks(NamedTuple):
    """A file of marks: those that hold everywhere."""

    by: str
    """Who made them; may be empty."""
    notes: tuple[MarkedPlaces, ...]
    """Those that have any."""
    here: int = 0
    """How many marks are for one place alone, and not among them."""

    def __len__(self) -> int:
        """How many there are."""
        return sum(len(note.missed) + len(note.wrong) for note in self.notes)

    def missed(self) -> Iterator[MarkedText]:
        """Texts to mask wherever they stand."""
        return (one for note in self.notes for one in note.missed)

    def wrong(self) -> Iterator[MarkedText]:
        """Texts to leave alone wherever they are found as that type."""
        return (one for note in self.notes for one in note.wrong)


def read_marks(path: Path) -> Marks:
    """The marks of a file.

    Raises:
        UsageError: no such file. DataError: it holds no marks; says where, without quoting it.
    """
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise DataError(f"{path}: more than {SIZE_LIMIT >> 20} MB, which no file of marks has")
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise DataError(f"{path}: not JSON; 'Save marks' on the review page writes what is read here") from None
    return _Reader(str(path)).marks(content)


class _Reader:
    """Checks what a file says, value by value."""

    def __init__(self, path: str) -> None:
        self._path = path

    def marks(self, content: Any) -> Marks:
        where = ""
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise DataError(f'{self._path}: no file of marks, which begins with "format": "{FORMAT}"')
        if content.get("version") != VERSION:
            raise DataError(f"{self._path}: of a version that this scrub does not read (it reads {VERSION})")
        notes = list(map(self._note, self._list(content, "notes", where), _numbered("notes")))
        here = sum(not mark.everywhere for note in notes for mark in (*note.missed, *note.wrong))
        everywhere = [
            note._replace(
                missed=tuple(mark for mark in note.missed if mark.everywhere),
                wrong=tuple(mark for mark in note.wrong if mark.everywhere),
            )
            for note in notes
        ]
        kept = tuple(note for note in everywhere if note.missed or note.wrong)
        return Marks(self._line(content, "by", where), kept, here)

    def _note(self, content: Any, where: str) -> MarkedPlaces:
        place = self._line(content, "place", where)
        path = PurePosixPath(place)
        if path.is_absolute() or ".." in path.parts or "\\" in place or ":" in place.partition("/")[0]:
            raise self._wrong(where, "place", "a path below the masked folder")
        lists = {name: self._list(content, name, where) for name in ("missed", "wrong")}
        return MarkedPlaces(
            place,
            **{name: tuple(map(self._mark, list_, _numbered(f"{where}.{name}"))) for name, list_ in lists.items()},
        )

    def _mark(self, content: Any, where: str) -> MarkedText:
        start, end = self._get(content, "start", where), self._get(content, "end", where)
        type_, everywhere = self._get(content, "type", where), self._get(content, "everywhere", where)
        if type(start) is not int or type(end) is not int or not 0 <= start < end:
            raise self._wrong(where, "start and end", "offsets in this order")
        if not isinstance(type_, str) or type_ not in phi_types():
            raise self._wrong(where, "type", "a type of PHI")
        if type(everywhere) is not bool:
            raise self._wrong(where, "everywhere", "true or false")
        text = " ".join(self._text(content, "text", where).split())
        if not any(sign.isalnum() for sign in text) or _holds(text, "Cs"):
            raise self._wrong(where, "text", "text with a letter or digit")
        return MarkedText(start, end, type_, text, self._line(content, "reason", where), everywhere)

    def _get(self, content: Any, name: str, where: str) -> Any:
        if not isinstance(content, dict) or name not in content:
            raise self._wrong(where, name, "there")
        return content[name]

    def _list(self, content: Any, name: str, where: str) -> list[Any]:
        value = self._get(content, name, where)
        if not isinstance(value, list):
            raise self._wrong(where, name, "a list")
        return value

    def _text(self, content: Any, name: str, where: str) -> str:
        value = self._get(content, name, where)
        if not isinstance(value, str) or len(value) > TEXT_LIMIT:
            raise self._wrong(where, name, f"text of at most {TEXT_LIMIT} characters")
        return value

    def _line(self, content: Any, name: str, where: str) -> str:
        """A text on one line."""
        value = self._text(content, name, where).strip()
        if _holds(value, "Cc", "Cs"):
            raise self._wrong(where, name, "text on one line, without control characters")
        return value

    def _wrong(self, where: str, name: str, need: str) -> DataError:
        return DataError(f"{self._path}: {where}{'.' if where else ''}{name} must be {need}")


def _holds(text: str, *categories: str) -> bool:
    """Whether there are characters of these categories of Unicode in a text."""
    return any(category(sign) in categories for sign in text)


def _numbered(name: str) -> Iterable[str]:
    return (f"{name}[{number}]" for number in count(1))
