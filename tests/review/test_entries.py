"""Marks become entries of a configuration, once, and are added to its file without touching the rest."""

from __future__ import annotations

import stat
import tomllib
from pathlib import Path

import pytest

from scrubber.config import Config, load_config
from scrubber.errors import UsageError
from scrubber.policy import load_policy
from scrubber.refine.site import Allow, Mask
from scrubber.review.entries import Entries, new_entries
from scrubber.review.marks import MarkedPlaces, MarkedText, Marks
from scrubber.review.writing import add_to, added

POLICY = load_policy("safe-harbor")


def marks(*missed: MarkedText, wrong: tuple[MarkedText, ...] = ()) -> Marks:
    return Marks("R. Ahn", (MarkedPlaces("a.txt", missed, wrong),))


def hospital(text: str, reason: str = "") -> MarkedText:
    return MarkedText(0, len(text), "HOSPITAL", text, reason)


def test_each_text_once_with_its_reason_and_who() -> None:
    found = new_entries(
        marks(hospital("Blue Heron"), hospital("BLUE heron", "our house"), wrong=(hospital("Mercy"),)),
        "R. Ahn", Config(), POLICY,
    )  # fmt: skip
    assert [(m.text, m.type, m.reason) for m in found.mask] == [("BLUE heron", "HOSPITAL", "our house (R. Ahn)")]
    assert [(a.text, a.types) for a in found.allow] == [("Mercy", ("HOSPITAL",))]
    assert "R. Ahn" in found.allow[0].reason


def test_what_the_configuration_says_is_not_said_again() -> None:
    config = Config(
        mask=(Mask("HOSPITAL", "ours", text="blue  heron"),),
        allow=(Allow("ours", regex="Mer.*"), Allow("ours", text="Grace", rules=("crf-*",))),
    )
    wrong = (hospital("Mercy"), hospital("Grace"))
    found = new_entries(marks(hospital("Blue Heron"), wrong=wrong), "R. Ahn", config, POLICY)
    assert not found.mask
    assert [a.text for a in found.allow] == ["Grace"], "allowed to one rule is not allowed"


def test_what_the_profile_keeps_is_not_written() -> None:
    found = new_entries(marks(MarkedText(0, 4, "STATE", "Ohio")), "R. Ahn", Config(), POLICY)
    assert not found
    assert [entry.text for entry in found.kept] == ["Ohio"]


ENTRIES = Entries(
    [Mask("HOSPITAL", 'the "house"', text="Blue\\Heron\x7f")], [Allow("a", text="x", types=("CITY",))], []
)


def test_they_are_added_behind_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / ".scrub.toml"
    path.write_bytes(b'# ours\r\nprofile = "strict"\r\n[[mask]]\r\ntext="a"\r\ntype="CITY"\r\nreason="b" # why')
    path.chmod(0o640)
    old = path.read_bytes()
    add_to(path, ENTRIES)
    new = path.read_bytes()
    assert new.startswith(old + b"\r\n")
    assert new.count(b"\n") == new.count(b"\r\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    config = load_config([str(path)])
    assert [entry.text for entry in config.mask] == ["a", "Blue\\Heron\x7f"]
    assert config.mask[1].reason == 'the "house"'
    assert [entry.text for entry in config.allow] == ["x"]


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    add_to(tmp_path / ".scrub.toml", ENTRIES)
    assert stat.S_IMODE((tmp_path / ".scrub.toml").stat().st_mode) == 0o600
    assert len(load_config([str(tmp_path / ".scrub.toml")]).mask) == 1


def test_in_a_pyproject_they_stand_below_its_table(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text('[tool.scrub]\nprofile = "strict"\n')
    add_to(path, ENTRIES)
    assert [mask["type"] for mask in tomllib.loads(path.read_text())["tool"]["scrub"]["mask"]] == ["HOSPITAL"]


def test_lists_in_brackets_are_left_to_their_owner(tmp_path: Path) -> None:
    path = tmp_path / ".scrub.toml"
    path.write_text('allow = [{ text = "a", reason = "b" }]\n')
    with pytest.raises(UsageError, match=r"\[\[allow\]\] tables"):
        add_to(path, ENTRIES)
    assert path.read_text() == 'allow = [{ text = "a", reason = "b" }]\n'
    assert added("", ENTRIES, "", "x").startswith("[[mask]]\n")
