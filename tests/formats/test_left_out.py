"""Rows, messages, pages, attachments that cannot be read: the file is refused, or they are left out and told of."""

from __future__ import annotations

import io
from email.message import EmailMessage
from pathlib import Path

import pytest
from conftest import Run
from formats.planted import rewritten, scrubber, seen
from reportlab.pdfgen.canvas import Canvas

from scrubber import scrub_file
from scrubber.errors import NoteError
from scrubber.notices import collected

TABLE = b"mrn,note\n4471902,Mr. Darius Velankar\n4471902,Mr. Velankar,one too many\n8,fine\n"
LINES = b'{"text": "Mr. Darius Velankar"}\n{"text": "Mr. Velankar\n{"text": "fine"}\n'
ITEMS = b'[ {"text": "Mr. Darius Velankar"}, {"text": Mr. Velankar}, {"text": "fine"}\n]'
BOX = (
    b"From a Tue Mar  5 10:11:12 2024\nSubject: one\n\nMr. Velankar\n\n"
    b"From a Tue Mar  5 10:11:12 2024\nSubject: two\nContent-Transfer-Encoding: x-own\n\nMr. Velankar\n\n"
)


def attached() -> bytes:
    message = EmailMessage()
    message["Subject"] = "one"
    message.set_content("Mr. Darius Velankar")
    message.add_attachment(b"%PDF-1.4 Mr. Velankar", maintype="application", subtype="pdf", filename="Velankar.pdf")
    return message.as_bytes()


def pages() -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawString(72, 700, "Seen by Mr. Darius Velankar. He is fine.")
    canvas.showPage()
    canvas.rotate(90)
    canvas.drawString(72, -300, "Mr. Darius Velankar")
    canvas.showPage()
    canvas.save()
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "where"),
    [
        ("csv", TABLE, "row 3"),
        ("jsonl", LINES, "record 2"),
        ("json", ITEMS, "record 2"),
        ("mbox", BOX, "message 2"),
        ("eml", attached(), "attachment 1"),
        ("pdf", pages(), "page 2"),
    ],
)
def test_a_bad_part_refuses_the_file_or_is_left_out(name: str, data: bytes, where: str, tmp_path: Path) -> None:
    with pytest.raises(NoteError):
        rewritten(name, data)
    with collected() as notices:
        masked, _ = rewritten(name, data, on_bad_row="skip", quarantine=tmp_path / "aside")
    assert [notice.partition(" is left out: ")[0] for notice in notices] == [where]
    assert not seen([masked, *map(str.encode, notices)])
    [kept] = (tmp_path / "aside").iterdir()
    assert kept.name == f"file.{where.replace(' ', '_')}"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert name == "pdf" or b"Velankar" in kept.read_bytes()


@pytest.mark.parametrize(
    ("items", "left"),
    [
        ('[{"a": 1}, {"b": x}, {"c": 2} ]', '[{"a": 1}, {"c": 2} ]'),
        ('[x, {"c": 2}]', '[ {"c": 2}]'),
        ('[{"a": 1}, x]\n', '[{"a": 1}]\n'),
        ("[x]", "[]"),
        ("[ ]", "[ ]"),
    ],
)
def test_an_array_without_an_item_is_still_one(items: str, left: str) -> None:
    with collected():
        assert rewritten("json", items.encode(), on_bad_row="skip")[0].decode() == left


def test_the_rest_of_the_table_is_done_by_any_number_of_processes(real_scrub: Run, tmp_path: Path) -> None:
    rows = b"".join(b"%d,Mr. Velankar\n" % n if n % 40 else b"%d\n" % n for n in range(1, 121))
    (tmp_path / "in.csv").write_bytes(b"count,note\n" + rows)
    runs = [
        real_scrub(tmp_path / "in.csv", "-o", tmp_path / f"{jobs}.csv", "-j", jobs, "--no-crf", "--on-bad-row", "skip")
        for jobs in (1, 2)
    ]
    assert [run.returncode for run in runs] == [2, 2]
    assert b"row 41 is left out: has 1 fields" in runs[0].stderr
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()
    assert (tmp_path / "1.csv").read_bytes().count(b"\n") == 118
    assert not seen((tmp_path / "1.csv").read_bytes())


def test_python_is_told_of_it(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes(TABLE)
    result = scrub_file(scrubber(), tmp_path / "in.csv", tmp_path / "out.csv", on_bad_row="skip")
    assert [warning for warning in result.warnings if "left out" in warning] == [
        "row 3 is left out: has 3 fields, where the first row has 2"
    ]


def test_a_file_that_is_refused_is_kept_as_a_whole(real_scrub: Run, tmp_path: Path) -> None:
    refused = {"a/scan.pdf": b"%PDF-1.7 Velankar", "a_scan.pdf": b"%PDF-1.4 Velankar", "b.txt": b"Velankar\0\x01\x02"}
    for place, data in {**refused, "c.csv": b"note\nMr. Velankar\n"}.items():
        (tmp_path / "in" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / place).write_bytes(data)
    options = ["--on-bad-row", "skip", "--quarantine", "aside", "--no-crf", "-j", "2"]
    assert real_scrub("in", "-o", "out", *options, cwd=tmp_path).returncode == 2
    aside = tmp_path / "aside"
    kept = {path.relative_to(aside).as_posix(): path for path in aside.rglob("*") if path.is_file()}
    assert {place: path.read_bytes() for place, path in kept.items()} == refused
    assert {path.stat().st_mode & 0o777 for path in kept.values()} == {0o600}
    assert not seen((tmp_path / "out" / "c.csv").read_bytes())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--quarantine", "aside"], b"--quarantine needs --on-bad-row skip"),
        (["--quarantine", "out/aside", "--on-bad-row", "skip"], b"must not lie inside the output folder"),
    ],
)
def test_a_quarantine_that_would_do_nothing_or_harm(
    real_scrub: Run, tmp_path: Path, options: list[str], message: bytes
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_bytes(TABLE)
    run = real_scrub("in", "-o", "out", *options, cwd=tmp_path)
    assert run.returncode == 2
    assert message in run.stderr
