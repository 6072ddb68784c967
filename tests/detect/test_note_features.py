"""What the rest of a note says of a token."""

from __future__ import annotations

import pytest

from scrubber.detect.day_pairs import day_of, days_near, full_dates
from scrubber.detect.note_features import NoteFeatures, above, speakers
from scrubber.document import Document
from scrubber.language import LanguagePack
from scrubber.reading import Reading
from scrubber.tokens import tokenize


@pytest.fixture(scope="module")
def pack() -> LanguagePack:
    return LanguagePack("en", crf=False)


def features(pack: LanguagePack, text: str, word: str, number: int = 0) -> set[str]:
    """The features of the n-th token that reads so."""
    reading = pack.read(Document(text))
    pack.features.columns(reading)
    index = [i for i, t in enumerate(reading.tokens.texts) if t == word][number]
    return set(NoteFeatures(reading, pack.lexicon).of(index))


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Seen 3/12/2021. Last dose 3/12", ["0/", "0/"]),
        ("Seen 3/12/2021. Last dose 3/15", ["7/", "7/"]),
        ("Seen 2021-12-28. Due 1/4", ["7/", "7/"]),
        ("Seen 03 Feb 2021, pain 2/10", ["7/", "7/"]),
        ("Seen 3/12/2021, 9-10", ["x-", "x-"]),
        ("Seen 25/12/2021 and 5/1", ["31/", "31/"]),
        ("pain 5/10", ["-/", "-/"]),
        ("Seen 3/12/2021, 20/40", ["!/", "!/"]),
        ("BP 98/60, 5/80/-2 and 1/2/3", ["!/", "!/"]),
    ],
)
def test_how_near_a_pair_comes_to_the_dates_of_the_note(text: str, near: list[str]) -> None:
    assert list(days_near(text).values()) == near


def test_full_dates_tell_the_order_of_their_numbers() -> None:
    assert full_dates("25/12/2021 and 3/4/2021") == ({day_of(12, 25), day_of(4, 3)}, True)
    assert full_dates("12/25/2021 and 3/4/2021") == ({day_of(12, 25), day_of(3, 4)}, False)
    assert full_dates("May 14, 14th June, 2021-02-29 20210102") == (
        {day_of(5, 14), day_of(6, 14), day_of(2, 29), day_of(1, 2)},
        False,
    )
    assert day_of(2, 30) is None
    assert day_of(13, 1) is None


def test_a_word_is_known_by_its_other_neighbours(pack: LanguagePack) -> None:
    text = "Dr. Quillon came.\nQuillon left."
    assert "else=-TITLE" in features(pack, text, "Quillon", 1)
    assert "else=-TITLE" not in features(pack, text, "Quillon", 0)


def test_a_word_is_known_by_the_rules_that_hit_it_elsewhere(pack: LanguagePack) -> None:
    assert any(f.startswith("also=EMAIL") for f in features(pack, "quillon@example.org\nQuillon left", "Quillon"))


def test_the_cell_above(pack: LanguagePack) -> None:
    text = "Name      Bed\nOstrowski  12\n\nTiernan   14"
    reading = Reading(Document(text), pack.lexicon)
    texts = reading.tokens.texts
    assert {texts[low]: texts[up] for low, up in above(reading).items()} == {}
    text = "Name       Bed\nOstrowski  12\n\nTiernan    14"
    reading = Reading(Document(text), pack.lexicon)
    texts = reading.tokens.texts
    assert {texts[low]: texts[up] for low, up in above(reading).items()} == {"12": "Bed", "14": "12"}
    assert "up=d2|d2" in features(pack, text, "14")


def test_who_takes_turns() -> None:
    text = "vuk: on my way\nkimmy 10:42> ok\nvuk: call me\nPlan: rest\nkimmy w: done\nsee vuk"
    tokens = tokenize(text)
    assert speakers(tokens.texts, tokens.lows) == {"vuk": 2, "kimmy": 2}
