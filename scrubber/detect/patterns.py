"""The pattern detector: tries each rule where one of its keywords stands and the screen lets it through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

import scrubber.detect.validate  # noqa: F401 (registers the validators)
from scrubber.detect.screen import Screen
from scrubber.detect.validators import VALIDATORS
from scrubber.document import Document
from scrubber.errors import DataError, PatternTimeout
from scrubber.rules import LONG, Keywords, Rule
from scrubber.span import Span

SECONDS = 2.0
"""Time limit of one match at one place. An honest pattern takes microseconds; past this the note fails (closed)."""

_WORD_START = regex.compile(r"(?<![\p{L}\p{N}])[\p{L}\p{N}@+]|(?<!\s)[@.](?=\w)")
"""Where a match that reaches back from its keyword may begin."""
Reached = dict[int, tuple[int, list[regex.Match[str]]]]
"""By rule that reaches back: up to where it was tried in this document, and its matches that go on behind there."""


class PatternDetector:
    """Finds what rules describe."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        for rule in rules:
            if rule.validator is not None and rule.validator not in VALIDATORS:
                raise DataError(f"rule {rule.id}: no validator '{rule.validator}'")
        self.rules = {rule.id: rule for rule in rules}
        self._order = sorted(rules, key=lambda r: -r.weight)
        self._keywords = Keywords(self._order)
        self._screen = Screen(self._order)

    @property
    def keywords(self) -> frozenset[str]:
        """The words and signs at which rules begin."""
        return frozenset(self._keywords.words)

    def find(self, document: Document) -> Iterator[Span]:
        """Every span of every rule; they may overlap."""
        reached: Reached = {}
        for start, index in self.tries(document):
            yield from self._spans(index, document, start, reached)

    def tries(self, document: Document) -> Iterator[tuple[int, int]]:
        """(offset, index of the rule) of everything that is worth a try, heavier rules first at an offset."""
        tokens, text = document.tokens, document.text
        texts, starts = tokens.texts, tokens.starts
        words, screen = self._keywords.words, self._screen
        known = screen.state
        for index, low in enumerate(tokens.lows):
            rules = words.get(low)
            if rules is None and not low.isdigit():
                continue
            start = starts[index]
            before = text[start - 1] if start else ""
            if rules is None:
                if (joined := _joined_letters(texts, starts, index, text)) is not None and self._keywords.mixed:
                    key = ("", text[joined - 1] if joined else "")
                    state = known(key) or screen.start(key, self._keywords.mixed, key[1])
                    for rule in state.walk(text, joined):
                        yield joined, rule
                end = start + len(low)
                number = (min(len(low), LONG), text[end : end + 1], before)
                state = known(number) or screen.start(number, self._keywords.number(*number[:2]), before)
            else:
                state = known((low, before)) or screen.start((low, before), rules, before)
            for rule in state.walk(text, start):
                yield start, rule

    def _spans(self, index: int, document: Document, start: int, reached: Reached) -> Iterator[Span]:
        rule, text = self._order[index], document.text
        try:
            if rule.reach:
                match = self._reaching(index, text, start, reached)
            else:
                match = rule.compiled.match(text, start, timeout=SECONDS)
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
