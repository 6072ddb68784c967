"""What surrogates get wrong or give away over the project's notes, and what each operator costs.

    python -m benchmarks.masking            # the counts, over the training and development notes
    python -m benchmarks.masking --cost     # microseconds of processor time per span, cold and warm
    python -m benchmarks.masking --sure     # false facts and tags by how sure detection must be

The marks of the gold are what is masked, but for the false facts, which come from detection. A line is "what: faults of
cases" (:mod:`benchmarks.masking_faults`). Real names and surrogates are told apart by how many people bear them (US
Census of 2020).
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from benchmarks.masking_faults import PEOPLE, Count, Masked, Pair, bearers, dates, geography, identity, name_words
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote
from scrubber.mask.certainty import least_weight
from scrubber.mask.dates.shift import full_date
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.mask.names import Role, parse_name
from scrubber.mask.operators import BUILT_IN, ONLY_FOR
from scrubber.mask.people import People
from scrubber.mask.person import Person
from scrubber.mask.surrogate.names import NameSurrogates
from scrubber.note import rewrite
from scrubber.pipeline import Scrubber
from scrubber.policy import OperatorChoice, load_policy
from scrubber.text.span import Span

HELD = ("prose", "genres/dev.jsonl", "kinds.jsonl", "registers.jsonl")
GOLD = Path(__file__).parent / "corpus" / "gold"
KEY = Key(b"benchmark" * 4)
WARM_PASSES = 3
SWITCHES = (0, 30, 60)
MISSED = 5
"""Mentions of a hundred that are taken to be missed, where it is asked whether they stand out."""
_TAG = re.compile(r"\[[A-Z-]+(?:-\d+)?\]")


def main() -> None:
    """Print what is asked for."""
    notes = [note for part in ("train", "dev") for note in read_gold(GOLD / part)]
    held = [note for part in HELD for note in read_gold(GOLD / part)]
    if "--cost" in sys.argv[1:]:
        _print_cost(notes)
        return
    if "--sure" in sys.argv[1:]:
        _print_sure(notes, held)
        return
    masking = Masking(load_policy("surrogates"), KEY)
    masked = [_masked(masking, note) for note in notes]
    for count in (
        *_found(notes, ""),
        *_found(held, ", notes nobody learned from"),
        *identity(masked),
        *geography(masked),
        *dates(masked),
    ):
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


def _found(notes: Iterable[MarkedNote], which: str) -> Iterator[Count]:
    """What goes wrong of what detection finds: what no mark touches and what is replaced by what could be true all the
    same, and people of whom one mention is replaced and another tagged."""
    scrubber = Scrubber("surrogates", key=KEY)
    false: list[bool] = []
    people: list[bool] = []
    for note in notes:
        found = scrubber.note(name=note.name)
        spans = found.find(note.text)
        whom = People().whom(note.text, spans)
        made: dict[Person, set[bool]] = {}
        for span, new, person in zip(spans, found.replacements(note.text, spans), whom, strict=True):
            tagged = _TAG.fullmatch(new) is not None
            if not any(m.start < span.end and span.start < m.end for m in note.marks):
                false.append(not tagged and new != note.text[span.start : span.end])
            elif person is not None:
                made.setdefault(person, set()).add(tagged)
        people += [len(ways) > 1 for ways in made.values()]
    yield Count(f"false facts{which}", sum(false), len(false))
    yield Count(f"a person is replaced and tagged{which}", sum(people), len(people))


def _by_frequency(masked: Sequence[Masked]) -> float:
    """How well real surnames are told from surrogates by how frequent they are; 0.5: not at all."""
    people = bearers("surnames")[0]
    real, made = [], []
    for note in masked:
        for _, role, old, new in name_words(note):
            if role is Role.SURNAME:
                real.append(people.get(old, 0))
                made.append(people.get(new, 0))
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


def _print_sure(*parts: Iterable[MarkedNote]) -> None:
    """By how much more weight is asked for than what looks like a span needs: what would be invented for text that no
    mark touches, and how much of what a mark touches would get a tag; of notes learned from, and of others."""
    scrubber = Scrubber("surrogates", key=KEY)
    knows = NameSurrogates().knows
    margins: list[list[tuple[int, bool]]] = []
    for notes in parts:
        margins.append([])
        for note in notes:
            for span in scrubber.note(name=note.name).find(note.text):
                needless = not any(m.start < span.end and span.start < m.end for m in note.marks)
                margins[-1].append((span.weight - least_weight(note.text, span, "en", knows), needless))
    print(f"{'more':<6}{'false facts':>12}{'tags':>8}{'of others':>12}{'tags':>8}")
    for more in range(-5, 3):
        print(f"{more:<6}", end="")
        for found in margins:
            false = sum(needless for margin, needless in found if margin >= more)
            personal = [margin for margin, needless in found if not needless]
            print(f"{false:>12}{sum(margin < more for margin in personal) / len(personal):>8.3f}", end="")
        print(flush=True)


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
