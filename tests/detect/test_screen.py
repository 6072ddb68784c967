"""The screen never turns away a rule that matches, and turns away nearly all that do not."""

from __future__ import annotations

import gc
import random
import re
from pathlib import Path

import pytest
import regex

from scrubber.data import data_folder
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.screen import Screen, machine
from scrubber.detect.screen.chars import Chars
from scrubber.detect.screen.machine import STATES
from scrubber.detect.screen.parse import Unreadable, parse
from scrubber.document import Document
from scrubber.rules import Rule, example, load_rules

RULES = load_rules([data_folder("patterns") / "en"])
SETS = {one for rule in RULES for one in re.findall(r"\[[^\]\[]*\]", rule.whole)}
TEXTS = [example(text)[0] for rule in RULES for text in (*rule.hit, *rule.miss)]
NOTES = sorted((Path(__file__).parents[2] / "benchmarks" / "corpus").rglob("*.txt"))
ODD = "ßıİſKŉﬁﬆǰ \t\n\x1c\x85\u2028-/.,'’·½°0aZ"


def rule(pattern: str, **more: object) -> Rule:
    fields = {"id": "r", "type": "DATE", "weight": 60, "keywords": ("x",), "why": "", "hit": (), "miss": ()}
    return Rule(**{**fields, "pattern": pattern, **more})  # type: ignore[arg-type]


def passes(screen: Screen, index: int, text: str, at: int) -> bool:
    before = text[at - 1] if at else ""
    return index in screen.start((index,), before).walk(text, at)


def mangled(text: str, luck: random.Random) -> str:
    """A text with a few characters changed, most of them to what folds oddly."""
    letters = list(text)
    for _ in range(luck.randrange(3)):
        at = luck.randrange(len(letters))
        letters[at] = luck.choice([letters[at].swapcase(), luck.choice(ODD), "", letters[at] * 2])
    return "".join(letters)


def test_every_shipped_pattern_can_be_read() -> None:
    for one in RULES:
        parse(one.whole)


@pytest.mark.parametrize("seed", range(4))
def test_lets_every_match_through(seed: int) -> None:
    luck, screen = random.Random(seed), Screen(RULES)
    for index, one in enumerate(RULES):
        if one.reach:
            continue
        for text in [*(example(hit)[0] for hit in one.hit), *luck.sample(TEXTS, 8)]:
            changed = mangled(text, luck)
            for at in range(len(changed)):
                if not passes(screen, index, changed, at):
                    assert one.compiled.match(changed, at) is None, (one.id, changed, at)


PATTERNS = [
    r"x(?i:ss)", r"(?i:x[a-ß]y)", r"(?<!a|bc)x(?!y|z\d)", r"x(?=y)(?!yz).", r"(?:(?=xy)|xz)y?", r"x{2,3}y{2,}?",
    r"x(?P<s>[-/])y(?P=s)", r"x(?P<p>\()?y(?(p)\)|z)", r"x[[a-z]--[y]]", r"(?i)xk|y", r"x\b.*y", r"x(?>y+)(?-i:Z)",
    r"x[^\W\d_]++\d", r"(?:x|)+y", r"x(?!(?!y))", r"x(?=y|z)(?=z)", r"x$\n?y?", r"x\p{Lu}\P{L}", r"x(?:(?<!q)y)?z",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_lets_every_match_of_rarer_constructs_through(pattern: str) -> None:
    luck, one = random.Random(pattern), rule(pattern)
    screen, found = Screen([one]), 0
    parse(pattern)
    for _ in range(3000):
        text = "x" + "".join(luck.choices(["x", "y", *luck.sample("zsskSßſabq-/()1\nZK", 3)], k=6))
        for at in range(len(text)):
            if one.compiled.match(text, at) is not None:
                found += 1
                assert passes(screen, 0, text, at), (text, at)
    assert found


@pytest.mark.parametrize("pattern", [r"(?:foo){e<=1}", r"(?R)?x", r"(a)\1", r"(?|a|b)", r"\Xa", r"a\Kb", r"(?i:ß)x"])
def test_does_not_read_what_it_does_not_know(pattern: str) -> None:
    with pytest.raises(Unreadable):
        parse(pattern)
    assert passes(Screen([rule(pattern)]), 0, "zzz", 0), "tried everywhere"


@pytest.mark.parametrize(
    ("text", "through"), [("xab", True), ("xab ", True), ("xabc", False), ("xab c", False), ("xa", True), ("x", True)]
)
def test_what_must_end_the_text_is_turned_away_where_the_text_goes_on(text: str, through: bool) -> None:
    assert passes(Screen([rule(r"x[a-b]{2}\s{0,9}\Z")]), 0, text, 0) == through


def test_a_rule_of_too_many_nodes_is_tried_everywhere() -> None:
    assert passes(Screen([rule("(((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}){9}")]), 0, "zzz", 0)


def test_before_is_what_stands_before_the_keyword() -> None:
    detector = PatternDetector([rule(r"\w+\.com", keywords=("com",), before=".", reach=20)])
    assert [(s.start, s.end) for s in detector.find(Document("com a.com"))] == [(4, 9)]


@pytest.mark.skipif(not NOTES, reason="no corpus here")
def test_few_tries_are_in_vain() -> None:
    detector = PatternDetector(RULES)
    documents = [Document(path.read_text("utf-8")) for path in NOTES[::10]]
    tries = sum(sum(1 for _ in detector.tries(document)) for document in documents)
    spans = sum(sum(1 for _ in detector.find(document)) for document in documents)
    assert tries < 6 * spans


def test_memory_is_bounded() -> None:
    luck, detector = random.Random(1), PatternDetector(RULES)
    states = detector._screen._machine._states
    most = 0
    for _ in range(40):
        text = " ".join(f"{luck.randrange(400)}{luck.choice('-/. ')}{luck.choice(TEXTS)}" for _ in range(300))
        for _try in detector.tries(Document(text)):
            pass
        most = max(most, len(states))
    assert 0 < most <= STATES


def test_states_that_are_forgotten_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "STATES", 500)
    luck, detector = random.Random(2), PatternDetector(RULES)
    for _ in range(40):
        text = " ".join(f"{luck.randrange(400)}{luck.choice('-/. ')}{luck.choice(TEXTS)}" for _ in range(300))
        for _try in detector.tries(Document(text)):
            pass
    gc.collect()
    ours = [o for o in gc.get_objects() if isinstance(o, machine.State) and o._machine is detector._screen._machine]
    assert 0 < len(ours) < 1000


SIMPLE = (
    r"[a] [-a] [a-] [a-f] [nsew] [,.] [A-CEGHJ-MP-V] [A-Za-z0-9] [o0] [-a-c,/-] [^a] [^-a-f] [\d] "
    r"[\d.,/+-] [\w/.-] [^\w\s] [\t\n] [^\n] [a\-] [\-a] [.:#=(*] [\p{L}\d/] [^\p{Lu}] [é–] \d \s \w \n \p{L} \p{Lu}"
)
OTHERS = r"[a--b] [a-c-e] [a||b] [a~~b] [[a]] [[:alpha:]] [\p{Lt}] [+-/] [\d-x] [a^b] [z-a] [--a] a . \p{Lt} \x41"


@pytest.mark.parametrize("source", [*SIMPLE.split(), "[- ]", "[ \t]"])
@pytest.mark.parametrize("icase", [False, True])
def test_simple_atoms_are_read_as_regex_reads_them(source: str, icase: bool) -> None:
    atom = Chars(source, icase)
    assert (atom.plain is not None) == (not icase or source.isascii())
    compiled = regex.compile(source, regex.VERSION1 | (regex.IGNORECASE if icase else 0))
    for char in [*map(chr, range(128)), "é", "ß", "–", "\u212a", "\u0660"]:
        assert (char in atom) == (compiled.fullmatch(char) is not None), char


@pytest.mark.parametrize("source", OTHERS.split())
def test_other_atoms_are_left_to_regex(source: str) -> None:
    assert Chars(source, False).plain is None


def test_every_simple_set_of_the_patterns_is_read_as_regex_reads_it() -> None:
    found = {(one, icase) for one in SETS for icase in (False, True)}
    simple = [(source, icase) for source, icase in found if Chars(source, icase).plain is not None]
    assert len(simple) > 200
    for source, icase in simple:
        compiled = regex.compile(source, regex.VERSION1 | (regex.IGNORECASE if icase else 0))
        atom = Chars(source, icase)
        assert [char in atom for char in map(chr, range(128))] == [
            compiled.fullmatch(chr(code)) is not None for code in range(128)
        ]
