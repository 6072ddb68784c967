"""The matcher finds what the rules say, note by note, and nothing of a note depends on its neighbours."""

from __future__ import annotations

import random

import pytest

from rules.notes import batch
from rules.test_prefilter import CORPUS, LANGUAGES, examples, mutated
from scrubber.data import data_folder
from scrubber.errors import BudgetExceeded, DataError
from scrubber.evaluate.gold import read_gold
from scrubber.rules.loading import load_rules
from scrubber.rules.matcher import Matcher
from scrubber.rules.rule import Rule
from scrubber.text.document import Document
from scrubber.text.span import Span

UNITS = ["a@", "ab.", "a.com.", "@.", "..", "a@b.com ", "Smith, John ", "1/2/", "MRN: ", "é@ß."]


def rule(pattern: str, **more: object) -> Rule:
    fields = {"id": "r", "type": "DATE", "weight": 60, "keywords": ("x",), "why": "", "hit": (), "miss": ()}
    return Rule(**{**fields, "pattern": pattern, **more})  # type: ignore[arg-type]


class Slow:
    """A pattern that takes too long."""

    def match(self, *_: object, timeout: float) -> None:
        """As ``regex`` does when its time is over."""
        assert timeout > 0
        raise TimeoutError


def found(rules: list[Rule], texts: list[str]) -> list[list[Span]]:
    """What some rules find in texts that are read together."""
    return Matcher(rules).find(batch(texts), [Document(text) for text in texts])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(2))
def test_finds_together_what_it_finds_alone(language: str, seed: int) -> None:
    rules, luck = LANGUAGES[language], random.Random(seed)
    texts = [mutated(text, luck) if seed else text for text in examples(rules)]
    texts += [note.text for note in read_gold(CORPUS)[seed::500]]
    texts += [unit * 40 for unit in UNITS]
    alone = Matcher(rules)
    for text, spans in zip(texts, found(rules, texts), strict=True):
        assert set(spans) == set(alone.find_in(Document(text))), text


def test_a_note_does_not_see_the_one_before_it() -> None:
    rules = [rule(r"(?<!a\n)x(?=\Z)"), rule(r"(?<=a\n)x", id="s"), rule(r"\w+@y", id="t", reach=20, keywords=("@",))]
    spans = found(rules, ["a", "x", "x", "a@", "a@y", "@y"])
    assert [[(span.start, span.end) for span in one] for one in spans] == [[], [(0, 1)], [(0, 1)], [], [(0, 3)], []]


def test_a_group_named_after_a_weight_gives_it_to_what_is_found() -> None:
    spans = found([rule(r"x(?P<phi>\d)(?P<weight40>(?= mg))?")], ["x1 x2 mg"])
    assert [(span.start, span.weight) for span in spans[0]] == [(1, 60), (4, 40)]


def test_a_rule_that_reaches_back_begins_no_farther_than_it_says() -> None:
    spans = found([rule(r"\w+(?: \w+)* x", reach=5)], ["a bc def x"])
    assert [(span.start, span.end) for span in spans[0]] == [(5, 10)]


def test_a_validator_that_does_not_exist_is_told_at_once() -> None:
    with pytest.raises(DataError, match="rule r: no validator 'nobody'"):
        Matcher([rule("x", validator="nobody")])


@pytest.mark.parametrize("reach", [0, 5])
def test_a_match_that_takes_too_long_fails_the_note(reach: int) -> None:
    one = rule("x", reach=reach)
    one.__dict__["compiled"] = Slow()
    with pytest.raises(BudgetExceeded, match="the 10 s that its length allows: stopped in rule r"):
        found([one], ["", "zz", "- x"])


@pytest.mark.parametrize("unit", UNITS)
def test_tries_to_begin_before_a_keyword_grow_with_the_text(unit: str) -> None:
    one = Matcher([rule for rule in load_rules([data_folder("patterns") / "en"]) if rule.reach])
    counts = []
    for size in (500, 2000):
        begins = one.prefilter.tries(batch([unit * size])).begins
        counts.append(sum(len(offsets) for offsets, _ in begins.values()))
    assert counts[1] <= 4 * counts[0] + 20
    assert counts[1] <= 4 * 2000 * len(unit)
