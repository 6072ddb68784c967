"""The i2b2 binary token figures: is a token of PHI masked, whatever the type; are other tokens left alone.

Tokens are runs of letters or of digits. A masked token is right when it lies in any gold mark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scrubber.evaluate.marks import IGNORE, Mark, MarkedNote
from scrubber.evaluate.schemes import category, load_scheme
from scrubber.policy import direct_types

TOKEN = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A stretch that is wrong: PHI left standing (``miss``) or clear text masked (``alarm``)."""

    kind: str
    note: str
    start: int
    end: int
    type: str
    tokens: int


@dataclass
class TokenScore:
    """Counts over notes, and the figures made from them; all shares are 0..1, and 0 where there is nothing to count."""

    notes: int = 0
    clean_notes: int = 0
    """Notes that leak no token of a direct identifier."""
    negatives: int = 0
    """Notes without any gold mark."""
    flagged: int = 0
    """Notes without any gold mark in which something is masked."""
    phi: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)
    hipaa_phi: int = 0
    hipaa_hit: int = 0
    clear: int = 0
    """Tokens outside every gold mark."""
    over: Counter[str] = field(default_factory=Counter)
    """Of these, the masked ones, by the type they were masked as."""

    @property
    def recall(self) -> float:
        """Over all PHI tokens."""
        return share(self.hit.total(), self.phi.total())

    @property
    def recall_hipaa(self) -> float:
        """Over the tokens of types that HIPAA names."""
        return share(self.hipaa_hit, self.hipaa_phi)

    @property
    def precision(self) -> float:
        """Over masked tokens."""
        return share(self.hit.total(), self.hit.total() + self.over.total())

    def figures(self) -> dict[str, float]:
        """Every figure by the name that ``--fail-under`` takes."""
        r, p = self.recall, self.precision
        return {
            "R_all": r,
            "R_hipaa": self.recall_hipaa,
            "P": p,
            "F1": share(2 * p * r, p + r),
            "over_1k": 1000 * share(self.over.total(), self.clear),
            "clean": share(self.clean_notes, self.notes),
            "negatives_flagged": share(self.flagged, self.negatives),
        }

    def recall_by(self, group: Mapping[str, str] | None = None) -> dict[str, tuple[int, int]]:
        """Tokens (masked, all) by type, or by what ``group`` says of the type."""
        result: dict[str, tuple[int, int]] = {}
        for type_ in sorted(self.phi):
            key = group.get(type_, "?") if group is not None else type_
            hit, of = result.get(key, (0, 0))
            result[key] = (hit + self.hit[type_], of + self.phi[type_])
        return result

    def recall_by_category(self) -> dict[str, tuple[int, int]]:
        """Tokens (masked, all) by category."""
        return self.recall_by({type_: category(type_) for type_ in self.phi})


def share(part: float, whole: float) -> float:
    """``part / whole``, and 0 of nothing."""
    return part / whole if whole else 0.0


def score_tokens(
    notes: Iterable[MarkedNote], predictions: Mapping[str, Sequence[Mark]]
) -> tuple[TokenScore, list[Mistake]]:
    """The counts over all notes, and every mistake, in order. A note without prediction counts as not masked at all."""
    score = TokenScore()
    mistakes: list[Mistake] = []
    hipaa = frozenset(load_scheme("i2b2").measures["hipaa"])
    direct = direct_types()
    for note in notes:
        rows = _rows(note, predictions.get(note.name, ()))
        _count(score, rows, hipaa)
        score.notes += 1
        score.clean_notes += not any(gold in direct and not masked for _, _, gold, masked, _ in rows)
        if not note.marks:
            score.negatives += 1
            score.flagged += any(masked for _, _, _, masked, _ in rows)
        mistakes += _mistakes(note, rows)
    return score, mistakes


Row = tuple[int, int, str | None, str | None, bool]
"""A token: start, end, gold type, masked type, whether it is a number of 90 or more."""


def _rows(note: MarkedNote, prediction: Sequence[Mark]) -> list[Row]:
    gold, masked = _kinds(note.text, note.marks), _kinds(note.text, prediction)
    rows: list[Row] = []
    for token in TOKEN.finditer(note.text):
        at = token.start()
        if gold[at] != IGNORE:
            old = token[0].isdecimal() and int(token[0]) >= 90
            rows.append((at, token.end(), gold[at], masked[at], old))
    return rows


def _kinds(text: str, marks: Sequence[Mark]) -> list[str | None]:
    """The type that covers each code point."""
    kinds: list[str | None] = [None] * len(text)
    for one in marks:
        for start, end in one.parts:
            end = min(end, len(text))
            kinds[start:end] = [one.type] * (end - start)
    return kinds


def _count(score: TokenScore, rows: Sequence[Row], hipaa: frozenset[str]) -> None:
    for _, _, gold, masked, old in rows:
        if gold is None:
            score.clear += 1
            if masked is not None:
                score.over[masked] += 1
            continue
        score.phi[gold] += 1
        score.hit[gold] += masked is not None
        if gold in hipaa or (gold == "AGE" and old):
            score.hipaa_phi += 1
            score.hipaa_hit += masked is not None


def _mistakes(note: MarkedNote, rows: Sequence[Row]) -> list[Mistake]:
    """Wrong tokens, neighbours of one kind and type taken together."""
    found: list[Mistake] = []
    previous = False
    for start, end, gold, masked, _ in rows:
        wrong = (gold is None) != (masked is None)
        if wrong:
            kind, type_ = ("miss", gold) if gold is not None else ("alarm", masked)
            last = found[-1] if found and previous else None
            if last and (last.kind, last.type) == (kind, type_):
                found[-1] = Mistake(kind, note.name, last.start, end, last.type, last.tokens + 1)
            else:
                found.append(Mistake(kind, note.name, start, end, str(type_), 1))
        previous = wrong
    return found
