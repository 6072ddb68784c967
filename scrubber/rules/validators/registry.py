"""Validators: what a rule's pattern alone cannot say. Each takes (rule, document, match) and yields spans, or none.

The validators of each family are in ``scrubber/rules/validators/``; here is their register and what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import regex

from scrubber.data import data_folder
from scrubber.lazy_pattern import lazily, lazy_re, lazy_regex
from scrubber.rules.rule import Rule, fill_in
from scrubber.text.document import Document
from scrubber.text.span import Span
from scrubber.toml_file import read_toml

Match = regex.Match[str]
Validator = Callable[[Rule, Document, Match], Iterator[Span]]
VALIDATORS: dict[str, Validator] = {}
LETTERS = lazy_regex(r"\p{L}+")
_APART = lazy_re(r"(?!['/&])[\W_]")


def validator(function: Validator) -> Validator:
    """Register a function under its own name."""
    VALIDATORS[function.__name__] = function
    return function


def words(pattern: str, language: str = "") -> regex.Pattern[str]:
    """A pattern that validators ask; compiled when it is first needed. It may name macros of the language."""
    return lazily(lambda: regex.compile(fill_in(pattern, _macros(language))))


@cache
def _macros(language: str) -> Mapping[str, str]:
    return read_toml(data_folder("patterns") / language / "macros.toml") if language else {}


def span_of(rule: Rule, match: Match, weight: int | None = None) -> Span:
    """The span of a match (of its group ``phi`` where it has one), without a full stop at its end."""
    start, end = match.span("phi" if "phi" in match.re.groupindex else 0)
    if end - start > 1 and match.string[end - 1] == ".":
        end -= 1  # a full stop ends the sentence; "Feb." loses nothing by it
    return Span(start, end, rule.type, rule.id, _weight(rule, match, weight))


def spans_of(rule: Rule, match: Match, weight: int | None = None) -> list[Span]:
    """A span for every time that the group ``phi`` took part in a match; of a pattern without one, the match's."""
    if "phi" not in match.re.groupindex:
        return [span_of(rule, match, weight)]
    heavy = _weight(rule, match, weight)
    return [Span(start, end, rule.type, rule.id, heavy) for start, end in match.spans("phi")]


def _weight(rule: Rule, match: Match, weight: int | None) -> int:
    """A weight that a validator gives, that of the group that took part and is named after one, or the rule's."""
    if weight is not None:
        return max(0, min(100, weight))
    if not rule.weights:
        return rule.weight
    return next((value for name, value in rule.weights.items() if match[name] is not None), rule.weight)


def text_before(match: Match, size: int = 30) -> str:
    """The lower-cased text before a match, a few words of it."""
    at = match.start()
    return match.string[max(0, at - size) : at].lower()


def text_after(match: Match, size: int = 30) -> str:
    """The lower-cased text behind a match, a few words of it."""
    at = match.end()
    return match.string[at : at + size].lower()


def last_word(before: str) -> str:
    """The last word of a (lower-cased) text, signs behind it skipped: what a number's left neighbour is called."""
    return _APART.split(before.rstrip(" \t:=#.(-,@*["))[-1]
