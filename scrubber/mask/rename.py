"""Names of output files that tell nothing of the patient: HMACs of the names they had."""

from __future__ import annotations

from pathlib import Path

from scrubber.formats.registry import suffixes
from scrubber.mask.keys import Key

_TEXT = frozenset((".txt", ".text", ".md", ".note", ".log"))


def renamed(place: Path, key: Key) -> Path:
    """Another name for every folder and file of a path; the tree and well-known suffixes stay.

    The same path gives the same name under the same key, so that two runs, or notes and their tables, still match.
    """
    parts: list[str] = []
    for depth, part in enumerate(place.parts, 1):
        last = depth == len(place.parts)
        suffix = _kept_suffix(part.lower()) if last else ""
        known = "/".join(place.parts[: depth - 1]) + "/" + part
        parts.append(key.digest("file name", known).hex()[:16] + suffix)
    return Path(*parts)


def _kept_suffix(name: str) -> str:
    """The longest suffix of a name in lower case that only tells the format."""
    return max((s for s in (*_TEXT, *suffixes()) if name.endswith(s)), key=len, default="")
