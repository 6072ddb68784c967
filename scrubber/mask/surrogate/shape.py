"""Replacing text by other text of the same shape: digits for digits, letters for letters, separators kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial

from scrubber.mask.keys import Key
from scrubber.mask.permute import Permutation
from scrubber.text.remembered import remembered

DIGITS = "0123456789"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER = UPPER.lower()
MEMORY = 20_000
"""Texts whose replacement is remembered, for speed alone."""
_LONGEST = 80
"""Characters permuted as one; longer texts part by part, each part's key drawn from the whole."""
_MASKED = re.compile(r"[xX*]{2,}")


@remembered(MEMORY)
def randomise(text: str, key: Key, realm: str) -> str:
    """Another text of the same shape; different texts of one shape never give the same.

    A number has the same surrogate with and without separators, in capitals and in small letters. Leading zeros stay,
    and no number gets new ones.
    """
    alphabets = alphabets_of(text)
    return permuted(text, alphabets, key, realm, _fits(alphabets) if len(text) <= _LONGEST else None)


def revealed(text: str, key: Key, realm: str) -> str | None:
    """What :func:`randomise` made this text of; None where that cannot be told (accents, more than 80 characters)."""
    if len(text) > _LONGEST:
        return None
    alphabets = alphabets_of(text)
    original = permuted(text, alphabets, key, realm, _fits(alphabets), back=True)
    return original if randomise(original, key, realm) == text else None


def _fits(alphabets: list[str]) -> Callable[[str], bool] | None:
    """What a text of letters must not become: one that seems to be partly masked, and could not be turned back."""
    if not any(alphabet in (UPPER, LOWER) for alphabet in alphabets):
        return None
    return lambda made: alphabets_of(made) == alphabets


def alphabets_of(text: str) -> list[str]:
    """For every character what it may become; empty for one that stays."""
    alphabets = [_alphabet(c) for c in text]
    for masked in _MASKED.finditer(text):  # "xxx-xx-4471" is partly masked already
        alphabets[masked.start() : masked.end()] = [""] * len(masked[0])
    free = [at for at, alphabet in enumerate(alphabets) if alphabet]
    for at in free[:-1]:  # zeros in front stay, and no number gets new ones; the last digit may be any
        if not text[at].isdigit():
            break
        alphabets[at] = "" if text[at] == "0" else DIGITS[1:]
        if alphabets[at]:
            break
    if not any(alphabets):
        alphabets = [_alphabet(c) for c in text]
    return alphabets


def _alphabet(c: str) -> str:
    if c.isdigit():
        return DIGITS
    if not c.isalpha() or c in "ºª":  # the signs of ordinals are letters to Unicode alone
        return ""
    return LOWER if c.islower() else UPPER


def permuted(
    text: str,
    alphabets: Sequence[str],
    key: Key,
    realm: str,
    fits: Callable[[str], bool] | None = None,
    *,
    back: bool = False,
) -> str:
    """``text`` with every character replaced out of its alphabet, as one keyed permutation of all such texts, or back.

    A character that its alphabet lacks (an accented letter) counts as its base letter; what it was enters the key.
    What is longer than any identifier is permuted part by part.
    """
    if len(text) > _LONGEST and fits is None:
        tweak = realm + key.digest("long", realm, text).hex()
        starts = range(0, len(text), _LONGEST)
        parts = [(text[at : at + _LONGEST], alphabets[at : at + _LONGEST]) for at in starts]
        return "".join(permuted(*part, key, f"{tweak} {n}") for n, part in enumerate(parts))
    index, size = 0, 1
    for c, alphabet in zip(text, alphabets, strict=True):
        if alphabet:
            index, size = index * len(alphabet) + _in_alphabet(c, alphabet), size * len(alphabet)
    exact = all(not a or c in a for c, a in zip(text, alphabets, strict=True))
    counts = ((c, a) for c, a in zip(text, alphabets, strict=True) if a or c.isalnum())  # separators and case do not
    shape = "".join(a[0] + a[-1] if a else c for c, a in counts).lower()
    permutation = Permutation(key.digest("shape", realm, shape, "" if exact else text), size)
    spell = partial(_spelled, text, alphabets)
    return spell(permutation(index, None if fits is None else lambda n: fits(spell(n)), back=back))


def _spelled(text: str, alphabets: Sequence[str], number: int) -> str:
    """The text of this number among all that the alphabets allow."""
    letters: list[str] = []
    for c, alphabet in zip(reversed(text), reversed(alphabets), strict=True):
        if alphabet:
            number, digit = divmod(number, len(alphabet))
            c = alphabet[digit]
        letters.append(c)
    return "".join(reversed(letters))


def _in_alphabet(c: str, alphabet: str) -> int:
    at = alphabet.find(c)
    if at < 0:
        bare = unicodedata.normalize("NFKD", c)[0]
        at = alphabet.find(bare) if bare in alphabet else ord(c) % len(alphabet)
    return at
