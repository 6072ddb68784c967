"""Surrogates of contacts, out of the ranges that are reserved for examples: nobody is ever called, written or met."""

from __future__ import annotations

import re

from scrubber.mask.keys import Key
from scrubber.mask.people import People
from scrubber.mask.surrogate.geography import Geography
from scrubber.mask.surrogate.names import NameSurrogates
from scrubber.mask.surrogate.pools import like
from scrubber.mask.surrogate.shape import alphabets_of, permuted, randomise

_FREE_CODES = frozenset(("800", "833", "844", "855", "866", "877", "888"))
_EXTENSION = re.compile(r"(?i)[\s,;]*(?:x|ext\.?|extension|poste|#)[\s.]*\d+\s*$")
_MOST_DIGITS = 20
"""Of a telephone number: 15, what is dialled abroad before it, and room for a slip."""
_TAILS = ("example.com", "example.org", "example.net")
_LETTERS = re.compile(r"[^\W\d_]+")


def phone(text: str, key: Key, realm: str, places: Geography) -> str:
    """A number of the exchange 555-01xx and of the same region, in the format of ``text``.

    Nine digits of Spain keep the first, which tells a mobile from a landline. Numbers of other countries keep their
    country code and end in 55501xx, those of the United Kingdom become the 01632 960xxx of Ofcom. Up to six digits
    (an extension, a pager), or more than any number has, stand for no public number: they are only permuted.
    """
    extension = _EXTENSION.search(text)
    at = extension.start() if extension else len(text)
    main, tail = text[:at], _digits_only(text[at:], key, realm)
    digits = "".join(c for c in main if c.isdigit())
    area = places.area_code(digits, key, realm)
    if area and area != digits:  # one that a bracket parts from its number
        return main.replace(digits, area) + tail
    if not 7 <= len(digits) <= _MOST_DIGITS:
        return _digits_only(main, key, realm) + tail
    international = main.lstrip(" (").startswith(("+", "00"))
    number = key.number("phone", realm, digits)
    area = places.area_code(digits[-10:-7], key, realm)
    new = _new_number(digits, international, number, area)
    if new == digits:
        new = _new_number(digits, international, number + 1 + (number >> 64) % 99, area)
    rest = iter(new)
    return "".join(next(rest) if c.isdigit() else c for c in main) + tail


def _digits_only(text: str, key: Key, realm: str) -> str:
    """Digits permuted, letters ("ext", "pager") kept."""
    alphabets = [a if c.isdigit() else "" for c, a in zip(text, alphabets_of(text), strict=True)]
    return permuted(text, alphabets, key, f"phone {realm}")


def _new_number(digits: str, international: bool, number: int, area: str) -> str:
    """As many digits as ``digits`` has, ending in a line number that is reserved for fiction.

    ``area``: the area code in North America, empty where the number has none that is known there.
    """
    line = f"{number % 100:02d}"
    if re.fullmatch(r"0\d{10}|44\d{10}", digits):
        return (digits[:2] if digits.startswith("44") else "0") + f"1632960{number % 1000:03d}"
    if len(digits) == 7:
        return "55501" + line
    if re.fullmatch(r"1?[2-9]\d{9}", digits):
        code = digits[-10:-7]
        if not area and code not in _FREE_CODES:
            area = f"{2 + (number >> 16) % 8}{(number >> 24) % 100:02d}"
        return digits[:-10] + (area or code) + "55501" + line
    kept = min(3, len(digits) - 7) if international else int(len(digits) == 9 and digits[0] in "6789")
    kept = kept or min(2 * (digits[0] == "0"), len(digits) - 7)  # what is dialled before an area, and its first digit
    middle = f"{(number >> 16) % 10**40:040d}"[: len(digits) - 7 - kept]
    return digits[:kept] + middle + "55501" + line


def email(text: str, people: People, key: Key, realm: str, names: NameSurrogates) -> str:
    """An address under example.com, .org or .net; the local part agrees with the note's names."""
    local, _, host = text.rpartition("@")
    return f"{names.handle(local, people, key, realm)}@{_host(host, key, realm, names)}"


def _host(host: str, key: Key, realm: str, names: NameSurrogates) -> str:
    """A host name below a reserved one, of its own for every original."""
    number = key.number("host", realm, host.lower())
    label = "".join(_LETTERS.findall(names.swap(f"host {number}", True, key, realm))).lower()
    made = f"{label}.{_TAILS[number % 3]}"
    return like(host, made) if host.isupper() else made


_URL = re.compile(
    r"(?i)(?:\b[a-z][a-z0-9+.-]*://)?(?:www\d?\.)?(?P<host>\w[^/:?#\s]*)(?P<port>:\d+)?(?P<path>.*)", re.DOTALL
)


def url(text: str, key: Key, realm: str, names: NameSurrogates) -> str:
    """An address under example.com, .org or .net; path and query keep their shape."""
    found = _URL.search(text)
    if found is None:
        return randomise(text, key, realm)
    path = found["path"]
    path = randomise(path, key, f"path {realm}") if any(c.isalnum() for c in path) else path
    return f"{text[: found.start('host')]}{_host(found['host'], key, realm, names)}{found['port'] or ''}{path}"


_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_MAC = re.compile(r"(?i)[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}")
_NETS = ("192.0.2", "198.51.100", "203.0.113")


def ip_address(text: str, key: Key, realm: str) -> str:
    """An address of the documentation ranges: RFC 5737, RFC 3849, RFC 7042 for MAC addresses."""
    for salt in ("", "again", "once more"):
        number = key.number("ip", realm, text.lower(), salt)
        if _IPV4.fullmatch(text):
            made = f"{_NETS[number % 3]}.{1 + (number >> 8) % 254}"
        elif _MAC.fullmatch(text):
            sign = text[2]
            made = like(text, sign.join(("00", "00", "5e", "00", "53", f"{number % 256:02x}")))
        elif ":" in text:
            made = f"2001:db8:{number % 65536:x}::{(number >> 16) % 65536:x}"
        else:
            return randomise(text, key, realm)
        if made != text:
            return made
    raise AssertionError("three different numbers gave one address")
