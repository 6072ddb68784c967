"""Every rule finds exactly what its examples mark, and nothing where it should miss."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.languages.pack import optional_types
from scrubber.policy import phi_types
from scrubber.rules.loading import load_rules
from scrubber.rules.matcher import Matcher
from scrubber.rules.rule import NOT_PHI, Rule, example
from scrubber.text.document import Document

FOLDER = data_folder("patterns") / "en"
RULES = load_rules([FOLDER])
SPANISH = load_rules([data_folder("patterns") / "es"])
MASKED = 50
"""The weight from which a span counts by itself."""


def found(rule: Rule, text: str, weight: int) -> list[str]:
    """What the rule finds in a text; of spans within spans only the widest, as the pipeline resolves them."""
    spans = {(s.start, s.end) for s in Matcher([rule]).find_in(Document(text)) if s.weight >= weight}
    widest = [a for a in spans if not any(b != a and b[0] <= a[0] and a[1] <= b[1] for b in spans)]
    return [f"{start}:{text[start:end]}" for start, end in sorted(widest)]


@pytest.mark.parametrize("rule", [*RULES, *SPANISH], ids=lambda rule: rule.id)
def test_hits_exactly_what_its_examples_mark(rule: Rule) -> None:
    for marked in rule.hit:
        text, spans = example(marked)
        assert spans, f"{rule.id}: nothing marked in {marked!r}"
        assert found(rule, text, 1) == [f"{start}:{text[start:end]}" for start, end in spans], marked


@pytest.mark.parametrize("rule", [*RULES, *SPANISH], ids=lambda rule: rule.id)
def test_misses_what_its_examples_say(rule: Rule) -> None:
    for text in rule.miss:
        assert found(rule, text, MASKED) == [], text


@pytest.mark.parametrize("rule", [*RULES, *SPANISH], ids=lambda rule: rule.id)
def test_has_both_kinds_of_examples_and_a_reason(rule: Rule) -> None:
    assert rule.hit
    assert rule.miss
    assert rule.why[0].isupper() or rule.why[0] == "'", "a sentence that a privacy officer understands"
    assert rule.why.endswith(".")
    assert rule.type in {*phi_types(), NOT_PHI}
    assert 0 < rule.weight <= 100


VETOES = [rule for rule in RULES if rule.type == NOT_PHI]
WANTED = Matcher([rule for rule in RULES if rule.type not in optional_types()])


@pytest.mark.parametrize("rule", VETOES, ids=lambda rule: rule.id)
def test_a_veto_outweighs_the_rules_it_is_there_to_overrule(rule: Rule) -> None:
    for marked in rule.hit:
        text, spans = example(marked)
        for span in WANTED.find_in(Document(text)):
            covered = max(min(end, span.end) - max(start, span.start) for start, end in spans)
            if span.type != NOT_PHI and 2 * covered >= span.end - span.start:
                assert span.weight < rule.weight, f"{span.source}: {marked}"


def test_ids_are_unique_within_the_shipped_folder() -> None:
    lines = [line for path in FOLDER.glob("*.toml") for line in path.read_text("utf-8").splitlines()]
    ids = [line for line in lines if line.startswith("id = ")]
    assert len(ids) == len(set(ids)) == len(RULES)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [("zeb(lin", r"rule zeb: missing \)"), ("zeb{NOSUCH}", "rule zeb: no macro 'NOSUCH'")],
)
def test_a_broken_rule_of_a_site_is_refused_when_it_is_loaded(pattern: str, message: str, tmp_path: Path) -> None:
    rule = (
        f"[[rule]]\nid = 'zeb'\ntype = 'IDNUM'\npattern = '{pattern}'\nweight = 90\nkeywords = ['zeb']\nwhy = 'Ours.'"
    )
    (tmp_path / "ours.toml").write_text(rule + "\nhit = ['[[zeb]]']\nmiss = ['a']\n")
    with pytest.raises(DataError, match=message):
        load_rules([FOLDER, tmp_path])


OVER_LINES = """[[rule]]
id = "own"
type = "IDNUM"
pattern = '''{pattern}'''
weight = 90
keywords = ["wing"]
why = "A wing's number."
hit = ["wing [[123]]"]
miss = ["wing 12"]
"""


@pytest.mark.parametrize(
    ("pattern", "read"),
    [
        ("\n  wing[ ]\n  (?P<phi>\n    {NUMBER}\n    |A B\n  )\n", r"wing[ ](?P<phi>(?:\d{2}\d)|A B)"),
        ("\n\twing[ ]\n\t(?P<phi>\\d{3})\n", r"wing[ ](?P<phi>\d{3})"),
        ("wing\n(?P<phi>123)", "wing\n(?P<phi>123)"),
        ("\n(?x) wing \\s  # of ours\n(?P<phi>123)\n", "(?x) wing \\s  # of ours\n(?P<phi>123)\n"),
    ],
)
def test_a_pattern_over_several_lines_is_read_as_one(pattern: str, read: str, tmp_path: Path) -> None:
    (tmp_path / "macros.toml").write_text("NUMBER = '''\n  \\d{2}\n  \\d\n'''\n", "utf-8")
    (tmp_path / "own.toml").write_text(OVER_LINES.replace("{pattern}", pattern), "utf-8")
    [rule] = load_rules([tmp_path], tried=False)
    assert rule.whole == read
    assert {span.end - span.start for span in Matcher([rule]).find_in(Document("wing 123, wing\n123"))} == {3}


def test_a_line_of_a_pattern_does_not_end_within_an_escape(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OVER_LINES.replace("{pattern}", "\n  wing\\ \n  (?P<phi>123)\n"), "utf-8")
    with pytest.raises(DataError, match="rule own: a line of the pattern ends in a backslash"):
        load_rules([tmp_path])


def test_a_rule_that_begins_at_one_number_leaves_others_to_their_rules() -> None:
    fields = {"type": "IDNUM", "weight": 90, "why": "", "hit": (), "miss": ()}
    one = Rule(id="one", pattern=r"12[ ]film", keywords=("12",), **fields)  # type: ignore[arg-type]
    any_ = Rule(id="any", pattern=r"\d\d[ ]\w+", keywords=("#2",), **fields)  # type: ignore[arg-type]
    found = Matcher([one, any_]).find_in(Document("12 tablets, 12 film"))
    assert sorted((span.start, span.source) for span in found) == [(0, "any"), (12, "any"), (12, "one")]


def test_every_pattern_is_quick_on_hostile_text() -> None:
    units = ["1", "1-", "1 ", "a1", "A-1 ", "(", "one ", "Aa ", "1/", "#", "mother Aa ", "MRN A", "0.", "Jan 1 "]
    hostile = [unit * (6000 // len(unit)) for unit in units]
    whole = Matcher(RULES)
    for text in hostile:
        for _ in whole.find_in(Document(text)):  # raises BudgetExceeded where one is not
            pass
