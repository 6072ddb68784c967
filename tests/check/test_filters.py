"""What a check leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.check.filters import Filters, inline_rules
from scrubber.check.findings import Finding
from scrubber.check.known_rules import refuse_unknown
from scrubber.check.path_patterns import covered
from scrubber.errors import NoteError, UsageError
from scrubber.refine.site import Allow


def finding(text: str = "Mayo", path: str = "a/b.txt", type_: str = "CITY", rule: str = "place-list") -> Finding:
    return Finding(path, 0, len(text), type_, rule, 80, 1, 1, 1, 1 + len(text), text)


def covers(entry: Allow, one: Finding) -> bool:
    return entry.covers(one.rule, one.type, one.text)


def stands(filters: Filters, line: str = "", **about: str) -> bool:
    return filters.reported(finding(**about), lambda: line)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("CITY",), True),
        (("LOCATION",), True),
        (("place-list",), True),
        (("place-*",), True),
        (("DATE", "date-*"), False),
    ],
)
def test_select_and_ignore_take_rules_types_and_categories(names: tuple[str, ...], expected: bool) -> None:
    assert stands(Filters(select=names)) is expected
    assert stands(Filters(ignore=names)) is not expected


def test_per_file_ignores_count_from_the_configuration(tmp_path: Path) -> None:
    filters = Filters(per_file_ignores={"docs/*": ("CITY",)}, root=tmp_path)
    assert not stands(filters, path=str(tmp_path / "docs" / "x.txt"))
    assert stands(filters, path=str(tmp_path / "x.txt"))


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Allow("r", text="mayo"), True),
        (Allow("r", text="Mayo Clinic"), False),
        (Allow("r", regex="(?i)mayo"), True),
        (Allow("r", regex="May"), False),
        (Allow("r", text="Mayo", rules=("place-*",)), True),
        (Allow("r", text="Mayo", rules=("other",)), False),
        (Allow("r", text="Mayo", types=("CITY",)), True),
        (Allow("r", text="Mayo", types=("DATE",)), False),
    ],
)
def test_allow_list(entry: Allow, expected: bool) -> None:
    assert covers(entry, finding()) is expected
    assert stands(Filters(allow=(entry,))) is not expected


def test_allowed_text_may_be_spaced_otherwise() -> None:
    assert covers(Allow("r", text="New York"), finding("New\n  York"))


def test_a_hostile_pattern_fails_the_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubber.refine.site._REGEX_SECONDS", 0.05)
    with pytest.raises(NoteError):
        covers(Allow("r", regex="(?:a|a)*c"), finding("a" * 40 + "!c"))


def test_inline_markers_need_a_rule() -> None:
    assert inline_rules("x scrub:allow[a, b-1] scrub:allow[c]") == {"a", "b-1", "c"}
    assert inline_rules("x scrub:allow scrub:allow[] scrub:allow") == frozenset()


def test_inline_markers_name_the_finding_s_rule() -> None:
    assert not stands(Filters(), line="Mayo stand  scrub:allow[place-list]")
    assert stands(Filters(), line="Mayo stand  scrub:allow[date-list]")
    assert stands(Filters(inline_allow=False), line="Mayo stand  scrub:allow[place-list]")


@pytest.mark.parametrize(
    ("path", "glob", "expected"),
    [
        ("a/b/c.log", "*.log", True),
        ("a/b/c.log", "b", True),
        ("a/b/c.log", "b/", True),
        ("a/b/c.log", "a/b", True),
        ("a/b/c.log", "./a/*.log", False),
        ("a/b/c.log", "./a/**/*.log", True),
        ("a/b/c.log", "b/c.log", False),
        ("a/b/c.log", "**/b/*.log", True),
        ("b/c.log", "**/b/*.log", True),
        ("a/b/c.log", "*.txt", False),
        ("ab/c.log", "b", False),
    ],
)
def test_path_patterns(path: str, glob: str, expected: bool) -> None:
    assert covered(path, (glob,)) is expected


def test_a_slip_in_select_is_an_error_for_it_would_find_nothing() -> None:
    refuse_unknown(["CITY", "LOCATION", "date-*", "date-slash", "crf-CITY"], ())
    for slip, near in (("CTIY", "CITY"), ("date-slsh", "date-slash")):
        with pytest.raises(UsageError, match=f"did you mean '{near}'"):
            refuse_unknown([slip], ())
