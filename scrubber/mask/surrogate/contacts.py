"""Surrogates of contacts, out of the ranges that are reserved for examples: nobody is ever called, written or met."""

from __future__ import annotations

import re

from scrubber.mask.book import Book
from scrubber.mask.keys import Key
from scrubber.mask.names import word_set
from scrubber.mask.permute import Permutation
from scrubber.mask.surrogate.names import NameSurrogates
from scrubber.mask.surrogate.pools import like
from scrubber.mask.surrogate.shape import alphabets_of, permuted, randomise

_AREA_CODES = sorted(
    word_set(
        "201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 226 228 229 231 234 239 240 248 "
        "250 251 252 253 254 256 260 262 267 269 270 276 281 289 301 302 303 304 305 306 307 308 309 310 312 313 314 "
        "315 316 317 318 319 320 321 323 325 330 334 336 337 339 343 347 351 352 360 361 365 386 401 402 403 404 405 "
        "406 407 408 409 410 412 413 414 415 416 417 418 419 423 424 425 430 431 432 434 435 437 440 443 450 469 470 "
        "475 478 479 480 484 501 502 503 504 505 506 507 508 509 510 512 513 514 515 516 517 518 519 520 530 540 541 "
        "551 559 561 562 563 567 570 571 573 574 575 580 585 586 587 601 602 603 604 605 606 607 608 609 610 612 613 "
        "614 615 616 617 618 619 620 623 626 630 631 636 639 641 646 647 650 651 660 661 662 678 682 701 702 703 704 "
        "705 706 707 708 709 712 713 714 715 716 717 718 719 720 724 727 731 732 734 740 754 757 760 763 765 769 770 "
        "772 773 774 775 778 780 781 785 786 801 802 803 804 805 806 807 808 810 812 813 814 815 816 817 818 819 828 "
        "830 831 832 843 845 847 848 850 856 857 858 859 860 862 863 864 865 867 870 873 878 901 902 903 904 905 906 "
        "907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 940 941 947 949 951 952 954 956 970 "
        "971 972 973 978 979 980 985 989 "
    )
)
_FREE_CODES = frozenset(("800", "833", "844", "855", "866", "877", "888"))
_EXTENSION = re.compile(r"(?i)[\s,;]*(?:x|ext\.?|extension|poste|#)[\s.]*\d+\s*$")
_TAILS = ("example.com", "example.org", "example.net")
_LETTERS = re.compile(r"[^\W\d_]+")


def phone(text: str, key: Key, realm: str) -> str:
    """A number of the exchange 555-01xx, in the format of ``text``.

    Nine digits of Spain keep the first, which tells a mobile from a landline. Numbers of other countries keep their
    country code and end in 55501xx, those of the United Kingdom become the 01632 960xxx of Ofcom. Up to six digits
    (an extension, a pager) stand for no public number: they are only permuted.
    """
    extension = _EXTENSION.search(text)
    at = extension.start() if extension else len(text)
    main, tail = text[:at], _digits_only(text[at:], key, realm)
    digits = "".join(c for c in main if c.isdigit())
    if digits in _AREA_CODES:  # one that a bracket parts from its number
        area = _AREA_CODES[Permutation(key.digest("area", realm), len(_AREA_CODES))(_AREA_CODES.index(digits))]
        return main.replace(digits, area) + tail
    if len(digits) < 7:
        return _digits_only(main, key, realm) + tail
    international = main.lstrip(" (").startswith(("+", "00"))
    number = key.number("phone", realm, digits)
    new = _new_number(digits, international, number)
    if new == digits:
        new = _new_number(digits, international, number >> 64)
    rest = iter(new)
    return "".join(next(rest) if c.isdigit() else c for c in main) + tail


def _digits_only(text: str, key: Key, realm: str) -> str:
    """Digits permuted, letters ("ext", "pager") kept."""
    alphabets = [a if c.isdigit() else "" for c, a in zip(text, alphabets_of(text), strict=True)]
    return permuted(text, alphabets, key, f"phone {realm}")


def _new_number(digits: str, international: bool, number: int) -> str:
    """As many digits as ``digits`` has, ending in a line number that is reserved for fiction."""
    line = f"{number % 100:02d}"
    if re.fullmatch(r"0\d{10}|44\d{10}", digits):
        return (digits[:2] if digits.startswith("44") else "0") + f"1632960{number % 1000:03d}"
    if len(digits) == 7:
        return "55501" + line
    if len(digits) == 10 or (len(digits) == 11 and digits.startswith("1")):
        code = digits[-10:-7]
        area = code if code in _FREE_CODES else _AREA_CODES[(number >> 16) % len(_AREA_CODES)]
        return digits[:-10] + area + "55501" + line
    kept = min(3, len(digits) - 7) if international else int(len(digits) == 9 and digits[0] in "6789")
    middle = f"{(number >> 16) % 10**40:040d}"[: len(digits) - 7 - kept]
    return digits[:kept] + middle + "55501" + line


def email(text: str, key: Key, realm: str, book: Book, names: NameSurrogates) -> str:
    """An address under example.com, .org or .net; the local part agrees with the note's names."""
    local, _, host = text.rpartition("@")
    return f"{names.handle(local, key, realm, book)}@{_host(host, key, realm, names)}"


def _host(host: str, key: Key, realm: str, names: NameSurrogates) -> str:
    """A host name below a reserved one, of its own for every original."""
    number = key.number("host", realm, host.lower())
    label = "".join(_LETTERS.findall(names.swap(f"host {number}", True, key, realm))).lower()
    made = f"{label}.{_TAILS[number % 3]}"
    return like(host, made) if host.isupper() else made


_URL = re.compile(
    r"(?i)(?P<scheme>[a-z][a-z0-9+.-]*://)?(?P<www>www\d?\.)?(?P<host>[^/:?#\s]+)(?P<port>:\d+)?(?P<path>.*)", re.DOTALL
)


def url(text: str, key: Key, realm: str, names: NameSurrogates) -> str:
    """An address under example.com, .org or .net; path and query keep their shape."""
    found = _URL.fullmatch(text)
    if found is None:
        return randomise(text, key, realm)
    path = found["path"]
    path = randomise(path, key, f"path {realm}") if any(c.isalnum() for c in path) else path
    start, port = (found["scheme"] or "") + (found["www"] or ""), found["port"] or ""
    return f"{start}{_host(found['host'], key, realm, names)}{port}{path}"


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
