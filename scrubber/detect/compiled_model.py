"""A CRF's file as start-up reads it: unpacked, its names as sorted text (``model.compiled`` beside ``model.crf``).

To unpack a model and to put its hundred thousand names into tables takes a quarter of a second; a note needs some
hundred of them. The compiled file, made when the wheel is built, is read in a few milliseconds. ``model.crf`` stays
what counts: a compiled file that is not of it, as it is now, is not used, and then all of that is done in memory.
"""

from __future__ import annotations

from pathlib import Path

from scrubber.detect.crf_model import COMMITTEE, attributes, read_model
from scrubber.detect.model_names import ModelNames, arranged
from scrubber.errors import DataError
from scrubber.sorted_text import checksum

VERSION = 2
"""Of the compiled file, and of how names are arranged in it: to be raised when either changes."""
Parts = tuple[bytes, bytes, bytes]
"""The model, unpacked, and its names as :func:`~scrubber.detect.model_names.arranged` makes them."""
_COUNT = 3


class ModelFile:
    """The file of a model, or of a committee.

    Raises:
        DataError: it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._source = _head_of_source(path.read_bytes())
        except OSError as error:
            raise DataError(f"{path}: {error.strerror}") from None
        self._sizes = _sizes(path, self._source)

    @property
    def compiled(self) -> bool:
        """Whether something was compiled of just this file, which is not broken then: it need not be read to know."""
        return self._sizes is not None

    def read(self) -> bytes:
        """The model, unpacked.

        Raises:
            DataError: the file is broken.
        """
        parts = self._compiled_parts()
        return read_model(self._path) if parts is None else parts[0]

    def read_with_names(self) -> tuple[bytes, ModelNames]:
        """The model, unpacked, and the names that it knows.

        Raises:
            DataError: the file is broken. ValueError: it holds no model.
        """
        model, names, pairs = self._compiled_parts() or _parts(self._path)
        return model, ModelNames(names, pairs)

    def _compiled_parts(self) -> Parts | None:
        """What was compiled of this file, if anything was."""
        if self._sizes is None:
            return None
        try:
            with _compiled_path(self._path).open("rb") as file:
                head = file.readline()
                model, names, pairs = [file.read(size) for size in self._sizes]
        except OSError:
            return None
        return (model, names, pairs) if head == _head(self._source, (model, names, pairs)) else None


def write(path: Path) -> None:
    """Compile a model's file.

    Raises:
        DataError: it cannot be read, or holds no model.
    """
    try:
        parts = _parts(path)
    except ValueError:
        raise DataError(f"{path}: not a CRF model") from None
    head = _head(_head_of_source(path.read_bytes()), parts)
    _compiled_path(path).write_bytes(head + b"".join(parts))


def _parts(path: Path) -> Parts:
    model = read_model(path)
    # the members of a committee are of languages whose models see every feature
    return model, *arranged([] if model.startswith(COMMITTEE) else attributes(model))


def _sizes(path: Path, source: bytes) -> list[int] | None:
    """The sizes of the parts that were compiled of this source, if any were."""
    try:
        with _compiled_path(path).open("rb") as file:
            head = file.readline()
        sizes = [int(size) for size in head.removeprefix(source).split()[1:]]
        whole = len(head) + sum(sizes) == _compiled_path(path).stat().st_size
    except (OSError, ValueError):
        return None
    return sizes if head.startswith(source) and len(sizes) == _COUNT and whole else None


def _compiled_path(path: Path) -> Path:
    return path.with_suffix(".compiled")


def _head_of_source(source: bytes) -> bytes:
    """How the first line of a compiled file begins; it goes on with the checksum of the rest."""
    return f"# model {VERSION} {checksum(source)} ".encode()


def _head(source: bytes, parts: Parts) -> bytes:
    return source + checksum(*parts).encode() + b"\n"
