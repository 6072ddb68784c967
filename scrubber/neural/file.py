"""A network's file: labels, templates, the features that have vectors, these, the chain's moves, and what layers do."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError
from scrubber.model.file import BROKEN, add_arrays, add_member, read_arrays

_VERSION = 3


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
    graph: bytes = b""
    """What is made of tokens' vectors, as an ONNX model;"""
    layers: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """or the weights of convolutions by name (:mod:`scrubber.neural.convolutions`)."""

    def to_bytes(self) -> bytes:
        """The file; the same network is the same bytes."""
        head = {
            "version": _VERSION,
            "architecture": self.architecture,
            "labels": self.labels,
            "templates": self.templates,
            "scale": self.scale,
            "layers": list(self.layers),
        }
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as whole:
            add_member(whole, "network.json", json.dumps(head, indent=1).encode())
            add_arrays(whole, {"keys": self.keys, "rows": self.rows, "moves": self.moves.astype("<f4")})
            add_arrays(whole, self.layers)
            if self.graph:
                add_member(whole, "network.onnx", self.graph)
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
                if head["version"] != _VERSION:
                    raise DataError(f"{path}: a network of another version")
                keys, rows, moves = read_arrays(whole, ("keys", "rows", "moves")).values()
                layers = read_arrays(whole, head["layers"])
                graph = b"" if layers else whole.read("network.onnx")
            labels = tuple(head["labels"])
            if (len(rows), moves.shape) != (len(keys) + 1, (len(labels), len(labels))):
                raise ValueError("parts of different sizes")
            templates, scale = tuple(head["templates"]), float(head["scale"])
            name, moves = str(head["architecture"]), moves.astype(float)
            return cls(name, labels, templates, keys, rows, scale, moves, graph, layers)
        except (*BROKEN, OSError) as error:
            raise DataError(f"{path}: not a network ({type(error).__name__})") from None


@lru_cache(maxsize=4)
def shipped_network(path: Path) -> NetworkFile:
    """A network of this installation's own, read once in a process: Scrubbers share it.

    Raises:
        DataError: as of :meth:`NetworkFile.read`.
    """
    return NetworkFile.read(path)
