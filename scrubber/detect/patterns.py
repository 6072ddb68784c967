"""The pattern detector: tries each rule where one of its keywords stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

import scrubber.detect.validate  # noqa: F401 (registers the validators)
from scrubber.detect.validators import VALIDATORS
from scrubber.document import Document
from scrubber.errors import DataError, PatternTimeout
from scrubber.rules import DIGITS, HASH, LETTERS_DIGITS, NumberRules, Rule, by_keyword
from scrubber.span import Span

SECONDS = 2.0
"""Time limit of one match at one place. An honest pattern takes microseconds; past this the note fails (closed)."""


class PatternDetector:
    """Finds what rules describe."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        for rule in rules:
            if rule.validator is not None and rule.validator not in VALIDATORS:
                raise DataError(f"rule {rule.id}: no validator '{rule.validator}'")
        self.rules = {rule.id: rule for rule in rules}
        self._table = by_keyword(rules)
        self._numbers = NumberRules(self._table)
        self._mixed = self._table.pop(LETTERS_DIGITS, [])
        if HASH in self._table:
            self._table[DIGITS] = self._table.pop(HASH)  # from here on "#" is the sign

    @property
    def keywords(self) -> frozenset[str]:
        """The words and signs at which rules begin."""
        return frozenset(self._table)

    def find(self, document: Document) -> Iterator[Span]:
        """Every span of every rule; they may overlap."""
        tokens = document.tokens
        texts, starts, source = tokens.texts, tokens.starts, document.text
        table = self._table.get
        for index, low in enumerate(tokens.lows):
            rules: Sequence[Rule] | None = table(low)
            if rules is None:
                if not low.isdigit():
                    continue
                end = starts[index] + len(low)
                rules = self._numbers.at(len(low), source[end : end + 1])
                before = _joined_letters(texts, starts, index, source)
                if before is not None:
                    for rule in self._mixed:
                        yield from self._try(rule, document, before)
            start = starts[index]
            for rule in rules:
                yield from self._try(rule, document, start)

    def _try(self, rule: Rule, document: Document, start: int) -> Iterator[Span]:
        try:
            match = _match(rule, document.text, start)
        except TimeoutError:
            raise PatternTimeout(f"rule {rule.id} ran past its time limit at offset {start}") from None
        if match is None:
            return
        if rule.validator is not None:
            yield from VALIDATORS[rule.validator](rule, document, match)
        elif "phi" in match.re.groupindex:
            for low, high in match.spans("phi"):
                yield Span(low, high, rule.type, rule.id, rule.weight)
        else:
            yield Span(match.start(), match.end() - match[0].endswith("."), rule.type, rule.id, rule.weight)


def _match(rule: Rule, text: str, start: int) -> regex.Match[str] | None:
    """The rule's match that begins at the keyword, or up to ``reach`` before it and covers it."""
    if not rule.reach:
        return rule.compiled.match(text, start, timeout=SECONDS)
    for match in rule.compiled.finditer(text, max(0, start - rule.reach), timeout=SECONDS):
        if match.start() > start:
            break
        if match.end() > start:
            return match
    return None


def _joined_letters(texts: Sequence[str], starts: Sequence[int], index: int, source: str) -> int | None:
    """Offset of the run of letters that is joined to the number at ``index``, if there is one."""
    at = index - 1
    if at > 0 and texts[at] == "-" and starts[index] == starts[at] + 1:
        at -= 1
        if starts[at] + len(texts[at]) != starts[at + 1]:
            return None
    if at < 0 or not texts[at].isalpha() or starts[at] + len(texts[at]) != starts[at + 1]:
        return None
    return starts[at]
