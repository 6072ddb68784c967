"""JUnit XML is well formed whatever it holds, and counts what CI servers count."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from scrubber.check.findings import Finding
from scrubber.report.check_report import Report
from scrubber.report.junit import junit

FOUND = Finding("a.txt", 5, 9, "DATE", "date-slash", 84, 1, 6, 1, 10, "3/12")


def test_findings_clean_files_and_errors_are_counted() -> None:
    report = Report([FOUND, replace(FOUND, line=2)], ["a.txt", "b.txt"], [("c.txt", "binary")])
    root = ElementTree.fromstring("".join(junit(report)))
    assert root.attrib == {"name": "scrub check", "tests": "4", "failures": "2", "errors": "1"}
    told = {suite.get("name"): [(case.get("name"), [x.tag for x in case]) for case in suite] for suite in root}
    assert told == {
        "a.txt": [("a.txt:1:6", ["failure"]), ("a.txt:2:6", ["failure"])],
        "b.txt": [("check", [])],
        "c.txt": [("check", ["error"])],
    }
    assert "3/12" not in "".join(junit(report))


def test_what_xml_cannot_hold_does_not_break_it() -> None:
    path = 'x\x00\x1b"<&\udc9f\n.txt'
    found = replace(FOUND, path=path, text="a\x07<b")
    root = ElementTree.fromstring("".join(junit(Report([found], [path], show_text=True))).encode())
    (failure,) = root.iter("failure")
    assert str(failure.get("message")).endswith(": a\ufffd<b")
    assert root[0].get("name") == 'x\ufffd\ufffd"<&\ufffd\n.txt'
