"""One patient's identifiers prepared for the search: parts of names, dates as a pattern, the rest by its pieces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from scrubber.lazy_pattern import lazy_re
from scrubber.text.document import Document
from scrubber.text.span import Span
from scrubber.text.tokens import Tokens

SOURCE = "known"
WEIGHT = 100
NAMES = ("PATIENT", "DOCTOR")
TITLES = frozenset({
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "jr", "sr", "ii", "iii", "iv", "md", "rn",
    "dra", "sra", "srta", "mme", "mlle",
})  # fmt: skip
_PARTICLES = frozenset({
    "al", "ben", "bin", "bint", "da", "das", "de", "del", "den", "der", "di", "do", "dos", "du",
    "el", "ibn", "la", "las", "le", "los", "san", "st", "ste", "ten", "ter", "van", "von",
})  # fmt: skip
_WORD = lazy_re(r"[^\W\d_]+")
_PIECES = lazy_re(r"[^\W\d_]+|\d+")
_SEPARATOR = lazy_re(r"[\s\-–./,()#_:]{0,4}")
_STREET_WORDS = {
    "street": "st", "avenue": "ave", "road": "rd", "drive": "dr", "boulevard": "blvd", "lane": "ln", "court": "ct",
    "crescent": "cres", "place": "pl", "highway": "hwy", "parkway": "pkwy", "square": "sq", "terrace": "terr",
    "apartment": "apt", "suite": "ste", "north": "n", "south": "s", "east": "e", "west": "w",
}  # fmt: skip


def plain(low: str) -> str:
    """A lower-case word without its accents."""
    if low.isascii():
        return low
    return "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c)).replace("ß", "ss")


class Table:
    """What one patient's identifiers look like."""

    def __init__(self, known: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
        self.names: dict[str, dict[str, bool]] = {}
        """Parts of names by type; whether the part is only a particle ("van")."""
        self.letters: set[str] = set()
        """With what parts of names begin."""
        self.initials: dict[str, str] = {}
        self._codes: dict[str, list[tuple[str, str]]] = {}
        """What begins with a piece, as (letters and digits without separators, type); longest first."""
        from scrubber.known.dates import date_pattern

        dates = []
        for type_, values in known:
            for value in values:
                if type_ in NAMES:
                    self._add_name(type_, value)
                elif type_ == "DATE" and (pattern := date_pattern(value)) is not None:
                    dates.append(pattern)
                else:
                    for variant in _variants(type_, value):
                        self._add_code(type_, variant)
        for found in self._codes.values():
            found.sort(key=lambda code: (-len(code[0]), code))
        self.dates = re.compile("|".join(dates), re.IGNORECASE) if dates else None

    def _add_name(self, type_: str, value: str) -> None:
        words = [word for word in _WORD.findall(plain(value.lower())) if word not in TITLES]
        self.letters.update(word[0] for word in words)
        parts = self.names.setdefault(type_, {})
        parts.update({word: word in _PARTICLES for word in words if len(word) > 1})
        for chunk in plain(value.lower()).replace(",", " ").split():
            joined = "".join(_WORD.findall(chunk))
            if len(joined) > 1 and joined not in TITLES:
                parts.setdefault(joined, joined in _PARTICLES)
        given = words[1:] + words[:1] if "," in value else words
        if 2 <= len(words) <= 4:
            self.initials.setdefault("".join(word[0] for word in given), type_)
            self.initials.setdefault(given[0][0] + given[-1][0], type_)

    def _add_code(self, type_: str, value: str) -> None:
        pieces = _PIECES.findall(plain(value.lower()))
        code = "".join(pieces)
        if len(code) < 2:
            return
        first = re.match(r"\d+|\D+", code)
        assert first is not None
        for size in range(1, len(first[0]) + 1):
            found = self._codes.setdefault(code[:size], [])
            if (code, type_) not in found:
                found.append((code, type_))

    def codes_in(self, document: Document, keys: Sequence[str]) -> Iterator[Span]:
        """The stretches whose letters and digits are those of an identifier."""
        tokens, text = document.tokens, document.text
        done = -1
        for i, key in enumerate(keys):
            if key in self._codes and i > done:
                for code, type_ in self._codes[key]:
                    last = _spelled(tokens, keys, text, i, code)
                    if last is not None:
                        start = tokens.starts[i]
                        if text[start - 1 : start] == "(" and ")" in text[start : tokens.end(last)]:
                            start -= 1
                        yield Span(start, tokens.end(last), type_, SOURCE, WEIGHT)
                        done = last
                        break


def _variants(type_: str, value: str) -> Iterable[str]:
    """The value, and an address with its words shortened or spelled out, and without its kind of street."""
    yield value
    if type_ != "STREET":
        digits = re.sub(r"\D", "", value)
        if type_ in ("PHONE", "FAX") and len(digits) == 11 and digits[0] == "1":
            yield digits[1:]
        return
    pieces = _PIECES.findall(plain(value.lower()))
    full = {short: long for long, short in _STREET_WORDS.items()}
    yield " ".join(_STREET_WORDS.get(piece, piece) for piece in pieces)
    yield " ".join(full.get(piece, piece) if at else piece for at, piece in enumerate(pieces))
    bare = [piece for piece in pieces if piece not in _STREET_WORDS and piece not in full]
    if len(bare) > 1 and sum(map(len, bare)) > 4:
        yield " ".join(bare)


def _spelled(tokens: Tokens, keys: Sequence[str], text: str, index: int, code: str) -> int | None:
    """The last token of the run from ``index`` that spells the code, if it stands between word boundaries."""
    start = tokens.starts[index]
    if start and text[start - 1].isalnum():
        return None
    at, last, rest = index, index, code
    while rest:
        while at < len(keys) and not keys[at].isalnum():
            at += 1
        if at == len(keys) or not rest.startswith(keys[at]):
            return None
        if at > index and _SEPARATOR.fullmatch(text, tokens.end(last), tokens.starts[at]) is None:
            return None
        rest = rest[len(keys[at]) :]
        last = at
        at += 1
    end = tokens.end(last)
    return None if end < len(text) and text[end].isalnum() else last
