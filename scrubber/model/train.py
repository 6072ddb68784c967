"""Training of a language's CRF from notes in which the PHI is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.marks import IGNORE, MarkedNote
from scrubber.evaluate.seen import as_seen
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
        self.language = language
        self._pack = LanguagePack(language, lexicons=lexicons, rules=rules, crf=False)

    def of(self, notes: Sequence[MarkedNote], *, as_written: bool) -> list[MarkedNote]:
        """The notes to learn from as detection sees them, with copies (:mod:`scrubber.model.copies`) unless they are to
        be as written.

        Raises:
            DataError: a mark has a type that nobody knows, or nothing is marked.
        """
        _refuse_unlearnable(notes)
        names = Names.of(data_folder("lexicons") / self.language)
        copies = _own_recipe(self.language).get("copies", 1)
        return [as_seen(note) for note in (notes if as_written else with_copies(notes, names, copies))]

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
        self._recipe = read_recipe(self._lessons.language)

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
            return continued(start, lessons, self._lessons.read, self._recipe, say)
        return train(lessons, self._lessons.read, self._recipe, say)


def read_recipe(language: str) -> Recipe:
    """How a language's model is made: by the templates that all have in common, and what its own file says.

    Raises:
        DataError: the file does not load, or says something unknown.
    """
    from scrubber.model.learning import Settings
    from scrubber.model.training import Recipe

    table: dict[str, Any] = {**_own_recipe(ANY), **_own_recipe(language)}
    table.pop("copies", None)
    try:
        how = {name.replace("-", "_"): value for name, value in table.pop("settings", {}).items()}
        return Recipe(
            table.pop("templates"), settings=Settings(**how), **{k.replace("-", "_"): v for k, v in table.items()}
        )
    except (KeyError, TypeError) as error:
        raise DataError(f"templates of '{language}': {error}") from None


def _own_recipe(language: str) -> dict[str, Any]:
    return dict(read_toml(data_folder("patterns") / language / "templates.toml"))


def least_seen(language: str) -> tuple[int, int]:
    """How often, and in how many notes, a feature of a language must be seen to be learned."""
    table = _own_recipe(language)
    return int(table["often"]), int(table["in-notes"])


def _refuse_unlearnable(notes: Sequence[MarkedNote]) -> None:
    """Refuse notes without marks, and marks of unknown types."""
    for note in notes:
        for mark in note.marks:
            if mark.type != IGNORE and mark.type not in phi_types():
                raise DataError(f"{note.name}: no type '{mark.type}' (--scheme tells whose types the notes use)")
    if not any(mark.type != IGNORE for note in notes for mark in note.marks):
        raise DataError("nothing is marked in these notes: there is nothing to learn")
