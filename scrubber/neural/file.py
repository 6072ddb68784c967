"""A network's file: labels, templates, the features that have vectors, the chain's moves, and the network as ONNX."""

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

_VERSION = 1


@dataclass(frozen=True)
class NetworkFile:
    """What a network has learned."""

    architecture: str
    labels: tuple[str, ...]
    templates: tuple[str, ...]
    spelled: bool
    """Whether it sees the characters of words."""
    keys: NDArray[np.uint32]
    """Of the features that have vectors, sorted (:mod:`scrubber.model.table`)."""
    first: NDArray[np.float64]
    """Weights of labels at a window's beginning; zeros without a CRF."""
    moves: NDArray[np.float64]
    """Weights of labels (columns) behind labels (rows)."""
    network: bytes

    def to_bytes(self) -> bytes:
        """The file; the same network is the same bytes."""
        head = {
            "version": _VERSION,
            "architecture": self.architecture,
            "labels": self.labels,
            "templates": self.templates,
            "spelled": self.spelled,
        }
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as whole:
            add_member(whole, "network.json", json.dumps(head, indent=1).encode())
            arrays = {"keys": self.keys, "first": self.first.astype("<f4"), "moves": self.moves.astype("<f4")}
            add_arrays(whole, arrays)
            add_member(whole, "network.onnx", self.network)
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
                keys, first, moves = read_arrays(whole, ("keys", "first", "moves")).values()
                network = whole.read("network.onnx")
            if head["version"] != _VERSION:
                raise DataError(f"{path}: a network of another version")
            labels = tuple(head["labels"])
            if (first.shape, moves.shape) != ((len(labels),), (len(labels), len(labels))):
                raise ValueError("parts of different sizes")
            return cls(
                str(head["architecture"]),
                labels,
                tuple(head["templates"]),
                bool(head["spelled"]),
                keys,
                first.astype(np.float64),
                moves.astype(np.float64),
                network,
            )
        except (*BROKEN, OSError) as error:
            raise DataError(f"{path}: not a network ({type(error).__name__})") from None
