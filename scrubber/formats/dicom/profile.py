"""What becomes of which attribute: ``patterns/formats/dicom.toml``, and else by value representation."""

from __future__ import annotations

from collections.abc import Mapping
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

    Raises:
        DataError: it names an attribute, action or type that there is not.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        check_types(data["tags"], _WORDS, "dicom.toml: tags")
        check_types(data["known"], frozenset(), "dicom.toml: known")
        self._tags: dict[int, str] = {_tag(keyword): action for keyword, action in data["tags"].items()}
        self._known: dict[int, str] = {_tag(keyword): type_ for keyword, type_ in data["known"].items()}
        self._groups = frozenset(str(group)[:2].lower() for group in data["groups"]["remove"])

    def action(self, tag: BaseTag, vr: str) -> str:
        """What becomes of an attribute: a PHI type or one of the words above."""
        if f"{tag.group:04x}"[:2] in self._groups or tag.is_private:
            return REMOVE
        if (action := self._tags.get(tag)) is not None:
            return action
        if not keyword_for_tag(tag):
            return KEEP if tag.element == 0 else REMOVE  # the length of a group is written anew
        return _BY_VR.get(vr, KEEP)

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
    return Profile(load_map("dicom", own))
