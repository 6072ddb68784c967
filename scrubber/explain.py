"""Explaining: what found a span, what raised or lowered its weight, and what it lost to.

This goes the pipeline's way once more, slowly, and notes what happens at each step. Explanations hold numbers, types
and ids of rules; cues quote words of the note, so that whoever prints them must be allowed to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrubber.detect.known_table import SOURCE as KNOWN
from scrubber.detect.tagger import Vote
from scrubber.policy import phi_types
from scrubber.refine.own_tags import tags_in
from scrubber.refine.vetoes import vetoing
from scrubber.refine.votes import FIRM, VETO
from scrubber.resolve import resolve
from scrubber.span import Span

if TYPE_CHECKING:
    from scrubber.pipeline import Note, Trace

CUES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Cue:
    """One thing that spoke for or against."""

    kind: str
    """What it is, without text: "the word before"."""
    cue: str
    """The cue itself, as ``cues.tsv`` has it; may quote the note."""
    points: int
    """Hundredths of log-odds, for (+) or against (-) the type as against no PHI."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What became of one candidate."""

    span: Span
    """The candidate with the weight that it came to. Offsets count from the start of the text explained."""
    verdict: str
    """``masked``; ``kept`` (found, but the profile or operator lets it stand); ``rejected``."""
    why: str
    """The reason of the verdict in words."""
    steps: tuple[str, ...] = ()
    """How it came to its weight, in order."""
    lost_to: Span | None = None
    cues: tuple[Cue, ...] = ()
    """The strongest, for the word that counted most."""


KINDS = {
    "b": "any word", "w": "the word", "s": "its shape", "l": "its lists", "sl": "its shape, lists and line",
    "-w": "the word before", "+w": "the word behind", "--w": "two words before", "++w": "two words behind",
    "-2w": "the second word before", "+2w": "the second word behind", "-3w": "the third word before",
    "+3w": "the third word behind", "c": "the case of the line", "lab": "the label", "labs": "the label and its shape",
    "ck": "the shape of the whole run", "f": "the first word of the line", "h": "a rule", "-h": "a rule before",
    "+h": "a rule behind", "p": "a listed phrase", "n": "its size as a number", "x3": "its ending", "x2": "its ending",
    "y3": "its beginning",
}  # fmt: skip


def explain(note: Note, text: str) -> list[Explanation]:
    """An explanation for every candidate of a piece of a note, sorted by position, the heaviest first."""
    scrubber = note.scrubber
    trace = scrubber.trace(note.document(text), note.memory)
    found = resolve(
        text,
        [s for s in scrubber.counted(text, trace.spans, note.language(text)) if s.weight >= scrubber.min_weight],
        phi_types(),
    )
    standing = note.pack.joiner.join(text, found)
    teller = _Teller(note, text, trace, standing)
    told = {replace(e.span, weight=0): e for e in map(teller.tell, sorted(trace.spans, key=lambda s: s.weight))}
    return sorted(told.values(), key=lambda e: (e.span.start, -e.span.weight, e.span.end, e.span.source))


class _Teller:
    """Tells of one text's candidates."""

    def __init__(self, note: Note, text: str, trace: Trace, standing: Sequence[Span]) -> None:
        self._scrubber = note.scrubber
        self._text = text
        self._trace = trace
        self._standing = standing
        self._tags = tags_in(text)
        self._pack = pack = note.pack
        self._said = pack.said(trace.reading)

    def tell(self, span: Span) -> Explanation:
        """What became of a candidate."""
        scrubber, text = self._scrubber, self._text
        steps, cues = self._way(span)
        for veto in self._against(span):
            steps = (*steps, f"rule {veto.source} gives {veto.weight} against it: it is no PHI")
        if any(low < span.end and span.start < high for low, high in self._tags):
            return Explanation(span, "rejected", "it lies in a tag that scrub itself has put there", steps)
        if span.source != KNOWN and self._pack.lexicon.protects(text[span.start : span.end]):
            return Explanation(span, "rejected", "a list of the site protects it", steps)
        refusal = scrubber.site.refusal(text, span)
        if refusal:
            return Explanation(span, "rejected", refusal, steps, cues=cues)
        here = next(scrubber.site.adjust(text, [span]), None)
        if here is None:
            return Explanation(replace(span, weight=0), "rejected", "the configuration gives it no weight", steps)
        if here.weight != span.weight:
            steps = (*steps, f"the configuration makes it {here.weight}")
        if here.weight < scrubber.min_weight:
            return Explanation(here, "rejected", f"below the least weight, {scrubber.min_weight}", steps, cues=cues)
        return self._outcome(here, steps, cues)

    def _against(self, span: Span) -> list[Span]:
        """The vetoes that keep a span from being masked; none concern what is found beyond the votes."""
        pack, reading = self._pack, self._trace.reading
        beyond = span.source == KNOWN or span.source.startswith("list-") or span.source in pack.optional.rules
        if beyond or span.source in pack.own:
            return []
        return vetoing(reading.document.text, self._trace.read_as(span), reading.vetoes)

    def _outcome(self, span: Span, steps: tuple[str, ...], cues: tuple[Cue, ...]) -> Explanation:
        """Who won where it stands."""
        rivals = [s for s in self._standing if s.overlaps(span)]
        own = [s for s in rivals if (s.type, s.source) == (span.type, span.source)]
        others = [s for s in rivals if s not in own]
        if not own:
            winner = max(others, key=lambda s: (min(s.end, span.end) - max(s.start, span.start), -s.start))
            return Explanation(span, "rejected", _why_lost(span, winner), steps, winner, cues)
        if (own[0].start, own[-1].end) != (span.start, span.end):
            joined = own[0].start < span.start or own[-1].end > span.end
            steps = (*steps, "joined with what stands beside it" if joined else "cut where something heavier stands")
        if self._scrubber.policy.masks(span.type, self._text[own[0].start : own[0].end]):
            return Explanation(
                span, "masked", f"weight {span.weight} of at least {self._scrubber.min_weight}", steps, None, cues
            )
        return Explanation(span, "kept", f"the profile {self._scrubber.policy.name} lets it stand", steps, None, cues)

    def _way(self, span: Span) -> tuple[tuple[str, ...], tuple[Cue, ...]]:
        """How it came to its weight."""
        pack, trace = self._pack, self._trace
        indices = [i for i in trace.reading.inside(trace.read_as(span)) if trace.reading.tokens.texts[i].isalnum()]
        if span.source == KNOWN:
            return ("known beforehand",), ()
        if span.source.startswith("list-"):
            return (f"a list of {span.type} holds it",), ()
        rule = pack.patterns.rules.get(span.source) or pack.optional.rules.get(span.source)
        if rule is not None:
            alone = rule.id in pack.own or rule.id in pack.optional.rules or pack.data.rules_only
            return self._way_of_rule(span, indices, alone), ()
        best = max(indices, key=lambda i: trace.votes[i].probability if i in trace.votes else 0.0, default=None)
        if best is None or pack.cues is None:
            return (), ()
        if pack.sequence is not None:
            return self._way_of_sequence(best), ()
        row = pack.features.make(trace.reading, [best])[0]
        said = pack.cues.explain(row)[:CUES_SHOWN]
        cues = tuple(
            Cue(KINDS.get(cue.partition("=")[0], "what stands around it"), cue, points) for cue, points in said
        )
        return tuple(self._way_of_votes(best, span.type)), cues

    def _way_of_rule(self, span: Span, indices: Sequence[int], alone: bool) -> tuple[str, ...]:
        read = self._trace.read_as(span)
        before = max((s.weight for s in self._trace.reading.spans if _same(s, read)), default=span.weight)
        if alone and before == span.weight:
            return (f"rule {span.source} gives {before}, and no vote is asked",)
        votes = self._trace.votes
        chances = [votes[i].probability if i in votes else 0.0 for i in indices]
        mean = sum(chances) / len(chances) if chances else 1.0
        step = f"rule {span.source} gives {before}; the votes give {mean:.2f} on average"
        if span.weight > before:
            return step, f"they confirm it: {span.weight}"
        if span.weight < before and self._pack.sequence is not None:
            return step, f"the model, which has seen that, reads otherwise: {span.weight}"
        if span.weight < before:
            reason = f"below {VETO}, they veto it" if before >= FIRM else "they do not confirm it"
            return step, f"{reason}: {span.weight}"
        return (step,)

    def _way_of_sequence(self, index: int) -> tuple[str, ...]:
        before, now = self._trace.first.get(index), self._trace.repeated.get(index)
        step = f"the model of whole lines gives {_said(before)}"
        return (step,) if before == now else (step, f"a repeat of a word established in the note: {_said(now)}")

    def _way_of_votes(self, index: int, type_: str) -> list[str]:
        trace, least = self._trace, self._pack.thresholds[type_]
        parts = [f"cues give {_said(self._said.cues.get(index))}"]
        if self._pack.crf is not None:
            parts.append(f"the CRF {_said(self._said.crf.get(index))}")
            parts.append(f"together {_said(self._said.together.get(index))}")
        if self._said.looked.get(index) != self._said.together.get(index):
            parts.append(f"on a second look {_said(self._said.looked.get(index))}")
        if trace.first.get(index) != self._said.looked.get(index):
            parts.append(f"after checks of eponyms, titles, times and towns {_said(trace.first.get(index))}")
        steps = [", ".join(parts) + f"; {least:.2f} is needed"]
        before = trace.first.get(index)
        for later, why in (
            (trace.repeated, "a repeat of a word established in the note"),
            (trace.votes, "grown from its neighbour"),
        ):
            now = later.get(index)
            if now is not None and now != before:
                steps.append(f"{why}: {_said(now)}")
            before = now
        return steps


def _said(vote: Vote | None) -> str:
    return "0.00" if vote is None else f"{vote.probability:.2f} ({vote.type})"


def _same(one: Span, other: Span) -> bool:
    return (one.start, one.end, one.type, one.source) == (other.start, other.end, other.type, other.source)


def _why_lost(loser: Span, winner: Span) -> str:
    """By which step of the order (see ``resolve.py``) a span lost."""
    types = phi_types()
    if winner.weight != loser.weight:
        by = f"weight {winner.weight} over {loser.weight}"
    elif types[winner.type].priority != types[loser.type].priority:
        by = "its type comes first"
    else:
        by = "it is longer" if winner.end - winner.start > loser.end - loser.start else "it begins first"
    return f"lost to {winner.type} of {winner.source}: {by}"
