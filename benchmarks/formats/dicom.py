"""DICOM, read by pydicom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.formats.counts import Counts

_NUMBERS = frozenset({"DS", "IS", "US", "SS", "UL", "SL", "FL", "FD", "AT", "OB", "OW", "OF", "CS"})
_PEOPLE = frozenset({"PN", "DA"})
_NAMED = frozenset({"PatientID", "AccessionNumber", "StudyID", "InstitutionName", "PatientAddress", "OtherPatientIDs"})
_SAID = ("LongitudinalTemporalInformationModified", "PatientIdentityRemoved")
_LEFT_OUT = (0x50, 0x60)


def of_dicom(before: Path, after: Path) -> Counts:
    """Numbers, codes and pixels of what is still there, names, dates and numbers of people."""
    from pydicom import dcmread

    old, new = dcmread(before), dcmread(after)
    new.to_json_dict(bulk_data_element_handler=lambda _: "", suppress_invalid_tags=True)
    counts, now = Counts(), dict(_elements(new))
    for place, element in _elements(old):
        tag, value = element.tag, str(element.value)
        other = str(now[place].value) if place in now else None
        if tag.is_private or tag.group >> 8 in _LEFT_OUT or not value.strip("^ "):
            continue
        if element.VR in _PEOPLE or element.keyword in _NAMED:
            counts.structured += 1
            counts.left += other == value
        elif element.VR in _NUMBERS and other is not None and element.keyword not in _SAID:
            counts.numbers += 1
            counts.changed += other != value
    return counts


def _elements(dataset: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for element in dataset:
        if element.VR == "SQ":
            for at, item in enumerate(element.value):
                yield from _elements(item, (*place, element.tag, at))
        else:
            yield (*place, element.tag), element
