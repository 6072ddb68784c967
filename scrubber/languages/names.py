"""Which languages there are, and what may be asked for; light, for the command line."""

from __future__ import annotations

from functools import cache

from scrubber.data import data_folder
from scrubber.errors import UsageError
from scrubber.nearest import nearest

AUTO = "auto"
DEFAULT = "en"
"""What a note is read as that does not tell its language."""
ANY = "any"
"""The folder of rules for notes in a language without a pack."""
MASK, ERROR = "mask", "error"
"""What is done with these: what no language is needed for is masked, or the note is refused."""
UNKNOWN = (MASK, ERROR)
UNKNOWN_DEFAULT = ERROR
"""Names need a language, so that a note masked without one still holds them."""


@cache
def languages() -> tuple[str, ...]:
    """The languages with a pack: a folder of lists, and one of rules with templates for a model."""
    patterns, lexicons = data_folder("patterns"), data_folder("lexicons")
    return tuple(
        sorted(p.parent.name for p in patterns.glob("*/templates.toml") if (lexicons / p.parent.name).is_dir())
    )


def refuse_unknown_language(language: str, unknown: str) -> None:
    """Refuse a language without a pack, and an unknown way with notes in such languages.

    Raises:
        UsageError: says the choices.
    """
    if language not in (AUTO, *languages()):
        raise UsageError(f"no language '{language}'{nearest(language, (AUTO, *languages()))}")
    if unknown not in UNKNOWN:
        raise UsageError(f"unknown-language: no '{unknown}'{nearest(unknown, UNKNOWN)}")
