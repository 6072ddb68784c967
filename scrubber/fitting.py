"""Fitting: what CRFsuite is asked to learn, and what it has learned, read back."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from glob import escape
from pathlib import Path
from typing import Any

from scrubber.errors import ScrubError, UsageError
from scrubber.faults import describe

Say = Callable[[str], None]
"""Told the number of each step."""
Example = tuple[list[list[str]], list[str]]
"""The features and the label of each token of a sequence."""
Weights = Mapping[tuple[str, str], float]
"""By feature and label."""


class Scratch:
    """A name beside ``path`` for a file that is gone afterwards, unless it was moved into its place.

    ``part`` tells it from others that are there at the same time.
    """

    def __init__(self, path: Path, part: str = "") -> None:
        self._path = path.with_name(f".{path.name}{part}.{os.getpid()}")

    def __enter__(self) -> Path:
        return self._path

    def __exit__(self, *_: object) -> None:
        self._path.unlink(missing_ok=True)
        for left in self._path.parent.glob(f".{escape(self._path.name)}.*"):  # by a process that was stopped
            left.unlink(missing_ok=True)


def side_by_side(jobs: Sequence[Callable[[], None]]) -> None:
    """Do jobs that write files, each in a process of its own, which sees what is loaded here and ends with this one.

    Raises:
        UsageError: one failed; says why, and nothing of the notes.
    """
    forked = multiprocessing.get_context("fork")
    said = forked.SimpleQueue()

    def do(job: Callable[[], None]) -> None:
        try:
            job()
        except ScrubError as error:
            said.put(str(error))
        except Exception as error:  # its own message may quote a note
            said.put(describe(error))
        else:
            return
        raise SystemExit(2)

    processes = [forked.Process(target=do, args=(job,)) for job in jobs]
    try:
        for process in processes:
            process.start()
        for process in processes:
            process.join()
    finally:
        for process in processes:
            if process.is_alive():
                process.kill()
                process.join()
    if any(process.exitcode for process in processes):
        raise UsageError(said.get() if not said.empty() else "a process that was training ended early")


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
