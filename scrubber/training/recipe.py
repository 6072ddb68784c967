"""Recipes: how a language's models are made (``patterns/<language>/templates.toml``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.languages.names import ANY
from scrubber.toml_file import read_toml


@dataclass(frozen=True)
class Settings:
    """How the CRF learns."""

    rate: float = 0.12
    """Of the first epochs; it is halved from epoch to epoch at the end."""
    epochs: int = 5
    slow: int = 3
    """Epochs at falling rates."""
    penalty: float = 0.005
    dropout: float = 0.2


@dataclass(frozen=True)
class Recipe:
    """What models learn from, and how."""

    templates: Sequence[str]
    """The CRF's; a network's stand with its architecture."""
    often: int = 20
    """Features that occur less often are left out,"""
    in_notes: int = 3
    """and those of fewer notes."""
    copies: int = 1
    """How often each note counts once more, in another look (:mod:`scrubber.training.copies`)."""
    settings: Settings = field(default_factory=Settings)


def read_recipe(language: str) -> Recipe:
    """A language's recipe: the templates that all have in common, and what its own file says.

    Raises:
        DataError: the file does not load, or says something unknown.
    """
    table: dict[str, Any] = {}
    for name in (ANY, language):
        table |= read_toml(data_folder("patterns") / name / "templates.toml")
    try:
        settings = Settings(**_named(table.pop("settings", {})))
        return Recipe(**_named(table), settings=settings)
    except TypeError as error:
        raise DataError(f"templates of '{language}': {error}") from None


def _named(table: dict[str, Any]) -> dict[str, Any]:
    """Keys of a data file as names of Python."""
    return {key.replace("-", "_"): value for key, value in table.items()}
