"""Columns: what is seen of tokens, told by hand for small texts."""

from __future__ import annotations

import pytest

from scrubber.languages.pack import LanguagePack
from scrubber.model.columns import Columns
from scrubber.model.templates import Features, Template
from scrubber.text.document import Document
from scrubber.text.hashing import text_hash


@pytest.fixture(scope="module")
def pack() -> LanguagePack:
    return LanguagePack(crf=False)


def columns(pack: LanguagePack, *texts: str) -> Columns:
    return pack.read([Document(text) for text in texts]).columns


def words(pack: LanguagePack, texts: tuple[str, ...], name: str) -> dict[str, str]:
    """The words that a column names, by token; those that no list holds are "?"."""
    made = columns(pack, *texts)
    names = {text_hash(token.lower()): token.lower() for token in made.batch.tokens} | {text_hash("?"): "?", 0: ""}
    return {token: names[int(value)] for token, value in zip(made.batch.tokens, made[name], strict=True)}


@pytest.mark.parametrize(
    ("name", "text", "token", "expected"),
    [
        ("label", "Seen: wife: Qorvath", "Qorvath", "wife"),
        ("label", "Qorvath: seen", "Qorvath", ""),
        ("label_before", "next appointment: Qorvath", "Qorvath", "next"),
        ("name_before", "nurse Qorvath Zeblin called", "Zeblin", "nurse"),
        ("name_behind", "Qorvath Zeblin, MD", "Qorvath", "md"),
        ("role_behind", "Qorvath was seen by the nurse", "Qorvath", "nurse"),
        ("start_behind", "Qorvath\nwife", "Qorvath", "wife"),
    ],
)
def test_what_stands_around_a_word(pack: LanguagePack, name: str, text: str, token: str, expected: str) -> None:
    assert words(pack, (text,), name)[token] == expected
    assert words(pack, ("Dr.", text, "wife"), name)[token] == expected, "a note's neighbours are not its own"


def test_the_case_of_a_line(pack: LanguagePack) -> None:
    made = columns(pack, "SEEN BY QORVATH\nseen by qorvath\nSeen by Qorvath")
    assert [int(made.state[at]) for at in (0, 4, 8)] == [2, 1, 0]


def test_the_same_word_elsewhere(pack: LanguagePack) -> None:
    made = columns(pack, "Dr. Qorvath came.\nQorvath left.", "Qorvath")
    at = [i for i, token in enumerate(made.batch.tokens) if token == "Qorvath"]
    assert [bool(made.elsewhere[i]) for i in at] == [False, True, False]


def test_days_near_the_notes_dates(pack: LanguagePack) -> None:
    made = columns(pack, "On 3/10/2021. Again 3/12, BP 11/30.", "3/12")
    near = [int(value) for token, value in zip(made.batch.tokens, made.near, strict=True) if token in ("12", "30")]
    assert len(set(near)) == 3, "a week away, far away, and nothing to be near to"


def test_a_template_of_one_word_is_told_from_others() -> None:
    assert Template.of("word[-2] lists[-2]").place == -2
    assert Template.of("word[-1] word").place is None
    assert Template.of("label").place is None


def test_features_end_with_their_line(pack: LanguagePack) -> None:
    template = Template.of("word[-1] shape")
    together = Features(columns(pack, "seen\nQorvath")).of(template)
    alone = Features(columns(pack, "Qorvath")).of(template)
    assert together[-1] == alone[-1]
