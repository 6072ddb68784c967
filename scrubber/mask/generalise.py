"""Generalising: a wider group in place of the value itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrubber.errors import UsageError
from scrubber.mask.ages import OLDEST, group_of, years_of
from scrubber.mask.dates.parse import parse_date
from scrubber.mask.names import word_set
from scrubber.mask.surrogate.pools import form_of, like

if TYPE_CHECKING:
    from scrubber.mask.subject import Subject

LOW_POPULATION_ZIPS = word_set("036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893")
"""ZIP prefixes with 20,000 inhabitants or fewer, from the HHS guidance on 45 CFR 164.514(b)(2)(i)(B), Census 2000."""


def generalise(
    text: str,
    type_: str,
    subject: Subject,
    *,
    age: str = "decade",
    width: int = 10,
    date: str = "year",
    zip_: int = 3,
) -> str:
    """A wider group: an age its decade, a date its year, a ZIP its first three digits, a town its state or province.

    ``age`` is ``decade`` or ``90+`` (ages under 90 stay), ``width`` the years of a group of ages; ``date`` is ``year``,
    ``quarter`` or ``decade``; ``zip`` is the number of characters kept. ZIP areas of few inhabitants become 000, rural
    Canadian ones their first letter. A type that has no wider group is redacted.

    Risk: a small group can still be one person, above all where several generalised values come together (a decade of
    age, a year, a province, a rare disease).
    """
    if type_ == "AGE":
        return _age(text, age, width)
    if type_ == "DATE":
        return _date(text, date)
    if type_ == "ZIP":
        return _zip(text, zip_)
    if type_ in ("CITY", "HOSPITAL", "LOCATION-OTHER"):
        region = subject.surrogates.geography.region_of(form_of(text))
        return like(text, region.name) if region else f"[{type_}]"
    return f"[{type_}]"


def _age(text: str, how: str, width: int) -> str:
    if how not in ("decade", f"{OLDEST}+"):
        raise UsageError("generalise: age is 'decade' or '90+'")
    if not 2 <= width <= 45 or (width != 10 and how != "decade"):
        raise UsageError("generalise: width is 2 to 45 years, and goes with no other age than 'decade'")
    years = years_of(text)
    return text if how != "decade" and years is not None and years < OLDEST else group_of(text, width)


def _date(text: str, how: str) -> str:
    if how not in ("year", "quarter", "decade"):
        raise UsageError("generalise: date is 'year', 'quarter' or 'decade'")
    parsed = parse_date(text)
    if parsed is None or not parsed.y:
        return "[DATE]"
    if how == "decade":
        return f"{parsed.y // 10 * 10}s"
    if how == "quarter" and parsed.m:
        return f"Q{(parsed.m + 2) // 3} {parsed.y}"
    return str(parsed.y)


def _zip(text: str, kept: int) -> str:
    compact = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"\d{5}(?:\d{4})?", compact):
        start = compact[: min(kept, 3)]
        return "000" if compact[:3] in LOW_POPULATION_ZIPS else start or "000"
    if re.fullmatch(r"[A-Z]\d[A-Z]\d[A-Z]\d", compact):
        return compact[0] if compact[1] == "0" else compact[: min(kept, 3)]
    outward = re.fullmatch(r"([A-Z]{1,2})\d[A-Z\d]?\d[A-Z]{2}", compact)
    return outward[1] if outward else "[ZIP]"
