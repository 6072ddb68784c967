"""Spanish numbers in words, as ages have them: "siete", "sesenta y tres"."""

from __future__ import annotations

import re


def word_list(text: str) -> list[str]:
    """The words of a text, in order."""
    return text.split()


_UNITS = word_list(
    """
    cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
    dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
    veintiocho veintinueve
    """
)
_TENS = word_list("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_PLAIN = str.maketrans("áéíóú", "aeiou")
_VALUES = {
    **{word.translate(_PLAIN): value for value, word in enumerate(_UNITS)},
    **{word: 30 + 10 * n for n, word in enumerate(_TENS)},
    "uno": 1,
    "una": 1,
    "veintiuno": 21,
    "veintiuna": 21,
    "cien": 100,
    "ciento": 100,
}
_WORD = re.compile(r"[^\W\d_]+")


def number_in_words(text: str) -> tuple[int, int, int] | None:
    """The first number that Spanish words give: (value, start, end); None where there is none."""
    words = [(m.start(), m.end(), _VALUES.get(m[0].lower().translate(_PLAIN))) for m in _WORD.finditer(text)]
    for n, (start, end, value) in enumerate(words):
        if value is None:
            continue
        if value >= 30 and n + 2 < len(words) and text[words[n + 1][0] : words[n + 1][1]].lower() == "y":
            unit = words[n + 2][2]
            if unit is not None and 0 < unit < 10 and value < 100:
                return value + unit, start, words[n + 2][1]
        return value, start, end
    return None
