"""Explaining: what found a span, what spoke for and against it, what refiners made of it, and what it lost to.

This goes the pipeline's way once more, slowly, and notes what happens at each stage. Explanations hold numbers, types,
names of lists and ids of rules; a reason's quotation holds words of the note: who prints it must be allowed to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from scrubber.known.table import SOURCE as KNOWN
from scrubber.model.detector import CRF
from scrubber.model.templates import Template
from scrubber.policy import phi_types
from scrubber.refine.own_tags import tags_in
from scrubber.refine.site import MASK
from scrubber.refine.vetoes import vetoing
from scrubber.stages import MEAN, NEURAL
from scrubber.text.one_thread import detecting
from scrubber.text.span import Span
from scrubber.text.view import view

if TYPE_CHECKING:
    from scrubber.detection import Trace
    from scrubber.note import Note
    from scrubber.text.memory import Memory

SHOWN = 6
"""Reasons told of a span: the strongest."""
_LEAST = 0.1
"""Points below which a reason is not worth telling."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that spoke for or against."""

    said: str
    """What it is, without text: "the word before it, a title"."""
    quoted: str
    """The words of the note that it is about; empty where there are none."""
    points: float
    """Log-odds for (+) or against (-) the type, as against no PHI."""


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


_LISTS = {
    "FIRST": "a first name",
    "LAST": "a surname",
    "CITY": "a town",
    "COUNTY": "a county",
    "STATE": "a state or province",
    "COUNTRY": "a country",
    "NATIONALITY": "a nationality",
    "PROFESSION": "a profession",
    "HOSPITAL": "a hospital",
    "HOSPITAL_ABBR": "a hospital's abbreviation",
    "HOSPITAL_WORD": "a word of hospitals' names",
    "HOSPITAL_NAME_WORD": "a word that hospitals are called by",
    "ORGANIZATION": "an organisation",
    "ORGANIZATION_WORD": "a word of organisations' names",
    "LANDMARK": "a landmark",
    "LANDMARK_WORD": "a word of landmarks' names",
    "STREET_SUFFIX": "a word for a street",
    "HOLIDAY": "a holiday",
    "CALENDAR": "a month or weekday",
    "TITLE": "a title",
    "CREDENTIAL": "a credential",
    "ROLE": "a role",
    "KINSHIP": "a relative",
    "LANGUAGE": "a language",
    "EPONYM": "an eponym",
    "DRUG": "a drug",
    "ANATOMY": "a part of the body",
    "MEDICAL": "a medical word",
    "ABBREVIATION": "a clinical abbreviation",
    "HEADER": "a heading",
    "UNIT": "a unit",
    "DEVICE_WORD": "a device",
    "NUMBER": "a number word",
    "GENERIC_PLACE": "a place of no name",
    "ORDINARY": "an ordinary word",
}
"""What the lists of a flag hold."""
_PLACES = {
    0: "the word itself", -1: "the word before it", 1: "the word behind it", -2: "the second word before it",
    2: "the second word behind it", -3: "the third word before it", 3: "the third word behind it",
}  # fmt: skip
_SUBJECTS = (
    (("hit_elsewhere", "elsewhere"), "the same word elsewhere in the note"),
    (("rule", "rule2", "hit"), "what rules find there"),
    (("veto",), "what speaks for medicine there"),
    (("phrase",), "a listed phrase"),
    (("role_behind",), "titles, roles, relatives and credentials on its line"),
    (("name_before", "name_behind"), "what stands before and behind the words with a capital there"),
    (("hit_before", "hit_behind"), "what rules find before and behind it on the line"),
    (("near",), "how near it comes to the dates that the note writes in full"),
    (("above_hit",), "the cell above it"),
    (("label", "label_before"), "the label before the colon"),
    (("lines_left", "place"), "where it stands in the note and its line"),
    (("end_before_lists",), "how the line before ends"),
    (("start_behind", "start_behind_lists"), "how the line behind begins"),
    (("run", "gap"), "the signs and blanks around it"),
    (("state",), "the capitals of its line"),
)
"""By column, what a template is about; the first that fits. Others are about their words."""


def explain(note: Note, text: str, memory: Memory | None = None) -> list[Explanation]:
    """An explanation for every candidate of a piece of a note, sorted by position, the heaviest first.

    ``memory`` is what the note has established, and receives what the piece establishes; by default the note's own.
    """
    if seen := view(text):
        return [replace(one, span=seen.back(one.span)) for one in explain(note, seen.text, memory)]
    detection = note.detection
    with detecting:
        trace = detection.trace([note.document(text, memory)])
    spans = trace.spans[0]
    language = note.language(text)
    standing = detection.standing(text, detection.counted(text, spans, language), language)
    teller = _Teller(note, text, trace, standing)
    candidates = [*spans, *detection.site.masked(text)]
    told = {replace(e.span, weight=0): e for e in map(teller.tell, sorted(candidates, key=lambda s: s.weight))}
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
        self._points = self._points_of(sorted(word for word in words if word is not None))

    def tell(self, span: Span) -> Explanation:
        """What became of a candidate."""
        detection, text = self._detection, self._text
        steps, reasons = self._steps(span), self._reasons(span)
        if any(low < span.end and span.start < high for low, high in self._tags):
            return Explanation(span, "rejected", "it lies in a tag that scrub itself has put there", steps)
        if span.source not in (KNOWN, MASK) and self._pack.lexicon.protects(text[span.start : span.end]):
            return Explanation(span, "rejected", "a list of the site protects it", steps)
        refusal = detection.site.refusal(span, self._allowed)
        if refusal:
            return Explanation(span, "rejected", refusal, steps, reasons=reasons)
        here = detection.site.weigh(span)
        if here is None:
            return Explanation(replace(span, weight=0), "rejected", "the configuration gives it no weight", steps)
        if here.weight != span.weight:
            steps = (*steps, f"the configuration makes it {here.weight}")
        if here.weight < detection.min_weight:
            why = f"below the least weight, {detection.min_weight}"
            return Explanation(here, "rejected", why, steps, reasons=reasons)
        return self._outcome(here, steps, reasons)

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
        kind = span.source.partition("-")[0]
        if kind not in _MODELS:
            return kind
        reading, model = self._trace.reading, self._pack.models[kind]
        phi = model.tagged(reading).phi
        chance = max((phi[i] for i in reading.inside(0, self._read_as(span))), default=0.0)
        return f"{_MODELS[kind]} gives {chance:.2f} that it is PHI; {model.thresholds[span.type]:.2f} is needed"

    def _told_by(self, span: Span) -> int | None:
        """The word that counted most for a span of the CRF's."""
        reading = self._trace.reading
        if reading.crf is None or not span.source.startswith("crf-"):
            return None
        return max(reading.inside(0, self._read_as(span)), key=lambda i: reading.tagged.phi[i], default=None)

    def _points_of(self, words: Sequence[int]) -> dict[int, dict[tuple[str, int | None], float]]:
        """What spoke for and against each of these words as the CRF labels it, summed up by what it is about."""
        reading, tokens = self._trace.reading, np.array(words, np.int64)
        sums: dict[int, dict[tuple[str, int | None], float]] = {word: defaultdict(float) for word in words}
        if reading.crf is None or not sums:
            return sums
        labels = reading.tagged.best[tokens]
        for template, rows in reading.crf.parts(reading.columns, tokens):
            points = (rows[np.arange(len(words)), labels].astype(int) - rows[:, 0]) * reading.crf.scale
            for word, more in zip(words, points.tolist(), strict=True):
                sums[word][_subject(template)] += more
        return sums

    def _reasons(self, span: Span) -> tuple[Reason, ...]:
        """What spoke for and against a span of the CRF's, the strongest first."""
        token = self._told_by(span)
        if token is None:
            return ()
        strongest = sorted(self._points[token].items(), key=lambda item: -abs(item[1]))
        return tuple(
            self._reason(subject, place, token, points)
            for (subject, place), points in strongest[:SHOWN]
            if abs(points) >= _LEAST
        )

    def _reason(self, subject: str, place: int | None, token: int, points: float) -> Reason:
        """A reason in words; of a word, with the lists that hold it."""
        if place is None:
            return Reason(subject + self._rules_there(subject, token), "", points)
        batch = self._trace.reading.batch
        at = token + place
        if not 0 <= at < len(batch) or batch.line[at] != batch.line[token]:
            return Reason(f"{subject}: the line ends there", "", points)
        word = int(batch.ids[at])
        text = batch.vocabulary.words[word]
        listed = self._listed(batch.vocabulary.masks[word]) if text.isalpha() else ""
        return Reason(subject + listed, text, points)

    def _rules_there(self, subject: str, token: int) -> str:
        """The rules that cover a token, where the reason is about these."""
        reading = self._trace.reading
        spans = reading.vetoes[0] if subject.startswith("what speaks") else reading.rules[0]
        if not subject.startswith(("what rules find there", "what speaks")):
            return ""
        names = sorted({s.source for s in spans if token in reading.inside(0, s)})
        return f" ({', '.join(names)})" if names else " (none)"

    def _listed(self, mask: int) -> str:
        """The lists that hold a word, with what else it is."""
        if not mask:
            return ", on no list"
        flags = self._pack.lexicon.flags
        said = []
        for name in flags.names(mask):
            flag, _, grade = name.partition(":")
            if flag in _LISTS:
                more = {"sure": "", "ambiguous": " among other things", "ordinary": " that is also a word"}[grade]
                said.append(_LISTS[flag] + more)
        return f", listed as {', '.join(said)}" if said else ""


_MODELS = {CRF: "the CRF", NEURAL: "the network", MEAN: "the mean of CRF and network"}
"""By a source, what it is called."""
_WHAT_REFINERS_DO = {
    "Votes": "outvoted",
    "Confirm": "the CRF, which has seen that, decides",
    "Vetoes": "vetoed",
    "Repeats": "repeated",
    "Support": "nothing in the text is surely PHI",
}


@lru_cache(maxsize=1024)
def _subject(template: Template) -> tuple[str, int | None]:
    """What a template is about: something of the note, or the word at a place."""
    names = {name for name, _ in template.parts}
    for columns, subject in _SUBJECTS:
        if names.intersection(columns):
            return subject, None
    place = max((place for _, place in template.parts), key=abs)
    return _PLACES[place], place


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
