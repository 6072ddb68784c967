"""Surrogates of clinical codes: another code of the same chapter, in a form that is right."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from stdnum import luhn, verhoeff

from scrubber.data import data_folder
from scrubber.mask.keys import Key
from scrubber.mask.permute import Permutation
from scrubber.mask.surrogate.shape import randomise
from scrubber.toml_file import read_toml

_CHECKS: Mapping[str, Callable[[str], bool]] = {"luhn": luhn.is_valid, "verhoeff": verhoeff.is_valid}
_CATEGORY = 3
"""Characters that stay of a code of no known kind."""


@dataclass(frozen=True)
class Code:
    """A kind of code, as ``patterns/any/codes.toml`` describes it."""

    pattern: re.Pattern[str]
    """Its group ``phi`` is what becomes another."""
    sections: Sequence[Sequence[int]]
    check: Callable[[str], bool] | None

    def match(self, text: str) -> re.Match[str] | None:
        """The match of a code of this kind, its check digit right."""
        found = self.pattern.fullmatch(text)
        return found if found and (self.check is None or self.check(_digits(text))) else None


@cache
def _codes() -> tuple[Code, ...]:
    table = read_toml(data_folder("patterns") / "any" / "codes.toml")["code"]
    return tuple(
        Code(re.compile(entry["pattern"]), entry.get("sections", ()), _CHECKS.get(entry.get("check", "")))
        for entry in table
    )


def clinical_code(text: str, key: Key, realm: str) -> str:
    """Another code of the same kind and chapter."""
    for code in _codes():
        if found := code.match(text):
            return _another(code, found, key, f"code {realm}")
    kept = _CATEGORY if len(text) > _CATEGORY else 1
    return text[:kept] + randomise(text[kept:], key, f"code {realm} {text[:kept]}")


def _another(code: Code, found: re.Match[str], key: Key, realm: str) -> str:
    start, end = found.span("phi")
    text, old = found[0], found["phi"]
    for first, last in code.sections:
        if first <= int(old) <= last:
            made = first + Permutation(key.digest(realm, str(first)), last - first + 1)(int(old) - first)
            return f"{made:0{len(old)}d}{text[end:]}"
    whole = text[:start] + randomise(old, key, f"{realm} {text[:start]}") + text[end:]
    if code.check is None:
        return whole
    return next(whole[:-1] + digit for digit in "0123456789" if code.check(_digits(whole[:-1] + digit)))


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())
