"""Validators of the ages of relatives, and of ages at events of a life."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.detect.validate.ages import KIN
from scrubber.detect.validators import Match, Words, last_word, phrase_before, span_of, spans_of, text_before, validator
from scrubber.document import Document
from scrubber.rules import Rule
from scrubber.span import Span

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


_DATE_BEFORE = Words(r"\b(?:born|admitted|adm)\b[^\n]{0,20}$")


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
