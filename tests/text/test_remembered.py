"""What is remembered of texts is bounded by their size, not only by their number."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from scrubber.languages import identification
from scrubber.languages.identification import languages_of
from scrubber.mask.keys import key_from_text
from scrubber.pipeline import Scrubber
from scrubber.text import vocabulary
from scrubber.text.remembered import LONGEST, remembered
from scrubber.text.words import Memo

KEY = key_from_text("an invented key of many letters", "test")
LONG = "a" * (LONGEST + 1)


def test_short_texts_are_worked_out_once() -> None:
    asked: list[str] = []
    length = remembered(2)(lambda text: asked.append(text) or len(text))
    assert [length("ab"), length("ab"), length(LONG), length(LONG)] == [2, 2, len(LONG), len(LONG)]
    assert asked == ["ab", LONG, LONG]


def test_texts_within_tuples_count() -> None:
    asked: list[object] = []
    remember = remembered(2)(lambda *keys, **named: asked.append((keys, named)))
    for _ in range(2):
        remember(1, ("a", ("b",)), c="d")
        remember(1, ("a", (LONG,)))
        remember(1, c=LONG)
    assert len(asked) == 5


def test_a_memo_keeps_no_long_key() -> None:
    memo: Memo[str, int] = Memo(len)
    assert memo[LONG] == memo[LONG] == len(LONG)
    assert memo["ab"] == 2
    assert list(memo) == ["ab"]


def retained(scrubber: Scrubber, texts: list[str]) -> int:
    """Bytes that are kept when the texts have been masked and forgotten."""
    gc.collect()
    tracemalloc.start()
    for text in texts:
        scrubber.scrub(text)
    del texts[:], text
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return kept


@pytest.mark.parametrize("profile", ["strict", "surrogates"])
def test_nothing_is_kept_of_words_of_many_kilobytes(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "MOST_CHARACTERS", 10_000)
    scrubber = Scrubber(profile, key=KEY, crf=False, language="en")
    size = 5_000
    texts = [f"Dr. {chr(0x61 + n) * size} on 3 May 2021, MRN {str(n) * size}" for n in range(8)]
    for text in texts:  # each letter and digit brings states of the prefilter, which are kept
        scrubber.scrub(text[: size // 4] + text[-size // 4 :])
    scrubber.scrub(texts.pop())
    few = retained(scrubber, texts[:2])
    assert retained(scrubber, texts[2:]) - few < 3 * size, "of five texts with two such words each"


def test_the_vocabulary_forgets_when_its_words_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "MOST_CHARACTERS", 1_000)
    known = vocabulary.Vocabulary(Scrubber(crf=False).packs.default.lexicon)
    words = known.words
    known.ids_of(["a" * 2_000])
    known.make_room()
    assert known.words is not words
    assert "a" * 2_000 not in known


def test_the_language_of_long_texts_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    look = identification._paragraphs
    monkeypatch.setattr(identification, "_paragraphs", lambda text: looked.append(text) or look(text))
    long = "The patient was seen in the clinic today and feels well.\n" * 200
    for text in (long, long, long[:499], long[:499]):
        assert languages_of(text, ("en", "es"))[1] is identification.UNTOLD
    assert looked == [long, long, long[:499]]
