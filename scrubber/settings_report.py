"""What a run is made from, as a table that can be printed, and a hash that is the same where the effect is the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scrubber import __version__
from scrubber.languages import AUTO, UNKNOWN_DEFAULT
from scrubber.refine.site import Site
from scrubber.run import Settings

_PATHS = frozenset({"lexicons", "rules", "known", "model"})


def report(settings: Settings) -> dict[str, Any]:
    """The settings by name, defaults included, with the hash of what stands in files and folders."""
    options = {**settings.options}
    site = options.pop("site", Site())
    table: dict[str, Any] = {
        "scrub": __version__,
        "profile": settings.profile,
        "crf": options.pop("crf", "where it is installed"),
        "language": options.pop("language", AUTO),
        "unknown_language": options.pop("unknown_language", UNKNOWN_DEFAULT),
        "joining_words": options.pop("joining_words", "as shipped"),
        **{name: [] for name in ("lexicons", "rules")},
        **{f"site.{name}": value for name, value in asdict(site).items()},
        **options,
    }
    for name in _PATHS & table.keys():
        value = table[name]
        paths = [value] if isinstance(value, Path) else list(value)
        table[name] = {str(path): contents(path) for path in paths}
    return {name: table[name] for name in sorted(table)}


def digest(table: Mapping[str, Any]) -> str:
    """The SHA-256 of a report; paths do not count, what stands there does."""
    plain = {name: list(value.values()) if name in _PATHS else value for name, value in table.items()}
    return hashlib.sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()


def contents(path: Path) -> str:
    """The first 16 digits of the SHA-256 of a file, or of the names and contents of all files below a folder."""
    whole = hashlib.sha256()
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    for file in files:
        name = file.name if file == path else file.relative_to(path).as_posix()
        whole.update(f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]
