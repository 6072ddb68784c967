"""Hostile inputs: repeated and nested near-matches, which must not cost more than a few times ordinary text."""

from __future__ import annotations

HOSTILE = {
    "titles": "Dr. ",
    "digits": "1",
    "numbers": "12 ",
    "dates": "1/2/",
    "dashes": "1-",
    "dots": "1.",
    "commas": ",",
    "brackets": "(",
    "at signs": "a@",
    "capitals": "A",
    "capital words": "Aa ",
    "names": "Smith, John ",
    "labels": "MRN: ",
    "number words": "one ",
    "months": "Jan 1 ",
    "eponyms": "Wilson, Baker, Graves, ",
    "kin": "wifeHalina ",
    "hosts": "a.com.",
    "letters and digits": "a1",
    "line ends": "\n",
    "blanks": " ",
    "accents": "\u0130\u0131\u00df ",
}
"""What is repeated, by name."""


def hostile(name: str, size: int) -> str:
    """``size`` characters of it on one line."""
    unit = HOSTILE[name]
    return (unit * (size // len(unit) + 1))[:size]
