"""One message: what its structured fields say is gathered first, then every field is masked as the map tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from scrubber.formats.context import FileContext
from scrubber.formats.hl7.fieldmap import BIRTH, EMBEDDED, KEEP, TERM, TEXT, VALUE, FieldEntry, FieldMap
from scrubber.formats.hl7.syntax import HEADERS, Segment, Syntax
from scrubber.formats.identifiers import NAMES, Identifiers
from scrubber.formats.leaves import BASE64, TELLING, UID, Leaf, LeafMasker, reads_as_text
from scrubber.formats.slices import Edit, Slice, edited
from scrubber.formats.uids import is_oid

_BATCH = 10_000
"""Parts that are masked at a time."""
NULL = '""'
"""What a field says to be deleted."""
_DATE = re.compile(r"(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{2,6}(?:\.\d+)?)?(?:[+-]\d{4})?")
_CHARSET = re.compile(r"UNICODE(?: UTF-\d+)?")
"""What MSH-18 may say and would read as text."""
_FLAG = re.compile(r"\W*(?:\w|\d{2,4})?\W*")
"""A letter or a short number in a field of which nothing is known: no text."""
_TRAITS = frozenset({"SEX", "ETHNICITY", "RELIGION", "LANGUAGE", "MARITAL_STATUS"})
"""What is mostly kept, so that a date in its place would be."""
_LINES = frozenset({"TX", "FT"})
"""What OBX-2 says where OBX-5 is a line of a report."""
_AS_LEAF = {KEEP: TERM, EMBEDDED: BASE64}
"""What leaves are called that mean the same."""
_REPORTS = frozenset({("OBX", 5), ("NTE", 3)})
"""Fields of which one after another are the lines of one report."""


class _Part(NamedTuple):
    """A component or subcomponent, or a whole repetition of text."""

    segment: Segment
    number: int
    repetition: int
    what: str
    slice: Slice
    person: str
    """The whole name that it is a part of."""


def masked_message(source: str, context: FileContext, map_: FieldMap) -> str:
    """A message (from its header segment on) with its PHI masked."""
    syntax = Syntax(source)
    starts = [segment.start for segment in syntax.segments(source, 0, len(source)) if segment.name == "PID"]
    ends = [*starts[1:], len(source)]
    edits: list[Edit] = []
    for start, end in zip([0, *starts[1:]], ends, strict=True):
        edits += _Section(source, syntax, (start, end), context, map_).edits()
    return edited(source, edits)


class _Section:
    """The segments about one patient (all up to the second PID, or from a further PID on): one note."""

    def __init__(
        self, source: str, syntax: Syntax, place: tuple[int, int], context: FileContext, map_: FieldMap
    ) -> None:
        self._source = source
        self._syntax = syntax
        self._context = context
        self._map = map_
        self._place = place

    def edits(self) -> Iterator[Edit]:
        """What has to be replaced. Read twice, so that a long message is never in memory in parts."""
        identifiers = Identifiers()
        texts: list[str] = []
        for part in self._all(identifiers):
            if part.what == TEXT and len(texts) < TELLING:
                texts.append(part.slice.text)
            if part.what.isupper() and part.what not in NAMES:
                identifiers.add(part.what, part.slice.text)
        whole = "\n".join(texts)
        note = self._context.note(patient=self._patient(), known=identifiers.known, head=self._source, whole=whole)
        parts = self._all(identifiers)
        while batch := list(islice(parts, _BATCH)):
            yield from LeafMasker(self._context, note, {}).edits(list(self._leaves(batch)))

    def _segments(self) -> Iterator[Segment]:
        return self._syntax.segments(self._source, *self._place)

    def _all(self, identifiers: Identifiers) -> Iterator[_Part]:
        return (part for segment in self._segments() for part in self._parts(segment, identifiers))

    def _leaves(self, parts: Sequence[_Part]) -> Iterator[Leaf]:
        """The parts, as all structured documents have them; lines of a report are read one below another."""
        before = None
        for part in parts:
            where, between = f"{part.segment.name}-{part.number}", "\n\n"
            if part.what == TEXT:
                between = _between(before, part) + self._label(part)
                before = part
            what = _AS_LEAF.get(part.what, part.what)
            yield Leaf(what, part.slice, where, self._syntax.escaped, between, part.person)
            if what.isupper() and not self._context.masks(what, part.slice.text.strip()):
                yield Leaf(TERM, part.slice, where, self._syntax.escaped)  # kept, and maybe misplaced

    def _label(self, part: _Part) -> str:
        """What is read before a result: what was asked for. The lines of a report have no such label."""
        if (part.segment.name, part.number) != ("OBX", 5) or part.repetition:
            return self._map.label(part.segment.name, part.number)
        fields = {n: (start, end) for n, start, end in part.segment.fields if n in (2, 3)}
        if len(fields) < 2 or self._source[slice(*fields[2])] in _LINES:
            return ""
        code, *more = self._syntax.split(self._source, *fields[3], self._syntax.component)
        start, end = more[0] if more else code
        return f"{self._source[start:end]}: " if end > start else ""

    def _parts(self, segment: Segment, identifiers: Identifiers) -> Iterator[_Part]:
        for number, start, end in segment.fields:
            if start == end or (segment.name in HEADERS and number == 2) or self._source[start:end] == NULL:
                continue
            if (segment.name, number) == ("MSH", 18) and _CHARSET.fullmatch(self._source[start:end]):
                continue
            entry = self._entry(segment, number)
            slice_ = self._syntax.slice(self._source, start, end)
            if entry.action == KEEP and _judged(KEEP, slice_.text) == KEEP:
                yield _Part(segment, number, 0, KEEP, slice_, "")
                continue
            for n, (first, last) in enumerate(self._syntax.split(self._source, start, end, self._syntax.repetition)):
                person = self._person(entry, first, last, identifiers)
                for what, slice_ in self._components(entry, first, last, number=(segment.name, number)):
                    yield _Part(segment, number, n, what, slice_, person)

    def _entry(self, segment: Segment, number: int) -> FieldEntry:
        entry = self._map.field(segment.name, number)
        if entry.action != VALUE:
            return entry
        kinds = [self._source[start:end] for n, start, end in segment.fields if n == 2]
        return self._map.of_datatype(kinds[0] if kinds else "")

    def _components(
        self, entry: FieldEntry, start: int, end: int, number: tuple[str, int]
    ) -> Iterator[tuple[str, Slice]]:
        """What a repetition of a field consists of."""
        syntax = self._syntax
        if entry.action == TEXT and number in _REPORTS:
            whole = syntax.slice(self._source, start, end)
            yield _judged(TEXT, whole.text), whole
            return
        components = syntax.split(self._source, start, end, syntax.component)
        if entry.action == EMBEDDED:
            yield from self._embedded(components)
            return
        texts = [self._source[a:b] for a, b in components]
        entry = self._map.coded(entry, texts)
        for n, (first, last) in enumerate(components, 1):
            for m, (a, b) in enumerate(syntax.split(self._source, first, last, syntax.sub), 1):
                slice_ = syntax.slice(self._source, a, b)
                what = entry.part(n, m)
                if what == TEXT and self._map.is_named(slice_.text):
                    what = KEEP
                if what == TERM and not self._map.is_public(texts[n] if n < len(texts) else ""):
                    what = TEXT
                if slice_.text.strip() and slice_.text != NULL and not (what == TEXT and _FLAG.fullmatch(slice_.text)):
                    yield _judged(what, slice_.text), slice_

    def _embedded(self, components: Sequence[tuple[int, int]]) -> Iterator[tuple[str, Slice]]:
        """Encapsulated data: source, type, subtype, encoding, data."""
        texts = [self._source[a:b] for a, b in components]
        for n, (a, b) in enumerate(components, 1):
            if n == 5 and texts[3].strip().lower() == "base64":
                yield EMBEDDED, Slice(a, b, self._source[a:b])
            elif n not in (2, 3, 4) and a < b:
                yield TEXT, self._syntax.slice(self._source, a, b)

    def _person(self, entry: FieldEntry, start: int, end: int, identifiers: Identifiers) -> str:
        """A person's name in the order in which it is written; it and a date of birth become known."""
        if entry.action == BIRTH:
            identifiers.add_birth_date(self._source[start:end])
        if entry.datatype is None or not entry.datatype.name or entry.type not in NAMES:
            return ""
        components = self._syntax.split(self._source, start, end, self._syntax.component)
        words = [self._first_sub(*components[n - 1]) for n in entry.datatype.name if n <= len(components)]
        name = " ".join(word for word in words if word not in ("", NULL))
        identifiers.add(entry.type, name)
        return name

    def _first_sub(self, start: int, end: int) -> str:
        first = self._syntax.split(self._source, start, end, self._syntax.sub)[0]
        return self._syntax.slice(self._source, *first).text

    def _patient(self) -> str | None:
        """The patient's id: of the ids in PID-3 that of type MR, else the first; else PID-2. A batch's head: none."""
        if self._source.startswith(("FHS", "BHS")):
            return ""
        pid = next((segment for segment in self._segments() if segment.name == "PID"), None)
        for wanted in (3, 2):
            for number, start, end in pid.fields if pid else ():
                ids = list(self._ids(start, end)) if number == wanted else []
                found = next((id_ for id_, kind in ids if id_ and kind == "MR"), "") or next(
                    (i for i, _ in ids if i), ""
                )
                if found:
                    return found
        return None

    def _ids(self, start: int, end: int) -> Iterator[tuple[str, str]]:
        """Id and type of every repetition of a CX field."""
        for first, last in self._syntax.split(self._source, start, end, self._syntax.repetition):
            components = [
                self._source[a:b] for a, b in self._syntax.split(self._source, first, last, self._syntax.component)
            ]
            yield components[0].strip().replace(NULL, ""), components[4] if len(components) > 4 else ""


def _judged(what: str, text: str) -> str:
    """What a component holds, where its own look tells more than the map."""
    if (what == TEXT or what in _TRAITS) and _DATE.fullmatch(text.strip()):
        return "DATE"
    if what == TEXT and is_oid(text):
        return UID
    if what == "PHONE" and "@" in text:
        return "EMAIL"
    return TEXT if what == KEEP and reads_as_text(text) else what


def _between(before: _Part | None, part: _Part) -> str:
    """What is read between two texts."""
    if before is None:
        return ""
    same_field = before.segment is part.segment and before.number == part.number
    if same_field and before.repetition == part.repetition:
        return " "
    here, there = (part.segment.name, part.number), (before.segment.name, before.number)
    return "\n" if same_field or (here == there and here in _REPORTS) else "\n\n"
