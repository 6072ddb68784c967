"""Reasons: what spoke for and against a word as the CRF labels it, in words that a privacy officer reads.

Points are summed up by what templates are about: the word itself, its neighbours, what rules find there and so on. A
reason's quotation holds words of the note: who prints it must be allowed to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.model.templates import Template
from scrubber.reading import Reading

SHOWN = 6
"""Reasons told of a word: the strongest."""
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


class Reasons:
    """The reasons for some words of a reading.

    Args:
        reading: what the CRF has judged. lexicon: its lists. words: the batch's tokens in question.
    """

    def __init__(self, reading: Reading, lexicon: Lexicon, words: Sequence[int]) -> None:
        self._reading = reading
        self._lexicon = lexicon
        self._points = self._points_of(words)

    def _points_of(self, words: Sequence[int]) -> dict[int, dict[tuple[str, int | None], float]]:
        """What spoke for and against each of these words as the CRF labels it, summed up by what it is about."""
        reading, tokens = self._reading, np.array(words, np.int64)
        sums: dict[int, dict[tuple[str, int | None], float]] = {word: defaultdict(float) for word in words}
        if reading.crf is None or not sums:
            return sums
        labels = reading.said.best[tokens]  # the CRF's come first
        labels = np.where(labels < len(reading.crf.labels), labels, reading.tagged.best[tokens])
        for template, rows in reading.crf.sums.parts(reading.columns, tokens):
            points = (rows[np.arange(len(words)), labels].astype(int) - rows[:, 0]) * reading.crf.scale
            for word, more in zip(words, points.tolist(), strict=True):
                sums[word][_subject(template)] += more
        return sums

    def of(self, word: int) -> tuple[Reason, ...]:
        """What spoke for and against a word, the strongest first."""
        strongest = sorted(self._points[word].items(), key=lambda item: -abs(item[1]))
        return tuple(
            self._reason(subject, place, word, points)
            for (subject, place), points in strongest[:SHOWN]
            if abs(points) >= _LEAST
        )

    def _reason(self, subject: str, place: int | None, token: int, points: float) -> Reason:
        """A reason in words; of a word, with the lists that hold it."""
        if place is None:
            return Reason(subject + self._rules_there(subject, token), "", points)
        batch = self._reading.batch
        at = token + place
        if not 0 <= at < len(batch) or batch.line[at] != batch.line[token]:
            return Reason(f"{subject}: the line ends there", "", points)
        word = int(batch.ids[at])
        text = batch.vocabulary.words[word]
        listed = self._listed(batch.vocabulary.masks[word]) if text.isalpha() else ""
        return Reason(subject + listed, text, points)

    def _rules_there(self, subject: str, token: int) -> str:
        """The rules that cover a token, where the reason is about these."""
        reading = self._reading
        spans = reading.vetoes[0] if subject.startswith("what speaks") else reading.rules[0]
        if not subject.startswith(("what rules find there", "what speaks")):
            return ""
        names = sorted({s.source for s in spans if token in reading.inside(0, s)})
        return f" ({', '.join(names)})" if names else " (none)"

    def _listed(self, mask: int) -> str:
        """The lists that hold a word, with what else it is."""
        if not mask:
            return ", on no list"
        flags = self._lexicon.flags
        said = []
        for name in flags.names(mask):
            flag, _, grade = name.partition(":")
            if flag in _LISTS:
                more = {"sure": "", "ambiguous": " among other things", "ordinary": " that is also a word"}[grade]
                said.append(_LISTS[flag] + more)
        return f", listed as {', '.join(said)}" if said else ""


@lru_cache(maxsize=1024)
def _subject(template: Template) -> tuple[str, int | None]:
    """What a template is about: something of the note, or the word at a place."""
    names = {name for name, _ in template.parts}
    for columns, subject in _SUBJECTS:
        if names.intersection(columns):
            return subject, None
    place = max((place for _, place in template.parts), key=abs)
    return _PLACES[place], place
