"""Validators of dates in words: months, weekdays, years, ordinals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.dates import numbers
from scrubber.rules.validators.registry import (
    LETTERS,
    Match,
    Words,
    last_word,
    span_of,
    spans_of,
    text_after,
    text_before,
    validator,
)
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_WORD_MONTHS = WordSet("en", "months-that-are-words")
_ORDINAL = Words(r"(?i)\d(?:st|nd|rd|th)|of")
_FIRM = Words(r"(?i)\d(?:st|nd|rd|th)|(?:19|20)\d\d|['’]\d\d")
_LAST_WORD = lazy_regex(r"\p{L}+\.?$")
_TAIL = Words(r"(?i)(?:may|mar|march|jan|dec|sep|jun|jul|aug)\.?$")


@validator
def day_month_name(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'5 may' is a date only with a year, a capital, an ordinal or a joining sign; 'L5 may' never is."""
    text = match[0]
    before = document.text[max(0, match.start() - 1) : match.start()]
    if before.isalpha():
        return
    if " " in text and _TAIL.search(text):
        month = _LAST_WORD.search(text)
        name = month[0].rstrip(".") if month else ""
        if name.islower() and not _ORDINAL.search(text):
            return
        if name == "MAY" or "#" in before:
            return
    if "#" in before:
        return
    yield span_of(rule, match)


_COUNTED = Words(
    r"(?i)[ \t]?(?:%|mg|mcg|ml|kg|units|mm|cm|bpm|puffs?|tabs?|caps?|times|weeks?|wks?|days?|months?|"
    r"mos?\b|hours?|hrs?\b|"
    r"h\b|hx|yrs?|years?|d\b|x\b|min\b|round|nd round|visits?|sessions?|doses?|l\b|buddy|of \d)"
)


@validator
def month_name_day(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'may 2 puffs' and 'march 3 times' are no dates: lower-case months that are words need a year or an ordinal."""
    text = document.text
    before = text[max(0, match.start() - 1) : match.start()]
    if before.isalnum() or before in ("'", "’"):
        return
    word = LETTERS.match(match[0])
    name = word[0] if word else ""
    firm = _FIRM.search(match[0])
    if name.lower() in _WORD_MONTHS and name.islower() and not firm:
        return
    if not firm and _COUNTED.begins(text, match.end()):
        return
    if name == "OCT" and not firm and _COUNTED.begins(text, match.end()):
        return
    if "phi" in match.re.groupindex and match.spans("phi"):
        yield from spans_of(rule, match)
    else:
        yield span_of(rule, match)


_MONTH_CUE = Words(
    r"(?:\b(?:in|since|until|till|til|by|of|last|next|this|early|late|mid|from|during|through|thru|around|"
    r"before|after|"
    r"every|each|to|for|past|previous|circa|end of|start of|and|or|due|booked|scheduled|on|our|needs|"
    r"until early|list|"
    r"come|begins?|start|starting|started|again|quit|returns?|resume|appt|until late|the)|[-/–(,&]|mid-)\s*$"
)
_NAME_CUE = Words(r"\b(?:dr|mr|mrs|ms|miss|nurse|rn|sister|daughter|wife|mother|mom|friend|aunt|partner)\.?\s*$")
_CAPITAL_NEXT = Words(r"\s\p{Lu}\p{Ll}+")
_MONTH_NEXT = Words(
    r"\s?(?:[-–/&]\s?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|appt|appointment|visit|list|"
    r"labs?\b|clinic|scan|"
    r"of (?:19|20)\d\d|or (?:June|July|April|March|May))"
)


@validator
def month_alone(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A month by itself, unless a person is so called there or the letters mean something else (OCT the scan)."""
    text = document.text
    before = text_before(match)
    word = match[0].rstrip(".")
    if _NAME_CUE.search(before):
        return
    cue = _MONTH_CUE.search(before)
    after = text[match.end() : match.end() + 25]
    capital = not match[0].endswith(".") and _CAPITAL_NEXT.begins(after)
    if word in ("OCT", "oct") and not cue:
        return
    if word == "sept" and not cue:  # e' sept: the septum
        return
    if word in ("April", "June") and capital and not cue:
        return
    if rule.id == "date-month-alone-capital" and (capital or not (cue or _MONTH_NEXT.begins(after))):
        return
    yield span_of(rule, match)


_WORD_DAYS = WordSet("en", "weekdays-that-are-words")
_CALENDAR_NEAR = Words(
    r"\d{1,2}[/-]\d{1,2}|\d(?:st|nd|rd|th)\b|\b(?:next|last|this|on|by|every|since|until|till|til|from|"
    r"starting|prn|reg|"
    r"through|thru|and|or|appt|due|return|recheck|back|am|pm|each|alt|works?|rest|off|once|one|volunteer|"
    r"for|to|get|visit|"
    r"closed|updated|seen|comes|called|booked|come|night|clinic|mon|tue|tues|wed|thu|thurs|fri|sat|sun|monday|friday|"
    r"saturday|sunday)\b[\s,.]{0,2}$|[/&,(–-]\s*$|\n\s*$"
)
_SAT_READING = Words(r"[s:]?\s*(?:\d|%|on\b|in\b|at\b|up\b|of\b|was\b|is\b|ing|>|<|~|=|['’]?s\b|ra\b|room|\w+ed\b)")
_DAY_NUMBER = Words(r"[\s,.]*(?:\d{1,2}[/-]\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2}:\d\d|\d{4}\b|\d{1,2}\s?[ap]m)")
_DAY_AFTER = Words(
    r"[\s,]*(?:\d{1,2}[/-]|\d{1,2}(?:st|nd|rd|th)|and|&|am|pm|prn|night|morning|evening|afternoon|clinic|at\b|[-–/]|"
    r"\d{1,2}:\d\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|am\b|as\b|off\b|only|\d{1,2}\s?(?:am|"
    r"pm))|\s?[.;)]|\s?$"
)


@validator
def weekday(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Short weekday names that are also words need company that speaks of the calendar."""
    low = match[0].lower()
    if low in _WORD_DAYS:
        before, after = text_before(match, 14), text_after(match, 14)
        if low == "sat" and _SAT_READING.begins(after) and not _DAY_NUMBER.begins(after):
            return
        if low in ("sat", "sun"):
            near = _CALENDAR_NEAR.search(before)
            if match[0].islower() and not (near and _DAY_AFTER.begins(after)) and not _DAY_NUMBER.begins(after):
                return
            if not (near or _DAY_AFTER.begins(after)):
                return
            if last_word(before) in ("o2", "he", "she", "and he", "pt", "the", "room", "spo2", "no", "in", "of"):
                return
        elif match[0].islower() and low in ("wed", "sun") and last_word(before) in ("they", "she", "he", "newly"):
            return
    yield span_of(rule, match)


@validator
def weekday_letters(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Every letter of 'M/W/F' is a mark of its own; 'MWF' is one."""
    for word in LETTERS.finditer(match[0]):
        yield Span(match.start() + word.start(), match.start() + word.end(), rule.type, rule.id, rule.weight)


_YEAR_CUE = Words(
    r"(?:\b(?:in|since|from|of|circa|ca|until|till|by|year|c|dated|around|early|late|mid|during|after|before|approx|"
    r"diagnosed|dx|dx'd|surgery|repair|replacement|last|class|and|to|through|model|born|b|d|graduated|"
    r"retired|yr|fall|"
    r"summer|winter|spring|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|back|exp|hs|study|"
    r"grad)\.?|[(–,;/-])\s*$"
)
_NUMBER_BEFORE = Words(
    r"(?:\b(?:at|@|time|ext|x|pager|room|rm|bed|page|p|suite|unit|box|po|#|no|code|ref|id|form)\W{0,3})$"
)
_NO_YEAR_AFTER = Words(
    r"\s?(?:hours|hrs?|h\b|o'?clock|dr\b|rd\b|st\b|ave|street|road|lane|blvd|to \d{4}\b|mls?\b|in\b,? ?\d|"
    r"out\b|/|\s?units?\b|"
    r"cells|steps|calories|kcal|cal\b|grams?\b|pts?\b|\$|doses)"
)
_CLOCKS = Words(r"(?<![\d/.:-])(?:0\d|1[0-8])[0-5]\d(?![\d/.:-])")
_WORDLIKE_BEFORE = Words(r"\p{L}{2,}[)\].,]?\s$")


@validator
def bare_year(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A year by itself: not a clock time, an amount or an extension."""
    before, after = text_before(match), text_after(match)
    if _NUMBER_BEFORE.search(before) or _NO_YEAR_AFTER.begins(after):
        return
    value = int(match[0].rstrip("s"))
    cue = _YEAR_CUE.search(before)
    weight = 80 if cue else 60
    if value % 100 < 60 and not cue:  # "2015" may be a quarter past eight in the evening
        near = document.text[max(0, match.start() - 160) : match.end() + 160]
        wordlike = _WORDLIKE_BEFORE.search(before)
        weight = 56 if wordlike and not _CLOCKS.search(near) and 1940 <= value <= 2035 else 42
    yield span_of(rule, match, weight)


@validator
def year_range(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Two years that go up; not a time of day, an amount or part of a longer number."""
    first, *rest = numbers(match[0])
    if _NUMBER_BEFORE.search(text_before(match)) or _NO_YEAR_AFTER.begins(text_after(match)):
        return
    if rest:
        second = rest[0] + (first - first % 100 if rest[0] < 100 else 0)
        if second < first and rest[0] < 100:
            second += 100
        if not first < second <= first + 70:
            return
    yield from spans_of(rule, match)


_VITALS = Words(
    r"\b(?:hr|rate|sats?|spo2|o2|bp|sbp|dbp|map|rr|pulse|sugars?|bg|glucose|temp|fsbg|systolic|diastolic|"
    r"wt|weight|percent|"
    r"age|ages|aged|dose|range|was|is|were)\b[^.;\n]*$"
)


_COUNTED_YEARS = Words(
    r"(?i)\s?(?:%|[-–/]|°|mg|kg|lb|min|days?|d\b|weeks?|wks?|months?|mos?|years?|yrs?|hrs?|hours?|patients|"
    r"bpm|degrees|f\b|c\b|of\b|ml|cm|mm|units?|minutes|sessions|visits|sec)"
)


@validator
def short_year(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'in 98', 'since 07': a year of two digits, where no vital sign is spoken of and no unit follows."""
    if _VITALS.search(text_before(match, 24, "phi")):
        return
    if _COUNTED_YEARS.begins(document.text, match.end()):
        return
    yield span_of(rule, match)


_NUMBERED = Words(
    r"\b(?:pagers?|pgr|ext|phones?|tel|call|dial|pin|codes?|ids?|cards?|dob|dates?|nos?|numbers?|accts?|rooms?|rms?|x)"
    r"\b[^;\n]*$"
)


@validator
def clock_row(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Times of day, each later than the one before, where the line speaks of no numbers of another kind."""
    times = [int(document.text[start:end]) for start, end in match.spans("phi")]
    if all(a < b for a, b in pairwise(times)) and not _NUMBERED.search(text_before(match, 40)):
        yield from spans_of(rule, match)
