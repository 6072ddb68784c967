"""Validators: what a rule's pattern alone cannot say. Each takes (rule, document, match) and yields spans, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import regex

from scrubber.document import Document
from scrubber.rules import Rule
from scrubber.span import Span

Validator = Callable[[Rule, Document, "regex.Match[str]"], Iterator[Span]]
VALIDATORS: dict[str, Validator] = {}


def validator(function: Validator) -> Validator:
    """Register a function under its own name."""
    VALIDATORS[function.__name__] = function
    return function


def _span(rule: Rule, match: regex.Match[str], weight: int | None = None, group: str | int | None = None) -> Span:
    if group is None:
        group = "phi" if "phi" in match.re.groupindex else 0
    start, end = match.span(group)
    if end - start > 1 and match.string[end - 1] == ".":
        end -= 1  # a full stop ends the sentence; "Feb." loses nothing by it
    return Span(start, end, rule.type, rule.id, rule.weight if weight is None else max(0, min(100, weight)))


_NUMBERS = regex.compile(r"\d+")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _month_day(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]


def _before(text: str, at: int, size: int = 30) -> str:
    return text[max(0, at - size) : at].lower()


def _after(text: str, at: int, size: int = 30) -> str:
    return text[at : at + size].lower()


@validator
def numeric_date(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """Three numbers are a date in day-month, month-day or year-first order."""
    a, b, c = (int(n) for n in _NUMBERS.findall(match[0])[:3])
    if a > 31 and a >= 1000:
        good = _month_day(b, c) or _month_day(c, b)
    else:
        good = _month_day(a, b) or _month_day(b, a)
    before = _before(document.text, match.start(), 12)
    if "." in match[0] and before.rstrip(" .").endswith(("version", "ver", "v", "rev", "release", "build")):
        good = False
    if good:
        yield _span(rule, match)


_AMBIGUOUS_MONTH = regex.compile(r"(?i)\b(?:may|mar|march|jan|dec|sep|jun|jul|aug)\b")


@validator
def day_month_name(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """'5 may' is a date only with a year, a capital, an ordinal or a joining sign; 'L5 may' never is."""
    text = match[0]
    before = document.text[max(0, match.start() - 1) : match.start()]
    if before.isalpha():
        return
    month = _AMBIGUOUS_MONTH.search(text)
    if month is not None:
        plain = month[0].islower() and text.rstrip().endswith(month[0]) and " " in text
        if plain and not regex.search(r"(?i)\d(?:st|nd|rd|th)|of", text):
            return
        if month[0].lower() == "may" and text.rstrip().endswith(month[0]) and month[0] != "May" and " " in text:
            return
    yield _span(rule, match)


@validator
def month_name_day(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """'may 2 puffs' and 'march 3 times' are no dates: lower-case months that are words need a year or an ordinal."""
    text = document.text
    before = text[max(0, match.start() - 1) : match.start()]
    if before.isalnum() or before in ("'", "’"):
        return
    word = regex.match(r"\p{L}+", match[0])
    name = word[0] if word else ""
    if name.lower() in ("may", "march", "mar", "dec", "sep", "jan", "jun") and name.islower():
        if regex.search(r"\d(?:st|nd|rd|th)|(?:19|20)\d\d|['’]\d\d", match[0]) is None:
            return
    yield _span(rule, match)


_MONTH_CUE = regex.compile(
    r"(?:\b(?:in|since|until|till|til|by|of|last|next|this|early|late|mid|from|during|through|thru|around|before|after|"
    r"every|each|to|for|past|previous|circa|end of|start of|and|or|due|booked|scheduled|on)|[-/–(,]|mid-)\s*$"
)
_NAME_CUE = regex.compile(r"\b(?:dr|mr|mrs|ms|miss|nurse|rn|sister|daughter|wife|mother|mom|friend|aunt)\.?\s*$")


@validator
def month_alone(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """A month by itself, unless a person is so called there or the letters mean something else (OCT the scan)."""
    text = document.text
    before = _before(text, match.start())
    word = match[0].rstrip(".")
    if _NAME_CUE.search(before):
        return
    after = text[match.end() : match.end() + 25]
    if word == "OCT" and not regex.match(r"\s?(?:\d|$)", after):
        return
    if word in ("April", "June") and regex.match(r"\s\p{Lu}\p{Ll}+", after) and not _MONTH_CUE.search(before):
        return
    cue = _MONTH_CUE.search(before) is not None
    if rule.id == "date-month-alone-capital" and not cue:
        return
    if rule.id == "date-month-alone-capital" and regex.match(r"\s\p{Lu}\p{Ll}+", after):
        return
    yield _span(rule, match)


_CALENDAR_NEAR = regex.compile(
    r"\d{1,2}[/-]\d{1,2}|\d(?:st|nd|rd|th)\b|\b(?:next|last|this|on|by|every|since|until|till|til|from|starting|prn|reg|"
    r"through|thru|and|or|appt|due|until|return|recheck|back|am|pm|each|alt)\b|[/&,(–-]\s*$"
)


@validator
def weekday(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """Short weekday names that are also words need company that speaks of the calendar."""
    low = match[0].lower()
    text = document.text
    if low in ("sat", "sun", "mon", "wed", "fri", "tue", "thu", "thur"):
        before, after = _before(text, match.start(), 14), _after(text, match.end(), 12)
        if low == "sat" and (regex.match(r"[s:]?\s*(?:\d|%|on|in|at|up|of|was|is|ing|>|<|~|=)", after) and not regex.match(r"\s*\d{1,2}[/-]\d", after)):
            return
        if low in ("sat", "sun", "wed") and match[0].islower():
            return
        if low in ("sat", "sun") and not (_CALENDAR_NEAR.search(before) or regex.match(r"[\s,]*(?:\d{1,2}[/-]|\d(?:st|nd|rd|th)|and|&|am|pm|prn|night|morning|evening|clinic|at\b|-)", after) or regex.search(r"\n\s*$", before)):
            return
    weight = rule.weight if len(low) > 3 else rule.weight - 10
    yield _span(rule, match, weight)


@validator
def weekday_letters(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """'M/W/F' is three dates, 'MWF' one."""
    for part in regex.finditer(r"\p{L}+", match[0]):
        start = match.start() + part.start()
        yield Span(start, start + len(part[0]), rule.type, rule.id, rule.weight)


_SLASH_CUE = regex.compile(
    r"(?:\b(?:on|since|until|till|til|by|from|of|for|due|dated?|d/t|seen|visit|appt|last|next|before|after|thru|through|"
    r"labs?|adm|admit|admitted|d/c|dc|disch|lmp|edc|edd|collected|drawn|rec'?d|sent|mon|tues?|weds?|thurs?|fri|sat|sun|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|surgery|ct|mri|cxr|echo|xr|f/u|fu|recheck|placed|removed|"
    r"done|started|stopped|expires?|exp|to|and|call|called|in|yesterday|today|tomorrow|night|tonight|update|cx|bcx|ucx)\.?,?|[(–]|^|\n)\s*$"
)
_SLASH_VETO = regex.compile(
    r"\b(?:pain|strength|score|grade|motor|power|reflexes|dtrs?|pulses?|murmur|sem|sm|bp|va|od|os|ou|vision|apgars?|gcs|"
    r"scale|rated?|level|stage|gleason|moca|mmse|phq|gad|week|wk|day|cycle|dose|french|size|ratio|i/?e|mrs|ef|nrs|vas|"
    r"tone|grip|asia|westley|borg|bishop|class|type|about|than|page|pg|p|step|line|no|unit|tab|chair|bed|rm|room|"
    r"nihss|anxiety|mood|severity|kg|sets?|box|form|nrs|norco|percocet|advair|symbicort|mix|insulin|humulin|novolin|"
    r"lopressor|vicodin|peak|flow|sat|spo2|o2|plantar|dorsi\w*|flexion|extension|distress|kps|cn|alb)\W{0,3}$"
)
_SLASH_AFTER_VETO = regex.compile(
    r"\s?(?:pain|strength|ns\b|saline|mg|ml|mcg|tab|cc|cm|mm|in\b|sec|hr\b|weeks|wks|days|\"|ppd|motor|throughout|"
    r"bilat|murmur|sem|systolic|diastolic|blowing|nd\b|on (?:the )?(?:right|left)|proximal|distal|correct|positive|"
    r"vertex|teeth|power|dose|strip|scale|of (?:the|his|her)|inch|lpm|words|recall|cup|pack|ppw|dextrose|d5)"
)


@validator
def slash_date(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """Month and day: valid on the calendar, and the words around speak of a date rather than of a score or ratio."""
    a, b = (int(n) for n in match[0].split("/"))
    if not (_month_day(a, b) or _month_day(b, a)):
        return
    text = document.text
    before, after = _before(text, match.start()), _after(text, match.end())
    if _SLASH_VETO.search(before) or _SLASH_AFTER_VETO.match(after):
        return
    cue = _SLASH_CUE.search(before) is not None
    clock = regex.match(r"[,;]?\s*(?:at|@)?\s*(?:\d{1,2}:\d\d|\d{4}\b|\d{1,2}\s?[ap]\.?m)", after) is not None
    if clock:
        yield _span(rule, match, 90)
    elif cue:
        yield _span(rule, match, 76 if b > 10 or a > 6 else 70)
    elif b > 10 and a <= 12:
        yield _span(rule, match, 58)
    else:
        yield _span(rule, match, 30)


_YEAR_CUE = regex.compile(
    r"(?:\b(?:in|since|from|of|circa|ca|until|till|by|year|c|dated|around|early|late|mid|during|after|before|approx|"
    r"diagnosed|dx|dx'd|surgery|repair|replacement|last|class|and|to|through|model|born|b|graduated|retired|yr|fall|"
    r"summer|winter|spring|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|back|x)\.?|[(–,;/-])\s*$"
)
_CLOCK_CUE = regex.compile(r"\b(?:at|@|time|hrs|hours|until|from|since|by|given|dose|last|ext|x|extension|pager|room|rm|bed|box)\W{0,3}$")


@validator
def bare_year(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """A year by itself: not a clock time, an amount or an extension."""
    text = document.text
    before, after = _before(text, match.start()), _after(text, match.end())
    if regex.search(r"(?:\b(?:at|@|time|ext|x|pager|room|rm|bed|page|p|suite|unit|box|po|#|no)\W{0,3})$", before):
        return
    if regex.match(r"\s?(?:hours|hrs?|h\b|o'?clock|dr\b|rd\b|st\b|ave|street|road|to \d{4}\b)", after):
        return
    cue = _YEAR_CUE.search(before) is not None
    weight = 80 if cue else 58
    value = int(match[0].rstrip("s"))
    if value % 100 < 60 and 2000 <= value <= 2059 and not cue:
        weight = 46  # "2015" may be a quarter past eight in the evening
    yield _span(rule, match, weight)


@validator
def age_decade(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """'in his 60s' is an age; 'HR in the 80s' is not."""
    before = _before(document.text, match.start(), 40)
    if regex.search(r"\b(?:hr|rate|sats?|spo2|o2|bp|sbp|dbp|map|rr|pulse|sugars?|bg|glucose|temp|fsbg|systolic|diastolic|wt|weight|rates|bps?|cbgs?|pressures?|numbers|hgb)\b[^.;\n]*$", before):
        return
    if regex.search(r"\b(?:his|her|their|my)\b", before[-12:]) or regex.search(r"\b(?:died|age|onset|man|woman|mother|father|mom|dad|mi|cva|brother|sister|male|female|passed|cad|ca|cancer|stroke)\b", before):
        yield _span(rule, match)


__all__ = ["VALIDATORS", "Mapping", "validator"]
