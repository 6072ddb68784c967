"""The rules that a run may name, without loading what they need to run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from scrubber.data import data_folder
from scrubber.errors import UsageError
from scrubber.languages.names import AUTO
from scrubber.nearest import nearest
from scrubber.policy import phi_types
from scrubber.rules.loading import load_rules
from scrubber.rules.rule import Rule
from scrubber.stages import BY_TYPE


def known_rules(folders: Sequence[Path] = (), language: str = AUTO, *, tried: bool = True) -> list[Rule]:
    """The shipped rules of a language, or of every one, and those of a site's own folders, with ``tried`` examples."""
    shipped = [
        folder
        for folder in sorted(data_folder("patterns").iterdir())
        if folder.is_dir() and language in (AUTO, folder.name) and any(folder.glob("*.toml"))
    ]
    return load_rules([*shipped, *folders], tried=tried)


def refuse_unknown(names: Iterable[str], folders: Sequence[Path]) -> None:
    """Refuse names to select or ignore that nothing bears: they would have no effect, or leave nothing to find.

    Raises:
        UsageError: a name or pattern fits no type, category or rule; says the nearest.
    """
    types = phi_types()
    known = {*types, *(info.category for info in types.values())}
    unknown = [name for name in names if name not in known]
    if unknown:
        known.update(rule.id for rule in known_rules(folders))
        known.update(("known", "mask", "field", "column", *(f"{vote}-{type_}" for vote in BY_TYPE for type_ in types)))
    for name in unknown:
        if not any(fnmatchcase(one, name) for one in known):
            raise UsageError(f"no type, category or rule '{name}'{nearest(name, sorted(known))}")
