"""Annotation schemes as data: ``patterns/schemes.toml`` maps a corpus's types onto ours and back."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.marks import MarkedNote
from scrubber.policy import phi_types

DEFAULT_SCHEME = "i2b2"


@dataclass(frozen=True)
class Scheme:
    """One annotation scheme."""

    name: str
    about: str = ""
    other: str | None = None
    """What a type of ours is written as that the scheme lacks; ``None``: under its own name."""
    write: Mapping[str, str] = field(default_factory=dict)
    read: Mapping[str, str] = field(default_factory=dict)
    measures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    profile: str | None = None
    """The policy by which notes are searched for this scheme, unless another is asked for."""
    own: bool = False
    """Several of our types are one of the scheme's: figures are counted by the scheme's types."""

    def written(self, type_: str) -> str:
        """Our type as the scheme names it."""
        return self.write.get(type_, self.other or type_)

    def ours(self, type_: str) -> str:
        """The scheme's type as we name it; unknown ones as they stand."""
        if type_ in self.read:
            return self.read[type_]
        return self._inverse.get(type_, type_)

    @property
    def _inverse(self) -> Mapping[str, str]:
        return {theirs: ours for ours, theirs in reversed(list(self.write.items()))}  # the first of several

    def read_note(self, note: MarkedNote) -> MarkedNote:
        """A note of the scheme with its marks under our types."""
        return replace(note, marks=tuple(m.retyped(self.ours(m.type)) for m in note.marks))

    def write_note(self, note: MarkedNote) -> MarkedNote:
        """A note of ours with its marks under the scheme's types."""
        return replace(note, marks=tuple(m.retyped(self.written(m.type)) for m in note.marks))


@cache
def schemes() -> Mapping[str, Scheme]:
    """Every scheme by name.

    Raises:
        DataError: ``schemes.toml`` does not load.
    """
    path = data_folder("patterns") / "schemes.toml"
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        return {name: Scheme(name, **entry) for name, entry in table.items()}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, TypeError) as error:
        raise DataError(f"{path}: {error}") from None


def scheme_names() -> tuple[str, ...]:
    """The names that ``--scheme`` takes."""
    return tuple(schemes())


def load_scheme(name: str = DEFAULT_SCHEME) -> Scheme:
    """The named scheme.

    Raises:
        UsageError: there is none of that name.
    """
    found = schemes().get(name)
    if found is None:
        raise UsageError(f"no scheme '{name}': choose from {', '.join(scheme_names())}")
    return found


def category(type_: str) -> str:
    """The category of a type of ours, or of a scheme's; ``?`` for types nobody described."""
    types = phi_types()
    ours = (type_, *(scheme.ours(type_) for scheme in schemes().values()))
    return next((types[name].category for name in ours if name in types), "?")
