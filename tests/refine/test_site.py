"""A site's say in detection."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scrubber.errors import UsageError
from scrubber.pipeline import Scrubber
from scrubber.policy import load_policy
from scrubber.refine.site import Allow, Mask, Site
from scrubber.text.span import Span

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
        ({"allow": (Allow("r", regex="m.*4", types=("CITY",)),)}, [("place-list", 80), ("date-slash", 60)]),
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


@pytest.mark.parametrize(
    ("say", "message"),
    [
        ({"rule_weights": {"date-slahs": 0}}, "rules.weights: no 'date-slahs'; did you mean 'date-slash'?"),
        ({"ignore": ("dtae-*",)}, "rules.ignore: no 'dtae-*'"),
        ({"select": ("CITTY",)}, "rules.select: no 'CITTY'; did you mean 'CITY'?"),
        ({"allow": (Allow("r", text="x", rules=("crf-CITTY",)),)}, "no 'crf-CITTY'; did you mean 'crf-CITY'?"),
        ({"allow": (Allow("r", text="x", types=("NAME",)),)}, "allow, types: no 'NAME'"),
    ],
)
def test_a_name_that_nothing_bears_is_an_error(say: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Site(**say).refuse_unknown({"date-slash", "mrn-label"})
    assert message in str(caught.value)


def test_a_rule_that_is_off_is_not_tried() -> None:
    site = Site(ignore=("mrn-*",), rule_weights={"ssn-label": 0})
    rules = Scrubber(crf=False, site=site).pack.rules.rules
    assert not [rule for rule in rules if rule.startswith("mrn-") or rule == "ssn-label"]


def test_rules_of_a_site_are_beyond_the_votes(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        "[[rule]]\nid = 'own'\ntype = 'IDNUM'\npattern = 'sats'\nweight = 90\nkeywords = ['sats']\nwhy = 'w'\n"
        "hit = ['[[sats]]']\nmiss = ['sat']\n"
    )
    assert Scrubber(crf=False, rules=[tmp_path]).scrub("BP fine, sats fine.") == "BP fine, [IDNUM-1] fine."


HERON = Mask("HOSPITAL", "our inpatient house", text="Blue  heron")


@pytest.mark.parametrize(
    ("entry", "text", "found"),
    [
        (HERON, "at Blue\nHeron, BLUE HERON.", ["Blue\nHeron", "BLUE HERON"]),
        (HERON, "Blue Herons, aBlue Heron, [HOSPITAL-1]", []),
        (Mask("HOSPITAL", "r", text="heron+"), "a heron+ b", ["heron+"]),
        (Mask("PATIENT", "r", text="May"), "May MAY may not", ["May", "MAY"]),
        (Mask("PATIENT", "r", text="may"), "May may", ["May", "may"]),
        (Mask("PATIENT", "r", text="Osei"), "osei", ["osei"]),
        (Mask("IDNUM", "r", regex=r"BH-\d{2}"), "xBH-123", ["BH-12"]),
        (Mask("IDNUM", "r", regex=r"x*"), "axx", ["xx"]),
        (Mask("IDNUM", "r", text="patient"), "the patient [PATIENT-1]", ["patient"]),
    ],
)
def test_what_a_site_masks_is_found_wherever_it_stands(entry: Mask, text: str, found: list[str]) -> None:
    spans = list(Site(mask=(entry,)).masked(text))
    assert [text[span.start : span.end] for span in spans] == found
    assert {(span.type, span.weight) for span in spans} <= {(entry.type, 100)}


def test_what_a_site_masks_no_other_say_of_it_touches() -> None:
    site = Site(mask=(HERON,), select=("DATE",), type_weights={"HOSPITAL": 0}, allow=(Allow("r", text="blue heron"),))
    spans = list(site.adjust("at Blue Heron", []))
    assert len(spans) == 1
    assert site.weigh(spans[0]) == spans[0]
    assert site.refusal(spans[0], []) == ""
    assert "Blue" not in Scrubber(crf=False, site=site).scrub("at Blue Heron")


@pytest.mark.parametrize("entry", [Mask("STATE", "r", text="Ohio"), Mask("DATE", "r", text="2019")])
def test_what_the_profile_would_keep_all_the_same_is_refused(entry: Mask) -> None:
    with pytest.raises(UsageError, match=r"mask\[1\] would do nothing: safe-harbor keeps it"):
        Site(mask=(entry,)).policy(load_policy("safe-harbor"))
    assert Site(mask=(entry,)).policy(load_policy("strict"))
    assert Site(mask=(entry,), on=(entry.type,)).policy(load_policy("safe-harbor"))


def test_what_lies_in_an_allowed_text_does_not_count_either() -> None:
    spans = [Span(0, 10, "DOCTOR", "crf-DOCTOR", 75), Span(0, 5, "PATIENT", "name", 86), Span(6, 14, "CITY", "c", 60)]
    allow = Allow("invented", text="amara osei")
    assert [s.source for s in Site(allow=(allow,)).adjust("Amara Osei Ohio", spans)] == ["c"]
    allow = Allow("invented", text="amara osei", types=("DOCTOR",))
    assert [s.source for s in Site(allow=(allow,)).adjust("Amara Osei Ohio", spans)] == ["name", "c"]


def test_what_a_rule_finds_is_allowed_whoever_finds_it_too() -> None:
    site = Site(allow=(Allow("r", rules=("date-slash",)),))
    both = [Span(0, 9, "DATE", "date-slash", 60), Span(0, 9, "DATE", "crf-DATE", 75)]
    assert list(site.adjust("3/14/1950", both)) == []
    other = [Span(0, 9, "DATE", source, 75) for source in ("crf-DATE", "known")]
    assert list(site.adjust("3/14/1950", other)) == other
    known = Span(0, 9, "DATE", "known", 100)
    assert list(site.adjust("3/14/1950", [*both, known])) == [known]
