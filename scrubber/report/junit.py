"""JUnit XML, the format in which CI servers take test results: a suite a file, a failed case a finding."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import quoteattr

from scrubber.check.findings import Finding
from scrubber.report.check_report import Report, message, place

_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> Iterator[str]:
    """One document. A file without a finding is a case that passed, one that was not fully checked an error."""
    found: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        found[finding.file].append(finding)
    broken = dict(report.errors)
    names = [*report.files, *broken]
    clean = sum(not found.get(name) for name in report.files)
    tests = len(report.findings) + len(broken) + clean
    counts = f'tests="{tests}" failures="{len(report.findings)}" errors="{len(broken)}"'
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="scrub check" {counts}>\n'
    for name in names:
        yield from _suite(name, found.get(name, ()), broken.get(name), show_text=report.show_text)
    yield "</testsuites>\n"


def _suite(name: str, findings: Sequence[Finding], why: str | None, *, show_text: bool) -> Iterator[str]:
    tests = max(1, len(findings))
    errors = 0 if why is None else 1
    yield f'  <testsuite name={_attribute(name)} tests="{tests}" failures="{len(findings)}" errors="{errors}">\n'
    if why is not None:
        yield _case("check", name, f"<error message={_attribute(f'not fully checked: {why}')}/>")
    elif not findings:
        yield f'    <testcase name="check" classname={_attribute(name)}/>\n'
    for finding in findings:
        failure = f"<failure type={_attribute(finding.type)} message={_attribute(message(finding, show_text))}/>"
        yield _case(place(finding), name, failure)
    yield "  </testsuite>\n"


def _case(title: str, name: str, outcome: str) -> str:
    return f"    <testcase name={_attribute(title)} classname={_attribute(name)}>{outcome}</testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(_NOT_IN_XML.sub("\ufffd", text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
