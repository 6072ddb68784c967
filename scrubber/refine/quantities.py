"""Quantities: a number that is the value of a named score, measurement or size is no age, date or identifier.

The taggers know "GCS 15" by what surrounds it, and on a bare line too little does. What is listed here needs no
context: the name of the quantity stands right before its value, or the unit behind it. A value that could be a date
("PHQ-9 9/21") stays for the taggers to judge, and so does a number with "years old" behind it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import regex

from scrubber.detect.tagger import Vote
from scrubber.reading import Reading

NEAR = 0.2
"""Probability of being PHI from which a number is worth a look."""
_SCORE = (
    r"gcs|glasgow coma (?:scale|score)|apgars?|mmse|mini[- ]mental(?: state)?(?: exam(?:ination)?)?|moca"
    r"|montreal cognitive assessment|phq[- ]?[29]|gad[- ]?7|nihss|beck(?: depression)? inventory|braden scale|epds"
    r"|ecog|karnofsky|hounsfield units?|rass|ciwa(?:-ar)?|curb-65|meld(?:-na)?"
)
_MEASURE = (
    r"wbc|hgb|hct|plt|platelets|lvef|ef|hco3|pco2|paco2|po2|pao2|bun|inr|tsh|crp|esr|bnp|ferritin|troponin"
    r"|white (?:cell |blood cell )?count|hemoglobin|haemoglobin|hematocrit|haematocrit|creatinine|bilirubin|albumin"
)
_IS = r"(?:[ \t]{1,4}(?:score|scale|total|of|was|is|now|at|still|only|about)){0,4}[ \t]{0,4}[:=]?[ \t]{0,4}"
_NO_DATE = (
    r"(?![\d./-]{0,12}[/-]\d|\.?\d|[ \t-]{0,4}(?:y/?o\b|yrs?\b|years?\b|[mf]\b|male|female|man|woman)"
    r"|[ \t]{0,4}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
_QUANTITY = (
    rf"\b(?:{_SCORE}){_IS}(?P<value>\d{{1,2}}){_NO_DATE}"
    rf"(?:(?:,|[ \t]and|,[ \t]and|[ \t]?->)[ \t](?P<value>\d{{1,2}}){_NO_DATE})*"
    rf"|\b(?:{_SCORE}){_IS}(?P<value>(?:1[3-9]|2\d|30)/(?:15|2[137]|30|42|63))(?![/-]?\d)"
    rf"|\b(?:{_MEASURE}){_IS}\(?(?P<value>\d{{1,6}}){_NO_DATE}(?:,? (?:down|up) from (?P<value>\d{{1,6}}){_NO_DATE})?"
    r"|\b(?:insulin|novolin|novolog|humulin|humalog)\b[^\n.;]{0,24}?[ \t](?P<value>70/30|75/25|50/50)(?![/-]?\d)"
    r"|\b(?:hr|heart rate|pulse|[sd]?bp|systolics?|diastolics?|sats?|spo2|temps?|sugars|glucose)\b[^\n.;,]{0,16}? "
    r"(?:in|to|into) (?:the )?(?:(?:low|mid|high|upper)[- ]?)?(?P<value>\d{1,2}0'?s)\b"
    r"|\b(?:shock|defib|cardiover)[^\n.;]{0,30}?[ \t](?P<value>\d{2,3} ?J)\b"
    r"|\b(?P<value>\d{1,2}) ?(?P<value>french|fr) (?P<value>foley|catheter|sheath|chest tube|coude|pigtail)\b"
    r"|\b(?:gauge|french) (?P<value>\d{1,2})" + _NO_DATE
)


def _heads(names: str) -> Iterator[str]:
    """The first words of the branches of a pattern: "apgars?" is "apgars" and "apgar"."""
    while _GROUP.search(names):
        names = _GROUP.sub("", names)
    for word, optional in _HEAD.findall(names):
        yield word
        if optional:
            yield word[:-1]


_GROUP = re.compile(r"\([^()]*\)\??")
_HEAD = re.compile(r"(?:^|\|)([a-z]+)(\??)")
_OTHERS = (
    "insulin|novolin|novolog|humulin|humalog|hr|heart|pulse|sbp|dbp|bp|systolics?|diastolics?|sats?|spo|temps?|sugars"
    "|glucose|french|fr|gauge"
)
_NAMES = frozenset(_heads(f"{_SCORE}|{_MEASURE}|{_OTHERS}"))
"""What a quantity's name begins with, or stands behind its value: most lines hold none, and the pattern is slow."""
_SHOCKS = ("shock", "defib", "cardiover")


@cache
def _pattern() -> regex.Pattern[str]:
    """Compiled when a line first names a quantity: it takes a tenth of start-up."""
    return regex.compile(_QUANTITY, regex.IGNORECASE)


def _named(lows: Sequence[str], line: str) -> bool:
    """Whether a line may hold a named quantity."""
    return not _NAMES.isdisjoint(lows) or not line.isascii() or any(map(line.lower().__contains__, _SHOCKS))


_CLOCK = re.compile(r"(?<=\d[T ])[0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?Z?(?![\w:])")
"""A time right behind a date, as machines write it: "2024-01-15T09:30:00Z"."""
_CLOCK_REACH = 20


def without_clock_times(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with none for a time of day that stands right behind a date."""
    text, starts = reading.document.text, reading.tokens.starts
    cleared: dict[int, Vote] = {}
    for index, vote in votes.items():
        start = starts[index]
        if vote.probability < NEAR or ":" not in text[max(0, start - 3) : start + 3]:
            continue
        for found in _CLOCK.finditer(text, max(0, start - _CLOCK_REACH), start + _CLOCK_REACH):
            if found.start() <= start < found.end():
                cleared[index] = Vote(0.0, vote.type)
    return {**votes, **cleared} if cleared else votes


def without_quantities(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with none for the values of named quantities; only lines with a likely number are looked at."""
    cleared: dict[int, Vote] = {}
    text, texts, starts = reading.document.text, reading.tokens.texts, reading.tokens.starts
    lows = reading.tokens.lows
    read = 0
    for number in sorted(votes):
        if starts[number] < read or votes[number].probability < NEAR or not texts[number][0].isdigit():
            continue
        line, read = text.rfind("\n", 0, starts[number]) + 1, text.find("\n", starts[number])
        if read < 0:
            read = len(text)
        if not _named(lows[bisect_left(starts, line) : bisect_left(starts, read)], text[line:read]):
            continue
        for found in _pattern().finditer(text, line, read):
            for start, end in found.spans("value"):
                for index in range(bisect_left(starts, start), bisect_left(starts, end)):
                    if index in votes:
                        cleared[index] = Vote(0.0, votes[index].type)
    return {**votes, **cleared} if cleared else votes
