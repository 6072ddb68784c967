"""What surrogates get wrong of names, numbers, places and dates: what :mod:`benchmarks.masking` counts.

A line is "what: faults of cases"; every function tells of each case whether it is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from stdnum import luhn

from scrubber.evaluate.marks import MarkedNote
from scrubber.mask.names import Role, fold_word, parse_name
from scrubber.text.span import Span

TABLES = Path(__file__).parents[1] / "lexicons" / "en_surrogates"
PEOPLE = ("PATIENT", "DOCTOR")
NUMBERS = frozenset(("PHONE", "FAX", "SSN", "MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "IDNUM", "ZIP"))
MUCH_MORE = 5
"""How many times more people must bear a name as the one than as the other before it counts as that."""
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sr|Sra|Mme)\b\.?\s*$", re.IGNORECASE)


class Pair(NamedTuple):
    """A mark and what became of it."""

    type: str
    old: str
    new: str
    before: str
    after: str


class Masked(NamedTuple):
    """A note and its surrogates."""

    note: MarkedNote
    spans: Sequence[Span]
    pairs: Sequence[Pair]


class Count(NamedTuple):
    """A line of the table."""

    what: str
    faults: int
    cases: int


@cache
def bearers(name: str) -> tuple[dict[str, int], dict[str, str]]:
    """How many people bear a name, and the sex of a given one."""
    rows = [line.split("\t") for line in (TABLES / f"{name}.txt").read_text("utf-8").splitlines()]
    return {fold_word(r[0]): int(r[-1]) for r in rows}, {fold_word(r[0]): r[1] for r in rows}


def _is_given(word: str) -> bool | None:
    """Whether a word is a given name by far, or a surname by far."""
    given, surname = bearers("given")[0].get(word, 0), bearers("surnames")[0].get(word, 0)
    return True if given > MUCH_MORE * surname else False if surname > MUCH_MORE * given else None


def identity(masked: Sequence[Masked]) -> Iterator[Count]:
    """What goes wrong of names and numbers."""
    yield _tally("a lone given name became a surname", map(_lone_given, masked))
    yield _tally("a surname behind a title became a given name", map(_titled, masked))
    yield _tally("a given name changed its sex", map(_sexes, masked))
    yield _tally("a user name or e-mail disagrees with the name", map(_handles, masked))
    yield _tally("a number in two spellings has two surrogates", map(_spellings, masked))
    yield _tally("a check digit is lost", map(_checks, masked))


def _tally(what: str, found: Iterable[Iterable[bool]]) -> Count:
    """``found`` tells of each case whether it is a fault."""
    cases = [fault for faults in found for fault in faults]
    return Count(what, sum(cases), len(cases))


def _names(masked: Masked) -> dict[str, Role]:
    """The words of the note's full names, where each is only the one or the other."""
    roles: dict[str, set[Role]] = {}
    for pair in masked.pairs:
        if pair.type in PEOPLE:
            for word in parse_name(pair.old).words:
                if word.role in (Role.GIVEN, Role.SURNAME) and not word.initial:
                    roles.setdefault(word.key, set()).add(word.role)
    return {word: next(iter(found)) for word, found in roles.items() if len(found) == 1}


def name_words(masked: Masked) -> Iterator[tuple[Pair, Role, str, str]]:
    """Every word of a person's name: the mark, what the word is, the word and its surrogate."""
    for pair in masked.pairs:
        old, new = parse_name(pair.old).words, parse_name(pair.new).words
        if pair.type in PEOPLE and len(old) == len(new):
            for a, b in zip(old, new, strict=True):
                if len(a.key) > 2:
                    yield pair, a.role, a.key, b.key


def _lone_given(masked: Masked) -> Iterator[bool]:
    known = _names(masked)
    for pair, role, old, new in name_words(masked):
        if role is Role.LONE and not _TITLE.search(pair.before):
            given = known[old] is Role.GIVEN if old in known else _is_given(old)
            if given:
                yield _is_given(new) is False


def _titled(masked: Masked) -> Iterator[bool]:
    known = _names(masked)
    for pair, role, old, new in name_words(masked):
        titled = role is Role.LONE and _TITLE.search(pair.before)
        if titled and known.get(old) is not Role.GIVEN and not _is_given(old):
            yield _is_given(new) is True


def _sexes(masked: Masked) -> Iterator[bool]:
    known, sexes = _names(masked), bearers("given")[1]
    for pair, role, old, new in name_words(masked):
        lone = role is Role.LONE and not _TITLE.search(pair.before)
        given = role is Role.GIVEN or (lone and (known.get(old) is Role.GIVEN or _is_given(old)))
        if given and sexes.get(old) in ("f", "m") and sexes.get(new):
            yield {sexes[old], sexes[new]} == {"f", "m"}


def _handles(masked: Masked) -> Iterator[bool]:
    made: dict[str, str] = {}
    for _, role, old, new in name_words(masked):
        if role is Role.SURNAME and len(old) > 3:
            made.setdefault(old, new)
    for pair in masked.pairs:
        if pair.type in ("USERNAME", "EMAIL"):
            old, new = (fold_word(text.partition("@")[0]) for text in (pair.old, pair.new))
            inside = [surname for surname in made if surname in old]
            if inside:
                yield not any(re.sub(r"\W", "", made[s])[:4] in new for s in inside)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def _spellings(masked: Masked) -> Iterator[bool]:
    written: dict[tuple[str, str], dict[str, str]] = {}
    for pair in masked.pairs:
        if pair.type in NUMBERS:
            written.setdefault((pair.type, _bare(pair.old)), {})[pair.old] = _bare(pair.new)
    for made in written.values():
        if len(made) > 1:
            yield len(set(made.values())) > 1


def _checks(masked: Masked) -> Iterator[bool]:
    for pair in masked.pairs:
        digits = _bare(pair.old)
        numeric = pair.type in ("SSN", "HEALTHPLAN", "ACCOUNT") and digits.isdecimal() and len(digits) > 7
        if numeric and luhn.is_valid(digits):
            yield not luhn.is_valid(_bare(pair.new))


@cache
def _regions() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The region of a name or abbreviation, of the beginning of an American ZIP or postal code, of an area code."""
    names: dict[str, str] = {}
    postal: dict[str, str] = {}
    areas: dict[str, str] = {}
    for line in (TABLES / "regions.txt").read_text("utf-8").splitlines():
        name, country, code, zips, phones = line.split("\t")
        names |= {name.casefold(): name, code.casefold(): name}
        areas |= dict.fromkeys(phones.split(), name)
        for part in zips.split() if country != "GB" else ():
            first, _, last = part.partition("-")
            numbers = range(int(first), int(last or first) + 1) if first.isdecimal() else ()
            postal |= dict.fromkeys([f"{n:03d}" for n in numbers] or [first.casefold()], name)
    return names, postal, areas


@cache
def _towns() -> dict[str, str]:
    rows = (line.split("\t") for line in (TABLES / "city_regions.txt").read_text("utf-8").splitlines())
    return {fold_word(city): region for city, region, *_ in rows}


_STATE_AFTER = re.compile(r"\s*,?\s*\(?([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b")


def _region_of_code(text: str) -> str | None:
    bare = _bare(text)
    return _regions()[1].get(bare[:3] if bare[:1].isdecimal() else bare[:1])


def geography(masked: Sequence[Masked]) -> Iterator[Count]:
    """What goes wrong of places."""
    yield _tally("a town lies outside the state beside it", map(_towns_apart, masked))
    yield _tally("a ZIP or postal code lies outside the state beside it", map(_codes_apart, masked))
    yield _tally("an area code lies outside its state", map(_areas_apart, masked))
    yield _tally("a town in a hospital's name is another one", map(_hospital_towns, masked))


_AMERICAN = re.compile(r"(?:\+?1[ .-]?)?\(?([2-9]\d\d)\)?[ .-]?\d{3}[ .-]?\d{4}")


def _towns_apart(masked: Masked) -> Iterator[bool]:
    for pair in masked.pairs:
        if pair.type == "CITY" and (found := _STATE_AFTER.match(pair.after)):
            state = _regions()[0].get(found[1].casefold())
            if state and _towns().get(fold_word(pair.old)) == state:
                yield _towns().get(fold_word(pair.new)) != state


def _codes_apart(masked: Masked) -> Iterator[bool]:
    for pair in masked.pairs:
        if pair.type == "ZIP" and (words := re.findall(r"[A-Za-z]+", pair.before)):
            states = {_regions()[0].get(w.casefold()) for w in (words[-1], " ".join(words[-2:]))} - {None}
            if _region_of_code(pair.old) in states:
                yield _region_of_code(pair.new) not in states


def _areas_apart(masked: Masked) -> Iterator[bool]:
    for pair in masked.pairs:
        old, new = (_AMERICAN.fullmatch(text) for text in (pair.old, pair.new))
        if pair.type in ("PHONE", "FAX") and old and (region := _regions()[2].get(old[1])):
            yield new is None or _regions()[2].get(new[1]) != region


def _hospital_towns(masked: Masked) -> Iterator[bool]:
    made = {fold_word(p.old): fold_word(p.new) for p in masked.pairs if p.type == "CITY" and len(p.old) > 3}
    for pair in masked.pairs:
        if pair.type in ("HOSPITAL", "ORGANIZATION"):
            for old, new in made.items():
                if re.search(rf"\b{re.escape(old)}\b", fold_word(pair.old)) and fold_word(pair.old) != old:
                    yield new not in fold_word(pair.new)


def dates(masked: Sequence[Masked]) -> Iterator[Count]:
    """What goes wrong of dates."""
    dates = [pair for note in masked for pair in note.pairs if pair.type == "DATE"]
    yield Count("a date is redacted, not shifted", sum("[DATE" in p.new for p in dates), len(dates))
