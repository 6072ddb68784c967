"""The report of a run: complete, and free of PHI."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from scrubber.io.encoding import UTF8
from scrubber.mask.keys import Key
from scrubber.policy import load_policy
from scrubber.report.changes import FileChanges, Recorder, Wanted
from scrubber.report.run_report import RunReport, describe_policy
from scrubber.text.span import Span


def changes() -> FileChanges:
    return FileChanges(
        Counter({("PATIENT", "names"): 2, ("DATE", "date-full"): 1}), [(0, 4, 0, 11, "PATIENT", "names")]
    )


def written(path: Path, *, names: bool = False) -> str:
    about = describe_policy(load_policy("surrogates"), Key(b"k" * 32).fingerprint)
    with RunReport(path, about, names=names) as report:
        report.add("Osei_Amara.txt", changes())
        report.add("Smith.txt", None, "could not be processed")
    return path.read_text()


def test_json(tmp_path: Path) -> None:
    report = json.loads(written(tmp_path / "r.json"))
    assert report["totals"] == {
        "files": 2,
        "errors": 1,
        "spans": 3,
        "types": {"DATE": 1, "PATIENT": 2},
        "rules": {"date-full": 1, "names": 2},
        "risk": {
            "patients": 0,
            "complete": True,
            "left": {},
            "k": {"patients": 0, "least": 0, "alone": 0, "among_few": 0},
            "groups": [],
        },
    }
    assert report["policy"]["masked"]["DATE"] == {"operator": "shift"}
    assert report["files"][0]["spans"] == [[0, 4, 0, 11, "PATIENT", "names"]]
    assert report["files"][1] == {"file": 2, "error": "could not be processed"}


def test_file_names_only_when_asked_for(tmp_path: Path) -> None:
    for suffix in ("json", "html"):
        assert "Osei" not in written(tmp_path / f"r.{suffix}")
        assert "Osei_Amara.txt" in written(tmp_path / f"n.{suffix}", names=True)


def test_a_page_without_scripts(tmp_path: Path) -> None:
    page = written(tmp_path / "r.html")
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "2 files, 3 spans masked, 1 errors." in page


def test_offsets_before_and_after_over_pieces() -> None:
    recorder = Recorder(Wanted(report=True, undo=True), by_line=False)
    text, masked = "Hi Osei.\n", "Hi [PATIENT-1].\n"
    for _ in range(2):
        recorder.spans(text, [Span(3, 7, "PATIENT", "names", 90)], ["[PATIENT-1]"])
        recorder.piece(text, masked, UTF8, 0, masked.encode())
    done = recorder.finish()
    for start, end, new, new_end, *_ in done.offsets:
        assert (text * 2)[start:end] == "Osei"
        assert (masked * 2)[new:new_end] == "[PATIENT-1]"
    assert done.counts == {("PATIENT", "names"): 2}
    assert [(e[0], e[1]) for e in done.edits] == [(3, 14), (19, 30)]


def test_values_of_json_lines_have_counts_but_no_offsets() -> None:
    recorder = Recorder(Wanted(report=True), by_line=True)
    recorder.spans("Osei", [Span(0, 4, "PATIENT", "names", 90)], ["[PATIENT-1]"])
    recorder.piece('"Osei"\n', '"[PATIENT-1]"\n', UTF8, 0, b"")
    done = recorder.finish()
    assert not done.complete
    assert done.counts == {("PATIENT", "names"): 1}
