"""The trainer: learns a language's CRF from notes in which the PHI is marked."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from scrubber.errors import UsageError
from scrubber.evaluate.marks import MarkedNote
from scrubber.training.lessons import Lessons

if TYPE_CHECKING:
    from scrubber.model.file import ModelFile
    from scrubber.training.gradients import Say


class Trainer:
    """Learns a CRF; nothing is random, the same notes, lists and rules give the same model.

    Raises:
        UsageError: numba is not installed. DataError: a file does not load.
    """

    def __init__(self, lessons: Lessons | None = None) -> None:
        if find_spec("numba") is None:
            raise UsageError("training needs numba: pip install 'scrub-phi[train]'")
        self._lessons = lessons or Lessons()

    def train(
        self,
        notes: Iterable[MarkedNote],
        *,
        as_written: bool = False,
        start: ModelFile | None = None,
        say: Say = lambda _: None,
    ) -> ModelFile:
        """Learn a model.

        Args:
            as_written: learn from the notes alone, without copies (:mod:`scrubber.training.copies`).
            start: a model to continue from, which keeps its labels and features.

        Raises:
            DataError: a mark has a type that nobody knows, or nothing is marked.
        """
        from scrubber.training.crf import continued, train

        lessons = self._lessons.of(list(notes), as_written=as_written)
        if start is not None:
            return continued(start, lessons, self._lessons.read, self._lessons.recipe, say)
        return train(lessons, self._lessons.read, self._lessons.recipe, say)
