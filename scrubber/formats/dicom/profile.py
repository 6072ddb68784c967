"""What becomes of which attribute: ``patterns/formats/dicom.toml``, the generated ``dicom_profile.toml``, and else by
value representation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydicom.datadict import keyword_for_tag, tag_for_keyword
from pydicom.tag import BaseTag

from scrubber.errors import DataError
from scrubber.formats.maps import check_types, load_map

REMOVE, EMPTY, KEEP, TEXT, UID, BIRTH, DOCUMENT, TIME = (
    "remove", "empty", "keep", "text", "uid", "birth", "document", "time",
)  # fmt: skip
_WORDS = frozenset({REMOVE, EMPTY, KEEP, TEXT, UID, BIRTH, DOCUMENT})
_BY_VR = {
    "PN": "PATIENT", "DA": "DATE", "DT": "DATE", "TM": TIME, "UI": UID, "AS": "AGE", "AE": REMOVE, "UR": REMOVE,
    "LO": TEXT, "SH": TEXT, "ST": TEXT, "LT": TEXT, "UT": TEXT, "UC": TEXT,
}  # fmt: skip


class Profile:
    """The map, read and checked.

    Args:
        data: what ``dicom.toml`` says; removed: the attributes that the standard's profile removes.

    Raises:
        DataError: it names an attribute, action or type that there is not.
    """

    def __init__(self, data: Mapping[str, Any], removed: Iterable[str]) -> None:
        check_types(data["tags"], _WORDS, "dicom.toml: tags")
        check_types(data["known"], frozenset(), "dicom.toml: known")
        self._removed = frozenset(map(_tag, removed))
        self._descriptors = tuple(data["descriptors"]["endings"])
        self._tags: dict[int, str] = {_tag(keyword): action for keyword, action in data["tags"].items()}
        self._known: dict[int, str] = {_tag(keyword): type_ for keyword, type_ in data["known"].items()}
        self._terms = {_tag(keyword): frozenset(terms) for keyword, terms in data["terms"].items()}
        self._groups = frozenset(str(group)[:2].lower() for group in data["groups"]["remove"])

    def action(self, tag: BaseTag, vr: str) -> str:
        """What becomes of an attribute: a PHI type or one of the words above."""
        if f"{tag.group:04x}"[:2] in self._groups or tag.is_private:
            return REMOVE
        if (action := self._tags.get(tag)) is not None:
            return action
        keyword, by_vr = keyword_for_tag(tag), _BY_VR.get(vr, KEEP)
        if not keyword:
            return KEEP if tag.element == 0 else REMOVE  # the length of a group is written anew
        cleaned = by_vr == TEXT and keyword.endswith(self._descriptors)
        return REMOVE if tag in self._removed and not cleaned else by_vr

    def is_term(self, tag: BaseTag, value: str) -> bool:
        """Whether a value is one that the standard gives this attribute."""
        return value.strip() in self._terms.get(tag, ())

    def known(self, tag: BaseTag) -> str:
        """The PHI type of an attribute that is removed, where its value is looked for in texts."""
        return self._known.get(tag, "")


def _tag(keyword: str) -> int:
    tag = tag_for_keyword(keyword)
    if tag is None:
        raise DataError(f"dicom.toml: DICOM has no attribute '{keyword}'")
    return tag


@lru_cache(maxsize=8)
def profile(own: tuple[Path, ...]) -> Profile:
    """The shipped map with a site's own laid over it."""
    return Profile(load_map("dicom", own), load_map("dicom_profile", own)["remove"])
