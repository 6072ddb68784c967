"""Validators of telephone, fax and network numbers: long enough, and not another number with a label of its own."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.ids import CLOCK, UNIT, date_like
from scrubber.rules.validators.registry import Match, span_of, text_before, validator, words
from scrubber.text.document import Document
from scrubber.text.span import Span

_SURE_LABEL = words(r"{PHONELABEL}\b", "en")
_HOURS = lazy_regex(r"[0-2]\d[0-5]\d ?- ?[0-2]\d[0-5]\d")
_GROUPED = lazy_regex(r"\(?\d{2,4}\)?[-. ]{1,2}\d{3}[-. ]\d{3,4}|\d{1,2}-\d{4}")
_PAGED = lazy_regex(r"(?:paged?|cell|security)\b")
_TIMED = lazy_regex(r"(?:paged?|cell|phone|tel)\b")
_NAMED = words(r"(?:ext|x|pager|bleep|phone|tel|#)\W*$")


def _short_number(label: str, value: str, digits: int) -> bool:
    """Whether three to six digits behind a label are an extension or a pager."""
    if label == "p":  # "Chien p2217": glued to its letter
        return value.isdigit() and digits in (4, 5)
    signed = label.rstrip().endswith((":", "#"))
    if not _SURE_LABEL.match(label) and not _NAMED.search(label):
        return False
    if label.startswith(("ph", "tel")) and ("." in value or "/" in value or (not signed and digits < 4)):
        return False
    if (
        (_PAGED.match(label) and digits < 4)
        or label.startswith("page ")
        or (label[:1] == "p" and not label[1:2].isalpha())
    ):
        return False
    hours = digits == 4 and value.isdecimal() and int(value) < 2400 and int(value[2:]) < 60
    return not hours or signed or not _TIMED.match(label)


@validator
def labelled_phone(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Digits behind a telephone word: long enough, or a short extension behind a word that has no other sense."""
    start, end = match.span("phi")
    value = document.text[start:end]
    label = document.text[match.start() : start].lower()
    digits = sum(map(str.isdigit, value))
    if CLOCK.match(document.text, start) or date_like(value) or date_like(value.split(" ")[0]):
        return
    if UNIT.match(document.text[end : end + 12].lower()):
        return
    if (label.startswith("ph") and value[1:2] == ".") or _HOURS.fullmatch(value):
        return  # the pH; from nine to three
    if label.rstrip() == "p" and digits > 5 and not _GROUPED.match(value):
        return  # the pulse
    if digits < 7:
        if not _short_number(label, value, digits):
            return
    elif digits > 15 or (label[:1] == "p" and not label[1:2].isalpha() and "-" not in value and " " not in value):
        return
    tail = len(value) - len(value.rstrip(" .*/-("))
    yield Span(start, match.end() if match.end() > end else end - tail, rule.type, rule.id, rule.weight)


@validator
def spoken_digits(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Digits said one by one; behind the word fax they are a fax number."""
    words = regex.findall(r"[a-z]+|\d", match[0].lower())
    if sum(len(w) > 1 for w in words) < 4:
        return
    fax = "fax" in text_before(match, 20)
    yield Span(match.start(), match.end(), "FAX" if fax else rule.type, rule.id, rule.weight)


@validator
def uk_phone(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Nine to eleven digits with a leading zero, spaced as telephone numbers are."""
    digits = sum(map(str.isdigit, match[0]))
    spaced = " " in match[0] or "(" in match[0]
    if (digits in (10, 11) and (spaced or match[0].startswith("07"))) or (digits == 9 and spaced):
        yield span_of(rule, match, None if spaced and digits > 9 else rule.weight - 6)
