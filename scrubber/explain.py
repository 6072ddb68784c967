"""Explaining: what found a span, what spoke for and against it, what refiners made of it, and what it lost to.

This goes the pipeline's way once more, slowly, and notes what happens at each stage. Explanations hold numbers, types,
names of lists and ids of rules; a reason's quotation holds words of the note: who prints it must be allowed to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrubber.known.table import SOURCE as KNOWN
from scrubber.model.reasons import Reason, Reasons
from scrubber.policy import phi_types
from scrubber.refine.own_tags import tags_in
from scrubber.refine.site import MASK
from scrubber.refine.vetoes import vetoing
from scrubber.stages import CRF, MEAN, NEURAL
from scrubber.text.one_thread import detecting
from scrubber.text.span import Span
from scrubber.text.view import View, view

if TYPE_CHECKING:
    from scrubber.detection import Trace
    from scrubber.note import Note
    from scrubber.text.memory import Memory


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
    reasons: tuple[Reason, ...] = ()
    """The strongest, for the word that counted most."""

    def seen_in(self, seen: View) -> Explanation:
        """The same, told of the text of which it was told as detection sees it."""
        lost_to = None if self.lost_to is None else seen.back(self.lost_to)
        return replace(self, span=seen.back(self.span), lost_to=lost_to)


def explain(note: Note, text: str, memory: Memory | None = None) -> list[Explanation]:
    """An explanation for every candidate of a piece of a note, sorted by position, the heaviest first.

    ``memory`` is what the note has established, and receives what the piece establishes; by default the note's own.
    """
    seen = view(text)
    return [one.seen_in(seen) for one in _explain(note, seen.text, memory)]


def _explain(note: Note, text: str, memory: Memory | None) -> list[Explanation]:
    detection = note.detection
    document = note.document(text, memory)
    with detecting:
        trace = detection.trace([document])
    spans = trace.spans[0]
    counted = detection.counted(text, spans, document.language)
    standing = detection.standing(text, counted, document.language)
    teller = _Teller(note, text, trace, standing)
    candidates = [*spans, *detection.site.masked(text)]
    told = {e.span.weighing(0): e for e in map(teller.tell, sorted(candidates, key=lambda s: s.weight))}
    return sorted(told.values(), key=lambda e: (e.span.start, -e.span.weight, e.span.end, e.span.source))


class _Teller:
    """Tells of one text's candidates."""

    def __init__(self, note: Note, text: str, trace: Trace, standing: Sequence[Span]) -> None:
        self._detection = note.detection
        self._text = text
        self._trace = trace
        self._filled = trace.fills[0]
        self._standing = standing
        self._tags = tags_in(text)
        self._pack = note.pack
        self._allowed = self._detection.site.allowed(text, trace.spans[0])
        words = {self._told_by(span) for span in trace.spans[0]}
        self._reasons = Reasons(trace.reading, note.pack.lexicon, sorted(word for word in words if word is not None))

    def tell(self, span: Span) -> Explanation:
        """What became of a candidate."""
        detection, text = self._detection, self._text
        word = self._told_by(span)
        steps, reasons = self._steps(span), () if word is None else self._reasons.of(word)
        if self._is_moved(span):
            steps = ("read as of our own time: the dates of the text are of another", *steps)
        if any(low < span.end and span.start < high for low, high in self._tags):
            return Explanation(span, "rejected", "it lies in a tag that scrub itself has put there", steps)
        if span.source not in (KNOWN, MASK) and self._pack.lexicon.protects(text[span.start : span.end]):
            return Explanation(span, "rejected", "a list of the site protects it", steps)
        refusal = detection.site.refusal(span, self._allowed)
        if refusal:
            return Explanation(span, "rejected", refusal, steps, reasons=reasons)
        here = detection.site.weigh(span)
        if here is None:
            return Explanation(span.weighing(0), "rejected", "the configuration gives it no weight", steps)
        if here.weight != span.weight:
            steps = (*steps, f"the configuration makes it {here.weight}")
        if here.weight < detection.min_weight:
            why = f"below the least weight, {detection.min_weight}"
            return Explanation(here, "rejected", why, steps, reasons=reasons)
        return self._outcome(here, steps, reasons)

    def _is_moved(self, span: Span) -> bool:
        """Whether a year in a candidate was read as another one."""
        document = self._trace.reading.documents[0]
        if document.own is None or self._filled is not None:
            return False
        return document.text[span.start : span.end] != document.own[span.start : span.end]

    def _outcome(self, span: Span, steps: tuple[str, ...], reasons: tuple[Reason, ...]) -> Explanation:
        """Who won where it stands."""
        rivals = [s for s in self._standing if s.overlaps(span)]
        own = [s for s in rivals if (s.type, s.source) == (span.type, span.source)]
        others = [s for s in rivals if s not in own]
        if not own:
            winner = max(others, key=lambda s: (min(s.end, span.end) - max(s.start, span.start), -s.start))
            return Explanation(span, "rejected", _why_lost(span, winner), steps, winner, reasons)
        if (own[0].start, own[-1].end) != (span.start, span.end):
            joined = own[0].start < span.start or own[-1].end > span.end
            steps = (*steps, "joined with what stands beside it" if joined else "cut where something heavier stands")
        policy = self._detection.policy
        if policy.masks(span.type, self._text[own[0].start : own[0].end]):
            why = f"weight {span.weight} of at least {self._detection.min_weight}"
            return Explanation(span, "masked", why, steps, None, reasons)
        return Explanation(span, "kept", f"the profile {policy.name} lets it stand", steps, None, reasons)

    def _read_as(self, span: Span) -> Span:
        """A span as it stands in what was read."""
        return span if self._filled is None else self._filled.forth(span)

    def _steps(self, span: Span) -> tuple[str, ...]:
        """What the detector and every refiner made of it."""
        read = self._read_as(span)
        steps = [self._found_by(span)]
        before: int | None = None
        for name, found in self._trace.steps:
            weights = [s.weight for s in found[0] if _same(s, read)]
            now = max(weights, default=None)
            if before is None and now is not None:
                steps.append(f"weight {now}")
            elif now is not None and now != before:
                steps.append(f"{_WHAT_REFINERS_DO.get(name, name)}: {now}")
            before = now if now is not None else before
        against = [] if self._is_beyond(span.source) else vetoing(self._document, read, self._trace.reading.vetoes[0])
        return (*steps, *(f"rule {veto.source} gives {veto.weight} against it: it is no PHI" for veto in against))

    @property
    def _document(self) -> str:
        return self._trace.reading.documents[0].text

    def _is_beyond(self, source: str) -> bool:
        return source == MASK or self._pack.is_beyond(source)

    def _found_by(self, span: Span) -> str:
        if span.source == KNOWN:
            return "known beforehand"
        if span.source == MASK:
            return "the configuration masks it"
        if span.source.startswith("list-"):
            return f"a list of {span.type} holds it"
        if span.source.startswith("repeat-"):
            return "a repeat of a word that the note has established"
        if span.source in self._pack.rules.rules or span.source in self._pack.optional.rules:
            return f"rule {span.source}"
        model = self._pack.model_of(span)
        if model is None or model.name not in _MODELS:
            return span.source.partition("-")[0]
        reading, least = self._trace.reading, model.thresholds[span.type]
        tokens = list(reading.inside(0, self._read_as(span)))
        phi = model.tagged(reading).phi[tokens].tolist()
        alone = model.name == MEAN and phi == reading.tagged.phi[tokens].tolist()
        who = _MODELS[CRF if alone else model.name]
        return f"{who} gives {max(phi, default=0.0):.2f} that it is PHI; {least:.2f} is needed"

    def _told_by(self, span: Span) -> int | None:
        """The word that counted most for a span of the CRF's."""
        reading = self._trace.reading
        if reading.crf is None or not span.source.startswith("crf-"):
            return None
        return max(reading.inside(0, self._read_as(span)), key=lambda i: reading.tagged.phi[i], default=None)


_MODELS = {CRF: "the CRF", NEURAL: "the network", MEAN: "the mean of CRF and network"}
"""What detectors that go by probabilities are called; what the CRF is sure of the network is not asked about."""
_WHAT_REFINERS_DO = {
    "Votes": "outvoted",
    "Doubt": "a word that is seldom a name",
    "Confirm": "the CRF, which has seen that, decides",
    "Vetoes": "vetoed",
    "Repeats": "repeated",
    "Support": "nothing in the text is surely PHI",
}


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
