"""What is compiled of patterns is what they say, and is not used for a pattern that has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.screen import building, compiled
from scrubber.detect.screen.building import node_table
from scrubber.detect.screen.nodes import ANYTHING, NodeTable, dumped, loaded
from scrubber.document import Document
from scrubber.rules import Rule, load_rules

RULE = """[[rule]]
id = "bed"
type = "IDNUM"
pattern = '(?i:bed)[ ;\\t,"]+(?P<phi>[A-Z]?{NUMBER})(?!\\w)'
weight = 90
keywords = ["bed"]
why = "Beds are numbered."
hit = ["bed [[B12]]"]
miss = ["bed rest"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "beds.toml").write_text(RULE)
    (tmp_path / "macros.toml").write_text("NUMBER = '\\d{2,3}'\n")
    compiled.write(tmp_path)
    return tmp_path


def rule_of(folder: Path) -> Rule:
    compiled._compiled.cache_clear()
    (rule,) = load_rules([folder])
    return rule


def found(rule: Rule, text: str) -> list[str]:
    return [text[span.start : span.end] for span in PatternDetector([rule]).find(Document(text))]


@pytest.mark.parametrize("language", ["any", "en", "es"])
def test_tables_come_back_as_they_were(language: str) -> None:
    for rule in load_rules([data_folder("patterns") / language]):
        table = node_table(rule.whole)
        assert table is not ANYTHING
        assert loaded(dumped(table)) == table._replace(atoms=[*table.atoms, *table.not_behind])
        assert compiled.table_of(rule)[:2] == table[:2], "a compiled file says something else: compile it anew"
        assert compiled.table_of(rule)[3:] == table[3:]


def test_what_cannot_be_read_comes_back_as_well() -> None:
    assert node_table("(") is ANYTHING
    assert loaded(dumped(ANYTHING)) == ANYTHING._replace(atoms=[], tested=[""], following=[""])


def test_a_compiled_pattern_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "parse", None)
    assert found(rule_of(folder), "Bed ;B12, bed rest, bed 1234") == ["B12"]


@pytest.mark.parametrize("change", ["pattern", "macro", "cut", "damaged", "version", "bytes", "empty", "gone"])
def test_a_pattern_that_has_changed_is_read(folder: Path, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / compiled.FILE
    content = file.read_bytes()
    if change == "pattern":
        (folder / "beds.toml").write_text(RULE.replace("bed)", "bed|cot)").replace('["bed"]', '["bed", "cot"]'))
    elif change == "macro":
        (folder / "macros.toml").write_text("NUMBER = '\\d{2,4}'\n")
    elif change == "cut":
        file.write_bytes(content[:-3])
    elif change == "damaged":
        file.write_bytes(content.replace(b"c", b"s"))
    elif change == "version":
        file.write_bytes(content.replace(b"# screen ", b"# screen 0"))
    elif change == "bytes":
        file.write_bytes(b"\xff" + content)
    elif change == "empty":
        file.write_bytes(b"")
    else:
        file.unlink()
    read: list[str] = []

    def watched(pattern: str) -> NodeTable:
        read.append(pattern)
        return node_table(pattern)

    monkeypatch.setattr(building, "node_table", watched)
    wanted = {"pattern": ["B12", "34"], "macro": ["B12", "1234"]}.get(change, ["B12"])
    assert found(rule_of(folder), "Bed ;B12, cot 34, bed rest, bed 1234") == wanted
    assert read == [rule_of(folder).whole]
