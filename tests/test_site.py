"""A site's say in detection."""

from __future__ import annotations

from typing import Any

import pytest

from scrubber.pipeline import Scrubber
from scrubber.policy import load_policy
from scrubber.refine.site import Allow, Site
from scrubber.span import Span

TEXT = "Mayo stand, 3/14"
SPANS = [Span(0, 4, "CITY", "place-list", 80), Span(12, 16, "DATE", "date-slash", 60)]


def left(**say: Any) -> list[tuple[str, int]]:
    return [(s.source, s.weight) for s in Site(**say).adjust(TEXT, SPANS)]


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        ({}, [("place-list", 80), ("date-slash", 60)]),
        ({"rule_weights": {"place-list": 30}}, [("place-list", 30), ("date-slash", 60)]),
        ({"rule_weights": {"place-list": 0}}, [("date-slash", 60)]),
        ({"type_weights": {"DATE": 50}}, [("place-list", 80), ("date-slash", 30)]),
        ({"type_weights": {"DATE": 0}}, [("place-list", 80)]),
        ({"select": ("DATE",)}, [("date-slash", 60)]),
        ({"select": ("LOCATION",)}, [("place-list", 80)]),
        ({"ignore": ("date-*",)}, [("place-list", 80)]),
        ({"allow": (Allow("the stand", text="mayo"),)}, [("date-slash", 60)]),
        ({"allow": (Allow("r", text="mayo", rules=("date-*",)),)}, [("place-list", 80), ("date-slash", 60)]),
    ],
)
def test_candidates(say: dict[str, Any], expected: list[tuple[str, int]]) -> None:
    assert left(**say) == expected


def test_types_are_switched_on_and_off() -> None:
    policy = load_policy("safe-harbor")
    switched = Site(on=("STATE", "AGE"), off=("CITY",)).policy(policy)
    assert switched.masks("STATE", "Ohio")
    assert switched.masks("AGE", "67")
    assert not switched.masks("CITY", "Duluth")
    assert Site().policy(policy) is policy


def test_a_scrubber_heeds_it() -> None:
    text = "DOB: 3/14/1950. Seen again 3/15/2021."
    assert "1950" not in Scrubber(crf=False).scrub(text)
    site = Site(allow=(Allow("the ward's birthday", text="3/14/1950"),))
    masked = Scrubber(crf=False, site=site).scrub(text)
    assert "3/14/1950" in masked
    assert "3/15/2021" not in masked
