"""Repeats: what a note has established once is found again everywhere in it.

A word of a name or a place that was surely found is the same again elsewhere, in any case; where it is also an ordinary
word ("Mr. Will Long will no longer"), only if the CRF gives it some chance or a rule takes it for somebody there. Names
of files and of users run a name and an initial together ("OkonkwoL_OS.jpg", "lokonkwo"). The two initials of one of the
staff are the same again in capitals only ("LM" in the columns of a chart, "lm" is nobody).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

import numpy as np

from scrubber.budget import watched
from scrubber.gazetteers.lexicon import Lexicon
from scrubber.reading import Reading, Spans
from scrubber.refine.whole import name_start
from scrubber.stages import MODELS
from scrubber.text.batch import Batch
from scrubber.text.memory import Memory
from scrubber.text.span import Span
from scrubber.text.vocabulary import CAPITAL, LETTERS, LONG, Vocabulary

SOURCE = "repeat"
SURE, _COUNTS = 70, 50
"""The weight from which a span of the CRF establishes its words, and a rule's."""
AGAIN = 60
"""The weight of a word that has been established."""
CAPITAL_CHANCE, CASELESS_CHANCE, OPENING_CHANCE, PLAIN_CHANCE = 0.02, 0.07, 0.09, 0.5
"""The probability that an ordinary word needs to be a name again: with a capital, in a line that has none, with one at
the beginning of a sentence ("Brown macule"), or without where others have one."""
_TYPES = frozenset({"PATIENT", "DOCTOR", "HOSPITAL", "ORGANIZATION", "CITY", "LOCATION-OTHER"})
_PEOPLE = frozenset({"PATIENT", "DOCTOR"})
_STOPS = frozenset(".!?")
_LEAST_LETTERS = 5
"""Of a name that is known with an initial before or behind it."""
_ORDINARY = (
    "ORDINARY",
    "MEDICAL",
    "ABBREVIATION",
    "HEADER",
    "UNIT",
    "ANATOMY",
    "DRUG",
    "CREDENTIAL",
    "TITLE",
    "KINSHIP",
    "ROLE",
    "EPONYM",
    "CALENDAR",
    "GENERIC_PLACE",
    "HOSPITAL_WORD",
    "HOSPITAL_NAME_WORD",
    "ORGANIZATION_WORD",
    "LANDMARK_WORD",
    "STREET_SUFFIX",
    "DEVICE_WORD",
)


class Repeats:
    """Finds established words again; holds only what it needs of the lexicon."""

    def __init__(self, lexicon: Lexicon, types: frozenset[str] = _TYPES) -> None:
        self._ordinary = lexicon.flags.any_of(_ORDINARY)
        self._words = lexicon.words
        self._types = types

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, and those of established words that no span covers."""
        return [
            [*spans, *self._again(reading, note, spans)] if self._learn(reading, note, spans) else spans
            for note, spans in enumerate(found)
        ]

    def _learn(self, reading: Reading, note: int, spans: Sequence[Span]) -> bool:
        """Remember the words of sure spans; whether any are known."""
        memory, batch = reading.documents[note].memory, reading.batch
        vocabulary, bits, named = batch.vocabulary, batch.vocabulary.bits, LETTERS | LONG
        telling = {kind for kind in {span[2:] for span in spans} if kind[0] in self._types and _is_sure(*kind)}
        for span in watched([span for span in spans if span[2:] in telling]):
            tokens = reading.inside(note, span)
            if span.type == "DOCTOR" and (initials := _initials(batch, tokens)):
                memory.learn(initials, span.type)
            for token in tokens:
                word = int(batch.ids[token])
                if int(bits[word]) & named == named and (
                    span.type in _PEOPLE or not self._is_ordinary(vocabulary.masks[word])
                ):
                    memory.learn(vocabulary.words[word].lower(), span.type)
        return bool(memory.types)

    def _is_ordinary(self, mask: int) -> bool:
        return bool(mask & self._ordinary)

    def _again(self, reading: Reading, note: int, spans: Sequence[Span]) -> Iterator[Span]:
        """A span for every run of established words that nothing covers."""
        batch, memory = reading.batch, reading.documents[note].memory
        vocabulary = batch.vocabulary
        low, high = batch.tokens_of(note)
        words = batch.ids[low:high]
        types = {number: memory.type_of(word) for word in memory.types if (number := vocabulary.get(word)) is not None}
        types |= self._with_initials(vocabulary, memory)
        again = np.isin(vocabulary.lows[words], list(types)) | np.isin(words, list(types))
        if not again.any():
            return
        again &= ~reading.covered(note, [span for span in spans if span.weight >= _COUNTS])
        free = (np.flatnonzero(again) + low).tolist()
        people = reading.covered(note, [span for span in reading.rules[note] if span.type in _PEOPLE])
        acting = {*(np.flatnonzero(people) + low).tolist()}
        run: list[int] = []
        for token in [*(i for i in watched(free) if i in acting or self._is_credible(reading, i)), -2]:
            if run and token != run[-1] + 1:
                _, start, end = batch.span(run[0], run[-1])
                word = int(batch.ids[run[0]])
                type_ = types.get(word) or types[int(vocabulary.lows[word])]
                assert type_ is not None
                start = name_start(reading.documents[note].text, start)
                yield Span(start, end, type_, f"{SOURCE}-{type_}", AGAIN)
                run = []
            run.append(token)

    def _with_initials(self, vocabulary: Vocabulary, memory: Memory) -> dict[int, str]:
        """The words that are a person's established name with a letter before or behind it, by number."""
        found: dict[int, str] = {}
        for name in memory.types:
            type_ = memory.type_of(name)
            if len(name) < _LEAST_LETTERS or type_ not in _PEOPLE or self._is_ordinary(self._words.get(name)):
                continue
            joined = [initial + name for initial in ascii_lowercase]
            joined += [name + initial for initial in ascii_lowercase if initial != "s"]
            numbers = [vocabulary[word] for word in joined if word in vocabulary]
            found |= {number: type_ for number in numbers if not self._is_ordinary(vocabulary.masks[number])}
        return found

    def _is_credible(self, reading: Reading, token: int) -> bool:
        """Whether an established word is the same here: not where it is an ordinary word that nothing speaks for."""
        word = int(reading.batch.ids[token])
        vocabulary = reading.batch.vocabulary
        if not self._is_ordinary(vocabulary.masks[word]):
            return True
        if reading.crf is None:
            return False
        least = CASELESS_CHANCE if reading.columns.state[token] else PLAIN_CHANCE
        if vocabulary.bits[word] & CAPITAL:
            least = OPENING_CHANCE if reading.batch.opens(token, _STOPS) else CAPITAL_CHANCE
        return bool(reading.said.phi[token] >= least)


def _initials(batch: Batch, tokens: Sequence[int]) -> str:
    """Two capitals that are all of a span's tokens, as they are written; "" for any other."""
    written = batch.vocabulary.words[int(batch.ids[tokens[0]])] if len(tokens) == 1 else ""
    return written if len(written) == 2 and written.isupper() else ""


def _is_sure(_type: str, source: str, weight: int) -> bool:
    """Whether what is found so establishes its words: by the CRF what it is sure of, by others all that counts."""
    return weight >= SURE or (weight >= _COUNTS and not source.startswith(MODELS))
