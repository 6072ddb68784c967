"""Training of a language's CRF from notes in which the PHI is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.marks import IGNORE, MarkedNote
from scrubber.languages.names import ANY, languages
from scrubber.languages.pack import LanguagePack
from scrubber.model.columns import Columns
from scrubber.model.copies import with_copies
from scrubber.model.renaming import Names
from scrubber.policy import phi_types
from scrubber.text.document import Document
from scrubber.toml_file import read_toml

if TYPE_CHECKING:
    from scrubber.model.file import ModelFile
    from scrubber.model.training import Recipe

Say = Callable[[str], None]


class Trainer:
    """Learns from marked notes; nothing is random, the same notes, lists and rules give the same model.

    Args:
        language: one with templates (``patterns/<language>/templates.toml``).
        lexicons, rules: a site's own folders; give the same ones when the model is used.

    Raises:
        UsageError: numba is not installed, or there is no such language. DataError: a file does not load.
    """

    def __init__(self, language: str = "en", *, lexicons: Sequence[Path] = (), rules: Sequence[Path] = ()) -> None:
        if language not in languages():
            raise UsageError(f"no language '{language}'")
        if find_spec("numba") is None:
            raise UsageError("training needs numba: pip install 'scrub-phi[train]'")
        self._language = language
        self._recipe = read_recipe(language)
        self._pack = LanguagePack(language, lexicons=lexicons, rules=rules, crf=False)

    def train(self, notes: Iterable[MarkedNote], *, as_written: bool = False, say: Say = lambda _: None) -> ModelFile:
        """Learn a model.

        Args:
            as_written: learn from the notes alone, without copies (:mod:`scrubber.model.copies`).

        Raises:
            DataError: a mark has a type that nobody knows, or nothing is marked.
        """
        from scrubber.model.training import train

        given = list(notes)
        _refuse_unlearnable(given)
        return train(given if as_written else with_copies(given, self._names()), self._read, self._recipe, say)

    def _names(self) -> Names:
        """The names that people of copied notes get."""
        return Names.of(data_folder("lexicons") / self._language)

    def _read(self, texts: Sequence[str]) -> Columns:
        """The columns of some texts, as detection sees them."""
        return self._pack.read([Document(text) for text in texts]).columns


def read_recipe(language: str) -> Recipe:
    """How a language's model is made: by the templates that all have in common, and what its own file says.

    Raises:
        DataError: the file does not load, or says something unknown.
    """
    from scrubber.model.learning import Settings
    from scrubber.model.training import Recipe

    common, path = (data_folder("patterns") / name / "templates.toml" for name in (ANY, language))
    table: dict[str, Any] = {**read_toml(common), **read_toml(path)}
    try:
        how = {name.replace("-", "_"): value for name, value in table.pop("settings", {}).items()}
        return Recipe(
            table.pop("templates"), settings=Settings(**how), **{k.replace("-", "_"): v for k, v in table.items()}
        )
    except (KeyError, TypeError) as error:
        raise DataError(f"{path}: {error}") from None


def _refuse_unlearnable(notes: Sequence[MarkedNote]) -> None:
    """Refuse notes without marks, and marks of unknown types."""
    for note in notes:
        for mark in note.marks:
            if mark.type != IGNORE and mark.type not in phi_types():
                raise DataError(f"{note.name}: no type '{mark.type}' (--scheme tells whose types the notes use)")
    if not any(mark.type != IGNORE for note in notes for mark in note.marks):
        raise DataError("nothing is marked in these notes: there is nothing to learn")
