"""One evaluation: every figure and mistake, as a table or JSON. Text of a note appears only where it was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scrubber.errors import UsageError
from scrubber.evaluate.entity_measures import EntityScore, score_entities
from scrubber.evaluate.marks import Mark, MarkedNote
from scrubber.evaluate.schemes import Scheme
from scrubber.evaluate.token_measures import Mistake, TokenScore, score_tokens, share

SCHEMA_VERSION = 1
SMALLER_IS_BETTER = frozenset({"over_1k", "negatives_flagged", "leak"})
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")
_CONTEXT = 30
"""Characters shown on each side of a mistake."""


@dataclass(frozen=True)
class Evaluation:
    """What a prediction is worth against gold."""

    tokens: TokenScore
    entities: Mapping[str, EntityScore]
    mistakes: Sequence[Mistake]
    leak: float | None = None
    """Marks not found strictly, per sentence; where the scheme counts by its own types."""

    def figures(self) -> dict[str, float]:
        """Every overall figure by name: those of the tokens, and precision, recall, F1 of each entity measure."""
        result = self.tokens.figures()
        for name, score in self.entities.items():
            precision, recall, f1 = score.figures()
            result |= {f"{name}_P": precision, f"{name}_R": recall, f"{name}_F1": f1}
        return result if self.leak is None else result | {"leak": self.leak}


def evaluate(
    notes: Sequence[MarkedNote], predictions: Mapping[str, Sequence[Mark]], scheme: Scheme | None = None
) -> Evaluation:
    """Measure predictions by note name against gold; both under our types.

    Args:
        scheme: by whose types marks are counted, where several of ours are one of its (as MEDDOCAN's own script does).
    """
    tokens, mistakes = score_tokens(notes, predictions)
    if scheme is None or not scheme.own:
        return Evaluation(tokens, score_entities(notes, predictions), mistakes)
    theirs = [scheme.write_note(note) for note in notes]
    written = {name: [m.retyped(scheme.written(m.type)) for m in marks] for name, marks in predictions.items()}
    entities = score_entities(theirs, written)
    strict = entities["strict"]
    missed = strict.gold.total() - strict.found.total()
    return Evaluation(tokens, entities, mistakes, share(missed, sum(sentences(note.text) for note in notes)))


def sentences(text: str) -> int:
    """How many sentences a text has: stretches that end with a line or with a full stop and a space."""
    return sum(1 for part in _SENTENCE_END.split(text) if part.strip())


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure that must not fall below a limit (or rise above it, where smaller is better)."""

    figure: str
    value: float

    def fails(self, figures: Mapping[str, float]) -> bool:
        """Whether the figure is on the wrong side."""
        got = figures[self.figure]
        return got > self.value if self.figure in SMALLER_IS_BETTER else got < self.value


def parse_limit(text: str, known: Sequence[str]) -> Limit:
    """``R_all=0.95``, or a bare number for F1.

    Raises:
        UsageError: an unknown figure, or no number.
    """
    name, equals, number = text.rpartition("=")
    name = name if equals else "F1"
    if name not in known:
        raise UsageError(f"no figure '{name}': choose from {', '.join(known)}")
    try:
        return Limit(name, float(number))
    except ValueError:
        raise UsageError(f"'{number}' is no number in --fail-under {text}") from None


def context(note: MarkedNote, mistake: Mistake) -> str:
    """The mistake in its neighbourhood, on one line."""
    before = note.text[max(0, mistake.start - _CONTEXT) : mistake.start]
    after = note.text[mistake.end : mistake.end + _CONTEXT]
    return " ".join(f"{before}»{note.text[mistake.start : mistake.end]}«{after}".split())


def as_json(result: Evaluation, notes: Mapping[str, MarkedNote], *, mistakes: bool, show_text: bool) -> dict[str, Any]:
    """The evaluation as one JSON value; figures rounded to six places."""
    data: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "notes": result.tokens.notes,
        "figures": {name: round(value, 6) for name, value in result.figures().items()},
        "tokens": {
            "by_category": _recalls(result.tokens.recall_by_category()),
            "by_type": _recalls(result.tokens.recall_by()),
            "over_by_type": dict(sorted(result.tokens.over.items())),
        },
        "entities": {name: _entities(score) for name, score in result.entities.items()},
    }
    if mistakes:
        data["mistakes"] = [_mistake(m, notes[m.note], show_text) for m in result.mistakes]
    return data


def _recalls(rows: Mapping[str, tuple[int, int]]) -> dict[str, dict[str, float]]:
    return {key: {"masked": hit, "of": of, "recall": round(share(hit, of), 6)} for key, (hit, of) in rows.items()}


def _entities(score: EntityScore) -> dict[str, Any]:
    def row(types: Sequence[str]) -> dict[str, float]:
        precision, recall, f1 = (round(x, 6) for x in score.figures(types))
        gold, predicted = (sum(c[t] for t in types) for c in (score.gold, score.predicted))
        return {"P": precision, "R": recall, "F1": f1, "gold": gold, "predicted": predicted}

    return {
        "all": row(score.types()),
        "by_category": {name: row(types) for name, types in score.categories().items()},
        "by_type": {type_: row([type_]) for type_ in score.types()},
    }


def _mistake(mistake: Mistake, note: MarkedNote, show_text: bool) -> dict[str, Any]:
    data = {
        "kind": mistake.kind,
        "note": mistake.note,
        "start": mistake.start,
        "end": mistake.end,
        "type": mistake.type,
        "tokens": mistake.tokens,
    }
    return data | {"text": context(note, mistake)} if show_text else data


def as_table(result: Evaluation, notes: Mapping[str, MarkedNote], *, mistakes: bool, show_text: bool) -> Iterator[str]:
    """The evaluation as lines of plain text."""
    yield from _token_lines(result.tokens)
    if result.leak is not None:
        yield ""
        yield f"  {'leak':<18}{result.leak:>7.4f}  marks not found strictly, per sentence"
    for name, score in result.entities.items():
        yield ""
        yield from _entity_lines(name, score)
    if mistakes:
        yield ""
        for one in result.mistakes:
            note = notes[one.note]
            tail = f"  {context(note, one)}" if show_text else ""
            yield f"{one.kind}  {one.note}:{one.start}-{one.end}  {one.type}  tokens={one.tokens}{tail}"


_ABOUT = {
    "R_all": "recall over all PHI tokens",
    "R_hipaa": "recall over the tokens of types that HIPAA names",
    "P": "precision over masked tokens",
    "F1": "of R_all and P",
    "over_1k": "other tokens masked, per 1,000",
    "clean": "notes that leak no direct identifier",
    "negatives_flagged": "notes without PHI in which something is masked",
}


def _token_lines(score: TokenScore) -> Iterator[str]:
    yield f"{score.notes} notes, {score.phi.total()} PHI tokens, {score.clear} other tokens"
    yield ""
    for name, value in score.figures().items():
        number = f"{value:.1f}" if name == "over_1k" else f"{value:.3f}"
        yield f"  {name:<18}{number:>7}  {_ABOUT[name]}"
    yield ""
    yield f"{'tokens':<18}{'masked':>8}{'of':>8}{'recall':>8}{'over':>8}"
    by_type = score.recall_by()
    for type_ in sorted(set(by_type) | set(score.over)):
        hit, of = by_type.get(type_, (0, 0))
        yield f"  {type_:<16}{hit:>8}{of:>8}{share(hit, of):>8.3f}{score.over[type_]:>8}"


def _entity_lines(name: str, score: EntityScore) -> Iterator[str]:
    yield f"{f'{name} entities':<20}{'P':>7}{'R':>7}{'F1':>7}{'gold':>7}{'found':>7}"
    yield _entity_line("all", score, score.types())
    if name in ("strict", "relaxed"):
        for group, types in score.categories().items():
            yield _entity_line(f"  {group}", score, types)
            if types != [group]:
                yield from (_entity_line(f"    {type_}", score, [type_]) for type_ in types)


def _entity_line(label: str, score: EntityScore, types: Sequence[str]) -> str:
    precision, recall, f1 = score.figures(types)
    gold, found = (sum(c[t] for t in types) for c in (score.gold, score.found))
    return f"{label:<20}{precision:>7.3f}{recall:>7.3f}{f1:>7.3f}{gold:>7}{found:>7}"
