"""The leaves of a structured document (strings, texts, attributes), each with what it holds, masked in one go.

Structured values come first, so that they are known when free text is read; text is read in the document's order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from scrubber.formats.context import FileContext, FileNote, Mark, applied
from scrubber.formats.embedded import masked_base64
from scrubber.formats.identifiers import NAMES, Identifiers
from scrubber.formats.links import scrub_link
from scrubber.formats.pictures import is_data_link, scrub_data_link
from scrubber.formats.replaced_ids import masked_uid
from scrubber.formats.runs import Runs
from scrubber.formats.slices import Edit, Slice, of_slice

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?|true|false"
"""How documents write a number or a truth value."""
Escape = Callable[[str], str]
Special = Callable[[str, FileNote, str], str | list[Mark]]
"""Masks a value of a kind of its own (a reference, an address): given it, its note and its place, what stands instead,
or what of it has to be replaced."""

TEXT, KEEP, BIRTH, BASE64, LINK, XHTML, TERM = "text", "keep", "birth", "base64", "link", "xhtml", "term"
UID = "uid"
TELLING = 1000
"""Texts by which a note's language is told, at most."""
_LATE = (BASE64, XHTML)
"""Texts within the document: read when the structured values are known."""


_TAG = re.compile(r"<[^<>]*>")
_MONTH = re.compile(r"(?:18|19|20)\d\d(?:0[1-9]|1[0-2])")
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_OLD = 90
"""Years: from this age on a year of birth tells it, and may not stay."""
_SENTENCE = re.compile(r"[\r\n@]|\(\d{3}\)|[^\W\d_]{2,}[ \t]+[^\W\d_]{2,}")


def reads_as_text(value: str) -> bool:
    """Whether a value that should be a code is none: no code holds words, lines, addresses or area codes."""
    return _SENTENCE.search(value) is not None


class Typed(NamedTuple):
    """What a leaf's element can hold."""

    form: re.Pattern[str]
    """As values of its type are written."""
    absent: Sequence[Edit]
    """What takes a value out that is masked otherwise, and says so; nothing where that cannot be said."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value in the document."""

    what: str
    """A PHI type, "text", "term" (of a code system: only what is known is looked for), "birth", "base64", "link", "uid"
    or a special kind's name."""
    slice: Slice
    where: str
    """Its place, for findings: names of elements, no values."""
    escape: Escape
    between: str = "\n\n"
    """What is read before it, after the text that came before."""
    person: str = ""
    """The whole name that it is a part of."""
    aside: bool = False
    """Whether it stands within a text that goes on behind it, as a comment does: read for itself."""
    typed: Typed | None = None
    """None where a mask may stand."""


def learn(leaves: Iterable[Leaf], identifiers: Identifiers) -> None:
    """Gather what the structured leaves say of people."""
    for leaf in leaves:
        if leaf.what == BIRTH:
            identifiers.add_birth_date(leaf.slice.text)
        elif leaf.person and leaf.what in NAMES:
            identifiers.add(leaf.what, leaf.person)
        else:
            identifiers.add(leaf.what, leaf.slice.text)


def text_of(leaves: Iterable[Leaf]) -> str:
    """The texts among some leaves, of narrative without its tags, as many as it takes to tell a note's language."""
    texts = (_TAG.sub(" ", leaf.slice.text) for leaf in leaves if leaf.what in (TEXT, XHTML))
    return "\n".join(islice(texts, TELLING))


class LeafMasker:
    """Masks the leaves of one note.

    Args:
        special: kinds of values beside the built-in ones, by name.
    """

    def __init__(self, context: FileContext, note: FileNote, special: Mapping[str, Special]) -> None:
        self._context = context
        self._note = note
        self._special = special

    def edits(self, leaves: Sequence[Leaf]) -> Iterator[Edit]:
        """What has to be replaced."""
        latest = max((_year(leaf.slice.text) for leaf in leaves if leaf.what in (BIRTH, "DATE")), default=0)
        for leaf in leaves:
            if leaf.what == BIRTH and _YEAR.fullmatch(leaf.slice.text) and latest - int(leaf.slice.text) >= _OLD:
                yield from self._structured(replace(leaf, what="AGE"))  # the year would stay, and tells an age
            elif leaf.what not in (TEXT, KEEP, TERM, *_LATE):
                yield from self._structured(leaf)
        patient = next((leaf.person for leaf in leaves if leaf.person and leaf.what == "PATIENT"), "")
        if patient:  # whom texts mean by a surname that two people share
            self._note.introduce(patient, "PATIENT")
        for leaf in leaves:
            if leaf.what in _LATE:
                yield from self._structured(leaf)
        for aside in (False, True):
            texts = [leaf for leaf in leaves if leaf.what == TEXT and leaf.aside == aside]
            yield from self._texts(texts)
        yield from self._texts([leaf for leaf in leaves if leaf.what == TERM], known=True)

    def _structured(self, leaf: Leaf) -> Iterator[Edit]:
        new = self._new(leaf)
        if self._context.keeps:
            return
        text = leaf.slice.text if new == [] else applied(leaf.slice.text, new) if isinstance(new, list) else new
        if text != leaf.slice.text and leaf.typed and leaf.typed.absent and not leaf.typed.form.fullmatch(text):
            yield from leaf.typed.absent
        elif isinstance(new, list):
            yield from of_slice(leaf.slice, new, leaf.escape)
        elif new != leaf.slice.text:
            yield Edit(leaf.slice.start, leaf.slice.end, leaf.escape(new))

    def _new(self, leaf: Leaf) -> str | list[Mark]:
        text, note = leaf.slice.text, self._note
        if leaf.what in self._special:
            return self._special[leaf.what](text, note, leaf.where)
        if leaf.what == BASE64:
            return masked_base64(text, note, self._context, leaf.where)
        if leaf.what == UID:
            return masked_uid(self._context, text, leaf.where)
        if leaf.what == LINK and is_data_link(text):
            return scrub_data_link(self._context, text)
        if leaf.what == LINK:
            return scrub_link(note, text, leaf.where)
        if leaf.person and leaf.what in NAMES:
            return note.part_marks(text, leaf.what, leaf.person, leaf.where)
        if leaf.what in (BIRTH, "DATE"):
            return date_marks(note, text, leaf.where)
        return note.field_marks(text, leaf.what, leaf.where)

    def _texts(self, leaves: Sequence[Leaf], *, known: bool = False) -> Iterator[Edit]:
        """Texts that are read as one."""
        runs = Runs()
        numbers: list[int] = []
        for leaf in leaves:
            for between in leaf.between.splitlines(keepends=True) if numbers else [leaf.between.lstrip("\n")]:
                runs.add(between, fixed=True)
            numbers.append(runs.add(leaf.slice.text))
        runs.scrub(self._note, "text", known=known)
        for number, leaf in zip(numbers, leaves, strict=True):
            yield from of_slice(leaf.slice, runs.marks(number), leaf.escape)


def date_marks(note: FileNote, text: str, where: str) -> list[Mark]:
    """A date field. Six digits are a year and a month there, and no day."""
    if not _MONTH.fullmatch(text):
        return note.field_marks(text, "DATE", where)
    marks = note.field_marks(f"{text[:4]}-{text[4:]}", "DATE", where)
    return [
        Mark(0, len(text), mark.text.replace("-", "") if mark.text[:4].isdecimal() else mark.text) for mark in marks
    ]


def _year(date: str) -> int:
    found = _YEAR.match(date)
    return int(found[0]) if found else 0


def moved(edits: Iterable[Edit]) -> list[Mark]:
    """Edits of a text within a text, as marks on it."""
    return [Mark(edit.start, edit.end, edit.text) for edit in sorted(edits)]
