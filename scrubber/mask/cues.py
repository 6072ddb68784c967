"""What the word right before a name tells of it: "Mrs" a woman's surname, "brother" a man's given name."""

from __future__ import annotations

from typing import NamedTuple

from scrubber.mask.names import Role
from scrubber.mask.vocabulary import Vocabulary

REACH = 20
"""Characters before a name that are looked at: the longest word, and the signs behind it."""


class Cue(NamedTuple):
    """What is told of a name before it is read."""

    role: Role | None = None
    """What the name is if it is one word: a surname or a given name."""
    sex: str = ""
    """``f``, ``m`` or empty."""
    spelled: bool = False
    """Whether two or three capitals are a name ("REY") rather than initials."""


NONE = Cue()
_VOWELS = frozenset("AEIOUY")


def spells_a_name(text: str, start: int, end: int, cue: Cue) -> bool:
    """Whether two or three capitals with a vowel are a name: behind a title or kin, or three of them among capitals."""
    name = text[start:end]
    if len(name) < 2 or not name.isalpha() or _VOWELS.isdisjoint(name):
        return False
    around = text[max(0, start - REACH) : start] + text[end : end + REACH]
    shouted = around.isupper() and sum(map(str.isalpha, around)) > REACH // 2
    return cue.role is not None or (shouted and len(name) == 3)


def cue_before(text: str, start: int, words: Vocabulary) -> Cue:
    """The cue of the name that begins at ``start``: a title or a word of kinship on the same line."""
    before = text[max(0, start - REACH) : start].rpartition("\n")[2].rstrip(" (,:").split()
    if not before:
        return NONE
    word = before[-1].casefold()
    title = word.rstrip(".")
    if title in words.titles:
        return Cue(Role.SURNAME, words.titles[title])
    return Cue(Role.GIVEN, words.kin[word]) if word in words.kin else NONE
