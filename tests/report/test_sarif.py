"""SARIF: valid, without text, with fingerprints that stay."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sarif_schema import SCHEMA

from scrubber.check.baseline import Identity
from scrubber.check.findings import Finding
from scrubber.report.check_report import Report
from scrubber.report.sarif import sarif

FINDINGS = [
    Finding("notes/a b.txt", 6, 9, "PATIENT", "name-title", 90, 2, 7, 2, 10, "Zeb"),
    Finding("/x/é.txt", 0, 12, "DATE", "date-slash", 80, 1, 1, 3, 2, "3/14\n\n/2021"),
    Finding("notes/a b.txt", 60, 63, "PATIENT", "name-title", 90, 9, 1, 9, 4, "Zeb"),
]


def log(findings: list[Finding], **options: Any) -> dict[str, Any]:
    report = Report(
        findings,
        ["a.txt", "b.txt"],
        [("bad.txt", "not text")],
        statistics=Counter(),
        show_text=options.pop("show", False),
    )
    identity = Identity(b"0123456789abcdef", Path.cwd())
    data: dict[str, Any] = json.loads("".join(sarif(report, {"date-slash": "A date."}, options.get("id", identity))))
    return data


@pytest.mark.parametrize("findings", [FINDINGS, []])
def test_it_is_valid(findings: list[Finding]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(log(findings), SCHEMA, format_checker=jsonschema.FormatChecker())


def test_an_independent_model_reads_it() -> None:
    model = pytest.importorskip("sarif_pydantic", reason="pip install sarif-pydantic")
    read = model.Sarif.model_validate(log(FINDINGS))
    assert [r.rule_id for r in read.runs[0].results] == [f"{f.rule}/{f.type}" for f in FINDINGS]


def test_it_holds_no_text_unless_asked() -> None:
    assert "Zeb" not in json.dumps(log(FINDINGS))
    assert "Zeb" in json.dumps(log(FINDINGS, show=True))


def test_results_point_at_their_rule_and_place() -> None:
    run = log(FINDINGS)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [r["id"] for r in rules] == ["date-slash/DATE", "name-title/PATIENT"]
    assert rules[0]["fullDescription"]["text"] == "A date."
    assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])
    places = [r["locations"][0]["physicalLocation"]["artifactLocation"] for r in run["results"]]
    assert places[0] == {"uri": "notes/a%20b.txt", "uriBaseId": "ROOT"}
    assert places[1] == {"uri": "file:///x/%C3%A9.txt"}
    assert run["invocations"][0]["executionSuccessful"] is False


def test_fingerprints_follow_the_text_not_the_line() -> None:
    prints = [r["partialFingerprints"]["scrub/v1"] for r in log(FINDINGS)["runs"][0]["results"]]
    assert prints[0] == prints[2] != prints[1]
    assert "partialFingerprints" not in log(FINDINGS, id=None)["runs"][0]["results"][0]
