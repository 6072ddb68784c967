"""A model's file: labels, templates, the features that it knows, their rows of weights, and the chain's moves."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError

_VERSION = 3
BROKEN = (EOFError, LookupError, TypeError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""What reading a broken file raises."""


@dataclass(frozen=True)
class ModelFile:
    """What a CRF has learned."""

    labels: tuple[str, ...]
    templates: tuple[str, ...]
    keys: NDArray[np.uint32]
    """Of the features, sorted (:mod:`scrubber.model.table`)."""
    rows: NDArray[np.int8]
    """Features by labels: weights in units of :attr:`scale`. The first row is nobody's."""
    scale: float
    first: NDArray[np.float64]
    """Weights of labels at a line's beginning."""
    moves: NDArray[np.float64]
    """Weights of labels (columns) behind labels (rows)."""
    gate: NDArray[np.int8]
    """Of each feature of one word: how much it says for PHI of any type, in units of :attr:`scale`."""
    least: int
    """A token whose features of words say less than this is no PHI, unless a rule covers it."""

    def to_bytes(self) -> bytes:
        """The file; the same model is the same bytes."""
        head = {
            "version": _VERSION,
            "labels": self.labels,
            "templates": self.templates,
            "scale": self.scale,
            "least": self.least,
        }
        arrays = {
            "keys": _planes(np.diff(self.keys, prepend=np.uint32(0))),
            "where": np.packbits(self.rows.T != 0),
            "weights": self.rows.T[self.rows.T != 0],
            "first": self.first.astype("<f4"),
            "moves": self.moves.astype("<f4"),
            "gate": self.gate,
        }
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as whole:
            add_member(whole, "model.json", json.dumps(head, ensure_ascii=False, indent=1).encode())
            add_arrays(whole, arrays)
        return file.getvalue()

    @classmethod
    def read(cls, path: Path | BinaryIO) -> ModelFile:
        """Read a file.

        Raises:
            DataError: it is no model, or one of another version.
        """
        try:
            with zipfile.ZipFile(path) as whole:
                head = json.loads(whole.read("model.json"))
                arrays = read_arrays(whole, ("keys", "where", "weights", "first", "moves", "gate"))
            if head["version"] != _VERSION:
                raise DataError(f"{path}: a CRF model of another version")
            return cls._of(head, arrays)
        except (*BROKEN, OSError) as error:
            raise DataError(f"{path}: not a CRF model ({type(error).__name__})") from None

    @classmethod
    def _of(cls, head: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> ModelFile:
        """A model of what a file holds.

        Raises:
            ValueError: its parts do not belong together.
        """
        labels, features = len(head["labels"]), len(arrays["gate"])
        shapes = [arrays[name].shape for name in ("keys", "first", "moves")]
        if shapes != [(4, features - 1), (labels,), (labels, labels)]:
            raise ValueError("parts of different sizes")
        return cls(
            tuple(head["labels"]),
            tuple(head["templates"]),
            np.cumsum(_whole(arrays["keys"]), dtype=np.uint32),
            _rows(arrays["where"], arrays["weights"], labels, features),
            float(head["scale"]),
            arrays["first"].astype(np.float64),
            arrays["moves"].astype(np.float64),
            arrays["gate"],
            int(head["least"]),
        )


@lru_cache(maxsize=4)
def shipped_model(path: Path) -> ModelFile:
    """A model of this installation's own, read once in a process: Scrubbers share it.

    Raises:
        DataError: as of :meth:`ModelFile.read`.
    """
    return ModelFile.read(path)


def _planes(numbers: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """All first bytes, then all second ones, and so on: small numbers pack well that way."""
    return np.ascontiguousarray(numbers.astype("<u4").view(np.uint8).reshape(-1, 4).T)


def _whole(planes: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """The numbers again."""
    return np.ascontiguousarray(planes.T).view("<u4").reshape(-1)


def _rows(where: NDArray[np.uint8], weights: NDArray[np.int8], labels: int, features: int) -> NDArray[np.int8]:
    """Features by labels, from a bit for each weight that is not 0, label by label, and those weights."""
    table = np.zeros((features, labels), np.int8)
    bits = np.unpackbits(where, count=labels * features).view(np.bool_).reshape(labels, features)
    at = 0
    for label, row in enumerate(bits):
        places = np.flatnonzero(row)
        table[places, label] = weights[at : at + len(places)]
        at += len(places)
    if at != len(weights):
        raise ValueError("weights without a place")
    return table


def add_arrays(whole: zipfile.ZipFile, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Arrays as members, by name."""
    for name, array in arrays.items():
        buffer = io.BytesIO()
        np.lib.format.write_array(buffer, array, allow_pickle=False)
        add_member(whole, f"{name}.npy", buffer.getvalue())


def read_arrays(whole: zipfile.ZipFile, names: Iterable[str]) -> dict[str, NDArray[Any]]:
    """The arrays of these names.

    Raises:
        KeyError, ValueError: one is not there, or is none.
    """
    return {name: np.lib.format.read_array(io.BytesIO(whole.read(f"{name}.npy")), allow_pickle=False) for name in names}


def add_member(whole: zipfile.ZipFile, name: str, data: bytes) -> None:
    """A member without a time of its own, so that the same model is the same bytes.

    LZMA would save a tenth, and take six times as long to read.
    """
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    whole.writestr(entry, data)
