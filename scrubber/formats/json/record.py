"""One JSON record (a line, an item of an array, a document): a note, whose strings are treated as their keys say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scrubber.formats.cells import Cell
from scrubber.formats.columns import action_of, column_names, decided, matches
from scrubber.formats.context import FileContext, FileNote, applied
from scrubber.formats.embedded import is_embedded, masked_base64
from scrubber.formats.json.nodes import Array, Node, Object, Scalar, is_value
from scrubber.formats.person import Person, note_of
from scrubber.formats.settings import DROP, HASH, KEEP, TEXT, FormatSettings
from scrubber.formats.slices import Edit, Slice, edited, of_slice

Path = tuple[str, ...]
_CONSTANTS = frozenset(("true", "false", "null"))


@dataclass(frozen=True, slots=True)
class Leaf:
    """A string or a number."""

    path: Path
    """Keys and, in arrays, ``*``."""
    node: Slice | Scalar
    action: str
    """keep, drop, hash, text, or the PHI type by which it is masked."""
    type: str
    """The PHI type that its key or its action says, where one does."""
    part: str
    where: str


def leaves(node: Node, path: Path, where: str, settings: FormatSettings) -> Iterator[Leaf]:
    """The leaves below a node, in the document's order."""
    if isinstance(node, Object):
        for name, value in node.members:
            yield from leaves(value, (*path, name), where, settings)
    elif isinstance(node, Array):
        for value in node.items:
            yield from leaves(value, (*path, "*"), where, settings)
    elif isinstance(node, Slice) or node.text not in _CONSTANTS:
        yield _leaf(path, node, where, settings)


def keys(node: Node) -> Iterator[Sequence[Slice]]:
    """The names of the members of every object below a node."""
    if isinstance(node, Object):
        yield node.keys
        for _, value in node.members:
            yield from keys(value)
    elif isinstance(node, Array):
        for value in node.items:
            yield from keys(value)


def meet(node: Node, context: FileContext) -> None:
    """Take those keys off the context's list of unmet ones that are in a record, whatever their values."""
    for path in _paths(node, ()) if context.unmet else ():
        context.unmet = {name: option for name, option in context.unmet.items() if not is_at(path, name)}
        if not context.unmet:
            return


def _paths(node: Node, path: Path) -> Iterator[Path]:
    """Those of all members below a node."""
    if isinstance(node, Object):
        for name, value in node.members:
            yield (*path, name)
            yield from _paths(value, (*path, name))
    elif isinstance(node, Array):
        for value in node.items:
            yield (*path, "*")
            yield from _paths(value, (*path, "*"))


def _leaf(path: Path, node: Slice | Scalar, where: str, settings: FormatSettings) -> Leaf:
    known = column_names(settings.maps)
    named = [name for name in path if name != "*"]
    key, both = "".join(named[-1:]), " ".join(named[-2:])
    type_ = known.type_of(both) or known.type_of(key)
    asked = next((a for p in _upwards(path) if (a := _asked(p, settings))), "")
    if not asked and any(picks(settings.columns, p) for p in _upwards(path)):
        asked = TEXT
    patient, id_ = is_at(path, settings.patient_column), is_at(path, settings.id_column)
    code = not type_ and known.is_code(key, ())
    action, type_ = decided(asked, type_, patient, id_, kept=code or bool(settings.columns))
    told = type_ or code or any(matches(key, wanted) for wanted in (*settings.columns, *settings.column_actions))
    place = f"{where}, {key}" if told and key else where
    return Leaf(path, node, action, type_, known.part_of(key) or known.part_of(both), place)


def _upwards(path: Path) -> Iterator[Path]:
    """The path and those of all that holds it, the nearest first."""
    for size in range(len(path), 0, -1):
        if path[size - 1] != "*":
            yield path[:size]


def _asked(path: Path, settings: FormatSettings) -> str:
    actions = settings.column_actions
    if not actions:
        return ""
    return action_of(path[-1], actions) or next((a for wanted, a in actions.items() if is_at(path, wanted)), "")


def picks(wanted: Iterable[str], path: Path) -> bool:
    """Whether one of these keys or JSON pointers means the value at the path."""
    return any(is_at(path, name) for name in wanted)


def is_at(path: Path, wanted: str) -> bool:
    """Whether a key or a JSON pointer (``/notes/*/text``, ``*`` for any key or index) means the value at the path."""
    if not wanted.startswith("/"):
        return bool(wanted) and next((matches(name, wanted) for name in reversed(path) if name != "*"), False)
    steps = [step.replace("~1", "/").replace("~0", "~") for step in wanted.split("/")[1:]]
    return len(steps) == len(path) and all(
        step == "*" or step == name or (name == "*" and step.isdigit()) for step, name in zip(steps, path, strict=True)
    )


class Record(NamedTuple):
    """What a record holds."""

    leaves: list[Leaf]
    keys: Sequence[Sequence[Slice]]
    """The names in each of its objects, as they stand in the file."""
    number: int
    """From 1."""

    @property
    def size(self) -> int:
        """Characters of text."""
        return sum(len(leaf.node.text) for leaf in self.leaves)


class _Begun(NamedTuple):
    """A record with its note, and the strings in it that are searched."""

    record: Record
    note: FileNote
    is_first: bool
    """Its strings are the first that are searched of the note."""
    nodes: list[Slice]
    cells: list[Cell]


def record_of(root: Node, number: int, context: FileContext) -> Record:
    """A line, or an item of an array, as a record."""
    meet(root, context)
    return Record(list(leaves(root, (), f"record {number}", context.settings)), list(keys(root)), number)


class RecordMasker:
    """Masks records, some at a time; those that follow each other with the same id (``--id-column``) are one note."""

    def __init__(self, context: FileContext, *, ascii_only: bool) -> None:
        self._context = context
        self._ascii = ascii_only
        self._note: FileNote | None = None
        self._id = ""

    def masked(self, texts: Sequence[tuple[str, Record | None]]) -> Iterator[str]:
        """Texts, each with the record that it holds, if any, masked."""
        edits = self.edits(record for _, record in texts if record is not None)
        for text, record in texts:
            yield text if record is None else edited(text, next(edits))

    def edits(self, records: Iterable[Record]) -> Iterator[list[Edit]]:
        """What has to be replaced in the source of each record, in order; detection looks at all of them at once."""
        begun = [self._begun(record) for record in records]
        self._context.read_ahead((one.note, one.cells) for one in begun if one.is_first)
        yield from map(self._edits, begun)

    def _begun(self, record: Record) -> _Begun:
        before, note = self._note, self._note_of(record.leaves, record.number)
        texts = [
            (leaf.node, leaf)
            for leaf in record.leaves
            if leaf.action == TEXT and isinstance(leaf.node, Slice) and leaf.node.text
        ]
        searched = [(node, leaf) for node, leaf in texts if not is_embedded(node.text)]
        alone = len(searched) == 1
        cells = [Cell("" if alone else _label(leaf), node.text, leaf.where) for node, leaf in searched]
        is_first = note is not before and len(searched) == len(texts)
        return _Begun(record, note, is_first, [node for node, _ in searched], cells)

    def _edits(self, begun: _Begun) -> list[Edit]:
        record, note = begun.record, begun.note
        edits = [edit for leaf in record.leaves for edit in self._structured(note, leaf)]
        for node, marks in zip(begun.nodes, note.cell_marks(begun.cells), strict=True):
            edits += of_slice(node, marks, self._escape)
        return edits + self._keys(note, record.keys, record.number)

    def _keys(self, note: FileNote, names: Sequence[Sequence[Slice]], number: int) -> list[Edit]:
        """What is masked in keys that may be values. Of two that become one the second is numbered, so that no reader
        loses a member."""
        values = [name for keys_ in names for name in keys_ if is_value(name.text)]
        cells = [Cell("", name.text, f"record {number}, a key") for name in values]
        marks = dict(zip((name.start for name in values), note.cell_marks(cells), strict=True))
        edits: list[Edit] = []
        for keys_ in names:
            times = Counter(name.text for name in keys_ if not marks.get(name.start))
            for name in keys_:
                if found := marks.get(name.start):
                    edits += of_slice(name, found, self._escape)
                    new = applied(name.text, found)
                    times[new] += 1
                    edits += [Edit(name.end, name.end, f" {times[new]}")] if times[new] > 1 else []
        return edits

    def _structured(self, note: FileNote, leaf: Leaf) -> list[Edit]:
        node = leaf.node
        if leaf.action == TEXT and isinstance(node, Slice) and is_embedded(node.text):
            new = masked_base64(node.text, note, self._context, leaf.where)
            return [] if new == node.text else [Edit(node.start, node.end, self._escape(new))]
        if leaf.action in (TEXT, KEEP):
            return []
        if leaf.action == DROP:
            quotes = isinstance(node, Slice)
            return [] if self._context.keeps else [Edit(node.start - quotes, node.end + quotes, "null")]
        hashed = leaf.action == HASH
        marks = (note.hash_marks if hashed else note.field_marks)(node.text, leaf.type, leaf.where)
        if isinstance(node, Slice):
            return of_slice(node, marks, self._escape)
        return [Edit(node.start, node.end, f'"{self._escape(applied(node.text, marks))}"')] if marks else []

    def _note_of(self, found: list[Leaf], number: int) -> FileNote:
        settings = self._context.settings
        id_ = value_at(found, settings.id_column)
        if self._note is not None and id_ and id_ == self._id:
            return self._note
        self._id = id_
        patient = value_at(found, settings.patient_column) if settings.patient_column else None
        person = Person()
        for leaf in found:
            if leaf.type and leaf.action not in (TEXT, KEEP):
                person.learn(leaf.type, leaf.part, leaf.node.text)
        texts = (leaf.node.text for leaf in found)
        self._note = note_of(self._context, person, texts, patient=patient, part=id_ or str(number))
        return self._note

    def _escape(self, text: str) -> str:
        return json.dumps(text, ensure_ascii=self._ascii)[1:-1]


def value_at(found: Iterable[Leaf], wanted: str) -> str:
    """What stands under a key or at a JSON pointer; empty where that is not there."""
    return next((leaf.node.text.strip() for leaf in found if wanted and is_at(leaf.path, wanted)), "")


def _label(leaf: Leaf) -> str:
    return " ".join([name for name in leaf.path if name != "*"][-2:])
