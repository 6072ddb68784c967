"""Taking a person's name apart: which word is given, which is the surname, which are only initials.

Works on the shape of the name alone, so that it needs no lexicon: "Osei, Amara J", "OSEI^AMARA", "A. Osei",
"Amara de la Cruz". What one word alone stands for is left open (:attr:`Role.LONE`).
"""

from __future__ import annotations

import unicodedata
from enum import Enum
from typing import NamedTuple

from scrubber.lazy_pattern import lazy_re
from scrubber.text.remembered import remembered

MEMORY = 16_384
"""Names that are remembered taken apart, for speed alone; some 10 MB."""


class Role(Enum):
    """What a word does in a name."""

    GIVEN = "given"
    MIDDLE = "middle"
    SURNAME = "surname"
    LONE = "lone"
    """The only word: a given name or a surname."""
    PARTICLE = "particle"
    """"van", "de la": kept as it is, and part of the surname."""
    SUFFIX = "suffix"
    """"Jr", "III"."""
    GENERIC = "generic"
    """"Baby Boy", "Twin": names nobody."""


class Word(NamedTuple):
    """A word of a name; offsets count from the name's start."""

    start: int
    end: int
    text: str
    key: str
    """Case and accents folded: what identifies the word."""
    role: Role

    @property
    def initial(self) -> bool:
        """Whether the word is one letter, standing for a name."""
        return len(self.key) == 1


class NameKeys(NamedTuple):
    """A name as folded words by what they do; empty where the name tells nothing."""

    given: str = ""
    middle: str = ""
    surname: str = ""
    """With its particles: "de la cruz"."""
    lone: str = ""
    initials: str = ""
    """The letters, when the name is nothing but initials ("J.P.", "EC", "jc")."""
    words: tuple[str, ...] = ()
    """Every word that may name the person later, the surname with and without its particles."""


class ParsedName(NamedTuple):
    """A name's words in the order of the text."""

    words: tuple[Word, ...]
    initials: str = ""

    def first(self, role: Role) -> str:
        """The key of the first word with this role, or an empty string."""
        return next((w.key for w in self.words if w.role is role), "")

    @property
    def surname(self) -> str:
        """Surname with its particles, folded; empty when there is none for sure."""
        if Role.SURNAME not in [w.role for w in self.words]:
            return ""
        return " ".join([w.key for w in self.words if w.role in (Role.PARTICLE, Role.SURNAME)])

    def keys(self) -> NameKeys:
        """What identifies the person."""
        surname = self.surname
        words = [w.key for w in self.words if not w.initial and w.role in _NAMING]
        if surname and surname not in words:
            words.append(surname)
        first = self.first
        return NameKeys(first(Role.GIVEN), first(Role.MIDDLE), surname, first(Role.LONE), self.initials, tuple(words))


_NAMING = frozenset({Role.GIVEN, Role.MIDDLE, Role.SURNAME, Role.LONE})


def word_set(text: str) -> frozenset[str]:
    """The words of ``text``: how this package writes its small vocabularies."""
    return frozenset(text.split())


_WORD = lazy_re(r"[^\W\d_]+(?:['’`-][^\W\d_]+)*")
_PARTICLES = word_set(
    "van von der den de del della di da do dos das du la le les el al bin ibn bint ben ter ten zu zum st mac los las"
)
_ALSO_NAMES = word_set("ben al mac do le")
"""Particles that are names as well: "Ben Carter", "Do, Minh"."""
_SUFFIXES = word_set("jr sr ii iii iv junior senior esq")
_GENERIC = word_set("baby babyboy babygirl boy girl bb bg twin triplet infant newborn male female")


@remembered(MEMORY)
def name_keys(text: str) -> NameKeys:
    """What identifies the person that a name names."""
    keys = parse_name(text).keys()
    return keys if keys.words or keys.initials else NameKeys(words=(" ".join(text.casefold().split()),))


def without_accents(text: str) -> str:
    """The base letters of a text."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def folded(text: str) -> str:
    """A text without case, accents and the style of its apostrophes."""
    return without_accents(text.casefold()).replace("’", "'").replace("`", "'")


fold_word = remembered(MEMORY)(folded)
"""The same for words of names, which come again."""


@remembered(MEMORY)
def parse_name(text: str) -> ParsedName:
    """The words of a name and what each does."""
    found = [(m.start(), m.end(), m[0], fold_word(m[0])) for m in _WORD.finditer(text)]
    if not found:
        return ParsedName(())
    initials = _only_initials(text, [key for *_, key in found], found[0][2])
    roles = _roles(text, [(start, key) for start, _, _, key in found])
    words = tuple([Word(*where, role) for where, role in zip(found, roles, strict=True)])
    return ParsedName(words, initials)


def _only_initials(text: str, keys: list[str], first: str) -> str:
    """The letters of "J.P.", "J P", "EC" or "jc"; empty for anything that may be a word."""
    if {*map(len, keys)} == {1}:
        return "".join(keys)
    if len(keys) > 1 or len(keys[0]) > 3 or len(text) > 4:
        return ""
    return keys[0] if first.isupper() or not set(keys[0]) & set("aeiouy") else ""


def _roles(text: str, words: list[tuple[int, str]]) -> list[Role]:
    keys = [key for _, key in words]
    fixed = [
        None if role is Role.PARTICLE and _is_name(text, words, number) else role
        for number, role in enumerate([_fixed_role(key, number, keys) for number, key in enumerate(keys)])
    ]
    for number, (start, key) in enumerate(words[1:-1], 1):
        if key in "yie" and text[start].islower() and text[start + 1 : start + 2] == " " and text[0].isupper():
            fixed[number] = Role.PARTICLE  # "Ortega y Gasset", "Puig i Cadafalch"
    comma = _last_first(text, words, fixed)
    if comma:
        named = [Role.SURNAME] * comma + [Role.GIVEN] + [Role.MIDDLE] * (len(keys) - comma - 1)
    else:
        named = _running(keys, fixed)
    return [fix or role for fix, role in zip(fixed, named, strict=True)]


def _fixed_role(key: str, number: int, keys: list[str]) -> Role | None:
    """The role that a word has whatever its place."""
    if key in _GENERIC and len(keys) > 1:
        return Role.GENERIC
    if key in _SUFFIXES and number:
        return Role.SUFFIX
    if key in _PARTICLES and number < len(keys) - 1:
        return Role.PARTICLE
    return None


def _is_name(text: str, words: list[tuple[int, str]], number: int) -> bool:
    """Whether what could be a particle is a name here: it ends a part, or is written as one."""
    start, key = words[number]
    behind = text[start + len(key) : words[number + 1][0]]
    if "," in behind or "^" in behind:  # "Do, Minh": nothing that it could belong to
        return True
    return key in _ALSO_NAMES and text[start].isupper() and (number == 0 or not text.isupper())


def _last_first(text: str, words: list[tuple[int, str]], fixed: list[Role | None]) -> int:
    """How many words stand before the sign of a last-first name; 0 when it runs in the usual order."""
    sign = min((at for at in (text.find(","), text.find("^")) if at > 0), default=0)
    if not sign:
        return 0
    before = sum([start < sign for start, _ in words])
    after = [role for role in fixed[before:] if role is not Role.SUFFIX]
    return before if after else 0


def _running(keys: list[str], fixed: list[Role | None]) -> list[Role]:
    """Roles of a name in running order: given, middle…, surname."""
    free = [n for n, role in enumerate(fixed) if role is None]
    roles = [Role.MIDDLE] * len(keys)
    if not free:
        return roles
    lead = Role.PARTICLE in fixed[: free[0]]  # "van Zyl", "de la Cruz": a surname alone
    if len(free) == 1:
        roles[free[0]] = Role.SURNAME if lead else Role.LONE
        return roles
    if len(free) == 2 and len(keys[free[1]]) == 1 and len(keys[free[0]]) > 1:
        # "BUI J" and "Nora H": nobody knows which of the two the word is
        roles[free[0]] = Role.LONE
        roles[free[1]] = Role.MIDDLE
        return roles
    roles[free[0]] = Role.GIVEN
    roles[free[-1]] = Role.SURNAME
    return roles
