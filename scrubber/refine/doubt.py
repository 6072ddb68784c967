"""Doubt: a single word that is hardly likely to be somebody's name needs more than other words to be taken for one.

In a line with capitals an ordinary word in small letters is seldom a name ("until the reed comes", "lance and drain"),
and neither is a word that no list has as a given name or in the first place as a surname ("Autodiuresing well",
"Perfect. Come in"): a rare name stands beside a title, a given name or an age, and the model is surer of it. What a
rule takes for somebody is not doubted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.reading import Reading, Spans
from scrubber.stages import MODELS
from scrubber.text.span import Span
from scrubber.text.vocabulary import CAPITAL, LETTERS, LISTED, LONG, LOWER, UPPER

SMALL, STRANGE, MEDICAL, SHORT, LETTER = "small", "strange", "medical", "short", "letter"
"""Kinds of doubtful words: ordinary ones in small letters among capitals, those that are no names by our lists (but for
initials of staff), words of medicine with a capital, abbreviations of medicine in the midst of a line with small
letters, a letter or two that are all of a text."""
_OF_MEDICINE = ("MEDICAL", "EPONYM", "DRUG", "ANATOMY", "UNIT", "DEVICE_WORD")
DOUBTED = 49
"""The most that a doubted span weighs: it is told of, and not masked."""
_PEOPLE = frozenset({"PATIENT", "DOCTOR"})
_WORD = LETTERS | LONG
_ALONE = 2
"""A token and the line's end."""
_MOST_INITIALS = 4
"""As many letters at most as staff sign with: "jcr", "DKL"."""


class Doubt:
    """Lowers the models' spans of doubtful names.

    Args:
        least: by kind of word, the weight that a span of it needs. Kinds that are not named need none.
    """

    def __init__(self, least: Mapping[str, int], lexicon: Lexicon) -> None:
        self._least = least
        self._most = max((weight for kind, weight in least.items() if kind != LETTER), default=0)
        self._ordinary = lexicon.flags.any_of(("ORDINARY",))
        self._given = lexicon.flags.any_of(("FIRST",))
        self._medical = lexicon.flags.any_of(_OF_MEDICINE)
        self._short = lexicon.flags.any_of(("ABBREVIATION", "MEDICAL"))

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, doubted ones with a weight that does not count."""
        return [self._of_note(reading, note, spans) for note, spans in enumerate(found)]

    def _of_note(self, reading: Reading, note: int, spans: Sequence[Span]) -> list[Span]:
        first, behind = reading.batch.tokens_of(note)
        most = self._least.get(LETTER, 0) if behind - first <= _ALONE else self._most
        doubted = [DOUBTED < span.weight < most and self._is_doubted(reading, note, span) for span in spans]
        if not any(doubted):
            return list(spans)
        cues = (cue for cue in reading.rules[note] if cue.type in _PEOPLE)
        told = {token for cue in cues for token in reading.inside(note, cue)}
        return [
            span.weighing(DOUBTED) if doubt and told.isdisjoint(reading.inside(note, span)) else span
            for span, doubt in zip(spans, doubted, strict=True)
        ]

    def _is_doubted(self, reading: Reading, note: int, span: Span) -> bool:
        """Whether a span weighs less than a name of its kind of word needs."""
        if span.type not in _PEOPLE or not span.source.startswith(MODELS):
            return False
        kind = self._kind(reading, reading.inside(note, span), span.type)
        return span.weight < self._least.get(kind, 0)

    def _kind(self, reading: Reading, tokens: Sequence[int], type_: str) -> str:
        """The kind of doubtful word that a span of a type consists of; "" for any other."""
        if len(tokens) != 1:
            return ""
        word = int(reading.batch.ids[tokens[0]])
        vocabulary = reading.batch.vocabulary
        bits, mask = int(vocabulary.bits[word]), vocabulary.masks[word]
        mixed = not reading.columns.state[tokens[0]]
        if bits & UPPER and bits & LETTERS and mixed and mask & self._short and not _is_at_edge(reading, tokens[0]):
            return SHORT
        if bits & _WORD != _WORD:
            return LETTER if _is_alone(reading, tokens[0]) else ""
        may_sign = type_ == "DOCTOR" and bits & (LOWER | UPPER) and len(vocabulary.words[word]) <= _MOST_INITIALS
        if not (mask & self._given or bits & LISTED["LAST"] or may_sign):
            return STRANGE
        if bits & CAPITAL:
            return MEDICAL if mask & self._medical and not bits & UPPER else ""
        return SMALL if bits & LOWER and mixed and mask & self._ordinary else ""


def _is_at_edge(reading: Reading, token: int) -> bool:
    """Whether a token is the first or the last of its line, where staff sign; a full stop may follow."""
    batch = reading.batch
    line = batch.line[token]
    return bool(token == batch.line_starts[line] or token >= batch.line_ends[line] - 2)


def _is_alone(reading: Reading, token: int) -> bool:
    """Whether a token is all there is of a text, and one letter or two."""
    batch = reading.batch
    first, behind = batch.tokens_of(int(batch.note[token]))
    return bool(behind - first <= _ALONE and batch.ends[token] - batch.starts[token] <= 2)
