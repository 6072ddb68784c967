"""What surrogates get wrong or give away over the project's notes, and what each operator costs.

    python benchmarks/masking.py            # the counts, over the training and development notes
    python benchmarks/masking.py --cost     # microseconds of processor time per span, cold and warm
    python benchmarks/masking.py --sure     # from which weight on nothing is masked needlessly: what SURE is set by

The marks of the gold are what is masked, but for the false facts, which come from detection. A line is "what: faults of
cases". Real names and surrogates are told apart by how many people bear them (US Census of 2020).
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from stdnum import luhn

from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote
from scrubber.mask.certainty import SURE
from scrubber.mask.dates.shift import full_date
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.mask.names import Role, fold_word, parse_name
from scrubber.mask.operators import BUILT_IN, ONLY_FOR
from scrubber.note import rewrite
from scrubber.pipeline import Scrubber
from scrubber.policy import OperatorChoice, load_policy
from scrubber.text.span import Span

GOLD = Path(__file__).parent / "corpus" / "gold"
TABLES = Path(__file__).parents[1] / "lexicons" / "en_surrogates"
KEY = Key(b"benchmark" * 4)
WARM_PASSES = 3
SWITCHES = (0, 30, 60)
MISSED = 5
"""Mentions of a hundred that are taken to be missed, where it is asked whether they stand out."""
PEOPLE = ("PATIENT", "DOCTOR")
NUMBERS = frozenset(("PHONE", "FAX", "SSN", "MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "IDNUM", "ZIP"))
MUCH_MORE = 5
"""How many times more people must bear a name as the one than as the other before it counts as that."""
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sr|Sra|Mme)\b\.?\s*$", re.IGNORECASE)
_TAG = re.compile(r"\[[A-Z-]+(?:-\d+)?\]")


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


def main() -> None:
    """Print what is asked for."""
    notes = [note for part in ("train", "dev") for note in read_gold(GOLD / part)]
    if "--cost" in sys.argv[1:]:
        _print_cost(notes)
        return
    if "--sure" in sys.argv[1:]:
        _print_sure(notes)
        return
    masking = Masking(load_policy("surrogates"), KEY)
    masked = [_masked(masking, note) for note in notes]
    for count in (_false_facts(notes), *_identity(masked), *_geography(masked), *_dates(masked)):
        print(f"{count.what:<58}{count.faults:>6} of {count.cases}", flush=True)
    print(f"{'real or surrogate, by frequency: AUC':<58}{_by_frequency(masked):>9.3f}")
    for switch in SWITCHES:
        what = f"a missed name, by how often it comes (switch {switch}): AUC"
        print(f"{what:<58}{_by_repetition(notes, switch):>9.3f}", flush=True)
    print(f"{'birth date in 40 notes without a patient: days':<58}{_birth_date_days(masking):>6}")
    print("{:<58}{:>9.4f} {:.4f}".format("detection on surrogates and on the original: F1", *_detection(masked)))


def _masked(masking: Masking, note: MarkedNote) -> Masked:
    marks = sorted(note.marks, key=lambda m: m.start)
    text = note.text
    spans = [Span(m.start, m.end, m.type, "gold", 100) for m in marks if masking.operators.get(m.type)]
    new = masking.note(note.name, None).replacements(text, spans)
    pairs = [
        Pair(s.type, text[s.start : s.end], made, text[max(0, s.start - 40) : s.start], text[s.end : s.end + 40])
        for s, made in zip(spans, new, strict=True)
    ]
    return Masked(note, spans, pairs)


def _false_facts(notes: Iterable[MarkedNote]) -> Count:
    """What is masked though no mark touches it, and replaced by what could be true."""
    scrubber = Scrubber("surrogates", key=KEY)
    invented = total = 0
    for note in notes:
        found = scrubber.note(name=note.name)
        spans = found.find(note.text)
        for span, new in zip(spans, found.replacements(note.text, spans), strict=True):
            if not any(m.start < span.end and span.start < m.end for m in note.marks):
                total += 1
                invented += not _TAG.fullmatch(new) and new != note.text[span.start : span.end]
    return Count("false facts: needlessly masked, and an invented value", invented, total)


@cache
def _people(name: str) -> tuple[dict[str, int], dict[str, str]]:
    """How many people bear a name, and the sex of a given one."""
    rows = [line.split("\t") for line in (TABLES / f"{name}.txt").read_text("utf-8").splitlines()]
    return {fold_word(r[0]): int(r[-1]) for r in rows}, {fold_word(r[0]): r[1] for r in rows}


def _is_given(word: str) -> bool | None:
    """Whether a word is a given name by far, or a surname by far."""
    given, surname = _people("given")[0].get(word, 0), _people("surnames")[0].get(word, 0)
    return True if given > MUCH_MORE * surname else False if surname > MUCH_MORE * given else None


def _identity(masked: Sequence[Masked]) -> Iterator[Count]:
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


def _words(masked: Masked) -> Iterator[tuple[Pair, Role, str, str]]:
    for pair in masked.pairs:
        old, new = parse_name(pair.old).words, parse_name(pair.new).words
        if pair.type in PEOPLE and len(old) == len(new):
            for a, b in zip(old, new, strict=True):
                if len(a.key) > 2:
                    yield pair, a.role, a.key, b.key


def _lone_given(masked: Masked) -> Iterator[bool]:
    known = _names(masked)
    for pair, role, old, new in _words(masked):
        if role is Role.LONE and not _TITLE.search(pair.before):
            given = known[old] is Role.GIVEN if old in known else _is_given(old)
            if given:
                yield _is_given(new) is False


def _titled(masked: Masked) -> Iterator[bool]:
    known = _names(masked)
    for pair, role, old, new in _words(masked):
        titled = role is Role.LONE and _TITLE.search(pair.before)
        if titled and known.get(old) is not Role.GIVEN and not _is_given(old):
            yield _is_given(new) is True


def _sexes(masked: Masked) -> Iterator[bool]:
    known, sexes = _names(masked), _people("given")[1]
    for pair, role, old, new in _words(masked):
        lone = role is Role.LONE and not _TITLE.search(pair.before)
        given = role is Role.GIVEN or (lone and (known.get(old) is Role.GIVEN or _is_given(old)))
        if given and sexes.get(old) in ("f", "m") and sexes.get(new):
            yield {sexes[old], sexes[new]} == {"f", "m"}


def _handles(masked: Masked) -> Iterator[bool]:
    made: dict[str, str] = {}
    for _, role, old, new in _words(masked):
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
    """The region of a name or abbreviation, of the beginning of a ZIP or postal code, of an area code."""
    names: dict[str, str] = {}
    postal: dict[str, str] = {}
    areas: dict[str, str] = {}
    for line in (TABLES / "regions.txt").read_text("utf-8").splitlines():
        name, _, code, zips, phones = line.split("\t")
        names |= {name.casefold(): name, code.casefold(): name}
        areas |= dict.fromkeys(phones.split(), name)
        for part in zips.split():
            first, _, last = part.partition("-")
            numbers = range(int(first), int(last or first) + 1) if first.isdecimal() else ()
            postal |= dict.fromkeys([f"{n:03d}" for n in numbers] or [first.casefold()], name)
    return names, postal, areas


@cache
def _towns() -> dict[str, str]:
    rows = (line.split("\t") for line in (TABLES / "city_regions.txt").read_text("utf-8").splitlines())
    return {fold_word(city): region for city, region in rows}


_STATE_AFTER = re.compile(r"\s*,?\s*\(?([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b")


def _region_of_code(text: str) -> str | None:
    bare = _bare(text)
    return _regions()[1].get(bare[:3] if bare[:1].isdecimal() else bare[:1])


def _geography(masked: Sequence[Masked]) -> Iterator[Count]:
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


def _dates(masked: Sequence[Masked]) -> Iterator[Count]:
    dates = [pair for note in masked for pair in note.pairs if pair.type == "DATE"]
    yield Count("a date is redacted, not shifted", sum("[DATE" in p.new for p in dates), len(dates))


def _by_frequency(masked: Sequence[Masked]) -> float:
    """How well real surnames are told from surrogates by how frequent they are; 0.5: not at all."""
    bearers = _people("surnames")[0]
    real, made = [], []
    for note in masked:
        for _, role, old, new in _words(note):
            if role is Role.SURNAME:
                real.append(bearers.get(old, 0))
                made.append(bearers.get(new, 0))
    return _auc(real, made)


def _auc(real: Sequence[int], made: Sequence[int]) -> float:
    """How well two kinds of cases are told apart by one figure: 1 always, 0.5 not at all."""
    below, area = 0.0, 0.0
    reals, mades = Counter(real), Counter(made)
    for value in sorted(reals | mades):
        area += reals[value] * (below + mades[value] / 2)
        below += mades[value]
    auc = area / (len(real) * len(made))
    return max(auc, 1 - auc)


def _by_repetition(notes: Iterable[MarkedNote], switch: int) -> float:
    """How well missed mentions of people are told from surrogates by how many others share a word with each."""
    choice = OperatorChoice("surrogate", {"switch": switch} if switch else {})
    masking = Masking(load_policy("surrogates").with_operators(None, dict.fromkeys(PEOPLE, choice)), KEY)
    real: list[int] = []
    made: list[int] = []
    for note in notes:
        people = [span for span in _spans(note) if span.type in PEOPLE]
        missed = [KEY.number("missed", note.name, str(n)) % 100 < MISSED for n in range(len(people))]
        found = [span for span, miss in zip(people, missed, strict=True) if not miss]
        new = iter(masking.note(note.name, None).replacements(note.text, found))
        names = [note.text[s.start : s.end] if miss else next(new) for s, miss in zip(people, missed, strict=True)]
        words = [{w.key for w in parse_name(name).words if len(w.key) > 2} for name in names]
        for own, miss in zip(words, missed, strict=True):
            if own:
                (real if miss else made).append(sum(not own.isdisjoint(other) for other in words))
    return _auc(real, made)


def _birth_date_days(masking: Masking) -> int:
    """How many days a birth date may be, for somebody who sees 40 notes of one patient."""
    text = "Patient: Osei, Amara  MRN 4471882  DOB 3/14/1956\n"
    words = (("Osei, Amara", "PATIENT"), ("4471882", "MEDICALRECORD"), ("3/14/1956", "DATE"))
    spans = [Span(text.index(word), text.index(word) + len(word), type_, "", 100) for word, type_ in words]
    seen: list[date] = []
    for number in range(40):
        day = full_date(masking.note(f"note {number}", None).replacements(text, spans)[-1])
        assert day is not None
        seen.append(day)
    return 2 * 365 - (max(seen) - min(seen)).days


def _detection(masked: Iterable[Masked]) -> tuple[float, float]:
    """F1 of characters found in the development notes, with surrogates in place of the marks and as they are."""
    dev = {note.name for note in read_gold(GOLD / "dev")}
    scrubber = Scrubber("strict", key=KEY)
    sides: tuple[list[tuple[str, list[tuple[int, int]]]], ...] = ([], [])
    for note, spans, pairs in (m for m in masked if m.note.name in dev):
        places, moved = [], 0
        for span, pair in zip(spans, pairs, strict=True):
            places.append((span.start + moved, span.start + moved + len(pair.new)))
            moved += len(pair.new) - (span.end - span.start)
        sides[0].append((rewrite(note.text, spans, [pair.new for pair in pairs]), places))
        sides[1].append((note.text, [(span.start, span.end) for span in spans]))
    return _f1(scrubber, sides[0]), _f1(scrubber, sides[1])


def _f1(scrubber: Scrubber, notes: Iterable[tuple[str, Sequence[tuple[int, int]]]]) -> float:
    hit = found = there = 0
    for text, places in notes:
        gold = {at for start, end in places for at in range(start, end) if text[at].isalnum()}
        mine = {at for s in scrubber.find(text) for at in range(s.start, s.end) if text[at].isalnum()}
        hit, found, there = hit + len(gold & mine), found + len(mine), there + len(gold)
    return 2 * hit / (found + there)


def _print_sure(notes: Iterable[MarkedNote]) -> None:
    """By least weight: what would be invented for text that no mark touches, and how much would get a tag instead."""
    scrubber = Scrubber("surrogates", key=KEY)
    weights: list[tuple[int, bool]] = []
    for note in notes:
        for span in scrubber.note(name=note.name).find(note.text):
            needless = not any(m.start < span.end and span.start < m.end for m in note.marks)
            weights.append((span.weight, needless))
    print(f"{'weight':<8}{'false facts':>12}{'tags instead':>14}")
    for least in range(50, 80):
        false = sum(needless for weight, needless in weights if weight >= least)
        tags = sum(weight < least for weight, _ in weights) / len(weights)
        print(f"{least:<8}{false:>12}{tags:>14.3f}{'  SURE' if least == SURE else ''}", flush=True)


def _print_cost(notes: Sequence[MarkedNote]) -> None:
    """Cold is the first pass, in which every name is new; warm is a later one, as where people come back."""
    print(f"{'operator':<12}{'load s':>8}{'cold us':>9}{'warm us':>9}")
    for name in BUILT_IN:
        only = ONLY_FOR.get(name)
        types = {only: OperatorChoice(name)} if only else {}
        start = time.process_time()
        masking = Masking(load_policy("strict").with_operators("keep" if only else name, types), KEY)
        load = time.process_time() - start
        chosen = [(n, [s for s in _spans(n) if s.type == (only or s.type)]) for n in notes]
        count = sum(len(spans) for _, spans in chosen)
        cold = _seconds(masking, chosen)
        warm = min(_seconds(masking, chosen) for _ in range(WARM_PASSES))
        print(f"{name:<12}{load:>8.2f}{1e6 * cold / count:>9.1f}{1e6 * warm / count:>9.1f}", flush=True)


def _spans(note: MarkedNote) -> list[Span]:
    return [Span(m.start, m.end, m.type, "gold", 100) for m in sorted(note.marks, key=lambda m: m.start)]


def _seconds(masking: Masking, notes: Iterable[tuple[MarkedNote, Sequence[Span]]]) -> float:
    start = time.process_time()
    for note, spans in notes:
        masking.note(note.name, None).replacements(note.text, spans)
    return time.process_time() - start


if __name__ == "__main__":
    main()
