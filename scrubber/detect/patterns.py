"""The pattern detector: tries each rule where one of its keywords stands and the screen lets it through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import regex

from scrubber.detect.screen import Screen, Walked
from scrubber.detect.validate import register
from scrubber.detect.validators import VALIDATORS
from scrubber.document import Document
from scrubber.errors import DataError, PatternTimeout
from scrubber.lazy_pattern import lazy_regex
from scrubber.rules import Keywords, Rule
from scrubber.span import Span
from scrubber.words import Memo

if TYPE_CHECKING:
    from scrubber.reading import Reading, Spans

SECONDS = 2.0
"""Time limit of one match at one place. An honest pattern takes microseconds; past this the note fails (closed)."""
SHORT = 24
"""Up to so many characters of a keyword or number, what can match there is remembered."""

_WORD_START = lazy_regex(r"(?<![\p{L}\p{N}])[\p{L}\p{N}@+]|(?<!\s)[@.](?=\w)")
"""Where a match that reaches back from its keyword may begin."""
Reached = dict[int, tuple[int, list[regex.Match[str]]]]
"""By rule that reaches back: up to where it was tried in this document, and its matches that go on behind there."""


class RuleDetector(NamedTuple):
    """What a reading's rules found, as a detector's spans."""

    name: str = "rules"

    def find(self, reading: Reading) -> Spans:
        """The spans of all rules that do not veto."""
        return [list(spans) for spans in reading.rules]


class OptionalRules(NamedTuple):
    """Rules of types that are off unless a site asks for them; the CRF has not learned these."""

    rules: PatternDetector
    name: str = "rules"

    def find(self, reading: Reading) -> Spans:
        """The spans of these rules."""
        return [list(self.rules.find(document)) for document in reading.documents]


class PatternDetector:
    """Finds what rules describe."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        register([rule.validator for rule in rules if rule.validator is not None])
        for rule in rules:
            if rule.validator is not None and rule.validator not in VALIDATORS:
                raise DataError(f"rule {rule.id}: no validator '{rule.validator}'")
        self.rules = {rule.id: rule for rule in rules}
        self._order = sorted(rules, key=lambda r: -r.weight)
        self._keywords = Keywords(self._order)
        self._screen = Screen(self._order)
        self._starts: Memo[tuple[str, str, str], Walked] = Memo(self._start)
        self._screen.when_full(self._starts.clear)

    @property
    def keywords(self) -> frozenset[str]:
        """The words and signs at which rules begin."""
        return frozenset(self._keywords.words)

    def find(self, document: Document) -> Iterator[Span]:
        """Every span of every rule; they may overlap."""
        reached: Reached = {}
        for start, index in self.tries(document):
            match = self._match(index, document.text, start, reached)
            if match is not None:
                yield from self._spans(self._order[index], document, match)

    def tries(self, document: Document) -> Iterator[tuple[int, int]]:
        """(offset, index of the rule) of everything that is worth a try, heavier rules first at an offset."""
        if not self._order:
            return
        tokens, text = document.tokens, document.text
        texts, starts, ends, known = tokens.texts, tokens.starts, tokens.ends, self._starts
        keywords = self._keywords.words
        for index in [i for i, low in enumerate(tokens.lows) if low in keywords or low.isdigit()]:
            word, start, end = texts[index], starts[index], ends[index]
            before = text[start - 1 : start]
            if word.isdigit() and (before == "-" or before.isalpha()):
                yield from self._mixed(texts, starts, index, text)
            key = (before, word, text[end : end + 1])
            rules, state = known[key] if end - start <= SHORT else self._start(key)
            if state is not None:
                rules = state.walk(text, end + 1)
            for rule in rules:
                yield start, rule

    def _start(self, key: tuple[str, str, str]) -> Walked:
        """Which rules can match at a keyword between these two characters, as far as the three tell."""
        before, word, behind = key
        rules = self._keywords.words.get(word.lower(), ())
        if word.isdigit():
            rules = tuple(sorted({*rules, *self._keywords.number(len(word), behind)}))
        return self._screen.walked(self._screen.start(rules, before), word + behind)

    def _mixed(self, texts: Sequence[str], starts: Sequence[int], index: int, text: str) -> Iterator[tuple[int, int]]:
        """What is worth a try at letters that are joined to the number at ``index``."""
        joined = _joined_letters(texts, starts, index, text)
        if joined is not None and self._keywords.mixed:
            before = text[joined - 1 : joined]
            for rule in self._screen.start(self._keywords.mixed, before).walk(text, joined):
                yield joined, rule

    def _match(self, index: int, text: str, start: int, reached: Reached) -> regex.Match[str] | None:
        rule = self._order[index]
        try:
            if rule.reach:
                return self._reaching(index, text, start, reached)
            return rule.compiled.match(text, start, timeout=SECONDS)
        except TimeoutError:
            raise PatternTimeout(f"rule {rule.id} ran past its time limit at offset {start}") from None

    def _spans(self, rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
        if rule.validator is not None:
            yield from VALIDATORS[rule.validator](rule, document, match)
        elif "phi" in match.re.groupindex:
            for low, high in match.spans("phi"):
                yield Span(low, high, rule.type, rule.id, rule.weight)
        else:
            yield Span(match.start(), match.end() - match[0].endswith("."), rule.type, rule.id, rule.weight)

    def _reaching(self, index: int, text: str, start: int, reached: Reached) -> regex.Match[str] | None:
        """The match of a rule that reaches back: it begins up to ``reach`` before the keyword and covers it.

        Word by word from as far back as the rule reaches: a search would run on to wherever the next match may lie.
        What was tried at an earlier keyword is not tried again.
        """
        rule = self._order[index]
        first = max(0, start - rule.reach)
        free, matches = reached.get(index, (0, []))
        matches = [match for match in matches if match.end() > start]
        found = next((match for match in matches if match.start() >= first), None)
        if found is None:
            for begin in _WORD_START.finditer(text, max(first, free), start + 1):
                free = begin.start() + 1
                if self._screen.begins(index, text, begin.start()):
                    match = rule.compiled.match(text, begin.start(), timeout=SECONDS)
                    if match is not None and match.end() > start:
                        matches.append(match)
                        found = match
                        break
        reached[index] = free, matches
        return found


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
