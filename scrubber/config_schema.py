"""What a configuration may say: every key, and what its value must be. An unknown key is an error, never ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scrubber.errors import UsageError
from scrubber.nearest import nearest
from scrubber.policy import phi_types, profile_names
from scrubber.refine.listening import COMBINATIONS

PATHS = (
    "extend",
    "lexicon-folders",
    "rule-folders",
    "known",
    "key-file",
    "model",
    "network",
    "check.baseline",
    "formats.maps",
)
"""Keys whose values are paths, counted from the file they stand in."""
FORMATS = ("text", "concise", "json", "jsonl", "github", "sarif", "junit", "html")

Check = Callable[[Any, str], Any]
"""Gives the value in its final form, or raises with where it stands."""


class _Wrong(UsageError):
    def __init__(self, where: str, need: str) -> None:
        super().__init__(f"{where} must be {need}")


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise _Wrong(where, "a text")
    return value


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(where, "true or false")
    return value


def _weight(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 100:
        raise _Wrong(where, "a whole number from 0 to 100")
    return value


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise _Wrong(where, "a list of texts")
    return tuple(value)


def _one_of(names: Callable[[], Iterable[str]]) -> Check:
    def check(value: Any, where: str) -> str:
        known = tuple(names())
        if value not in known:
            raise UsageError(f"{where}: no '{value}'{nearest(str(value), known)}")
        return str(value)

    return check


def _each(key: Check, item: Check) -> Check:
    def check(value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _Wrong(where, "a table")
        return {key(name, where): item(entry, f"{where}.{name}") for name, entry in value.items()}

    return check


def _table(keys: Mapping[str, Check], *, others: bool = False) -> Check:
    """A table with these keys; ``others`` lets further ones through as they are."""

    def check(value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _Wrong(where, "a table")
        result: dict[str, Any] = {}
        for name, entry in value.items():
            if name in keys:
                result[name.replace("-", "_")] = keys[name](entry, f"{where}{_joint(where)}{name}")
            elif others:
                result[name] = entry
            else:
                raise UsageError(f"{where}{_joint(where)}{name}: unknown key{nearest(name, keys)}")
        return result

    return check


def _joint(where: str) -> str:
    return "" if where.endswith(": ") else "."


def _texts_of(keys: Check, *needed: str, instead: str = "") -> Check:
    """A list of tables, each of which means some text, or has what stands ``instead``, and has what is needed."""

    def check(value: Any, where: str) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            raise _Wrong(where, "a list of tables")
        return [_text_entry(keys(entry, at), at, needed, instead) for at, entry in _numbered(value, where)]

    return check


def _numbered(entries: list[Any], where: str) -> Iterator[tuple[str, Any]]:
    return ((f"{where}[{number}]", entry) for number, entry in enumerate(entries, 1))


def _text_entry(entry: dict[str, Any], where: str, needed: Iterable[str], instead: str) -> dict[str, Any]:
    if ("text" in entry and "regex" in entry) or not entry.keys() & {"text", "regex", instead}:
        raise UsageError(f"{where} needs either text or regex{f', or {instead}' if instead else ''}")
    for name in needed:
        if name not in entry:
            raise UsageError(f"{where} needs a {name}")
    if not entry.get("text", "-").strip():
        raise UsageError(f"{where}.text is blank")
    if "regex" in entry:
        _refuse_bad_pattern(entry["regex"], where)
    return dict(entry)


def _refuse_bad_pattern(pattern: str, where: str) -> None:
    import regex

    try:
        regex.compile(pattern)
    except regex.error as error:
        raise UsageError(f"{where}.regex does not compile: {error}") from None


def _profile(value: Any, where: str) -> str:
    """A profile's name, or a file that holds one."""
    return value if str(value).endswith(".toml") else str(_one_of(profile_names)(value, where))


_COMBINE = _one_of(lambda: COMBINATIONS)


def _type_entry(value: Any, where: str) -> dict[str, Any]:
    # Further keys are the operator's settings, which the operator checks; without one they are a slip.
    keys: dict[str, Check] = {
        "enabled": _flag,
        "weight": _weight,
        "operator": _text,
        "detectors": _detectors,
        "combine": _COMBINE,
    }
    return dict(_table(keys, others="operator" in value if isinstance(value, dict) else False)(value, where))


def _detectors(value: Any, where: str) -> dict[str, int]:
    """Per cent by detector; a list of names: all count in full."""
    if isinstance(value, list):
        return dict.fromkeys(_texts(value, where), 100)
    if not isinstance(value, dict):
        raise _Wrong(where, "a list of detectors, or a table of weights")
    return {str(name): _weight(weight, f"{where}.{name}") for name, weight in value.items()}


def _format_name(value: Any, where: str) -> str:
    from scrubber.formats.registry import format_names

    return str(_one_of(format_names)(value, where))


def _action(value: Any, where: str) -> str:
    from scrubber.formats.settings import check_action

    return check_action(_text(value, where), where)


def thresholds(value: Any, where: str) -> dict[str, float]:
    """Probabilities by type or ``default``; a single one is the default."""
    if not isinstance(value, dict):
        return {"default": _probability(value, where)}
    names = _one_of(lambda: ("default", *phi_types()))
    return {names(name, where): _probability(entry, f"{where}.{name}") for name, entry in value.items()}


def _probability(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise _Wrong(where, "a probability between 0 and 1")
    return float(value)


_TYPE = _one_of(lambda: phi_types())
_ALLOW = _table({"text": _text, "regex": _text, "rules": _texts, "types": _texts, "reason": _text})
_MASK = _table({"text": _text, "regex": _text, "type": _TYPE, "reason": _text})
_CONFIG = _table(
    {
        "extend": _text,
        "profile": _profile,
        "min-weight": _weight,
        "crf": _flag,
        "crf-threshold": thresholds,
        "lexicon-folders": _texts,
        "rule-folders": _texts,
        "known": _text,
        "model": _text,
        "network": _text,
        "detectors": _texts,
        "combine": _COMBINE,
        "key-file": _text,
        "language": _text,
        "unknown-language": _text,
        "joining-words": _texts,
        "exclude": _texts,
        "allow": _texts_of(_ALLOW, "reason", instead="rules"),
        "mask": _texts_of(_MASK, "type", "reason"),
        "types": _each(_TYPE, _type_entry),
        "rules": _table({"select": _texts, "ignore": _texts, "weights": _each(_text, _weight)}),
        "check": _table(
            {
                "format": _one_of(lambda: FORMATS),
                "baseline": _text,
                "inline-allow": _flag,
                "per-file-ignores": _each(_text, _texts),
            }
        ),
        "formats": _table(
            {
                "input-format": _format_name,
                "columns": _texts,
                "column-actions": _each(_text, _action),
                "header": _flag,
                "patient-column": _text,
                "id-column": _text,
                "maps": _texts,
                "pictures": _one_of(lambda: ("remove", "keep")),
                "pdf-as": _one_of(lambda: ("pdf", "text")),
                "on-bad-row": _one_of(lambda: ("refuse", "skip")),
            }
        ),
    }
)


def validated(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The table with every value in its final form, dashes in keys turned into underscores.

    Raises:
        UsageError: an unknown key (with the nearest known one) or a value of the wrong kind.
    """
    result: dict[str, Any] = _CONFIG(table, f"{where}: ")
    return result
