"""Names of output files that tell nothing of the patient: HMACs of the names they had."""

from __future__ import annotations

import re
from pathlib import Path

from scrubber.mask.keys import Key

_SUFFIX = re.compile(r"\.(?:txt|text|md|note|log|csv|tsv|json|jsonl|xml|hl7)", re.IGNORECASE)


def renamed(place: Path, key: Key) -> Path:
    """Another name for every folder and file of a path; the tree and well-known suffixes stay.

    The same path gives the same name under the same key, so that two runs, or notes and their tables, still match.
    """
    parts: list[str] = []
    for depth, part in enumerate(place.parts, 1):
        last = depth == len(place.parts)
        suffix = place.suffix if last and _SUFFIX.fullmatch(place.suffix) else ""
        known = "/".join(place.parts[: depth - 1]) + "/" + part
        parts.append(key.digest("file name", known).hex()[:16] + suffix.lower())
    return Path(*parts)
