"""Field maps: which field of a message holds which type of PHI. Data, in ``patterns/formats/*.toml``.

A site's own files (``--field-map``) have the same names; what they say is laid over the shipped map, key by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.policy import phi_types
from scrubber.toml_file import read_toml


@lru_cache(maxsize=32)
def load_map(name: str, own: tuple[Path, ...]) -> Mapping[str, Any]:
    """The map of a format: ours, with each of a site's own files of that name laid over it in turn.

    Raises:
        DataError: a file cannot be read, is no TOML, or has the name of no map.
    """
    folder = data_folder("patterns") / "formats"
    result = read_toml(folder / f"{name}.toml")
    for path in own:
        if not (folder / path.name).is_file():
            known = ", ".join(sorted(file.name for file in folder.glob("*.toml")))
            raise DataError(f"{path}: a field map is named like the one that it is laid over: {known}")
        if path.stem == name:
            result = _over(result, read_toml(path))
    return result


def check_types(values: Mapping[str, Any], others: frozenset[str], where: str) -> None:
    """Refuse a value that is neither a PHI type nor one of ``others``.

    Raises:
        DataError: it names the map and the key.
    """
    for key, value in values.items():
        if not isinstance(value, str) or (value not in phi_types() and value not in others):
            raise DataError(f"{where}: {key}: '{value}' is no PHI type, nor one of {', '.join(sorted(others))}")


def _over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in own.items():
        below = result.get(key)
        result[key] = _over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return result
