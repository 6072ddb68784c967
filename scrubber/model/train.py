"""Training of a language's CRF from notes in which the PHI is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.marks import IGNORE, MarkedNote
from scrubber.evaluate.seen import as_seen
from scrubber.languages.names import languages
from scrubber.languages.pack import LanguagePack
from scrubber.model.columns import Columns
from scrubber.model.copies import with_copies
from scrubber.model.recipe import read_recipe
from scrubber.model.renaming import Names
from scrubber.policy import phi_types
from scrubber.text.document import Document

if TYPE_CHECKING:
    from scrubber.model.file import ModelFile

Say = Callable[[str], None]


class Lessons:
    """Marked notes as models of a language learn them.

    Args:
        language: one with templates (``patterns/<language>/templates.toml``).
        lexicons, rules: a site's own folders; give the same ones when the model is used.

    Raises:
        UsageError: there is no such language. DataError: a file does not load.
    """

    def __init__(self, language: str = "en", *, lexicons: Sequence[Path] = (), rules: Sequence[Path] = ()) -> None:
        if language not in languages():
            raise UsageError(f"no language '{language}'")
        self.recipe = read_recipe(language)
        self._pack = LanguagePack(language, lexicons=lexicons, rules=rules, crf=False)

    def of(self, notes: Sequence[MarkedNote], *, as_written: bool) -> list[MarkedNote]:
        """The notes to learn from as detection sees them, with copies (:mod:`scrubber.model.copies`) unless they are to
        be as written.

        Raises:
            DataError: a mark has a type that nobody knows, or nothing is marked.
        """
        _refuse_unlearnable(notes)
        if not as_written:
            notes = with_copies(notes, Names.of(data_folder("lexicons") / self._pack.language), self.recipe.copies)
        return [as_seen(note) for note in notes]

    def read(self, texts: Sequence[str]) -> Columns:
        """The columns of some texts, as detection sees them."""
        return self._pack.read([Document(text) for text in texts]).columns


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
            as_written: learn from the notes alone, without copies (:mod:`scrubber.model.copies`).
            start: a model to continue from, which keeps its labels and features.

        Raises:
            DataError: a mark has a type that nobody knows, or nothing is marked.
        """
        from scrubber.model.training import continued, train

        lessons = self._lessons.of(list(notes), as_written=as_written)
        if start is not None:
            return continued(start, lessons, self._lessons.read, self._lessons.recipe, say)
        return train(lessons, self._lessons.read, self._lessons.recipe, say)


def _refuse_unlearnable(notes: Sequence[MarkedNote]) -> None:
    """Refuse notes without marks, and marks of unknown types."""
    for note in notes:
        for mark in note.marks:
            if mark.type != IGNORE and mark.type not in phi_types():
                raise DataError(f"{note.name}: no type '{mark.type}' (--scheme tells whose types the notes use)")
    if not any(mark.type != IGNORE for note in notes for mark in note.marks):
        raise DataError("nothing is marked in these notes: there is nothing to learn")
