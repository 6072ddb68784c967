"""Spans where a model reads every line: its own, those of rules that it does not contradict, and words found again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import regex

from scrubber.detect.sequence import Tagged
from scrubber.detect.tagger import Vote
from scrubber.lexicon import Flag, Lexicon
from scrubber.pack_data import PackData, SequenceData
from scrubber.reading import Reading
from scrubber.span import Span

FIRM = 75
"""From this weight on a rule needs no vote for it."""
SURE = 84
"""From this weight on it needs none against it either: the notes that the model has read have no labels, letters or
numbers but their own ("NIE", "expediente", a check digit), so that its silence says little."""
FIRST = 94
"""From this weight on it comes before the model: what stands behind a label of its own ("Nombre:", "NHC:")."""
TOP = 96
"""The weight of what the model is sure of: above every rule, since it has seen their hits."""
AGAIN = 60
"""The weight of a word that the note has established elsewhere."""
HALF = 0.3
"""The probability that an ordinary word needs to be a name again."""
_ORDINARY = ("ORDINARY", "TITLE", "ROLE", "HOSPITAL_WORD", "ORGANIZATION_WORD", "MEDICAL", "EPONYM")


class SequenceRefiner:
    """Turns what the model says into spans.

    Args:
        data: the language's particulars; lexicon: its lists; source: how spans of the model are called.
    """

    def __init__(self, data: PackData, lexicon: Lexicon, source: str) -> None:
        self._how = data.sequence or SequenceData()
        self._asides = data.types
        self._source = source
        self._ordinary = lexicon.flags.any_of(_ORDINARY)
        self._told_apart = {
            type_: [(finer, None if how == "digits" else lexicon.flags[how]) for finer, how in entry.items()]
            for type_, entry in data.told_apart.items()
        }

    def spans(self, reading: Reading, tagged: Tagged, repeated: Mapping[int, Vote]) -> list[Span]:
        """Every candidate: overlapping, in no order, those that do not count with a weight below 50."""
        text = reading.document.text
        own = [piece for span in self._own(reading, tagged) for piece in self._pieces(text, span)]
        sure = [span for span in own if span.weight >= 50]
        listed = list(self._listed(reading, tagged, sure))
        sure += listed
        rules = [piece for span in self._rules(reading, tagged, sure) for piece in self._pieces(text, span)]
        taken = sure + [span for span in rules if span.weight >= 50]
        return [*own, *listed, *rules, *self._again(reading, tagged, repeated, taken)]

    def _pieces(self, text: str, span: Span) -> list[Span]:
        """The span without what its type is to be written without; what of that is of another type stands beside it."""
        pattern = self._how.trim.get(span.type)
        if pattern is None:
            return [span]
        pieces, start, end = [], span.start, span.end
        while cut := next((m for m in pattern.finditer(text[start:end]) if m[0] and _at_edge(m, end - start)), None):
            for name in filter(cut.group, cut.re.groupindex):
                pieces += self._pieces(
                    text, replace(span, start=start + cut.start(name), end=start + cut.end(name), type=name)
                )
            if cut.start() == 0:
                start += cut.end()
            else:
                end = start + cut.start()
        return [*pieces, replace(span, start=start, end=end)] if start < end else pieces

    def weight(self, probability: float) -> int:
        """A weight that is :data:`FIRM` where the probability meets the threshold."""
        least = self._how.threshold
        if probability >= least:
            return round(FIRM + (TOP - FIRM) * (probability - least) / max(1e-9, 1 - least))
        return round(49 * probability / least)

    def _own(self, reading: Reading, tagged: Tagged) -> Iterator[Span]:
        """The model's spans, each as sure as its surest token."""
        tokens = reading.tokens
        seen: dict[tuple[int, str], bool] = {}
        for run in tagged.runs:
            probability = max(tagged.votes[i].probability for i in run)
            type_ = self._type(reading, run, tagged.votes[run[0]].type)
            weight = self.weight(probability) if self._has_evidence(reading, run, type_, seen) else 49
            yield Span(tokens.starts[run[0]], tokens.ends[run[-1]], type_, f"{self._source}-{type_}", weight)

    def _listed(self, reading: Reading, tagged: Tagged, sure: Sequence[Span]) -> Iterator[Span]:
        """Names that a list holds: of those a small probability is enough."""
        if not self._how.listed:
            return
        taken = _covered(reading, sure)
        tokens, votes = reading.tokens, tagged.votes
        found = [(tokens.starts[i], tokens.ends[i], reading.masks[i]) for i in votes if reading.masks[i]]
        found += reading.phrase_spans
        for type_, least in self._how.listed.items():
            flag = reading.lexicon.flags[type_].sure
            for start, end, mask in found:
                span = Span(start, end, type_, f"{self._source}-list-{type_}", FIRM)
                inside = reading.inside(span)
                chance = max((votes[i].probability for i in inside if i in votes), default=0.0)
                capital = reading.document.text[start].isupper()
                if mask & flag and capital and chance >= least and taken.isdisjoint(inside):
                    yield span

    def _has_evidence(self, reading: Reading, run: range, type_: str, seen: dict[tuple[int, str], bool]) -> bool:
        """Whether a span is more than the model's guess, where its type asks for that; each line is searched once."""
        pattern = self._how.evidence.get(type_)
        if pattern is None or any(reading.hits[i] == type_ for i in run):
            return True
        key = reading.tokens.lines[run[0]], type_
        if key not in seen:
            text, start = reading.document.text, reading.tokens.starts[run[0]]
            end = text.find("\n", reading.tokens.ends[run[-1]])
            found = pattern.search(text, text.rfind("\n", 0, start) + 1, len(text) if end < 0 else end)
            seen[key] = found is not None
        return seen[key]

    def _type(self, reading: Reading, run: range, type_: str) -> str:
        """The finer type that a list tells, where the training notes had a coarser one. A name of both ("Barcelona") is
        of the coarser: a town is to be masked where a province may be left.
        """
        coarse = reading.lexicon.flags[type_]
        for finer, flag in self._told_apart.get(type_, ()):
            if flag is None:
                if any(reading.tokens.texts[i].isdigit() for i in run):
                    return finer
            elif all(_is_rather(reading.masks[i] | reading.phrases[i], flag, coarse) for i in _words(reading, run)):
                return finer
        return type_

    def _rules(self, reading: Reading, tagged: Tagged, sure: Sequence[Span]) -> Iterator[Span]:
        """The rules' spans with the weight that the model leaves them; some types' come before its own."""
        votes = tagged.votes
        taken = _covered(reading, (s for s in sure if s.type not in self._asides))
        asides = _covered(reading, (s for s in sure if s.type in self._asides))
        near = _by_token(reading, sure)
        for span in reading.spans:
            inside = reading.inside(span)
            if (
                (span.weight >= SURE and _found_in_part(span, [s for i in inside for s in near.get(i, ())]))
                or span.weight >= FIRST
                or (span.weight >= FIRM and span.type in self._how.rules_first)
            ):
                weight = TOP + 1
            elif span.weight >= FIRM and span.type not in self._asides and _within(inside, asides, taken):
                weight = TOP + 1  # "hija Carmen": she is a name before she is a relative, which most profiles let stand
            elif not taken.isdisjoint(inside) or (span.type in self._asides and not asides.isdisjoint(inside)):
                weight = min(span.weight, 49)
            else:
                known = [votes[i].probability if i in votes else 0.0 for i in _words(reading, inside)]
                mean = sum(known) / len(known) if known else 1.0
                firm = span.weight >= SURE or (span.weight >= FIRM and mean >= self._how.veto)
                weight = min(span.weight, FIRM - 1) if firm or mean >= self._how.threshold else min(span.weight, 49)
            yield Span(span.start, span.end, span.type, span.source, weight)

    def _again(
        self, reading: Reading, tagged: Tagged, repeated: Mapping[int, Vote], taken: Sequence[Span]
    ) -> Iterator[Span]:
        """Words that the note established elsewhere, neighbours joined; ordinary ones where half believed."""
        tokens, text = reading.tokens, reading.document.text

        def credible(index: int) -> bool:
            vote = tagged.votes.get(index)
            return not reading.masks[index] & self._ordinary or (vote is not None and vote.probability >= HALF)

        covered = _covered(reading, taken)
        run: list[int] = []
        for i in [*sorted(repeated), len(tokens)]:
            wanted = i < len(tokens) and i not in covered and repeated[i].type in self._how.repeat_types and credible(i)
            joins = bool(run) and wanted and repeated[i].type == repeated[run[-1]].type
            if joins and text[tokens.ends[run[-1]] : tokens.starts[i]].isspace() and i == run[-1] + 1:
                run.append(i)
                continue
            if run:
                type_ = repeated[run[0]].type
                yield Span(tokens.starts[run[0]], tokens.ends[run[-1]], type_, f"{self._source}-{type_}", AGAIN)
            run = [i] if wanted else []


def _is_rather(mask: int, one: Flag, other: Flag) -> bool:
    """Whether a word is on one list, and on the other with less certainty or not at all."""
    return bool(mask & one.sure and not mask & other.sure) or bool(mask & one.likely and not mask & other.likely)


def _at_edge(match: regex.Match[str], length: int) -> bool:
    return match.start() == 0 or match.end() == length


def _words(reading: Reading, indices: Iterable[int]) -> list[int]:
    return [i for i in indices if reading.tokens.texts[i].isalnum()]


def _within(indices: Iterable[int], asides: set[int], taken: set[int]) -> bool:
    """Whether some of the tokens lie in asides, and none in anything else."""
    indices = list(indices)
    return not asides.isdisjoint(indices) and taken.isdisjoint(indices)


def _by_token(reading: Reading, spans: Iterable[Span]) -> dict[int, list[Span]]:
    """The spans that cover each token."""
    found: dict[int, list[Span]] = {}
    for span in spans:
        for i in reading.inside(span):
            found.setdefault(i, []).append(span)
    return found


def _found_in_part(whole: Span, near: Sequence[Span]) -> bool:
    """Whether parts of a span are known, of its type, and nothing else of the spans that share a token with it."""
    return bool(near) and all(
        other.type == whole.type
        and whole.start <= other.start
        and other.end <= whole.end
        and (other.start, other.end) != (whole.start, whole.end)
        for other in near
    )


def _covered(reading: Reading, spans: Iterable[Span]) -> set[int]:
    return {i for span in spans for i in reading.inside(span)}
