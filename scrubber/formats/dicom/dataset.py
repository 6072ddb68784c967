"""One dataset: what its attributes say of people is gathered first, then every attribute is masked."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass, field
from typing import Any

from pydicom.datadict import keyword_for_tag
from pydicom.dataelem import DataElement, RawDataElement, convert_raw_data_element
from pydicom.dataset import Dataset
from pydicom.tag import BaseTag

from scrubber.formats.cells import Cell
from scrubber.formats.context import FileContext, FileNote, applied
from scrubber.formats.dicom.profile import BIRTH, DOCUMENT, EMPTY, KEEP, REMOVE, TEXT, TIME, UID, Profile
from scrubber.formats.dicom.values import fitted, may_be
from scrubber.formats.embedded import masked_bytes
from scrubber.formats.identifiers import NAMES, Identifiers
from scrubber.formats.replaced_ids import masked_uid, replaced
from scrubber.formats.uids import is_public_uid
from scrubber.text.groups import grouped

UNKNOWN = "DICOM: attributes that no dictionary knows were removed"


_TYPED = frozenset({"CS", "LO", "SH", "LT", "ST", "UC", "UT"})
_DATES = {"keep": "kept", "shift": "shifted", "surrogate": "shifted"}


@dataclass(slots=True)
class Text:
    """A text that waits to be read with the others."""

    dataset: Dataset
    tag: BaseTag
    vr: str
    index: int
    value: str
    label: str


def elements(dataset: Dataset) -> Iterator[DataElement]:
    """The elements of a dataset, as they read; those that are only read stay byte for byte."""
    for tag in sorted(dataset.keys()):
        raw = dataset.get_item(tag)
        if isinstance(raw, RawDataElement) and raw.VR != "SQ":
            element = convert_raw_data_element(raw, encoding=dataset._character_set, ds=dataset)
            if element.VR != "SQ":
                yield element
                continue
        yield dataset[tag]


def values_of(element: DataElement) -> list[str]:
    """An element's values as texts."""
    value: Any = element.value
    if value is None:
        return []
    many = not isinstance(value, str | bytes) and isinstance(value, MutableSequence)
    return [str(one) for one in (value if many else [value])]


def learn(dataset: Dataset, profile: Profile, identifiers: Identifiers) -> None:
    """Gather what the attributes say of people, at every level."""
    for element in elements(dataset):
        if element.VR == "SQ":
            for item in element.value:
                learn(item, profile, identifiers)
            continue
        action = profile.action(element.tag, element.VR)
        type_ = profile.known(element.tag) or action
        for value in values_of(element) if type_ not in (KEEP, REMOVE, DOCUMENT, TEXT, UID) else ():
            if type_ == BIRTH:
                identifiers.add_birth_date(value)
            elif element.VR == "PN":
                identifiers.add(type_ if type_ in NAMES else "PATIENT", spoken(value))
            elif type_.isupper():
                identifiers.add(type_, value)


def spoken(name: str) -> str:
    """A person's name in the order in which it is written."""
    parts = name.split("=")[0].split("^")
    return " ".join(" ".join(part for part in (*parts[1:3], parts[0]) if part).split())


@dataclass
class Masking:
    """Masks a dataset and those within it; texts at the end, read together."""

    context: FileContext
    note: FileNote
    profile: Profile
    texts: list[Text] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dates = _DATES.get(self.context.operator("DATE"), "")
        """What the policy makes of dates: nothing, what they were, or others."""

    def dataset(self, dataset: Dataset) -> None:
        """Mask everything but texts, which are kept for :meth:`finish`."""
        label = _label(dataset)
        for element in list(elements(dataset)):
            action = self.profile.action(element.tag, element.VR)
            if action == REMOVE:
                self._remove(dataset, element)
            elif element.VR == "SQ":
                for item in element.value:
                    self.dataset(item)
            elif action == TEXT:
                self._keep_text(dataset, element, label)
            elif action == KEEP:
                self._known(dataset, element)
            else:
                self._mask(dataset, element, action)

    def finish(self) -> None:
        """Mask the texts."""
        for batch in grouped(self.texts, lambda text: len(text.value)):
            cells = [Cell(text.label, text.value, keyword_for_tag(text.tag)) for text in batch]
            for text, marks in zip(batch, self.note.cell_marks(cells), strict=True):
                if marks:
                    _put(text.dataset, text.tag, text.vr, text.index, applied(text.value, marks))

    def _remove(self, dataset: Dataset, element: DataElement) -> None:
        if (
            not keyword_for_tag(element.tag)
            and not element.tag.is_private
            and element.tag.group >> 8 not in (0x50, 0x60)
        ):
            self.context.warn(UNKNOWN)
        if self.context.keeps:
            type_ = self.profile.known(element.tag)
            for value in values_of(element) if type_ else ():
                self.note.field(value, type_, element.keyword)
        else:
            del dataset[element.tag]

    def _keep_text(self, dataset: Dataset, element: DataElement, label: str) -> None:
        name = label if element.keyword == "TextValue" else element.name
        for index, value in enumerate(values_of(element)):
            if value.strip():
                self.texts.append(Text(dataset, element.tag, element.VR, index, value, name))

    def _known(self, dataset: Dataset, element: DataElement) -> None:
        """What is kept and may have been typed in: only what other attributes say of people is looked for."""
        for index, value in enumerate(values_of(element)):
            new = self._malformed(element, value)
            if new is None and element.VR in _TYPED and not self.profile.is_term(element.tag, value):
                new = applied(value, self.note.known_marks(value, element.keyword))
            if new not in (None, value):
                _put(dataset, element.tag, element.VR, index, str(new))

    def _malformed(self, element: DataElement, value: str) -> str | None:
        """What becomes of words where a number or a time should be; None where there are none."""
        if may_be(element.VR, value):
            return None
        return replaced(self.context, value, "", element.keyword)

    def _mask(self, dataset: Dataset, element: DataElement, action: str) -> None:
        if action == DOCUMENT:
            if isinstance(element.value, bytes):
                new = masked_bytes(element.value.rstrip(b"\0"), self.note, self.context, element.keyword)
                if new != element.value.rstrip(b"\0") and not self.context.keeps:
                    dataset[element.tag].value = new + b"\0" * (len(new) % 2)
            return
        for index, value in enumerate(values_of(element)):
            new_value = self._masked(element, value, action)
            if new_value != value:
                _put(dataset, element.tag, element.VR, index, new_value)

    def _masked(self, element: DataElement, value: str, action: str) -> str:
        where = element.keyword
        if action == EMPTY:
            return value if self.context.keeps else ""
        if (emptied := self._malformed(element, value)) is not None:
            return emptied
        if action == TIME:
            return value if self.context.keeps or self.dates else ""
        if action == UID:
            return value if is_public_uid(value) else masked_uid(self.context, value, where)
        type_ = "DATE" if action == BIRTH else action
        return self._name(value, type_, where) if element.VR == "PN" else self.note.field(value, type_, where)

    def _name(self, value: str, type_: str, where: str) -> str:
        """A person's name, part by part: family, given and middle names; prefix and suffix stay."""
        person = spoken(value)

        def masked(part: str) -> str:
            return applied(part, self.note.part_marks(part, type_, person, where))

        groups = [group.split("^") for group in value.split("=")]
        return "=".join("^".join(masked(p) if n < 3 else p for n, p in enumerate(group)) for group in groups)


def _label(dataset: Dataset) -> str:
    """What an item of a structured report is about: its concept's name."""
    names = dataset.get("ConceptNameCodeSequence")
    return str(names[0].get("CodeMeaning", "")) if names else ""


def _put(dataset: Dataset, tag: BaseTag, vr: str, index: int, new: str) -> None:
    """Replace one of an element's values."""
    element = dataset[tag]
    sets = dataset._character_set
    ascii_only = "utf" not in str(sets).lower()
    new = fitted(vr, new, ascii_only and str(element.value).isascii())
    if isinstance(element.value, MutableSequence) and not isinstance(element.value, str | bytes):
        element.value[index] = new
    else:
        element.value = new
