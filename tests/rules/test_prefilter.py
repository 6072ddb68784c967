"""The prefilter turns away no rule that matches and nearly all that do not, however notes are batched."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.notes import batch, words
from scrubber.data import data_folder
from scrubber.evaluate.gold import read_gold
from scrubber.rules.loading import load_rules
from scrubber.rules.prefilter import dfa
from scrubber.rules.prefilter.prefilter import Prefilter
from scrubber.rules.rule import Rule, example
from scrubber.text.tokens import tokenize

LANGUAGES = {
    language: load_rules([data_folder("patterns") / "any", data_folder("patterns") / language])
    for language in ("en", "es")
}
CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"
ODD = "ßıİſKŉﬁﬆǰ \t\n\x1c\x85\u2028-/.,'’·½°0aZé中\U0001f600²"


def tried(prefilter: Prefilter, texts: Sequence[str]) -> list[set[tuple[int, int]]]:
    """What is worth a try in each text: offsets and indices of rules."""
    notes = batch(texts)
    places, rules, _ = prefilter.tries(notes)
    order = places * 10_000 + rules
    assert (np.diff(order) > 0).all(), "in order, each once"
    note = np.searchsorted(notes.base, places, side="right") - 1
    found: list[set[tuple[int, int]]] = [set() for _ in texts]
    for number, place, index in zip(note.tolist(), (places - notes.base[note]).tolist(), rules.tolist(), strict=True):
        found[number].add((place, index))
    return found


def mutated(text: str, luck: random.Random) -> str:
    """A text with a few characters changed, most of them to what folds oddly."""
    letters = list(text)
    for _ in range(luck.randrange(4)):
        at = luck.randrange(len(letters))
        letters[at] = luck.choice([letters[at].swapcase(), luck.choice(ODD), "", letters[at] * 2])
    return "".join(letters)


def matching(rules: Sequence[Rule], text: str) -> set[tuple[int, int]]:
    """By brute force: where a keyword of a rule stands and its pattern matches; of rules that do not reach back."""
    found: set[tuple[int, int]] = set()
    tokens = tokenize(text)
    for word, start, end in zip(tokens.texts, tokens.starts, tokens.ends, strict=True):
        kinds = {word.lower(), "##"} if word == "#" else {word.lower()}
        if word.isdigit():
            kinds |= {"#", f"#{min(len(word), 10)}"}
        for index, rule in enumerate(rules):
            if rule.reach or not kinds.intersection(rule.keywords) or (word == "#" and "##" not in rule.keywords):
                continue
            behind = text[end : end + 1]
            bound = word.isdigit() and word not in rule.keywords
            if bound and rule.then and not (behind and ("a" if behind.isalpha() else behind) in rule.then):
                continue
            if rule.before and not (start and text[start - 1] in rule.before):
                continue
            if rule.compiled.match(text, start) is not None:
                found.add((start, index))
    return found


def examples(rules: Sequence[Rule]) -> list[str]:
    return [example(text)[0] for rule in rules for text in (*rule.hit, *rule.miss)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(2))
def test_no_match_is_filtered_out(language: str, seed: int) -> None:
    rules, luck = LANGUAGES[language], random.Random(seed)
    texts = [mutated(text, luck) if seed else text for text in examples(rules)]
    for text, tries in zip(texts, tried(Prefilter(rules), texts), strict=True):
        assert not matching(rules, text) - tries, text


def test_no_match_of_the_corpus_is_filtered_out() -> None:
    texts = [note.text for note in read_gold(CORPUS)[::400]]
    rules = LANGUAGES["en"]
    for text, tries in zip(texts, tried(Prefilter(rules), texts), strict=True):
        assert not matching(rules, text) - tries


def test_few_tries_are_in_vain() -> None:
    rules = LANGUAGES["en"]
    texts = examples(rules)
    rules = [rule for rule in rules if not rule.reach]
    tries = sum(map(len, tried(Prefilter(rules), texts)))
    assert tries < 2 * sum(len(matching(rules, text)) for text in texts)


def test_the_batch_does_not_matter() -> None:
    rules = LANGUAGES["en"]
    texts = examples(rules)[::5]
    together = tried(Prefilter(rules), texts)
    prefilter, luck = Prefilter(rules), random.Random(1)
    order = luck.sample(range(len(texts)), len(texts))
    assert [tried(prefilter, [texts[number]])[0] for number in order] == [together[number] for number in order]


def test_a_note_without_tokens_or_none_at_all_is_nothing_to_try() -> None:
    prefilter = Prefilter(LANGUAGES["en"])
    assert tried(prefilter, []) == []
    assert tried(prefilter, ["", " ", "", "zzz"]) == [set(), set(), set(), set()]
    assert [len(one) for one in Prefilter([]).tries(batch(["12 on 1/2"]))] == [0, 0, 0]


def test_where_a_pattern_takes_too_many_states_it_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, folder = LANGUAGES["en"][::4], Path()  # of another folder than ours nothing is kept
    monkeypatch.setattr(dfa, "STATES", 5)
    cut = Prefilter([replace(rule, file=folder / "rules.toml") for rule in rules])
    texts = examples(rules)
    for text, tries, more in zip(texts, tried(Prefilter(rules), texts), tried(cut, texts), strict=True):
        assert more >= tries, text


def test_other_characters_than_those_of_the_alphabet_are_let_through() -> None:
    rules = LANGUAGES["en"]
    texts = [f"{before}MRN: {char}44{char}71902" for char in "中é\U0001f600ßΔ" for before in ("", char)]
    for text, tries in zip(texts, tried(Prefilter(rules), texts), strict=True):
        assert not matching(rules, text) - tries, text


def test_words_that_join_a_vocabulary_later_are_looked_up() -> None:
    prefilter, known = Prefilter(LANGUAGES["en"]), words()
    for text in ("Nothing here", "MRN: 4471902", "Nothing here, MRN: 4471902"):
        places = prefilter.tries(batch([text], known)).places
        assert set(places.tolist()) == {place for place, _ in tried(prefilter, [text])[0]}


@pytest.mark.parametrize("unit", ["a@", ".", "1/2/", "MRN: ", "a.com.", "Jan 1 ", "wifeHalina ", "\u0130\u0131\u00df "])
def test_tries_grow_with_the_text_and_no_faster(unit: str) -> None:
    prefilter = Prefilter(LANGUAGES["en"])
    few, many = (sum(map(len, tried(prefilter, [unit * size]))) for size in (1000, 4000))
    assert many <= 4 * few + 50
