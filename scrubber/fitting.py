"""Fitting: what CRFsuite is asked to learn, and what it has learned, read back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from scrubber.errors import UsageError

Say = Callable[[str], None]
"""Told the number of each step."""
Example = tuple[list[list[str]], list[str]]
"""The features and the label of each token of a sequence."""
Weights = Mapping[tuple[str, str], float]
"""By feature and label."""


class Scratch:
    """A name beside ``path`` for a file that is gone afterwards, unless it was moved into its place."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.{os.getpid()}")

    def __enter__(self) -> Path:
        return self._path

    def __exit__(self, *_: object) -> None:
        self._path.unlink(missing_ok=True)


def fit(sequences: Iterable[Example], path: Path, say: Say, parameters: Mapping[str, float | bool]) -> None:
    """Learn from sequences, and write the model as CRFsuite does.

    Raises:
        UsageError: there is none, or the model cannot be written.
    """
    import pycrfsuite

    class Loud(pycrfsuite.Trainer):  # type: ignore[misc]
        """Passes on what the library prints about its progress."""

        def message(self, text: str) -> None:
            if text.startswith("***** Iteration #"):
                say(text.split("#")[1].split()[0])

    trainer = Loud(verbose=False)
    count = 0
    for rows, marked in sequences:
        trainer.append(rows, marked)
        count += 1
    if not count:
        raise UsageError("nothing to learn: the notes hold no candidate")
    trainer.set_params(parameters)
    trainer.train(str(path))
    if not path.exists():
        raise UsageError(f"cannot write beside {path}")


def learned(
    examples: Iterable[tuple[list[str], str]], path: Path, say: Say, parameters: Mapping[str, float | bool]
) -> Weights:
    """What single tokens and their labels teach; ``path``: beside which there may be scratch."""
    with Scratch(path) as model:
        fit((([row], [label]) for row, label in examples), model, say, parameters)
        return weights_of(model)


def weights_of(model: Path) -> Weights:
    """The weights in a model."""
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    info: Any = tagger.info()
    weights = dict(info.state_features)
    tagger.close()
    return weights
