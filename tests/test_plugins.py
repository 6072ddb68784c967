"""Which detectors a type listens to, and detectors of other packages."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from typing import ClassVar

import pytest

from scrubber import Scrubber
from scrubber.errors import UsageError
from scrubber.plugins import GROUP, plugged_in
from scrubber.reading import Reading, Spans
from scrubber.refine.listening import Listening
from scrubber.refine.site import Site
from scrubber.text.span import Span


class Bees:
    """Takes every "bee" for a city."""

    name = "bees"
    made: ClassVar[list[str]] = []

    def find(self, reading: Reading) -> Spans:
        found: Spans = []
        for document in reading.documents:
            at = document.text.find("bee")
            found.append([Span(at, at + 3, "CITY", "bees", 90)] if at >= 0 else [])
        return found


class Broken:
    def __init__(self) -> None:
        raise ValueError("Okafor")


class _Point:
    def __init__(self, name: str, made: Callable[[], object]) -> None:
        self.name, self._made = name, made

    def load(self) -> Callable[[], object]:
        return self._made


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def entry_points(group: str) -> list[_Point]:
        assert group == GROUP
        return [_Point("bees", Bees), _Point("broken", Broken)]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)


def found(text: str, **detectors: dict[str, int]) -> list[str]:
    scrubber = Scrubber("strict", site=Site(listening=Listening(detectors)))
    return [text[span.start : span.end] for span in scrubber.find(text)]


TEXT = "Lives in Toronto with a bee. Seen by Dr. Okafor 3/14/2021."


def test_a_plugged_in_detector_runs_only_where_a_type_listens_to_it() -> None:
    assert "bee" not in found(TEXT)
    assert found(TEXT, CITY={"bees": 100, "crf": 100}) == ["Toronto", "bee", "Okafor", "3/14/2021"]
    assert "bee" not in found(TEXT, DATE={"bees": 100, "rules": 100})


def test_a_type_hears_only_those_that_it_listens_to_and_as_loudly() -> None:
    assert found(TEXT, CITY={"bees": 100}) == ["bee", "Okafor", "3/14/2021"]
    assert found(TEXT, CITY={"bees": 50, "crf": 100}) == ["Toronto", "Okafor", "3/14/2021"]


def test_lists_and_rules_can_stand_by_themselves() -> None:
    assert found(TEXT, CITY={"gazetteer": 100}) == ["Toronto", "Okafor", "3/14/2021"]
    assert "3/14/2021" in found(TEXT, DATE={"rules": 100})


def test_known_identifiers_are_always_heard() -> None:
    scrubber = Scrubber("strict", site=Site(listening=Listening({"PATIENT": {"rules": 100}})))
    note = scrubber.note(known={"PATIENT": ("Quillfeather",)})
    assert len(note.find("quillfeather came")) == 1


def test_slips() -> None:
    with pytest.raises(UsageError, match="no detector 'bee'"):
        found(TEXT, CITY={"bee": 100})
    with pytest.raises(UsageError, match=r"detector 'broken' does not load: ValueError$"):
        plugged_in(["broken"])
