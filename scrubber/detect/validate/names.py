"""Validators of names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import regex

from scrubber.detect.validators import Match, Words, span_of, text_before, validator, words
from scrubber.document import Document
from scrubber.rules import Rule
from scrubber.span import Span

_LETTER = regex.compile(r"(?i)(?:(double)[ ]|capital[ ])?(?<!\w)(\p{L})(?!\w)")
_SAID = Words(r"\b(?i:spel(?:led|t|ling|ls|l))\b[^\n.]{0,30}$")
_NO_INITIALS = words(
    """
    ace als an and any arb are as at bid bmp bph but by ca cad cbc cc ccu chf ckd cm cmp copd crna ct cv cva
    cvicu cvs da dc dd dm dr due dvt dx ecf ecg ed eeg ekg emg ems end ent er esrd etc eye fh fnp for from ftt
    fu gerd gi gu gyn ha hbv hcv he her hha him his hiv hpi hr hrt htn hx ibd ibs icu id if im in ir is it iud
    iv ix kg lab lft lip lll llq lls low lpn ltc lv lvn ma mat md me mg mi micu min mr mri mrs ms msk my nad nbn
    nc neg new nicu nil nka nkd nl no non nor not now np npo ns nsaid nsr ob obs ocp od ok old on one op or ora
    os osa ot otc ou our out pa pacu pe per ph picu pid pm pmh pn po pod pos pr prn psh pt ptn qd qid ra rd rec
    res rht rn ros rpn rr rt rtc rx sat sh she sicu sle snf sob soc sr ss ssn ssri st std sw swab tab tb td the
    tia tid tm tod tsh tt two tx ua uc ug up us utd uti va vac vna vs wbc we well who with wk wnl x xr yes yet
    you
    """
)
"""What two or three letters mean where they are nobody's initials."""
_LEAST_SAID = 5
"""Letters that count where the note says that somebody spells."""


@validator
def spelled(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A word of the note letter by letter, or letters that somebody is said to spell (but not "A B C")."""
    letters = "".join(m[2] * (2 if m[1] else 1) for m in _LETTER.finditer(match[0])).lower()
    if letters in document.tokens.vocabulary:
        yield span_of(rule, match)
    elif len(letters) >= _LEAST_SAID and not _is_alphabet(letters) and _SAID.search(text_before(match, 60)):
        yield span_of(rule, match, rule.weight - 4)


def _is_alphabet(letters: str) -> bool:
    """Whether each letter follows the one before it, as in a list of points."""
    return all(ord(b) - ord(a) in (0, 1) for a, b in pairwise(letters))


@validator
def initials(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Two or three letters that mean nothing else in a note."""
    if match["phi"].replace(".", "").lower() not in _NO_INITIALS:
        yield span_of(rule, match)
