"""The matcher: asks each rule where the prefilter lets it through, and its validator what to make of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import regex

from scrubber.budget import NoteBudget
from scrubber.errors import DataError
from scrubber.gazetteers.lexicon import Lexicon
from scrubber.reading import Reading, Spans
from scrubber.rules.prefilter.prefilter import Prefilter
from scrubber.rules.rule import Rule
from scrubber.rules.validators import register
from scrubber.rules.validators.registry import VALIDATORS, spans_of
from scrubber.text.batch import Batch
from scrubber.text.days import nearness, steps
from scrubber.text.document import Document
from scrubber.text.span import Span
from scrubber.text.vocabulary import Vocabulary

_LONG = 100
"""Code points of a span within which its rule is not tried again: every part of an endless address would reach to its
end as well."""


class Matcher:
    """Finds what rules describe."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        register([rule.validator for rule in rules if rule.validator is not None])
        for rule in rules:
            if rule.validator is not None and rule.validator not in VALIDATORS:
                raise DataError(f"rule {rule.id}: no validator '{rule.validator}'")
        self.rules = {rule.id: rule for rule in rules}
        self._order = sorted(rules, key=lambda r: -r.weight)
        self.prefilter = Prefilter(self._order)

    def find_in(self, document: Document) -> list[Span]:
        """The same for a single document, without a language's vocabulary."""
        return self.find(Batch.of([document.text], Vocabulary(Lexicon())), [document])[0]

    def find(self, batch: Batch, documents: Sequence[Document]) -> Spans:
        """Every span of every rule, note by note, at offsets of the note's own text; they may overlap.

        Args:
            batch: the notes. documents: the same as documents, for the validators.

        Raises:
            BudgetExceeded: this takes too long; names the rule that was matched then.
        """
        found: Spans = [[] for _ in documents]
        if not self.rules or not len(batch):
            return found
        _note_days(batch, documents)
        places, rules, begins = self.prefilter.tries(batch)
        notes = np.searchsorted(batch.base, places, side="right") - 1
        base = batch.base.tolist()
        budget = NoteBudget(len(batch.text))
        reaching = {index: _Reaching(self._order[index], *where, budget) for index, where in begins.items()}
        long: dict[int, range] = {}
        """The last long span of each rule."""
        for note, place, index in zip(notes.tolist(), places.tolist(), rules.tolist(), strict=True):
            if index in long and place in long[index]:
                continue
            rule, document, start = self._order[index], documents[note], place - base[note]
            if rule.reach:
                match = reaching[index].match(document.text, base[note], place)
            else:
                match = _match(rule, document.text, start, budget)
            if match is None:
                continue
            spans = list(VALIDATORS[rule.validator](rule, document, match) if rule.validator else spans_of(rule, match))
            found[note] += spans
            if spans and spans[-1].end - spans[-1].start > _LONG:
                long[index] = range(base[note] + spans[-1].start, base[note] + spans[-1].end)
        return found


def _note_days(batch: Batch, documents: Sequence[Document]) -> None:
    """Note down in the documents how near their pairs of numbers come to full dates."""
    codes = nearness(batch)
    at = np.flatnonzero(codes)
    notes = batch.note[at]
    starts, near = batch.starts[at] - batch.base[notes], steps(codes[at])
    for note, start, step in zip(notes.tolist(), starts.tolist(), near.tolist(), strict=True):
        documents[note].days[start] = step


def _match(rule: Rule, text: str, start: int, budget: NoteBudget) -> regex.Match[str] | None:
    """A rule's match that begins at an offset."""
    budget.match(f"rule {rule.id}")
    try:
        return rule.compiled.match(text, start, timeout=budget.left)
    except TimeoutError:
        budget.refuse(f"rule {rule.id}")


class RuleDetector(NamedTuple):
    """What a reading's rules found, as a detector's spans."""

    name: str = "rules"

    def find(self, reading: Reading) -> Spans:
        """The spans of all rules that do not veto."""
        return [list(spans) for spans in reading.rules]


class OptionalRules(NamedTuple):
    """Rules of types that are off unless a site asks for them; the CRF has not learned these."""

    rules: Matcher
    name: str = "rules"

    def find(self, reading: Reading) -> Spans:
        """The spans of these rules."""
        return self.rules.find(reading.batch, reading.documents)


class _Reaching:
    """The matches of a rule that begin before its keywords, keyword by keyword in order.

    Word by word from as far back as the rule reaches: a search would run on to wherever the next match may lie. What
    was tried at an earlier keyword is not tried again, nor a keyword that lies in an earlier match from there.
    """

    def __init__(self, rule: Rule, begins: list[int], inner: list[bool], budget: NoteBudget) -> None:
        self._rule = rule
        self._budget = budget
        self._begins = begins
        self._inner = inner
        self._next = 0
        self._last: dict[int, tuple[int, int]] = {}
        """By where its note begins: where the last match begins and ends."""

    def match(self, text: str, base: int, place: int) -> regex.Match[str] | None:
        """The match that is the first to cover the keyword at ``place`` of the joined text.

        Args:
            base: where its note begins.
        """
        first, start = max(0, place - base - self._rule.reach), place - base
        begin, end = self._last.get(base, (0, 0))
        if begin >= first and end > start:
            return None
        while self._next < len(self._begins) and self._begins[self._next] + self._inner[self._next] <= place:
            begin = self._begins[self._next] - base
            self._next += 1
            if begin < first:
                continue
            match = _match(self._rule, text, begin, self._budget)
            if match is not None and match.end() > start:
                self._last[base] = match.span()
                return match
        return None
