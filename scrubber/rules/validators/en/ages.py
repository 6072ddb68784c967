"""Validators of ages: a person is spoken of, and not a vital sign, a duration, a temperature or a catheter."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import (
    Match,
    Words,
    last_word,
    phrase_before,
    span_of,
    text_after,
    text_before,
    validator,
)
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_DEVICE_BEFORE = WordSet("en", "before-no-age")
_NOT_SEX_AFTER = Words(
    r"\s?(?:y(?:rs?|ears?)?\.?\s?)?[/,|]?\s?[mf]\s(?:guide|sheath|r\b|l\b|radial|femoral|chest|catheter|"
    r"foley|stent|or\b|heat|"
    r"relatives|cousins|siblings|children|births|picc|line|drain|band|with (?:a )?(?:cane|walker|crutch|rw)|"
    r"ceiling|dash|walk|"
    r"in\b (?:\d|pool)|rx|"
    r"[a-z]*scope|needle|introducer|tube|aspir)|\s(?:male|female|man|woman|boy|girl)\s(?:relatives|cousins|siblings|"
    r"children|births|partners?|friends)"
)
_LOW_M = Words(r"\s?m(?:\s{2,}|\s(?:with|w/|c/o|here|pmh|hx|s/p|found|who|presents|p/w|b|r/o|cc|no|pt|#)|,|\s?$|\s?\n)")


@validator
def age_sex(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'94F' is a temperature and '6F' a sheath where the words say so; '60 m' is a distance."""
    after = text_after(match, 24)
    if last_word(text_before(match, 16)) in _DEVICE_BEFORE or _NOT_SEX_AFTER.begins(after):
        return
    source = document.text
    sex = source[match.end() : match.end() + 12].strip(" \t/,|yYrs.")
    if sex[:1] == "m" and not sex.startswith("ma") and not _LOW_M.begins(after):
        return
    age = int(match["phi"])
    if age < 10 and sex[:1] in "FM" and not sex[1:2].isalpha() and not source[match.end()].isspace():
        yield span_of(rule, match, 56)  # '6F': more often French than a girl of six
    elif age <= 115:
        yield span_of(rule, match)


_VITAL_BEFORE = Words(r"\d[\s°]{0,2}$|\b(?:t|temp|bp|hr|p|r|rr|fever|degrees)\W{0,3}$")


@validator
def sex_age(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'F 61' behind a name, not behind a temperature."""
    if _VITAL_BEFORE.search(text_before(match, 14)) or int(match["phi"].lstrip("0") or 0) > 115:
        return
    label = match[0][: -len(match["phi"])]
    sure = any(sign in label for sign in "/|,") or len(label.strip()) > 1 or label.count(" ") > 2
    yield span_of(rule, match, None if sure else 58)


_DURATION = Words(
    r"\b(?:for|x|past|last|over|smoked|smoker|about|after|within|every|next|ppd|packs?|pack|times|since|"
    r"worked|hx|history|"
    r"ago|exp|experience|driver|married|service|tobacco|cigs?|quit|q|job|job for|rtc|lasted|lived|ran|f/u|"
    r"education|batt|battery|bone age|dm|htn|geno|ttc)\b[^\n]{0,12}$"
)


@validator
def age_years(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A field of years, not how long something lasted."""
    if not _DURATION.search(text_before(match, 20)):
        yield span_of(rule, match)


_VISIT = Words(r"[ -]{0,2}(?:well|wcc|wcv|visit|check)")


@validator
def age_months(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'6 month visit' is an infant's visit, or one after half a year: the words before say."""
    if _VISIT.begins(text_after(match, 10)) and not document.text[match.start() :][:2].strip().isdigit():
        return
    if (
        _VISIT.begins(text_after(match, 10))
        and "month" not in match["phi"].lower()
        and "mo" not in match["phi"].lower()
    ):
        return
    yield span_of(rule, match)


_RATE = Words(
    r"\b(?:hr|rate|sats?|spo2|o2|bp|sbp|dbp|map|rr|pulse|sugars?|bg|glucose|temp|fsbg|systolic|diastolic|"
    r"wt|weight|rates|"
    r"bps?|cbgs?|pressures?|numbers|hgb|fev1|sat|readings?|bgs?|heart)\b[^.;\n]*$"
)
_PERSON = Words(
    r"\b(?:his|her|their|my|died|d\.|age|onset|man|woman|mother|father|mom|dad|mi|cva|brother|sister|male|"
    r"female|passed|cad|"
    r"ca|cancer|stroke|breast|colon|prostate|ovarian|uncles?|aunts?|bro|sis|unk|described as|approx|"
    r"approximately|mr|mrs|ms|"
    r"early|late|mid|uterine|dx|admit|patient|pt|lady|gentleman|supervisor|m/|f/)\b[^.;\n]{0,24}$|[mf]/$|\(\s?$"
)
_PERSON_AFTER = Words(r"(?:,?\s(?:m|f|male|female|man|woman|lady|supine|patient|w/f|w/m)\b|,\s?[a-z]{3})")


@validator
def age_decade(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'in his 60s' is an age; 'HR in the 80s' is not."""
    before = phrase_before(match, 44)
    if _RATE.search(before) or before.endswith(("in the ", "the early ", "the late ", "the ")):
        return
    if _PERSON.search(before) or _PERSON_AFTER.begins(text_after(match, 14)):
        yield span_of(rule, match)


KIN = Words(
    r"\b(?:mother|father|mom|mum|dad|son|sons|daughter|daughters|dtr|brother|brothers|sister|sisters|bro|"
    r"sis|wife|husband|"
    r"spouse|partner|fianc[ée]e?|kids?|child|children|uncle|aunt|niece|nephew|cousin|grand\w+|gran|twins?|"
    r"boyfriend|girlfriend|"
    r"friend|baby|fob|mg[mf]|pg[mf]|sib\w*|half-sib|boys|girls|in-law|neighbou?r|roommate|proband|mr|mrs|"
    r"ms|miss|maternal|"
    r"paternal|daughter's|stepson|stepdaughter|step-kids|caller|widow|widower|traveler|client|patient|pt|companion|claimant|applicant|subject|worker|tenant|survivor)\b"
)
_BIRTH_BEFORE = Words(r"(?:[-/,. ]\d{4}|\d[-/]\d{1,2}[-/]\d\d)\s{0,4}$|\b(?:dob|born|ddn|age)\W{0,4}$")
_NAME_BEFORE = Words(r"(?:\p{Lu}[\p{Ll}'’-]+|\p{Lu}{5,})[\"”]?\s$")
_TWO_NAMES = Words(r"(?:\p{Lu}[\p{L}'’-]+|\p{Lu}\.)\s(?:\p{Lu}[\p{L}'’-]+)[\"”]?\s?$")


@validator
def age_paren(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Brackets behind a birth date, kin or a name."""
    before = phrase_before(match, 60)
    years = (
        match[0].rstrip(")").rstrip().lower().endswith(("y", "yo", "y/o", "yr", "yrs", "years", "ans", "old", "year"))
    )
    closed = match[0].endswith(")")
    if match["phi"].startswith("0"):
        return
    if not match["phi"].rstrip("s").isdigit():  # months, weeks, days
        if closed and (KIN.search(before) or _NAME_BEFORE.search(document.text[: match.start()][-20:])):
            yield span_of(rule, match, 76 if KIN.search(before) else 54)
        return
    source = document.text
    if _BIRTH_BEFORE.search(before[-14:]) and closed:
        yield span_of(rule, match, 84)
    elif years and closed:
        yield span_of(rule, match, 80)
    elif not before[-2:-1].isalpha() and before[-2:-1] not in '"”.':
        return
    elif _NAME_BEFORE.search(source[max(0, match.start() - 20) : match.start()]):
        if not _NO_NAME.search(source[: match.start()].rstrip()[-20:]):
            yield span_of(rule, match, 78 if KIN.search(before) else 54)
    elif KIN.search(before[-26:]):
        yield span_of(rule, match, 76)


_TITLE = Words(r"(?:Mr|Mrs|Ms|Miss|Mx|Madame|Mme|M|Rev|Sgt|Cpl|Pte|Pt|pt|PT)\.?\s[^,.;\n]{1,40}$")
_NO_NAME = Words(
    r"(?i)\b(?:mg|kg|normal|grade|stage|day|days|visit|hd|pod|no|room|bed|class|type|sodium|potassium|"
    r"january|february|march|april|"
    r"may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|"
    r"nov|dec|st|ave|rd|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|wed|thu|fri|mon|tue|easter|step|level|"
    r"phase|score|unit|apt|"
    r"figure|table|page|item|items|image|images|series|[clts]|hgb|wbc|plt|na|cl|bun|cr|ph|k|cycle|week|"
    r"weeks|section|table|"
    r"grades|stages|codes?|lot|suite|hours|mds|inr|ef|bmi|gcs|alb|score|total|clinic|map)$"
)


@validator
def age_after_name(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A name before the comma: capitalised, with kin or a title near, or two of them."""
    age = int(regex.match(r"\d+", match["phi"])[0])  # type: ignore[index]
    source = document.text[max(0, match.start() - 48) : match.start()]
    if _NO_NAME.search(source):
        return
    before = phrase_before(match, 48)
    word = last_word(before)
    kin = KIN.search(before)
    capital = _NAME_BEFORE.search(source[-20:] + " ")
    if kin and (KIN.search(word) or capital):
        yield span_of(rule, match, 78)
    elif not capital or not match["phi"].isdigit():
        return
    elif _TITLE.search(source):
        yield span_of(rule, match, 82)
    elif _TWO_NAMES.search(source) and age > 9:
        yield span_of(rule, match, 66)
    elif age > 12:
        yield span_of(rule, match, 52)


_LIFE = Words(
    r"\b(?:died|die|dead|d\.|dx|dx'd|diagnosed|onset|menarche|menopause|passed|born|moved|came|married|"
    r"cancer|ca|mi|cabg|"
    r"stroke|cad|started smoking|first|ages?|when|young|suicide|emigrated|immigrated|arrived|joined|"
    r"left school|retired|smoked|"
    r"smoking|drinking|tobacco|adopted|widowed|t[12]dm|surgery|rd|transplant|dialysis|hysterectomy|epilepsy|"
    r"migraine|seizures?|appy|went in|leaving|refugee|camp|served|ovarian|colon|breast|prostate|uterine|"
    r"leukemia|lymphoma)\b"
)
_MEASURED = Words(
    r"\b(?:sats?|rate|hr|bp|map|cvp|peep|fio2|temp|t|hob|cuff|set|running|cm|lip|teeth|gtt|drip|mcg|mg|"
    r"stable|room|rm|bed|"
    r"ef|hgb|wbc|plt|inr|k|na|cr|glucose|bg|flow|paced|pacing|goal|target|dose|wt|weight|bmi|score|scored|"
    r"level|pco2|ph|"
    r"seen|scheduled|appt|clinic|pm|am|o'clock|time|station|dilated|effaced|exit|mile|hwy|route|up|call|"
    r"back|picc|held|"
    r"l|liters?|nc|tube|ett|ng|catheter|pain|rated|pump|basal|pressure|angle|degrees|speed|volume|rpm|bolus|depth)\b"
)


@validator
def age_at(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'at 58' where kin or an event of life stands before it in the sentence, and nothing that is measured."""
    before = phrase_before(match, 70)
    if _MEASURED.search(before):
        return
    age = int(match["phi"])
    kin, life = KIN.search(before), _LIFE.search(before)
    word = match[0].split()[0].lower()
    if word in ("since", "by", "was", "until") and (age < 13 or not (kin or life)):
        return
    if word == "was" and not kin:
        return
    if kin and life:
        yield span_of(rule, match, 78)
    elif (kin or life) and age >= 5:
        yield span_of(rule, match, 60)


_SUBJECT = WordSet("en", "people")
_THING = Words(
    r"\b(?:it|that|this|hr|bp|rate|weight|wt|ef|score|dose|temp|which|there|level|glucose|sugar|hgb|bmi|"
    r"a1c|inr|count|pain|gcs|"
    r"sat|sats|cr|map|fev1|psa|goal|total|number|size|ct|height|o2|peep|unit|interval|value|result|ph|k|"
    r"na|wbc|plt|length|zip|"
    r"room|page|answer|code|measurement|moca|phq|risk|age|t|p|r)\s?$"
)
_MEDICAL = Words(
    r"(?:Score|Weight|Rate|Level|Dose|Temp|Glucose|Sodium|Potassium|Pain|Today|There|This|That|It|Goal|Total|"
    r"[A-Z]{2,}\d?)\s?$"
)


@validator
def age_is(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Someone, not something, is that number."""
    verb = match[0][: match.start("phi") - match.start()].lower().split()
    age = int(match["phi"])
    before = text_before(match, 24)
    if verb[0] in _SUBJECT or verb[0].split("'")[0].split("’")[0] in _SUBJECT:
        if verb[-1] == "was" and age < 10:
            return
        yield span_of(rule, match, 80 if "was" not in verb else 62)
    elif verb[0].startswith("turn"):
        if not _THING.search(before):
            yield span_of(rule, match, 76 if age > 4 else 40)
    elif verb[0] == "is":
        source = document.text[max(0, match.start() - 16) : match.start()]
        if _NAME_BEFORE.search(source) and not _MEDICAL.search(source) and not _THING.search(before) and age > 3:
            yield span_of(rule, match, 62)
    elif (
        verb[0] in ("now", "says")
        and age > 15
        and (KIN.search(before[-14:]) or _BIRTH_BEFORE.search(before[-8:].rstrip(", ")))
    ):
        yield span_of(rule, match, 64)
