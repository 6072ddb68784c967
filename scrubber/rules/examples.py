"""Tries a site's own rules on their examples, as they are loaded: a rule that does not do what it says is refused.

What passed is remembered by its hash, in an empty file of that name in the user's cache folder; nothing depends on it
but the time that it takes.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from scrubber.errors import BudgetExceeded, DataError
from scrubber.rules.matcher import Matcher
from scrubber.rules.rule import DIGITS, LETTERS_DIGITS, Rule, example
from scrubber.text.document import Document
from scrubber.text.span import Span
from scrubber.text.view import view

MASKED = 50
"""The weight from which a span counts by itself: what is found with less is left, in an example of what to leave."""
_PASSED: set[str] = set()
"""Hashes of rules that passed in this process."""


def refuse_failing(rules: Sequence[Rule]) -> None:
    """Try every example of some rules.

    Raises:
        DataError: one is wrong, or a keyword never leads to a match; says which rule it is.
    """
    hash_ = _hash(rules)
    if not rules or hash_ in _PASSED or _is_remembered(hash_):
        return
    for rule in rules:
        for keyword in _idle_keywords(rule):
            raise DataError(
                f"{rule.file}: rule {rule.id}: keyword {keyword!r} never fires: "
                "the pattern does not begin with it, and no example is found by it"
            )
    for rule, wrong in _wrong(rules):
        raise DataError(f"{rule.file}: rule {rule.id}: {count_of_wrong(wrong)} ('scrub rules {rule.id}' shows them)")
    _PASSED.add(hash_)
    _remember(hash_)


def count_of_wrong(wrong: int) -> str:
    """``1 of its examples is wrong``."""
    return f"{wrong} of its examples {'is' if wrong == 1 else 'are'} wrong"


def holds(rule: Rule, marked: str) -> bool:
    """Whether a rule finds exactly what an example marks.

    Raises:
        DataError: the pattern runs past its time limit.
    """
    text, expected = example(marked)
    return _is_right(_find([rule], [text])[0], expected)


def _wrong(rules: Sequence[Rule]) -> Iterator[tuple[Rule, int]]:
    """The rules with wrong examples, and how many these are. All rules look through all examples at once."""
    tries = [(rule, *example(marked)) for rule in rules for marked in (*rule.hit, *rule.miss)]
    found = _find(rules, [text for _, text, _ in tries])
    for rule in rules:
        yes = [
            _is_right([span for span in spans if span.source == rule.id], expected)
            for (owner, _, expected), spans in zip(tries, found, strict=True)
            if owner is rule
        ]
        if not all(yes):
            yield rule, yes.count(False)


def _is_right(spans: Sequence[Span], expected: Sequence[tuple[int, int]]) -> bool:
    """Whether spans are those that an example marks; of spans within spans only the widest count."""
    least = 1 if expected else MASKED
    found = {(span.start, span.end) for span in spans if span.weight >= least}
    return sorted(a for a in found if not any(b != a and b[0] <= a[0] and a[1] <= b[1] for b in found)) == expected


def _find(rules: Sequence[Rule], texts: Sequence[str]) -> list[list[Span]]:
    """What rules find in texts, which they see as they see notes: with plain quotes and hyphens."""
    from scrubber.gazetteers.lexicon import Lexicon
    from scrubber.text.batch import Batch
    from scrubber.text.vocabulary import Vocabulary

    views = [view(text) for text in texts]
    seen = [one.text for one in views]
    try:
        found = Matcher(rules).find(Batch.of(seen, Vocabulary(Lexicon())), [Document(text) for text in seen])
    except BudgetExceeded as error:
        raise DataError(f"an example of a rule: {error}") from None
    return [one.all_back(spans) for one, spans in zip(views, found, strict=True)]


def _idle_keywords(rule: Rule) -> Iterator[str]:
    """Words and signs at which the pattern cannot begin, and by which no example is found.

    Of numbers, and of rules that reach back, only examples tell.
    """
    for keyword in rule.keywords if not rule.reach else ():
        if keyword.startswith(DIGITS) or keyword == LETTERS_DIGITS or _can_begin(rule, keyword):
            continue
        alone = replace(rule, keywords=(keyword,))
        if not any(_find([alone], [example(marked)[0] for marked in rule.hit])):
            yield keyword


def _can_begin(rule: Rule, keyword: str) -> bool:
    forms = {keyword, keyword.upper(), keyword.title()}
    return any(rule.compiled.match(form, partial=True) is not None for form in forms)


def _hash(rules: Sequence[Rule]) -> str:
    from scrubber.version import __version__

    said = [(__version__, rule.whole, replace(rule, file=Path(), macros={})) for rule in rules]
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _is_remembered(hash_: str) -> bool:
    try:
        return (_folder() / hash_).exists()
    except (OSError, RuntimeError):
        return False


def _remember(hash_: str) -> None:
    try:
        _folder().mkdir(parents=True, exist_ok=True)
        (_folder() / hash_).touch()
    except (OSError, RuntimeError):
        pass  # a home that cannot be written to, or none at all: they are tried again


def _folder() -> Path:
    """Where the user's programs keep what they can make again."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "scrub" / "rules"
