"""Entity figures: how many marks were found whole, and how many of those found are right.

strict    same stretch (every part of it), same type
relaxed   same type, stretches that share a code point
spans     same stretch, whatever the type
merged    as spans, where marks with nothing but signs and spaces between them may be joined or not, as MEDDOCAN counts:
          the same stretch is a hit as it stands and (once more, if that is another one) after joining; a miss or a
          false alarm is a mark that lies in no hit
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scrubber.evaluate.marks import IGNORE, Mark, MarkedNote, in_order, mark
from scrubber.evaluate.schemes import category
from scrubber.evaluate.token_measures import share

_WORD = re.compile(r"[^\W_]")
SPAN = "SPAN"
"""The one type that the measures use which ignore types."""


@dataclass
class EntityScore:
    """Counts by type of gold marks, predicted marks, and those of each that are matched."""

    gold: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    """Gold marks that a prediction matches."""
    right: Counter[str] = field(default_factory=Counter)
    """Predictions that match a gold mark."""

    def figures(self, types: Iterable[str] | None = None) -> tuple[float, float, float]:
        """Precision, recall and F1 (0..1) over these types, or over all."""
        chosen = set(self.gold | self.predicted) if types is None else set(types)
        total = [
            sum(n for t, n in c.items() if t in chosen) for c in (self.right, self.predicted, self.found, self.gold)
        ]
        precision, recall = share(total[0], total[1]), share(total[2], total[3])
        return precision, recall, share(2 * precision * recall, precision + recall)

    def types(self) -> list[str]:
        """Every type with a mark, sorted."""
        return sorted(self.gold | self.predicted)

    def categories(self) -> dict[str, list[str]]:
        """The types by category."""
        result: dict[str, list[str]] = {}
        for type_ in self.types():
            result.setdefault(category(type_), []).append(type_)
        return dict(sorted(result.items()))


def score_entities(notes: Iterable[MarkedNote], predictions: Mapping[str, Sequence[Mark]]) -> dict[str, EntityScore]:
    """The four scores by name, over all notes."""
    scores = {name: EntityScore() for name in ("strict", "relaxed", "spans", "merged")}
    for note in notes:
        gold, predicted = _without_ignored(note.marks, predictions.get(note.name, ()))
        _add_exact(scores["strict"], gold, predicted)
        _add_relaxed(scores["relaxed"], gold, predicted)
        gold, predicted = _untyped(gold), _untyped(predicted)
        _add_exact(scores["spans"], gold, predicted)
        _add_merged(scores["merged"], note.text, gold, predicted)
    return scores


def _without_ignored(gold: Sequence[Mark], predicted: Sequence[Mark]) -> tuple[list[Mark], list[Mark]]:
    ignored = [m for m in gold if m.type == IGNORE]
    kept = [m for m in predicted if not any(m.overlaps(other) for other in ignored)] if ignored else list(predicted)
    return [m for m in gold if m.type != IGNORE], kept


def _untyped(marks: Iterable[Mark]) -> list[Mark]:
    return sorted({m.retyped(SPAN) for m in marks}, key=lambda m: m.parts)


def _merged(text: str, marks: Iterable[Mark]) -> list[Mark]:
    result: list[Mark] = []
    for start, end in sorted(part for m in marks for part in m.parts):
        last = result[-1] if result else None
        if last and (start <= last.end or not _WORD.search(text, last.end, start)):
            result[-1] = mark(SPAN, last.start, max(end, last.end))
        else:
            result.append(mark(SPAN, start, end))
    return result


def _add(
    score: EntityScore,
    gold: Sequence[Mark],
    predicted: Sequence[Mark],
    found: Callable[[Mark], bool],
    right: Callable[[Mark], bool],
) -> None:
    score.gold.update(m.type for m in gold)
    score.predicted.update(m.type for m in predicted)
    score.found.update(m.type for m in gold if found(m))
    score.right.update(m.type for m in predicted if right(m))


def _add_exact(score: EntityScore, gold: Sequence[Mark], predicted: Sequence[Mark]) -> None:
    gold_set, predicted_set = set(gold), set(predicted)
    # A stretch predicted twice under one type is one prediction.
    _add(score, in_order(gold_set), in_order(predicted_set), predicted_set.__contains__, gold_set.__contains__)


def _add_merged(score: EntityScore, text: str, gold: Sequence[Mark], predicted: Sequence[Mark]) -> None:
    hits = set(gold) & set(predicted) | set(_merged(text, gold)) & set(_merged(text, predicted))
    for total, matched, marks in ((score.gold, score.found, gold), (score.predicted, score.right, predicted)):
        matched[SPAN] += len(hits)
        total[SPAN] += len(hits) + len(_outside(marks, sorted(hits, key=lambda hit: hit.start)))


def _outside(marks: Sequence[Mark], hits: Sequence[Mark]) -> list[Mark]:
    """The marks, in order, that lie in none of the hits, which are in order too."""
    left, reach, at = [], 0, 0
    for one in marks:
        while at < len(hits) and hits[at].start <= one.start:
            reach = max(reach, hits[at].end)  # no hit starts behind the mark: it holds the mark if it reaches its end
            at += 1
        if one.end > reach:
            left.append(one)
    return left


def _add_relaxed(score: EntityScore, gold: Sequence[Mark], predicted: Sequence[Mark]) -> None:
    def near(one: Mark, others: Mapping[str, Sequence[Mark]]) -> bool:
        return any(one.overlaps(other) for other in others.get(one.type, ()))

    by_type = {side: _by_type(marks) for side, marks in (("gold", gold), ("predicted", predicted))}
    _add(score, gold, predicted, lambda m: near(m, by_type["predicted"]), lambda m: near(m, by_type["gold"]))


def _by_type(marks: Iterable[Mark]) -> dict[str, list[Mark]]:
    result: dict[str, list[Mark]] = {}
    for one in marks:
        result.setdefault(one.type, []).append(one)
    return result
