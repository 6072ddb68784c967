"""A file of vCards: one note a card."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.identifiers import Identifiers
from scrubber.formats.leaves import BIRTH, KEEP, LINK, TEXT, Leaf, LeafMasker, learn
from scrubber.formats.maps import check_types, load_map
from scrubber.formats.slices import Edit, Slice, edited
from scrubber.formats.vcard.lines import (
    Line,
    content_lines,
    decoded_value,
    encoded_value,
    escaped,
    folded,
    parameter_escaped,
    parts,
    raw_escaped,
    value_slice,
)
from scrubber.formats.whole import LARGEST, read_whole
from scrubber.io.encoding import UTF8, decode, sniff

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, Writable

REMOVED = "vCard: pictures, sounds, keys and cards within cards were taken out"
ADDRESS, REMOVE = "address", "remove"
_WORDS = frozenset({TEXT, KEEP, BIRTH, LINK, ADDRESS, REMOVE})
_CODE = re.compile(r"[\w,+./-]*")
"""What a parameter holds that is kept unread."""
_TIMES = re.compile(r":[\dTZP,/+-]*\s*$")
_LISTS = frozenset({"N", "ORG", "ADR"})
"""Properties whose value has components."""


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Mask the cards of a file.

    Raises:
        NoteError: a line is no property, a card does not end, or the encoding is not known.
    """
    data = read_whole(source, "vCard", LARGEST)
    bom = sniff(data[:4]).bom
    text, encoding = decode(data[len(bom) :], UTF8 if not bom else sniff(data[:4]))
    map_ = load_properties(context.settings.maps)
    target.write(bom)
    for card in _cards(text):
        target.write(encoding.encode("".join(_Card(card, map_, context).masked())))


def _cards(text: str) -> Iterator[list[Line]]:
    card: list[Line] = []
    depth = 0
    for line in content_lines(text):
        card.append(line)
        if line.name == "BEGIN":
            depth += 1
        elif line.name == "END":
            depth -= 1
            if depth == 0:
                yield card
                card = []
        elif line.name and depth < 1:
            raise NoteError("vCard: a property stands outside a card")
    if depth:
        raise NoteError("vCard: a card does not end")
    if card:
        yield card


class _Card:
    """One card at work. Its unfolded lines make one text, in which its leaves have their places."""

    def __init__(self, lines: list[Line], map_: Mapping[str, Any], context: FileContext) -> None:
        self._lines = lines
        self._map = map_
        self._context = context
        self._is_calendar = any(line.raw.strip().upper() == "BEGIN:VCALENDAR" for line in lines[:1])
        """Then a time is one or is not there: no reader takes a tag for it."""
        self._starts: list[int] = []
        pieces: list[str] = []
        length = 0
        for line in lines:
            text = self._readable(line)
            self._starts.append(length)
            pieces.append(text + "\n")
            length += len(text) + 1
        self._text = "".join(pieces)

    def masked(self) -> Iterator[str]:
        """Its lines, masked."""
        leaves = [leaf for n in range(len(self._lines)) for leaf in self._leaves(n)]
        identifiers = Identifiers()
        learn(leaves, identifiers)
        note = self._context.note(known=identifiers.known)
        shares = self._shared(LeafMasker(self._context, note, {}).edits(leaves))
        for n, line in enumerate(self._lines):
            if self._action(line) == REMOVE and not self._context.keeps:
                self._context.warn(REMOVED)
            else:
                new = self._line(line, shares[n]) if n in shares else line.raw
                if not (self._is_calendar and self._action(line) == "DATE") or _TIMES.search(new):
                    yield new

    def _shared(self, edits: Iterable[Edit]) -> dict[int, list[Edit]]:
        """The edits of every line, with places in its own text."""
        shares: dict[int, list[Edit]] = {}
        for edit in edits:
            number = bisect_right(self._starts, edit.start) - 1
            at = self._starts[number]
            shares.setdefault(number, []).append(Edit(edit.start - at, edit.end - at, edit.text))
        return shares

    def _line(self, line: Line, edits: list[Edit]) -> str:
        text = edited(self._readable(line), edits)
        if not line.quoted_printable:
            return folded(text, line.ending, soft=False)
        head = text[: _value_start(text)]
        return folded(head + encoded_value(text[len(head) :], line), line.ending, soft=True)

    def _readable(self, line: Line) -> str:
        """An unfolded line, decoded where it is in quoted-printable."""
        return line.text[: line.value] + decoded_value(line) if line.quoted_printable else line.text

    def _action(self, line: Line) -> str:
        return str(self._map["properties"].get(line.name, TEXT)) if line.name else KEEP

    def _leaves(self, number: int) -> Iterator[Leaf]:
        line, at = self._lines[number], self._starts[number]
        action = self._action(line)
        if action == REMOVE:
            return
        for name, start, end in line.parameters:
            what = self._map["parameters"].get(name, TEXT)
            what = TEXT if what == KEEP and not _CODE.fullmatch(line.text, start, end) else what
            if what != KEEP and start < end:
                yield Leaf(
                    what, Slice(at + start, at + end, line.text[start:end]), f"{line.name};{name}", parameter_escaped
                )
        start, end = at + line.value, at + len(self._readable(line))
        if action == KEEP:
            return
        person = self._person(line) if action == "PATIENT" else ""
        for what, first, last in self._values(line, action, start, end):
            slice_ = value_slice(self._text, first, last)
            if slice_.text.strip():
                yield Leaf(what, slice_, line.name, raw_escaped if line.quoted_printable else escaped, person=person)

    def _values(self, line: Line, action: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """The components of a value, each with what it holds."""
        if line.name not in _LISTS:
            yield self._judged(line, action), start, end
            return
        types = self._map["address"]["components"] if action == ADDRESS else ()
        for n, (first, last) in enumerate(parts(self._text, start, end, ";")):
            what = types[min(n, len(types) - 1)] if types else action
            if line.name == "N" and n > 2:  # prefixes and suffixes
                return
            for a, b in parts(self._text, first, last, ","):
                yield what, a, b

    def _judged(self, line: Line, action: str) -> str:
        if action == "PHONE" and "fax" in line.parameter("TYPE") + line.text[: line.value].lower():
            return "FAX"
        return action

    def _person(self, line: Line) -> str:
        """The name in the order in which it is written."""
        text = self._readable(line)
        if line.name != "N":
            return value_slice(text, line.value, len(text)).text
        words = [value_slice(text, a, b).text for a, b in parts(text, line.value, len(text), ";")]
        return " ".join(" ".join([*words[1:3], words[0]]).split())


def _value_start(text: str) -> int:
    return text.index(":") + 1 if '"' not in text.partition(":")[0] else len(re.match(r'(?:"[^"]*"|[^":])*:', text)[0])  # type: ignore[index]


@lru_cache(maxsize=8)
def load_properties(own: tuple[Path, ...]) -> Mapping[str, Any]:
    """The shipped map with a site's own laid over it.

    Raises:
        DataError: it names what there is not.
    """
    data = load_map("vcard", own)
    check_types(data["properties"], _WORDS, "vcard.toml: properties")
    check_types(data["parameters"], _WORDS, "vcard.toml: parameters")
    return data
