"""Validators of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, span_of, text_before, validator, words
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_DOUBLE, _NO_LETTER = lazy_regex(r"(?i)double[ ](\p{L})"), lazy_regex(r"(?i)capital[ ]|\P{L}")
_SAID = words(r"\b(?i:spel(?:led|t|ling|ls|l))\b[^\n.]{0,30}$")
_NO_INITIALS = WordSet("en", "no-initials")
"""What two or three letters mean where they are nobody's initials."""
_LEAST_TURNS = 3
"""Turns that begin with the same initials, where these are somebody's who speaks."""
_LEAST_ASKED = 2
"""Questions of a conversation, which a note with the same headings day by day has not."""
_LEAST_SAID = 5
"""Letters that count where the note says that somebody spells."""


@validator
def spelled(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A word of the note letter by letter, or letters that somebody is said to spell (but not "A B C")."""
    letters = _NO_LETTER.sub("", _DOUBLE.sub(_twice, match[0])).lower()
    if letters in document.tokens.vocabulary:
        yield span_of(rule, match)
    elif len(letters) >= _LEAST_SAID and _SAID.search(text_before(match, 60)) and not _is_alphabet(letters):
        yield span_of(rule, match, rule.weight - 4)


def _twice(match: Match) -> str:
    return match[1] * 2


def _is_alphabet(letters: str) -> bool:
    """Whether each letter follows the one before it, as in a list of points."""
    points = [*map(ord, letters)]
    return points == sorted(points) and len({*points}) == points[-1] - points[0] + 1


@validator
def initials(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Two or three letters that mean nothing else in a note."""
    if match["phi"].replace(".", "").lower() not in _NO_INITIALS:
        yield span_of(rule, match)


@validator
def speaker(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A letter that begins more than one turn."""
    if _turns(document.text)[match["phi"]] > 1:
        yield span_of(rule, match)


@validator
def speaker_initials(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Initials that begin some turns of a conversation of two or more, and mean nothing else in a note."""
    if match["phi"] in _speakers(document.text) and match["phi"].lower() not in _NO_INITIALS:
        yield span_of(rule, match)


_TURN = lazy_regex(r"(?m)(?:^[ \t>]{0,4}|(?<=[.!?…\"”])[ ])(\p{Lu}{1,3})(?::|[ ]?>[ ]|--[ ])")


@lru_cache(maxsize=16)
def _turns(text: str) -> Counter[str]:
    """How many turns begin with each letter, or with two or three of them: on a new line or behind a sentence."""
    return Counter(_TURN.findall(text))


@lru_cache(maxsize=16)
def _speakers(text: str) -> frozenset[str]:
    """The letters that begin the turns of a conversation; none of a text that is none."""
    often = frozenset(letters for letters, count in _turns(text).items() if count >= _LEAST_TURNS)
    return often if len(often) > 1 and text.count("?") >= _LEAST_ASKED else frozenset()
