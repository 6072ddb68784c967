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
    spans_of,
    text_before,
    validator,
)
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_NO_AGE_BEFORE = WordSet("en", "before-no-age")
_SIZE = Words(r"(?!\s)[ \t/,|yYrs.]*[FM](?!\p{L})")


@validator
def age_sex(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A number and a sex, unless the word before it measures; '6F' is more often French than a girl of six."""
    if last_word(text_before(match, 16)) not in _NO_AGE_BEFORE:
        glued = int(match["phi"]) < 10 and _SIZE.begins(document.text, match.end())
        yield span_of(rule, match, 56 if glued else None)


@validator
def sex_age(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'M/63' and 'male 63' are surer than 'F 61'."""
    label = match[0][: -len(match["phi"])]
    sure = any(sign in label for sign in "/|,") or len(label.strip()) > 1 or label.count(" ") > 2
    yield span_of(rule, match, None if sure else 58)


_RELATED = Words(r"\b{RELATED}\b", "en")
_BIRTH_BEFORE = Words(r"(?:[-/,. ]\d{4}|\d[-/]\d{1,2}[-/]\d\d)\s{0,4}$|\b(?:dob|born|ddn|age)\W{0,4}$")
_NAME_BEFORE = Words(r"(?:\p{Lu}[\p{Ll}'-]+|\p{Lu}{5,})\"?\s$")
_TWO_NAMES = Words(r"(?:\p{Lu}[\p{L}'-]+|\p{Lu}\.)\s(?:\p{Lu}[\p{L}'-]+)\"?\s?$")
_NO_NAME = Words(r"\b{NUMBERED}$", "en")
_IN_YEARS = Words(r"(?i)(?:y|yo|y/o|yrs?|years?|ans|old)\)$")


@validator
def age_paren(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Brackets behind a birth date, kin or a name."""
    weight = _weight_in_brackets(match)
    if weight is not None:
        yield span_of(rule, match, weight)


def _weight_in_brackets(match: Match) -> int | None:
    """The weight of a number in brackets, None where nobody stands before it whose age it could be."""
    source, before = match.string[max(0, match.start() - 20) : match.start()], phrase_before(match)
    related, named, closed = _RELATED.search(before), _NAME_BEFORE.search(source), match[0].endswith(")")
    if not match["phi"].rstrip("s").isdigit():  # months, weeks, days
        return (76 if related else 54) if closed and (related or named) else None
    if closed and _BIRTH_BEFORE.search(before[-14:]):
        return 84
    if _IN_YEARS.search(match[0]):
        return 80
    if not before[-2:-1].isalpha() and before[-2:-1] not in '".':
        return None
    if named:
        return None if _NO_NAME.search(source.rstrip()) else 78 if related else 54
    return 76 if _RELATED.search(before[-26:]) else None


_TITLE = Words(r"(?:Mr|Mrs|Ms|Miss|Mx|Madame|Mme|M|Rev|Sgt|Cpl|Pte|Pt|pt|PT)\.?\s[^,.;\n]{1,40}$")


@validator
def age_after_name(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A name before the comma: capitalised, with kin or a title near, or two of them."""
    weight = _weight_after_name(match)
    if weight is not None:
        yield span_of(rule, match, weight)


def _weight_after_name(match: Match) -> int | None:
    """The weight of a number behind a comma, None where no name stands before that."""
    age = int(regex.match(r"\d+", match["phi"])[0])  # type: ignore[index]
    source, before = match.string[max(0, match.start() - 48) : match.start()], phrase_before(match, 48)
    if _NO_NAME.search(source):
        return None
    capital = _NAME_BEFORE.search(source[-20:] + " ")
    if _RELATED.search(before) and (capital or _RELATED.search(last_word(before))):
        return 78
    if not capital or not match["phi"].isdigit():
        return None
    if _TITLE.search(source):
        return 82
    if _TWO_NAMES.search(source) and age > 9:
        return 66
    return 52 if age > 12 else None


_LIFE = Words(r"\b{LIFE}\b", "en")
_MEASURED = Words(r"\b{NOTLIFE}\b", "en")


@validator
def age_at(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'at 58' where kin or an event of life stands before it in the sentence, and nothing that is measured."""
    before, age, word = phrase_before(match, 70), int(match["phi"]), match[0].split()[0].lower()
    if _MEASURED.search(before) or (age < 13 and word in ("since", "by", "was", "until")):
        return
    related, life = _RELATED.search(before), _LIFE.search(before)
    if not related and (not life or word == "was"):
        return
    if related and life:
        yield span_of(rule, match, 78)
    elif age >= 5:
        yield span_of(rule, match, 60)


_PEOPLE = WordSet("en", "people")
_THING = Words(r"(?i)\b{THING}\s?$", "en")
_HEADED = Words(
    r"(?:Score|Weight|Rate|Level|Dose|Temp|Glucose|Sodium|Potassium|Pain|Today|There|This|That|It|Goal|Total|[A-Z]{2,}\d?)\s?$"
)


@validator
def age_is(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Someone, not something, is that number."""
    weight = _weight_of_being(match)
    if weight is not None:
        yield span_of(rule, match, weight)


def _weight_of_being(match: Match) -> int | None:
    """The weight of a number that somebody or something is said to be, None where it is no age."""
    words = match[0][: match.start("phi") - match.start()].lower().split()
    age, source = int(match["phi"]), match.string[max(0, match.start() - 24) : match.start()]
    if regex.split("'", words[0])[0] in _PEOPLE:
        return 80 if "was" not in words else 62 if age > 9 or words[-1] != "was" else None
    if words[0].startswith("turn"):
        return None if _THING.search(source) else 76 if age > 4 else 40
    if words[0] == "is":
        named = _NAME_BEFORE.search(source[-16:]) and not _HEADED.search(source) and not _THING.search(source)
        return 62 if named and age > 3 else None
    before = source[-14:].lower()  # "now", "says"
    of_person = _RELATED.search(before) or _BIRTH_BEFORE.search(before[-8:].rstrip(", "))
    return 64 if of_person and age > 15 else None


_COUNT = Words(r"\b{NOKIN}\b", "en")


@validator
def age_kin(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Numbers behind kin: 'kids 9, 7, 4'; not 'G2 girls 2' or a count."""
    low = match[0].lower()
    if _COUNT.search(low) or (low.startswith("twin") and low[4:6] in (" 1", " 2")):
        return
    single = len(low.split()) == 2 and low[-1].isdigit() and "," not in low and "s " not in low
    if single and low.startswith(("baby", "infant", "child", "partner", "parents", "girl", "boy")):
        yield from spans_of(rule, match, 40)
    elif not low.startswith("child") or last_word(text_before(match, 12)) not in ("room", "the", "to", "apgars"):
        yield from spans_of(rule, match)


_NO_ILLNESS = Words(r"\b{NOILLNESS}\b", "en")


@validator
def age_kin_illness(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An illness between the relative and the number, and nothing that counts."""
    if not _NO_ILLNESS.search(match[0][: match.start("phi") - match.start()]):
        yield span_of(rule, match, None if int(match["phi"].rstrip("s")) >= 18 else 52)


@validator
def age_event(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'d. 81' is an age where kin was spoken of; 'died 1998' and 'd. 3' are not."""
    low, age = match[0].lower(), int(match["phi"].rstrip("s"))
    if low.startswith(("d.", "living", "a&w")) and age <= 20 and not _RELATED.search(phrase_before(match)):
        return
    begun = low.startswith(("onset", "passed", "diagnosed", "married", "retired", "came"))
    if age >= 15 or not begun or " at " in low:
        yield span_of(rule, match, None if age > 4 else 52)
