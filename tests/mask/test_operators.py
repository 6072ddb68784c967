"""Every operator over the gold notes: nothing of the original survives, and the same input gives the same output."""

from __future__ import annotations

import itertools
import re
from functools import cache
from typing import Any

import pytest

from scrubber.errors import NoteError, UsageError
from scrubber.mask import operators
from scrubber.mask.ages import group_of, years_of
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking, is_keyed
from scrubber.mask.names import _PARTICLES, word_set
from scrubber.mask.operators import make_operator, operator_names
from scrubber.mask.subject import Subject
from scrubber.mask.vocabulary import vocabulary
from scrubber.policy import OperatorChoice, load_policy
from scrubber.text.span import Span
from tests.mask.gold import notes, spans

KEY = Key(b"k" * 32)
WORD = re.compile(r"[^\W\d_]{3,}|\d{3,}")
STANDING = (
    vocabulary("en").generic
    | _PARTICLES
    | word_set(
        "the and for ext example com org net www http https van von del los bin baby boy girl iii state states xxx"
    )
)
"""Words that name nobody, and stay in surrogates."""
ALL = [name for name in operators.BUILT_IN if name not in ("keep", *operators.ONLY_FOR)]


@cache
def masking(name: str, key: Key = KEY) -> Masking:
    return Masking(load_policy("strict").with_operators(name, {}), key)


def replaced(made: Masking, note: Any) -> list[tuple[Span, str, str]]:
    found = spans(note)
    new = made.note(note.name, None).replacements(note.text, found)
    return [(s, note.text[s.start : s.end], n) for s, n in zip(found, new, strict=True)]


@pytest.mark.parametrize("name", ALL)
def test_nothing_of_the_original_survives(name: str) -> None:
    for note in notes():
        for span, old, made in replaced(masking(name), note):
            new = re.sub(r":[0-9a-f]+\]", "]", made)  # a hash may by chance hold the letters of a word
            assert (
                new != old
                or (name == "generalise" and span.type in ("DATE", "AGE", "ZIP", "CITY"))
                or (name == "surrogate" and span.type in ("DATE", "AGE"))
            ), span
            if span.type in ("DATE", "AGE") and name in ("surrogate", "generalise"):
                continue  # a shifted date keeps its form, mostly its year; see the tests of dates
            before, after = WORD.findall(old.casefold()), WORD.findall(new.casefold())
            kept = set(before) & set(after)
            if len(before) == len(after):  # one word may by chance become another one of the same name
                kept = {a for a, b in zip(before, after, strict=True) if a == b}
            if span.type in ("STREET", "HOSPITAL", "ORGANIZATION", "LOCATION-OTHER") and not old.islower():
                kept -= {word for word in WORD.findall(old) if word.islower()}  # "Costco optical", "boat harbor"
            assert not {w for w in kept if not w.isdigit() and w not in STANDING}, (span, name)
            if len(re.sub(r"\W", "", old)) > 4 and span.type not in ("ZIP", "PHONE", "FAX"):
                assert re.sub(r"\W", "", old).casefold() != re.sub(r"\W", "", new).casefold(), (span, name)


@pytest.mark.parametrize("name", [n for n in ALL if n != "surrogate"])
def test_dates_too(name: str) -> None:
    if name == "generalise":
        pytest.skip("a year is what it leaves of a date")
    for note in notes():
        for span, old, new in replaced(masking(name), note):
            if span.type == "DATE" and len(old) > 4:
                assert old not in new


@pytest.mark.parametrize("name", ALL)
def test_the_same_again(name: str) -> None:
    for note in notes()[:4]:
        fresh = Masking(load_policy("strict").with_operators(name, {}), KEY)
        assert replaced(fresh, note) == replaced(masking(name), note)
        if name not in ("surrogate",):
            break


@pytest.mark.parametrize("name", [n for n in ALL if is_keyed(n)])
def test_another_key_gives_other_text(name: str) -> None:
    note = max(notes()[:20], key=lambda n: len(n.marks))
    other = replaced(masking(name, Key(b"o" * 32)), note)
    same = [s.type for (s, _, one), (_, _, two) in zip(replaced(masking(name), note), other, strict=True) if one == two]
    assert len(same) < len(other) / 5


def test_surrogates_keep_their_shape_class() -> None:
    """Upper case stays upper case, digits stay digits, the number of words and the signs between them stay."""
    for note in notes():
        for span, old, new in replaced(masking("surrogate"), note):
            if span.type in ("PATIENT", "DOCTOR"):
                assert re.sub(r"[^\W\d_]+", "w", old) == re.sub(r"[^\W\d_]+", "w", new) or "'" in old + new, span
                assert old.isupper() == new.isupper() or len(old) < 3, span
            if span.type in ("PHONE", "FAX", "MEDICALRECORD", "IDNUM", "SSN", "ACCOUNT", "DEVICE", "HEALTHPLAN"):
                assert re.sub(r"\d", "0", re.sub("[A-Z]", "A", re.sub("[a-z]", "a", old))) == re.sub(
                    r"\d", "0", re.sub("[A-Z]", "A", re.sub("[a-z]", "a", new))
                ), span


def test_pieces_give_what_the_whole_gives() -> None:
    text = "Amara Osei\n\nOsei\n\nA. Osei\n"
    whole = [Span(0, 10, "PATIENT", "x", 90), Span(12, 16, "PATIENT", "x", 90), Span(18, 25, "PATIENT", "x", 90)]
    for name in ("tag", "surrogate"):
        at_once = masking(name).note("n", None).replacements(text, whole)
        note = masking(name).note("n", None)
        piecewise = [
            note.replacements(text[s.start : s.end], [Span(0, s.end - s.start, "PATIENT", "x", 90)])[0] for s in whole
        ]
        assert at_once == piecewise


@pytest.mark.parametrize(
    ("name", "type_", "text", "options", "made"),
    [
        ("redact", "DATE", "3/14/2021", {}, "[DATE]"),
        ("redact", "DATE", "3/14/2021", {"text": "***"}, "***"),
        ("redact", "DATE", "3/14/2021", {"same-length": True}, "*********"),
        ("redact", "DATE", "3/14", {"text": "xy", "same-length": True}, "xyxy"),
        ("truncate", "PATIENT", "Osei", {}, "O*"),
        ("truncate", "PATIENT", "J Smith", {}, "*"),
        ("truncate", "PATIENT", "J", {}, "*"),
        ("truncate", "ZIP", "N6C 3P5", {"keep": 2}, "N6*"),
        ("keep", "STATE", "Ohio", {}, "Ohio"),
        ("generalise", "AGE", "67", {}, "60s"),
        ("generalise", "AGE", "seventy-one", {}, "70s"),
        ("generalise", "AGE", "67", {"age": "90+"}, "67"),
        ("generalise", "AGE", "93", {"age": "90+"}, "90+"),
        ("generalise", "AGE", "ninety-three", {}, "90+"),
        ("generalise", "AGE", "14 mo", {}, "0-9"),
        ("generalise", "AGE", "of age", {}, "[AGE]"),
        ("generalise", "AGE", "67", {"width": 5}, "65-69"),
        ("generalise", "AGE", "88-year-old", {"width": 20}, "80-89"),
        ("vary", "AGE", "93", {}, "90+"),
        ("vary", "AGE", "60s", {}, "[AGE]"),
        ("vary", "AGE", "1 day old", {"by": 1}, "2 day old"),
        ("vary", "AGE", "one-day-old", {"by": 1}, "2-day-old"),
        ("redact", "DATE", "3/14/2021", {"text": ""}, ""),
        ("generalise", "DATE", "3/14/2021", {}, "2021"),
        ("generalise", "DATE", "March 2021", {"date": "quarter"}, "Q1 2021"),
        ("generalise", "DATE", "3/14/2021", {"date": "decade"}, "2020s"),
        ("generalise", "DATE", "3/14", {}, "[DATE]"),
        ("generalise", "ZIP", "98027-3104", {}, "980"),
        ("generalise", "ZIP", "05901", {}, "000"),
        ("generalise", "ZIP", "N6C 3P5", {}, "N6C"),
        ("generalise", "ZIP", "K0B 1R0", {}, "K"),
        ("generalise", "ZIP", "CB7 5NL", {}, "CB"),
        ("generalise", "CITY", "Toronto", {}, "Ontario"),
        ("generalise", "CITY", "BOSTON", {}, "MASSACHUSETTS"),
        ("generalise", "CITY", "Nowhere at all", {}, "[CITY]"),
        ("generalise", "PATIENT", "Amara Osei", {}, "[PATIENT]"),
    ],
)
def test_examples(name: str, type_: str, text: str, options: dict[str, Any], made: str) -> None:
    assert make_operator(name, options, type_)(text, type_, Subject(KEY)) == made


@pytest.mark.parametrize(
    ("text", "years"),
    [("67", 67), ("2 yr 9 mo", 2), ("3 week", 0), ("eighties", 80), ("90+", 90), ("six months", 0), ("a hundred", 100)],
)
def test_ages(text: str, years: int) -> None:
    assert years_of(text) == years
    assert group_of(text, 10) == ("90+" if years >= 90 else "0-9" if years < 10 else f"{years // 10 * 10}s")


@pytest.mark.parametrize("text", ["67", "67-year-old", "sixty-seven", "89 yo", "5 mo"])
def test_a_varied_age_is_near_and_another(text: str) -> None:
    number = next(iter(map(int, re.findall(r"\d+", text))), 67)
    seen = {make_operator("vary", {"by": 2}, "AGE")(text, "AGE", Subject(Key(bytes([n]) * 32))) for n in range(40)}
    ages = {int(re.findall(r"\d+", made)[0]) for made in seen}
    assert ages == {number + n for n in (-2, -1, 1, 2) if number + n < 90}


def test_hashes_are_keyed_and_normalised() -> None:
    hashed = make_operator("hash", {}, "PATIENT")
    one = hashed("Amara Osei", "PATIENT", Subject(KEY))
    assert re.fullmatch(r"\[PATIENT:[0-9a-f]{12}\]", one)
    assert one == hashed("AMARA  OSEI", "PATIENT", Subject(KEY))
    assert one != hashed("Amara Osei", "PATIENT", Subject(Key(b"o" * 32)))


def test_scopes() -> None:
    hashed = make_operator("hash", {"scope": "patient"}, "CITY")
    one, same, other = Subject(KEY, "a", "p1"), Subject(KEY, "b", "p1"), Subject(KEY, "a", "p2")
    assert hashed("Ely", "CITY", one) == hashed("Ely", "CITY", same) != hashed("Ely", "CITY", other)
    per_note = make_operator("hash", {"scope": "note"}, "CITY")
    assert per_note("Ely", "CITY", one) != per_note("Ely", "CITY", same)


@pytest.mark.parametrize(("switch", "least", "most"), [(50, 12, 30), (100, 40, 40)])
def test_a_person_goes_on_under_another_name(switch: int, least: int, most: int) -> None:
    replace = make_operator("surrogate", {"switch": switch}, "PATIENT")
    made = []
    for _ in range(2):
        subject = Subject(KEY, "a", "p1")
        subject.person = subject.book.people.person("PATIENT", "Amara Osei")
        made.append([replace("Amara Osei", "PATIENT", subject) for _ in range(40)])
    assert made[0] == made[1]
    assert least <= 1 + sum(a != b for a, b in itertools.pairwise(made[0])) <= most
    assert made[0][0] == make_operator("surrogate", {}, "PATIENT")("Amara Osei", "PATIENT", Subject(KEY, "a", "p1"))


def test_shift_of_a_patient() -> None:
    shift = make_operator("shift", {}, "DATE")
    assert shift("3/14/2021", "DATE", Subject(KEY, patient="p", shifts={"p": 20})) == "4/3/2021"
    assert shift("nonsense", "DATE", Subject(KEY, patient="p")) == "[DATE]"
    assert shift("'08", "DATE", Subject(KEY, patient="p", shifts={"p": 800})) == "'10"


@pytest.mark.parametrize(
    ("name", "options", "type_"),
    [
        ("nope", {}, "DATE"),
        ("hash", {"lenght": 3}, "DATE"),
        ("hash", {"length": "x"}, "DATE"),
        ("shift", {}, "PATIENT"),
        ("vary", {}, "DATE"),
        ("surrogate", {"partial": True}, "PATIENT"),
        ("surrogate", {"switch": 20}, "CITY"),
        ("generalise", {"width": 5}, "DATE"),
    ],
)
def test_what_cannot_be_is_said(name: str, options: dict[str, Any], type_: str) -> None:
    with pytest.raises(UsageError):
        make_operator(name, options, type_)


def test_a_plug_in_that_fails_stops_the_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def bad(text: str, type_: str, subject: Subject) -> str:
        raise ValueError(text)

    class Point:
        def load(self) -> object:
            return bad

    monkeypatch.setattr(operators, "_plugins", lambda: {"site-own": Point()})
    assert "site-own" in operator_names()
    with pytest.raises(NoteError) as caught:
        make_operator("site-own", {}, "PATIENT")("Amara Osei", "PATIENT", Subject(KEY))
    assert "Osei" not in str(caught.value)


def test_every_operator_tells_its_risk() -> None:
    for name, function in operators.BUILT_IN.items():
        assert "Risk:" in (function.__doc__ or ""), name


def test_choices_are_kept() -> None:
    policy = load_policy("surrogates")
    assert policy.operator_of("DATE").name == "shift"
    assert policy.operator_of("PATIENT").name == "surrogate"
    changed = policy.with_operators(None, {"PATIENT": OperatorChoice("hash")})
    assert changed.operator_of("PATIENT").name == "hash"
    assert changed.operator_of("DATE").name == "shift"
