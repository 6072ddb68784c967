"""SARIF 2.1.0, the format that code scanning services take."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from scrubber.check.baseline import Identity
from scrubber.check.findings import Finding
from scrubber.policy import phi_types
from scrubber.report.check_report import Report, message
from scrubber.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "scrub/v1"


def sarif(report: Report, reasons: Mapping[str, str], identity: Identity | None) -> Iterator[str]:
    """One SARIF log.

    Args:
        report: what was found.
        reasons: why each rule exists, by its id; rules that it lacks are described by their type.
        identity: for fingerprints that follow a finding through moves of its line; without it there are none.
    """
    rules = sorted({(f.rule, f.type) for f in report.findings})
    numbers = {rule: number for number, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "scrub",
                "version": __version__,
                "rules": [_rule(rule, type_, reasons) for rule, type_ in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"description": {"text": "The folder in which scrub check was run."}}},
        "invocations": [_invocation(report)],
        "results": [_result(f, numbers[f.rule, f.type], report, identity) for f in report.findings],
    }
    yield json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: str, type_: str, reasons: Mapping[str, str]) -> dict[str, Any]:
    about = phi_types()[type_].about if type_ in phi_types() else type_
    return {
        "id": f"{rule}/{type_}",
        "name": rule,
        "shortDescription": {"text": f"{type_} found by {rule}"},
        "fullDescription": {"text": reasons.get(rule) or about},
        "help": {"text": f"{type_}: {about} Scrub the file, or allow the text with a reason (scrub check --help)."},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["privacy", "phi", type_]},
    }


def _invocation(report: Report) -> dict[str, Any]:
    notes = [
        {
            "level": "error",
            "message": {"text": f"not fully checked: {why}"},
            "locations": [{"physicalLocation": _file(p)}],
        }
        for p, why in report.errors
    ]
    return {"executionSuccessful": not report.errors, "toolExecutionNotifications": notes}


def _result(finding: Finding, rule: int, report: Report, identity: Identity | None) -> dict[str, Any]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "charOffset": finding.start,
        "charLength": finding.length,
    }
    location: dict[str, Any] = {"physicalLocation": _file(finding.path) | {"region": region}}
    if finding.where:
        named = [{"fullyQualifiedName": finding.where}]
        location = {"physicalLocation": _file(finding.path), "logicalLocations": named}
    result: dict[str, Any] = {
        "ruleId": f"{finding.rule}/{finding.type}",
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": message(finding, report.show_text)},
        "locations": [location],
        "rank": finding.weight,
    }
    if identity is not None:
        result["partialFingerprints"] = {FINGERPRINT: identity.fingerprint(finding)}
    return result


def _file(path: str) -> dict[str, Any]:
    where = PurePath(path)
    raw = where.as_posix().encode("utf-8", "surrogateescape")
    if where.is_absolute():
        return {"artifactLocation": {"uri": "file://" + quote(raw)}}
    return {"artifactLocation": {"uri": quote(raw), "uriBaseId": "ROOT"}}
