"""Surrogates of identifiers: the same shape, with a right check digit where the original had one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from stdnum import bic, iban, imsi, luhn
from stdnum.cl import rut
from stdnum.es import cif, dni, nie
from stdnum.fr import nir
from stdnum.gb import nhs

from scrubber.mask.keys import Key
from scrubber.mask.surrogate.geography import Geography
from scrubber.mask.surrogate.pools import like
from scrubber.mask.surrogate.shape import DIGITS, UPPER, alphabets_of, permuted, randomise

VIN_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"
_VIN_VALUES = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)
)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vin_is_valid(number: str) -> bool:
    """Whether a vehicle identification number has the right check digit (49 CFR 565.15)."""
    if len(number) != 17 or any(c not in VIN_LETTERS for c in number):
        return False
    total = sum(w * int(_VIN_VALUES.get(c, c)) for w, c in zip(_VIN_WEIGHTS, number, strict=True))
    return number[8] == "0123456789X"[total % 11]


def dea_is_valid(number: str) -> bool:
    """Whether a DEA registration number has the right check digit."""
    if re.fullmatch(r"[A-Z]{2}\d{7}", number) is None:
        return False
    d = [int(c) for c in number[2:]]
    return (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]


def npi_is_valid(number: str) -> bool:
    """Whether a US National Provider Identifier has the right check digit."""
    return len(number) == 10 and number[0] in "12" and luhn.is_valid("80840" + number)


def nuss_is_valid(number: str) -> bool:
    """Whether twelve digits check as a Spanish social security number: the last two check the others (by 97)."""
    if len(number) != 12 or not number.isdecimal() or not 1 <= int(number[:2]) <= 66:
        return False
    serial = int(number[2:10])
    whole = serial + int(number[:2]) * 10_000_000 if serial < 10_000_000 else int(number[:10])
    return whole % 97 == int(number[10:])


def _ohip_is_valid(number: str) -> bool:
    return re.fullmatch(r"[1-9]\d{9}[A-Z]{0,2}", number) is not None and luhn.is_valid(number[:10])


def ramq_is_valid(number: str) -> bool:
    """Whether a number of Quebec's health insurance holds a birth date; a woman's month counts from 51."""
    return re.fullmatch(r"[A-Z]{4}\d\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d\d", number) is not None


def _luhn_is_valid(number: str) -> bool:
    return len(number) >= 8 and number.isdigit() and luhn.is_valid(number)


def _card_is_valid(number: str) -> bool:
    return 13 <= len(number) <= 19 and number[0] in "3456" and _luhn_is_valid(number)


def _imsi_is_valid(number: str) -> bool:
    return len(number) == 15 and number.isdecimal() and imsi.is_valid(number)


@dataclass(frozen=True)
class Scheme:
    """A kind of number with a check of its own."""

    valid: Callable[[str], bool]
    """Takes letters and digits only, in upper case."""
    checks: tuple[int, ...] = (-1,)
    """Where the check characters stand; negative from the end of the digits."""
    alphabet: str = DIGITS
    """What the check characters may be."""
    fixed: tuple[int, ...] = ()
    """Characters that say what kind of number it is, and stay."""


SCHEMES: dict[str, tuple[Scheme, ...]] = {
    "HEALTHPLAN": (
        Scheme(lambda n: len(n) == 10 and nhs.is_valid(n) and not luhn.is_valid(n)),
        Scheme(_ohip_is_valid, checks=(9,)),
        Scheme(ramq_is_valid, checks=(), fixed=(6,)),  # the tens of the month, which tell the sex, stay
        Scheme(lambda n: len(n) == 15 and nir.is_valid(n), checks=(13, 14), fixed=(0,)),
    ),
    "LICENSE": (Scheme(npi_is_valid, fixed=(0,)), Scheme(dea_is_valid)),
    "VEHICLE": (Scheme(vin_is_valid, checks=(8,), alphabet=DIGITS + "X"),),
    "DEVICE": (
        Scheme(lambda n: len(n) == 15 and _luhn_is_valid(n), fixed=tuple(range(8))),  # IMEI: make and model stay
        Scheme(_imsi_is_valid, checks=(), fixed=tuple(range(5))),  # IMSI: country and operator stay
    ),
    "ACCOUNT": (
        Scheme(bic.is_valid, checks=(), fixed=(4, 5)),  # SWIFT: the country stays
        Scheme(_card_is_valid, fixed=tuple(range(6))),  # the issuer stays
        Scheme(lambda n: len(n) > 14 and iban.is_valid(n, check_country=False), checks=(2, 3), fixed=(0, 1)),
    ),
    "NATIONALID": (
        Scheme(lambda n: len(n) == 9 and n[0].isdigit() and dni.is_valid(n), checks=(8,), alphabet=UPPER),
        Scheme(lambda n: len(n) == 9 and nie.is_valid(n), checks=(8,), alphabet=UPPER, fixed=(0,)),
        Scheme(lambda n: len(n) == 9 and cif.is_valid(n), checks=(8,), alphabet=DIGITS + UPPER, fixed=(0,)),
        Scheme(lambda n: len(n) in (8, 9) and rut.is_valid(n), alphabet=DIGITS + "K"),
    ),
    "SSN": (
        Scheme(nuss_is_valid, checks=(-2, -1), fixed=(0, 1)),
        Scheme(lambda n: len(n) == 9 and dni.is_valid(n), checks=(8,), alphabet=UPPER),
        Scheme(lambda n: len(n) == 9 and nie.is_valid(n), checks=(8,), alphabet=UPPER, fixed=(0,)),
    ),
}
_ANY = Scheme(_luhn_is_valid)
_LONGEST = 64
"""Characters of the longest number that has check characters; a cipher over all of a longer one takes very long."""
_TAIL = re.compile(r"(?<=\d\d)\d\d$")
_US_SSN = re.compile(r"\d{3}([- ]?)\d{2}\1\d{4}")
_POSTAL_LETTERS = "ABCEGHJKLMNPRSTVWXYZ"


def identifier(text: str, type_: str, key: Key, realm: str, places: Geography, *, partial: bool = False) -> str:
    """The surrogate of an identifier.

    Args:
        partial: as the MASK system does, replace only the last four characters of a health plan number and the last
            three of a postal code. What stays narrows down whose number it is.
    """
    if type_ == "ZIP" and not partial:
        start, new = places.postal_start(text, key, realm)
        if start:
            return like(text, new + _postal_rest(text[len(start) :], key, f"ZIP {realm} {start}"))
    realm = f"{type_} {realm}"
    if type_ == "SSN" and _US_SSN.fullmatch(text) and not luhn.is_valid(_compact(text)):
        return _social_security(text, key, realm)
    if type_ == "IDNUM" and (tail := _TAIL.search(text)):
        return _in_a_row(text, tail.start(), key, realm)
    scheme = _scheme(text, type_)
    keep = {"HEALTHPLAN": 4, "ZIP": 3}.get(type_, 0) if partial else 0
    if scheme is None and not keep:
        return randomise(text, key, realm)
    return _checked(text, scheme, key, realm, keep)


def _in_a_row(text: str, at: int, key: Key, realm: str) -> str:
    """A number of which the last two digits, from ``at`` on, move by the same for all that begin as it does: those of
    specimens that were taken together stay near each other."""
    step = 1 + key.number("row", realm, _compact(text[:at])) % 99
    return f"{randomise(text[:at], key, realm)}{(int(text[at:]) + step) % 100:02d}"


def _compact(text: str) -> str:
    return "".join(c for c in text.upper() if c.isalnum())


def _scheme(text: str, type_: str) -> Scheme | None:
    compact = _compact(text)
    if not compact.isascii() or len(compact) > _LONGEST:
        return None
    return next((s for s in (*SCHEMES.get(type_, ()), _ANY) if s.valid(compact)), None)


def _checked(text: str, scheme: Scheme | None, key: Key, realm: str, keep: int) -> str:
    """A permutation over all characters but the check ones, which are then set right."""
    places = [at for at, c in enumerate(text) if c.isalnum()]
    alphabets = alphabets_of(text)
    for n in scheme.fixed if scheme else ():
        alphabets[places[n]] = ""
    if scheme and scheme.valid is vin_is_valid:
        for at in places:
            alphabets[at] = VIN_LETTERS[:-10] if text[at].isalpha() else DIGITS
    checks = [places[n] for n in scheme.checks] if scheme else []
    if keep:
        free = [at for at in places if at not in checks][-keep:]
        alphabets = [alphabet if at in free else "" for at, alphabet in enumerate(alphabets)]
    for at in checks:
        alphabets[at] = ""
    if scheme is None:
        return permuted(text, alphabets, key, realm)
    made = permuted(text, alphabets, key, realm, lambda t: bool(_with_check(t, checks, scheme)))
    return _with_check(made, checks, scheme) or randomise(text, key, realm)


def _with_check(text: str, checks: Sequence[int], scheme: Scheme) -> str:
    """``text`` with the characters that make it valid; empty when there are none."""
    letters = list(text)
    for found in product(scheme.alphabet, repeat=len(checks)):
        for at, c in zip(checks, found, strict=True):
            letters[at] = c if text[at].isupper() or not c.isalpha() else c.lower() if text[at].islower() else c
        if scheme.valid(_compact("".join(letters))):
            return "".join(letters)
    return ""


def _social_security(text: str, key: Key, realm: str) -> str:
    """A number of the areas 900 to 999, which the Social Security Administration never gives out."""
    alphabets = [DIGITS if c.isdigit() else "" for c in text]
    alphabets[0] = ""
    made = permuted(text, alphabets, key, f"{realm} {text[0]}")
    return "9" + made[1:]


def _postal_rest(text: str, key: Key, realm: str) -> str:
    """What follows the beginning of a ZIP or postal code; the first five digits of a ZIP depend on no others."""
    text, more = (text[:2], text[2:]) if text.isdecimal() or "-" in text else (text.upper(), "")
    alphabets = [DIGITS if c.isdigit() else _POSTAL_LETTERS if c.isalpha() else "" for c in text]
    return permuted(text, alphabets, key, realm) + randomise(more, key, f"{realm}{text}")
