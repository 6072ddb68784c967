"""Names of one word that are seldom names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scrubber.data import data_folder
from scrubber.gazetteers.loading import load_lexicon
from scrubber.refine.doubt import DOUBTED, Doubt
from scrubber.text.batch import Batch
from scrubber.text.span import Span
from scrubber.text.vocabulary import Vocabulary

LEXICON = load_lexicon([data_folder("lexicons") / "en"])
LEAST = {"small": 60, "strange": 55, "medical": 54, "short": 60, "letter": 100}


def weight(
    text: str, word: str, given: int, *, type_: str = "PATIENT", mixed: bool = True, cues: tuple[Span, ...] = ()
) -> int:
    """What the span of a word of a text weighs, of the CRF's and given with a weight."""
    batch = Batch.of([text], Vocabulary(LEXICON))
    start = text.index(word)
    span = Span(start, start + len(word), type_, f"crf-{type_}", given)

    def inside(note: int, span: Span) -> range:
        low, high = np.searchsorted(batch.starts, (span.start, span.end)).tolist()
        return range(low, high)

    columns = SimpleNamespace(state=np.zeros(len(batch)) + (not mixed))
    reading: Any = SimpleNamespace(batch=batch, columns=columns, inside=inside, rules=[list(cues)])
    ((judged,),) = Doubt(LEAST, LEXICON).refine(reading, [[span]])
    return judged.weight


@pytest.mark.parametrize(
    ("text", "word", "given", "stands"),
    [
        ("Open and lance it", "lance", 59, False),
        ("Open and lance it", "lance", 60, True),
        ("then Autodiuresing well", "Autodiuresing", 54, False),
        ("then Okafor came", "Okafor", 50, True),
        ("then Karvonen says", "Karvonen", 53, False),
        ("hgb 7.1 petech bue", "petech", 54, False),
        ("Perfect. Come in", "Perfect", 54, False),
        ("Rose. Come in", "Rose", 51, True),
        ("SC line TLC in place", "TLC", 59, False),
        ("b", "b", 75, False),
        ("b came", "b", 75, True),
        ("Lance Brown came", "Lance Brown", 50, True),
    ],
    ids=["small", "small and sure", "unlisted", "listed", "medicine", "unlisted and small", "an ordinary word",
         "one that is a given name", "abbreviation", "a letter alone", "a letter and more", "two words"],
)  # fmt: skip
def test_doubtful_words_need_more(text: str, word: str, given: int, stands: bool) -> None:
    assert weight(text, word, given) == (given if stands else DOUBTED)


def test_an_ordinary_word_in_small_letters_signs_nothing() -> None:
    assert weight("He has pain here", "pain", 51, type_="DOCTOR") == DOUBTED


@pytest.mark.parametrize("text", ["done. TLC", "repeat HUS tlc"])
def test_initials_of_staff_are_on_no_list(text: str) -> None:
    assert weight(text, text[-3:], 51, type_="DOCTOR") == 51
    assert weight(text, text[-3:], 51) == DOUBTED


def test_small_letters_tell_nothing_where_there_are_no_capitals() -> None:
    assert weight("open and lance it", "lance", 51, mixed=False) == 51


def test_what_a_rule_takes_for_somebody_is_not_doubted() -> None:
    told = Span(5, 13, "DOCTOR", "name-acts", 40)
    assert weight("then Karvonen says", "Karvonen", 51, cues=(told,)) == 51
