"""Validators of the ages of relatives, and of ages at events of a life."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.ages import KIN
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
from scrubber.text.document import Document
from scrubber.text.span import Span

_COUNT = Words(
    r"\b(?:type|fever|bishop|apgars?|bmi|day|grade|stage|room|rm|g\d|wt|weight|mag|temp|hr|bp|factor|unit|bed)\b"
)


@validator
def age_kin(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Numbers behind kin: 'kids 9, 7, 4'; not 'G2 girls 2' or a count."""
    low = match[0].lower()
    if _COUNT.search(low) or (low.startswith("twin") and low[4:6] in (" 1", " 2")):
        return
    single = len(low.split()) == 2 and low[-1].isdigit() and "," not in low and "s " not in low
    if single and low.startswith(("baby", "infant", "child", "partner", "parents", "girl", "boy")):
        yield from spans_of(rule, match, 40)
        return
    if last_word(text_before(match, 12)) in ("room", "the", "to", "apgars") and low.startswith("child"):
        return
    yield from spans_of(rule, match)


_NOT_ILL = Words(
    r"(?i)\b(?:called|rm|room|bed|x|am|pm|phone|cell|factor|grade|stage|type|apt|dose|every|page|brought|ext|pager|"
    r"hours?|took|takes|gives|dosing|mg|weighs|days?|unit|feeds|ate|drank|smokes?|class|line|house|visit|"
    r"highway|hwy|"
    r"street|ch|chromosome|exon|temp|at least|rr|gleason|household|edinburgh|tv|back|score|g6pd|ki-67|bmi|"
    r"para|apgars?)\b"
)


@validator
def age_kin_illness(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An illness between the relative and the number, and nothing that counts."""
    between = match[0][: match.start("phi") - match.start()]
    if _NOT_ILL.search(between) or match["phi"].startswith("0"):
        return
    digits = int(match["phi"].rstrip("s"))
    if digits >= 10:
        yield span_of(rule, match, rule.weight if digits >= 18 else 52)


@validator
def age_event(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'d. 81' is an age where kin was spoken of; 'died 1998' and 'd. 3' are not."""
    low = match[0].lower()
    age = int(match["phi"].rstrip("s"))
    if low.startswith(("d.", "living", "a&w")) and not (KIN.search(phrase_before(match, 60)) or age > 20):
        return
    if (
        low.startswith(("onset", "passed", "diagnosed", "married", "retired", "came"))
        and " at " not in low
        and age < 15
    ):
        return
    yield span_of(rule, match, None if age > 4 else 52)


_ROW = Words(  # two capitals at the end are a test's or a state's letters and nobody's surname
    r"\s*(?:[-•*]\s+|\d{1,3}[A-Za-z]?[.)]?\s+|(?:b|bed|rm|room|ldr|pt|client|patient|name|mr|mrs|ms|miss)\.?:?\s?\d{0,3}[A-Za-z]?:?\s+)"
    r"{0,2}(?i:(?-i:\p{Lu})[\p{L}'’-]+,\s?(?-i:\p{Lu})[\p{L}'’.-]*(?:\s(?-i:\p{Lu})[\p{L}'’.-]*)?|"
    r"(?-i:\p{Lu})[\p{Ll}'’-]+(?:\s(?-i:\p{Lu})[\p{L}'’.-]*)?\s"
    r"(?-i:\p{Lu}(?:['’]?\p{Lu}?\p{Ll}[\p{L}'’-]*|[\p{Lu}'’-]{2,})))(?:\s+(?:\"[^\"]*\"|[A-Z]?\d{2,4}[A-Z]?(?:-\d)?))?\s*$"
)
_NO_ROW = Words(
    r"(?i)\b(?:pressure|rate|weight|height|count|temp|temperature|score|total|heart|blood|white|red|pain|room|bed|glucose|sodium|"
    r"potassium|time|min|max|mean|ratio|dose|units?|volume|output|intake|level|days?|hours?|visits?|page|grade|stage|scale|index|"
    r"acid|serum|urine|cell|cells|oxygen|resp|respiratory|pulse|platelets?|creatinine|street|st|road|rd|ave|box|suite|apt|unit|"
    r"highway|route|lane|drive|dr|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|"
    r"mar|apr|jun|jul|aug|sep|oct|nov|dec|number|no|age|usage|events|titer|protein|gap|bun|hgb|index|iop|gat|part|level|cup)\b"
)


@validator
def age_row(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The line up to the number is a person's name and nothing else, but for a bed or room."""
    text = document.text
    line = text[max(0, match.start() - 60) : match.start()]
    line = line[line.rfind("\n") + 1 :]
    if len(line) < 48 and _ROW.begins(line) and not _NO_ROW.search(line):
        yield span_of(rule, match)
