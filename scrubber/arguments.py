"""What is said of wrong arguments from Python: which one it is, what it has to be, and what it was (its kind only)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from scrubber.errors import UsageError
from scrubber.mask.keys import Key, KeyReference
from scrubber.nearest import nearest
from scrubber.policy import OperatorChoice, Policy, phi_types
from scrubber.refine.site import Site

P = ParamSpec("P")
S = TypeVar("S")


class _Need(NamedTuple):
    said: str
    holds: Callable[[Any], bool]


def checked(function: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """The initialiser of a Scrubber with its arguments checked.

    Raises:
        TypeError: one is of another kind. UsageError: a folder or file is not there.
    """
    bind = signature(function).bind

    @wraps(function)
    def checking(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        for name, value in bind(self, *args, **kwargs).arguments.items():
            if (need := _NEEDS.get(name)) is not None and not need.holds(value):
                raise TypeError(f"{name} must be {need.said}, not {_kind(value)}")
            for path in value if name in _FOLDERS else ():
                if not path.is_dir():
                    raise UsageError(f"{name}: no such folder: '{path}'")
            if name in _FILES and value is not None and not value.is_file():
                raise UsageError(f"{name}: no such file: '{value}'")
        function(self, *args, **kwargs)

    return checking


def check_text(text: object) -> None:
    """Raises a TypeError if it is no text."""
    if not isinstance(text, str):
        raise TypeError(f"a note must be a text (str), not {_kind(text)}")


def check_texts(texts: object) -> None:
    """Raises a TypeError if it is one text instead of several."""
    if isinstance(texts, str):
        raise TypeError("texts must be several texts (a list, a generator), not one str: scrub() takes one")


def check_known(known: Mapping[str, Sequence[str]] | None) -> None:
    """Raises a TypeError or UsageError if it does not list texts by PHI type."""
    if not isinstance(known or {}, Mapping):
        raise TypeError(f"known must be a dict of lists of texts by PHI type, not {_kind(known)}")
    for type_, values in (known or {}).items():
        if type_ not in phi_types():
            raise UsageError(f"known: no type '{type_}'{nearest(str(type_), phi_types())}")
        if isinstance(values, str) or not all(isinstance(value, str) for value in values):
            raise TypeError(f"known['{type_}'] must be a list of texts")


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__


def _or_none(need: _Need) -> _Need:
    return _Need(f"{need.said} or None", lambda value: value is None or need.holds(value))


def _items(value: Any, kind: type) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(one, kind) for one in value)


def _dict_of(value: Any, kind: type) -> bool:
    return isinstance(value, Mapping) and all(isinstance(one, kind) for one in value.values())


_TEXT = _Need("a text", lambda value: isinstance(value, str))
_FOLDERS_NEED = _Need("a list of folders (pathlib.Path)", lambda value: _items(value, Path))
_FILE = _or_none(_Need("a file (pathlib.Path)", lambda value: isinstance(value, Path)))
_KEY = _Need("a Key (of read_key or key_from_text) or a KeyReference", lambda v: isinstance(v, Key | KeyReference))
_DICT = _or_none(_Need("a dict", lambda value: isinstance(value, Mapping)))
_OPERATORS = _or_none(_Need("a dict of OperatorChoices by type", lambda value: _dict_of(value, OperatorChoice)))
_SHIFTS = _or_none(_Need("a dict of days (int) by patient", lambda value: _dict_of(value, int)))
_FOLDERS, _FILES = frozenset({"lexicons", "rules"}), frozenset({"known", "model"})
_NEEDS: Mapping[str, _Need] = {
    "profile": _Need("the name of a profile or a Policy", lambda value: isinstance(value, str | Policy)),
    "min_weight": _Need("a whole number from 0 to 100", lambda value: type(value) is int and 0 <= value <= 100),
    "lexicons": _FOLDERS_NEED,
    "rules": _FOLDERS_NEED,
    "crf": _or_none(_Need("True, False", lambda value: isinstance(value, bool))),
    "crf_threshold": _DICT,
    "site": _Need("a Site", lambda value: isinstance(value, Site)),
    "known": _FILE,
    "joining_words": _or_none(_Need("a list of texts", lambda value: _items(value, str))),
    "model": _FILE,
    "operator": _or_none(_TEXT),
    "operators": _OPERATORS,
    "key": _or_none(_KEY),
    "shifts": _SHIFTS,
    "language": _TEXT,
    "unknown_language": _TEXT,
}
