"""Values as their representation allows them: what does not fit is shortened, or emptied."""

from __future__ import annotations

import re
import unicodedata

_LENGTHS = {"AE": 16, "CS": 16, "LO": 64, "LT": 10240, "PN": 64, "SH": 16, "ST": 1024}
_FORMS = {
    "DA": re.compile(r"\d{8}"),
    "DT": re.compile(r"\d{4,14}(?:\.\d{1,6})?(?:[+-]\d{4})?"),
    "AS": re.compile(r"\d{3}[DWMY]"),
    "IS": re.compile(r"[+-]?\d{1,12}"),
    "DS": re.compile(r"[+-]?[\d.eE+-]{1,16}"),
    "CS": re.compile(r"[A-Z0-9_ ]{0,16}"),
}
_LONG = frozenset({"LT", "ST", "UT"})
"""Of these a backslash is text, and separates no values."""


_NUMBER = re.compile(r"(?i)[\d\s.:/+-]*(?:e[+-]?\d+|[dwmy]|nan|inf)?[\s\0]*")
_NUMERIC = frozenset({"AS", "DA", "DS", "DT", "IS", "TM"})


def may_be(vr: str, value: str) -> bool:
    """Whether what stands in a number, an age or a time is one, if only by its characters: a name is not."""
    return vr not in _NUMERIC or _NUMBER.fullmatch(value) is not None


def fitted(vr: str, text: str, ascii_only: bool) -> str:
    """A replacement that a value of this representation may hold; empty if it cannot."""
    if ascii_only and not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if c.isascii())
    if vr not in _LONG:
        text = text.replace("\\", "/")
    form = _FORMS.get(vr)
    if form is not None and not form.fullmatch(text):
        return ""
    return text[: _LENGTHS.get(vr, len(text))]
