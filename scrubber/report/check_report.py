"""What a check found, for a reader, a program, or GitHub. No text of a finding is in it unless that was asked for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scrubber.check.findings import Finding
from scrubber.io.walk import printable

SCHEMA_VERSION = 1
Counts = Counter[tuple[str, str]]
"""How many findings each type and rule has."""


@dataclass(frozen=True)
class Style:
    """How findings are written."""

    show_text: bool = False
    color: bool = False


@dataclass(frozen=True)
class Report:
    """A finished check, for the formats that are written at its end."""

    findings: Sequence[Finding]
    files: Sequence[str]
    """Files looked at."""
    errors: Sequence[tuple[str, str]] = ()
    """Files not fully checked, and why."""
    show_text: bool = False
    statistics: Counts | None = None


def concise_line(finding: Finding, style: Style) -> str:
    """``path:line:col TYPE rule``."""
    return f"{place(finding)} {finding.type} {finding.rule}{_shown(finding, style)}\n"


def text_line(finding: Finding, style: Style) -> str:
    """As :func:`concise_line`, with length and weight."""
    where, type_ = _paint(place(finding), "35", style), _paint(finding.type, "1", style)
    return f"{where} {type_} {finding.rule} len={finding.length} weight={finding.weight}{_shown(finding, style)}\n"


def place(finding: Finding) -> str:
    """``path:line:col``, or ``path: where:`` if the file has no lines; on one line whatever the path holds."""
    if finding.where:
        return f"{printable(finding.file)}: {printable(finding.where)}:"
    return f"{printable(finding.file)}:{finding.line}:{finding.column}"


def _shown(finding: Finding, style: Style) -> str:
    return " " + json.dumps(finding.text, ensure_ascii=False) if style.show_text else ""


def _paint(text: str, code: str, style: Style) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if style.color else text


def jsonl_line(finding: Finding, style: Style) -> str:
    """A JSON value."""
    return json.dumps(record(finding, style.show_text)) + "\n"


def record(finding: Finding, show_text: bool) -> dict[str, Any]:
    """A finding for programs. Offsets and columns count code points; offsets from 0, lines and columns from 1."""
    data: dict[str, Any] = {
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "start": finding.start,
        "end": finding.end,
        "type": finding.type,
        "rule": finding.rule,
        "weight": finding.weight,
    }
    if finding.where:
        data["where"] = finding.where
    if finding.commit:
        data["commit"] = finding.commit
    return data | {"text": finding.text} if show_text else data


def message(finding: Finding, show_text: bool) -> str:
    """A sentence for reviewers."""
    shown = f": {finding.text}" if show_text else ""
    where = f" in {finding.where}" if finding.where else ""
    where += f" in commit {finding.commit[:10]}" if finding.commit else ""
    return (
        f"{finding.type} found by rule {finding.rule}{where} (length {finding.length}, weight {finding.weight}){shown}"
    )


def github_line(finding: Finding, style: Style) -> str:
    """A workflow command that GitHub Actions turns into an annotation of the line."""
    places: dict[str, object] = {"file": finding.path}
    if not finding.where:
        places |= {"line": finding.line, "endLine": finding.end_line, "col": finding.column}
    if not finding.where and finding.line == finding.end_line:
        places["endColumn"] = finding.end_column - 1  # GitHub counts the last column in
    places["title"] = f"scrub {finding.rule}"
    return f"::error {_properties(places)}::{_escape_data(message(finding, style.show_text))}\n"


def github_error(path: str, why: str) -> str:
    """The annotation of a file that was not fully checked."""
    return f"::error {_properties({'file': path, 'title': 'scrub'})}::{_escape_data(f'not fully checked: {why}')}\n"


def _properties(values: Mapping[str, object]) -> str:
    return ",".join(f"{name}={_escape_property(str(value))}" for name, value in values.items())


def _escape_data(value: str) -> str:
    """As the runner takes it apart again: % first."""
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(value: str) -> str:
    return _escape_data(value).replace(":", "%3A").replace(",", "%2C")


LINES = {"text": text_line, "concise": concise_line, "jsonl": jsonl_line, "github": github_line}
"""The formats that give a line a finding, as soon as its file is done."""


def statistics_lines(counts: Counts) -> Iterator[str]:
    """How many findings each type and rule has, most first."""
    for (type_, rule), count in ranked(counts):
        yield f"{count:>7}  {type_:<16}{rule}\n"


def ranked(counts: Counts) -> list[tuple[tuple[str, str], int]]:
    """Most first, then by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def as_json(report: Report) -> Iterator[str]:
    """One JSON value."""
    data: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "files": len(report.files),
        "findings": [record(f, report.show_text) for f in report.findings],
        "errors": [{"path": path, "message": message} for path, message in report.errors],
    }
    if report.statistics is not None:
        data["statistics"] = [{"type": t, "rule": rule, "count": n} for (t, rule), n in ranked(report.statistics)]
    yield json.dumps(data, indent=2) + "\n"
