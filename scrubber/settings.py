"""What a Scrubber is made from: small, and fit to be sent to another process or machine.

The key travels by reference, never by itself (:class:`~scrubber.mask.keys.KeyReference`). Lists, rules, known
identifiers and the model travel by name and hash: whoever loads them there gets these very ones, or an error.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from scrubber.errors import UsageError
from scrubber.languages.names import AUTO, UNKNOWN_DEFAULT
from scrubber.mask.keys import Key
from scrubber.policy import Policy
from scrubber.refine.site import Site
from scrubber.version import __version__

_FOLDERS, _FILES = ("lexicons", "rules"), ("known", "model", "network")


@dataclass(frozen=True, eq=False)
class ScrubberSettings:
    """A profile and the arguments of a :class:`~scrubber.pipeline.Scrubber`. Equal where the effect is the same."""

    profile: str = "safe-harbor"
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    contents: Mapping[Path, str] = field(default_factory=dict)
    """The hash of what stands at each of their paths, where that is to be the same wherever they are loaded."""
    policy: Policy | None = None
    """Instead of a named profile."""

    def refuse_changed(self) -> None:
        """Refuse files that are not there, or not what they were.

        Raises:
            UsageError: there is one.
        """
        for path, wanted in self.contents.items():
            if not path.exists():
                raise UsageError(f"no such file or folder: {path}")
            if hash_of(path) != wanted:
                raise UsageError(f"{path} is not what it was where the settings were made")

    @property
    def by_reference(self) -> ScrubberSettings:
        """The same without a secret and with the hashes of all files: what may be sent away.

        Raises:
            UsageError: there is a key, and it stands in no file or variable from which it could be read again.
        """
        key = self.options.get("key")
        own = {"key": key.reference()} if isinstance(key, Key) else {}
        return replace(self, options={**self.options, **own}, contents={p: hash_of(p) for p in self.paths})

    @property
    def paths(self) -> list[Path]:
        """The files and folders that are read."""
        named = [self.options.get(name) for name in _FILES]
        return [*(p for name in _FOLDERS for p in self.options.get(name, ())), *(p for p in named if p is not None)]

    def found_in(self, folders: Iterable[Path]) -> ScrubberSettings:
        """The same, where files that are not at their paths are taken from folders that hold them by name and hash."""
        places = list(folders)
        moved = {path: _found(path, wanted, places) for path, wanted in self.contents.items()}
        options = dict(self.options)
        for name in _FOLDERS:
            if name in options:
                options[name] = tuple(moved.get(path, path) for path in options[name])
        for name in _FILES:
            if options.get(name) is not None:
                options[name] = moved.get(options[name], options[name])
        return replace(self, options=options, contents={moved[path]: said for path, said in self.contents.items()})

    @cached_property
    def table(self) -> Mapping[str, Any]:
        """Everything by name, defaults included, with the hash of what stands in files and folders; to be printed."""
        options = {name: value for name, value in self.options.items() if name not in ("key", "shifts")}
        site = options.pop("site", Site())
        crf = options.pop("crf", None)
        table: dict[str, Any] = {
            "scrub": __version__,
            "profile": self.profile if self.policy is None else _described(self.policy),
            "crf": "where it is installed" if crf is None else crf,
            "min_weight": options.pop("min_weight", 50),
            "language": options.pop("language", AUTO),
            "unknown_language": options.pop("unknown_language", UNKNOWN_DEFAULT),
            "joining_words": options.pop("joining_words", "as shipped"),
            **{name: [] for name in _FOLDERS},
            **{f"site.{name}": value for name, value in asdict(site).items()},
            **{name: value for name, value in options.items() if value is not None},
        }
        for name in {*_FOLDERS, *_FILES} & table.keys():
            value = table[name]
            paths = [value] if isinstance(value, Path) else list(value)
            table[name] = {str(path): self.contents.get(path) or hash_of(path) for path in paths}
        return {name: table[name] for name in sorted(table)}

    @cached_property
    def digest(self) -> str:
        """A SHA-256, the same where the effect is the same: paths do not count, what stands there does."""
        plain = {n: list(v.values()) if n in (*_FOLDERS, *_FILES) else v for n, v in self.table.items()}
        key, shifts = self.options.get("key"), self.options.get("shifts")
        fresh = isinstance(key, Key) and key.fresh
        secret = {"key": key.fingerprint if key and not fresh else None, "shifts": sorted((shifts or {}).items())}
        return hashlib.sha256(json.dumps({**plain, **secret}, sort_keys=True, default=str).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Whether the effect is the same."""
        return isinstance(other, ScrubberSettings) and self.digest == other.digest

    def __hash__(self) -> int:
        """Of the digest."""
        return hash(self.digest)


def hash_of(path: Path) -> str:
    """The first 16 digits of the SHA-256 of a file, or of the names and contents of all files below a folder."""
    whole = hashlib.sha256()
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    for file in files:
        name = file.name if file == path else file.relative_to(path).as_posix()
        whole.update(f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def _found(path: Path, wanted: str, folders: Sequence[Path]) -> Path:
    """Where a file or folder is: at its path, or by its name in one of the folders, with the wanted contents."""
    places = (path, *(folder / path.name for folder in folders))
    return next((place for place in places if place.exists() and hash_of(place) == wanted), path)


def _described(policy: Policy) -> Mapping[str, Any]:
    """A policy in words."""
    keeps = {type_: getattr(test, "__name__", str(test)) for type_, test in policy.keep_when.items()}
    return {**policy._asdict(), "masked": sorted(policy.masked), "keep_when": keeps}
