"""What is compiled of TOML files and patterns says what they say, and nothing once they have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber import compiled, toml_file
from scrubber.compiled import compiled_of
from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.rules import compiled as rules
from scrubber.rules.compiled import dfa_of, pattern_of
from scrubber.rules.loading import load_rules
from scrubber.rules.rule import Rule
from scrubber.toml_file import read_toml

RULES = """[[rule]]
id = "one"
pattern = '\\d+\\s\\0'
text = \"\"\"two
lines\tand a tab\"\"\"
weights = [1, 2.5, true]
"""
OWN = """[[rule]]
id = "own"
type = "ID"
pattern = '(?i)lh-?(?P<phi>[\\p{L}\\d]{4,9})(?!\\w)'
weight = 90
keywords = ["lh"]
why = "ours"
hit = ["LH[[1a2b]]"]
miss = ["x"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiled, "ships", lambda _: True)
    (tmp_path / "rules.toml").write_text(RULES, "utf-8")
    (tmp_path / "days.toml").write_text('day = 2021-03-14\nname = "é"\n', "utf-8")
    return tmp_path


def told(folder: Path) -> list[dict[str, object]]:
    return [read_toml(path) for path in sorted(folder.glob("*.toml"))]


def write(folder: Path) -> None:
    compiled.write(folder, toml_file.to_compile(folder))


def own_rule(folder: Path) -> Rule:
    (folder / "own.toml").write_text(OWN)
    (rule,) = load_rules([folder])
    return rule


def test_it_says_what_the_files_say(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(folder)
    write(folder)
    assert told(folder) == plain
    monkeypatch.setattr(toml_file, "_parse", None)  # that it is not read shows that the compiled file is
    assert read_toml(folder / "rules.toml") == plain[1]
    with pytest.raises(TypeError):
        read_toml(folder / "days.toml")  # dates are no plain values


@pytest.mark.parametrize("change", ["text", "cut", "version", "gone", "broken"])
def test_files_that_have_changed_are_read(folder: Path, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(folder)
    write(folder)
    file = folder / compiled.FILE
    if change == "text":
        (folder / "rules.toml").write_text(RULES.replace("one", "two"))
    elif change == "cut":
        file.write_bytes(file.read_bytes()[:12])
    elif change == "version":
        monkeypatch.setattr(compiled, "VERSION", compiled.VERSION + 1)
    elif change == "gone":
        file.unlink()
    else:
        file.write_bytes(b"\xff\n\0\t")
    compiled_of.cache_clear()
    assert (told(folder) == plain) == (change != "text")


def test_a_compiled_file_beside_a_sites_own_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(RULES)
    kept = toml_file.to_compile(tmp_path)
    kept["toml rules.toml"][1]["rule"][0]["id"] = "two"
    compiled.write(tmp_path, kept)
    assert read_toml(path)["rule"][0]["id"] == "one"


def test_broken_files_are_refused(folder: Path) -> None:
    path = folder / "broken.toml"
    for content in (b"a = ", b"\xff", b"a = 1\na = 2"):
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"broken\.toml: "):
            read_toml(path)
    with pytest.raises(DataError, match=r"nowhere\.toml: "):
        read_toml(folder / "nowhere.toml")


def test_patterns_are_what_they_were_compiled_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = own_rule(tmp_path)
    plain, pattern = dfa_of(rule.whole, "", tmp_path), pattern_of(rule.whole, tmp_path)
    monkeypatch.setattr(compiled, "ships", lambda _: True)
    compiled.write(tmp_path, rules.to_compile([rule.begins]))
    monkeypatch.setattr(compiled, "ships", lambda _: True)
    kept = compiled_of(tmp_path).find(f"pattern {rules._key(rule.whole)}")
    again = pattern_of(rule.whole, tmp_path)
    assert kept[1][0] == rule.whole
    assert (again.pattern, again.flags, again.groupindex) == (pattern.pattern, pattern.flags, pattern.groupindex)
    for text in ("lh-A1b2 x", "LH12345678901", "Lhé4ü9"):
        assert [m.span("phi") for m in again.finditer(text)] == [m.span("phi") for m in pattern.finditer(text)]
    assert dfa_of(rule.whole, "", tmp_path) == plain


def test_patterns_of_another_regex_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = own_rule(tmp_path)
    monkeypatch.setattr(compiled, "ships", lambda _: True)
    kept = rules.to_compile([rule.begins])
    compiled.write(tmp_path, {key: ("0.1", ()) if key.startswith("pattern") else kept[key] for key in kept})
    assert pattern_of(rule.whole, tmp_path).search("LH12345")


def test_compiled_patterns_beside_a_sites_own_are_not_believed(tmp_path: Path) -> None:
    rule = own_rule(tmp_path)
    compiled.write(tmp_path, dict.fromkeys(rules.to_compile([rule.begins]), ()))
    assert pattern_of(rule.whole, tmp_path).search("LH12345")
    assert dfa_of(rule.whole, "", tmp_path).cells


def test_each_reader_has_a_table_of_its_own(folder: Path) -> None:
    write(folder)
    read_toml(folder / "rules.toml").clear()
    assert read_toml(folder / "rules.toml")


def test_all_shipped_patterns_are_kept() -> None:
    for folder in sorted({path.parent for path in data_folder("patterns").rglob("*.toml")}):
        kept = toml_file.to_compile(folder)
        assert set(kept) == {f"toml {path.name}" for path in folder.glob("*.toml")}
        assert all(table == toml_file._parse((folder / key[5:]).read_bytes()) for key, (_, table) in kept.items())
