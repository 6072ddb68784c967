"""A network's file: labels, templates, the features that have vectors, these, the chain's moves, and layers as ONNX."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError
from scrubber.model.file import BROKEN, add_arrays, add_member, read_arrays

_VERSION = 2


@dataclass(frozen=True)
class NetworkFile:
    """What a network has learned."""

    architecture: str
    labels: tuple[str, ...]
    templates: tuple[str, ...]
    keys: NDArray[np.uint32]
    """Of the features that have vectors, sorted (:mod:`scrubber.model.table`)."""
    rows: NDArray[np.int8]
    """Vectors of features in units of :attr:`scale`. The first is nobody's."""
    scale: float
    moves: NDArray[np.float64]
    """Weights of labels (columns) behind labels (rows); zeros without a CRF."""
    layers: bytes
    """What is made of tokens' vectors, as an ONNX model."""

    def to_bytes(self) -> bytes:
        """The file; the same network is the same bytes."""
        head = {
            "version": _VERSION,
            "architecture": self.architecture,
            "labels": self.labels,
            "templates": self.templates,
            "scale": self.scale,
        }
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as whole:
            add_member(whole, "network.json", json.dumps(head, indent=1).encode())
            add_arrays(whole, {"keys": self.keys, "rows": self.rows, "moves": self.moves.astype("<f4")})
            add_member(whole, "network.onnx", self.layers)
        return file.getvalue()

    @classmethod
    def read(cls, path: Path | BinaryIO) -> NetworkFile:
        """Read a file.

        Raises:
            DataError: it is no network, or one of another version.
        """
        try:
            with zipfile.ZipFile(path) as whole:
                head = json.loads(whole.read("network.json"))
                keys, rows, moves = read_arrays(whole, ("keys", "rows", "moves")).values()
                layers = whole.read("network.onnx")
            if head["version"] != _VERSION:
                raise DataError(f"{path}: a network of another version")
            labels = tuple(head["labels"])
            if (len(rows), moves.shape) != (len(keys) + 1, (len(labels), len(labels))):
                raise ValueError("parts of different sizes")
            templates, scale = tuple(head["templates"]), float(head["scale"])
            return cls(str(head["architecture"]), labels, templates, keys, rows, scale, moves.astype(float), layers)
        except (*BROKEN, OSError) as error:
            raise DataError(f"{path}: not a network ({type(error).__name__})") from None
