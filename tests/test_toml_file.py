"""What is compiled of TOML files says what they say, and nothing once they have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber import toml_file
from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.gazetteers.sorted_text import sorted_text
from scrubber.rules.prefilter import compiled as screen
from scrubber.rules.prefilter.compiled import table_of
from scrubber.rules.prefilter.nodes import dumped
from scrubber.rules.rule import load_rules
from scrubber.toml_file import read_toml

RULES = """[[rule]]
id = "one"
pattern = '\\d+\\s\\0'
text = \"\"\"two
lines\tand a tab\"\"\"
weights = [1, 2.5, true]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(toml_file, "ships", lambda _: True)
    (tmp_path / "rules.toml").write_text(RULES, "utf-8")
    (tmp_path / "days.toml").write_text('day = 2021-03-14\nname = "é"\n', "utf-8")
    return tmp_path


def told(folder: Path) -> list[dict[str, object]]:
    return [read_toml(path) for path in sorted(folder.glob("*.toml"))]


def test_it_says_what_the_files_say(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(folder)
    toml_file.write(folder)
    assert told(folder) == plain
    monkeypatch.setattr(toml_file, "_parse", None)  # that it is not read shows that the compiled file is
    assert read_toml(folder / "rules.toml") == plain[1]
    with pytest.raises(TypeError):
        read_toml(folder / "days.toml")  # JSON has no dates


@pytest.mark.parametrize("change", ["text", "cut", "version", "gone", "broken"])
def test_files_that_have_changed_are_read(folder: Path, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(folder)
    toml_file.write(folder)
    compiled = folder / toml_file.FILE
    if change == "text":
        (folder / "rules.toml").write_text(RULES.replace("one", "two"))
    elif change == "cut":
        compiled.write_bytes(compiled.read_bytes()[:12])
    elif change == "version":
        monkeypatch.setattr(toml_file, "VERSION", toml_file.VERSION + 1)
    elif change == "gone":
        compiled.unlink()
    else:
        compiled.write_bytes(b"\xff\n\0\t")
    toml_file._compiled.cache_clear()
    assert (told(folder) == plain) == (change != "text")


def test_a_compiled_file_beside_a_sites_own_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(RULES)
    toml_file.write(tmp_path)
    compiled = tmp_path / toml_file.FILE
    _, _, data = compiled.read_bytes().partition(b"\n")
    data = data.replace(b"one", b"two")
    compiled.write_bytes(toml_file._head(data) + data)
    toml_file._compiled.cache_clear()
    assert read_toml(path)["rule"][0]["id"] == "one"


def test_broken_files_are_refused(folder: Path) -> None:
    path = folder / "broken.toml"
    for content in (b"a = ", b"\xff", b"a = 1\na = 2"):
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"broken\.toml: "):
            read_toml(path)
    with pytest.raises(DataError, match=r"nowhere\.toml: "):
        read_toml(folder / "nowhere.toml")


def test_compiled_patterns_beside_a_sites_own_are_not_believed(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[[rule]]\nid = "own"\ntype = "ID"\npattern = \'LH(?P<phi>\\d+)\'\nweight = 90\nkeywords = ["lh"]\n'
        'why = "ours"\nhit = ["LH[[1]]"]\nmiss = ["x"]\n'
    )
    (rule,) = load_rules([tmp_path])
    plain = dumped(table_of(rule))
    data = sorted_text({screen._key(rule): "[]"})
    (tmp_path / screen.FILE).write_bytes(screen._head(data) + data)
    screen._compiled.cache_clear()
    assert dumped(table_of(rule)) == plain


def test_each_reader_has_a_table_of_its_own(folder: Path) -> None:
    toml_file.write(folder)
    read_toml(folder / "rules.toml").clear()
    assert read_toml(folder / "rules.toml")


def test_all_shipped_patterns_can_be_said_in_json(tmp_path: Path) -> None:
    for path in data_folder("patterns").rglob("*.toml"):
        place = tmp_path / path.relative_to(data_folder("patterns"))
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(path.read_bytes())
        toml_file.write(place.parent)
        assert f"\n{path.name}\t".encode() in (place.parent / toml_file.FILE).read_bytes()
        assert read_toml(place) == toml_file._parse(path.read_bytes())
