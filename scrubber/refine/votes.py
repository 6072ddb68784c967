"""Turns votes on tokens into spans, and lets them confirm or veto what the patterns found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scrubber.detect.tagger import Vote
from scrubber.lazy_pattern import lazy_regex
from scrubber.reading import Reading
from scrubber.refine.complete import saintly
from scrubber.refine.people import ROLES
from scrubber.span import Span

FIRM = 75
"""From this weight on a pattern needs no vote for it, only none strongly against it."""
SURE = 84
"""From this weight on the votes are not asked: they have not seen every kind of text that such a rule knows."""
VETO = 0.06
"""Below this mean probability the votes overrule even a firm pattern."""
_LIKELY = 0.5
_GAP = lazy_regex(r"[^\S\n]{0,3}|[^\S\n]?[-'’.&/,+][^\S\n]?|(?<=\w)\.,?[^\S\n]{1,2}|[^\S\n]{0,2}\n[^\S\n]{0,4}")
_JOINABLE_ACROSS_LINES = frozenset({"HOSPITAL", "ORGANIZATION", "PROFESSION"})
_COMMA_JOINS = frozenset({"PATIENT", "DOCTOR", "DATE"})


def weight_of(probability: float, threshold: float) -> int:
    """A weight that is 50 where the probability meets its threshold, and below :data:`FIRM` for the surest vote.

    So a firm pattern, which knows types and ends better than votes do, keeps its word where the two overlap.
    """
    if probability >= threshold:
        return round(50 + (FIRM - 2 - 50) * (probability - threshold) / max(1e-9, 1 - threshold))
    return round(49 * probability / threshold)


def vote_spans(
    reading: Reading, votes: Mapping[int, Vote], thresholds: Mapping[str, float], source: str
) -> Iterator[Span]:
    """A span for every run of tokens that the votes give the same type; almost-PHI comes with a weight below 50."""
    tokens, text = reading.tokens, reading.document.text
    run: list[int] = []

    def close() -> Iterator[Span]:
        if run and _is_possessive(reading, run[-1]) and not _is_in_name(reading, votes, run):
            run.pop()
        if run:
            type_ = votes[run[0]].type
            weight = max(weight_of(votes[i].probability, thresholds[type_]) for i in run)
            yield Span(tokens.starts[run[0]], tokens.end(run[-1]), type_, f"{source}-{type_}", weight)

    for index in sorted(votes):
        vote = votes[index]
        weight = weight_of(vote.probability, thresholds[vote.type])
        if weight < 20 or not tokens.texts[index].isalnum():
            continue
        if run:
            last = votes[run[-1]]
            strong = weight >= 50
            was_strong = weight_of(last.probability, thresholds[last.type]) >= 50
            gap = text[tokens.end(run[-1]) : tokens.starts[index]]
            if not (last.type == vote.type and strong == was_strong and _joins(gap, vote.type)):
                yield from close()
                run = []
        run.append(index)
    yield from close()


def _is_possessive(reading: Reading, index: int) -> bool:
    tokens = reading.tokens
    return tokens.lows[index] == "s" and reading.document.text[max(0, tokens.starts[index] - 1)] in "'’"


def _is_in_name(reading: Reading, votes: Mapping[int, Vote], run: Sequence[int]) -> bool:
    """Whether a place is called by the possessive at its end: "St. Mary's", and "Children's" where votes are sure."""
    if len(run) < 2 or votes[run[0]].type in ROLES:
        return False
    return saintly(reading, run[-2]) or votes[run[-1]].probability >= _LIKELY


def _joins(gap: str, type_: str) -> bool:
    """Whether two tokens of a type with this between them are one span."""
    if _GAP.fullmatch(gap) is None:
        return False
    if "\n" in gap:
        return type_ in _JOINABLE_ACROSS_LINES
    return "," not in gap or type_ in _COMMA_JOINS


def pattern_spans(reading: Reading, votes: Mapping[int, Vote], thresholds: Mapping[str, float]) -> Iterator[Span]:
    """The patterns' spans with the weight that the votes leave them."""
    texts: Sequence[str] = reading.tokens.texts
    for span in reading.spans:
        inside = [votes[i].probability if i in votes else 0.0 for i in reading.inside(span) if texts[i].isalnum()]
        mean = sum(inside) / len(inside) if inside else 1.0
        if span.weight >= FIRM:
            weight = span.weight if span.weight >= SURE or mean >= VETO else span.weight // 2
        elif mean >= thresholds[span.type]:
            weight = FIRM - 1
        else:
            weight = min(span.weight, 49)
        yield span if weight == span.weight else Span(span.start, span.end, span.type, span.source, weight)
