"""Several CRFs in one file, which vote. Each has learned without some of the features, so that they err differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from scrubber.detect.compiled_model import ModelFile
from scrubber.detect.crf_model import COMMITTEE
from scrubber.errors import DataError

_SIZE = 8
AGREED = 2
"""Members that must give the same span; a single member decides alone."""

Found = tuple[int, int, str]
"""A span: its first token, the token behind it, its type."""


def committee(models: Iterable[bytes]) -> bytes:
    """The models as one, for :func:`~scrubber.detect.crf_model.write_model`."""
    return COMMITTEE + b"".join(len(model).to_bytes(_SIZE, "big") + model for model in models)


def read_committee(path: Path) -> list[bytes]:
    """The models of a file; of a plain CRF's file, that one.

    Raises:
        DataError: the file cannot be read, or is cut short.
    """
    data = ModelFile(path).read()
    if not data.startswith(COMMITTEE):
        return [data]
    models = []
    at = len(COMMITTEE)
    while at < len(data):
        size = int.from_bytes(data[at : at + _SIZE], "big")
        models.append(data[at + _SIZE : at + _SIZE + size])
        at += _SIZE + size
    if at != len(data) or not models:
        raise DataError(f"{path}: cut short")
    return models


def agreed(members: Sequence[Iterable[Found]]) -> list[Found]:
    """The spans that enough members give, without overlaps: those of most members first, then the longer ones."""
    counts = Counter(found for spans in members for found in set(spans))
    least = min(AGREED, len(members))
    order = sorted(counts, key=lambda f: (-counts[f], f[0] - f[1], f))
    taken: set[int] = set()
    picked = []
    for found in order:
        inside = range(found[0], found[1])
        if counts[found] >= least and taken.isdisjoint(inside):
            taken.update(inside)
            picked.append(found)
    return sorted(picked)
