"""Lessons: marked notes as the models of a language learn them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.marks import IGNORE, MarkedNote
from scrubber.evaluate.seen import as_seen
from scrubber.languages.names import languages
from scrubber.languages.pack import LanguagePack
from scrubber.model.columns import Columns
from scrubber.policy import phi_types
from scrubber.text.document import Document
from scrubber.training.copies import with_copies
from scrubber.training.recipe import read_recipe
from scrubber.training.renaming import Names


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
        """The notes to learn from as detection sees them, with copies (:mod:`scrubber.training.copies`) unless they are
        to be as written.

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


def _refuse_unlearnable(notes: Sequence[MarkedNote]) -> None:
    """Refuse notes without marks, and marks of unknown types."""
    for note in notes:
        for mark in note.marks:
            if mark.type != IGNORE and mark.type not in phi_types():
                raise DataError(f"{note.name}: no type '{mark.type}' (--scheme tells whose types the notes use)")
    if not any(mark.type != IGNORE for note in notes for mark in note.marks):
        raise DataError("nothing is marked in these notes: there is nothing to learn")
