"""DOC and XLS: LibreOffice converts, we scrub what it makes; what it must not open is refused before."""

from __future__ import annotations

import io
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import docx
import openpyxl
import pytest
from formats.compound import compound
from formats.planted import members, plain, rewritten, seen
from formats.test_docx import saved, tracked
from formats.test_rtf import rtf

from scrubber.errors import NoteError
from scrubber.formats.old_office import office

NAME = "Mr. Darius Velankar"
FAKE = """#!{python}
import pathlib, sys
target, writer = sys.argv[sys.argv.index("--convert-to") + 1].split(":", 1)
out = pathlib.Path(sys.argv[sys.argv.index("--outdir") + 1])
data = pathlib.Path(sys.argv[-1]).read_bytes()
assert any(a.startswith("-env:UserInstallation=file:///") for a in sys.argv)
assert "DisableMacrosExecution" in (out.parent / "profile/user/registrymodifications.xcu").read_text()
{act}
out.mkdir()
at = data.find(b"PK")
(out / ("in." + target)).write_bytes(data[at:] if target == "docx" else data)
"""


def letter() -> bytes:
    document = docx.Document()
    document.add_paragraph(f"Patient: {NAME}, MRN 4471902")
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def old_letter() -> bytes:
    """A DOC that the fake LibreOffice "converts": the new document lies in one of its streams."""
    return compound({"WordDocument": bytes(600) + letter()[:0], "1Table": b"\0"}) + letter()


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, act: str = "") -> None:
    program = folder / "soffice"
    program.write_text(FAKE.format(python=sys.executable, act=act))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_a_letter_goes_through_libreoffice_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch)
    data, context = rewritten("doc", old_letter())
    assert not seen(members(data).values())
    assert "[MEDICALRECORD-1]" in docx.Document(io.BytesIO(data)).paragraphs[0].text
    assert context.notes == 1


def test_libreoffice_that_is_missing_fails_or_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoteError, match="needs LibreOffice"):
        rewritten("doc", old_letter())
    fake(tmp_path, monkeypatch, "sys.exit(1)")
    with pytest.raises(NoteError, match="cannot read"):
        rewritten("doc", old_letter())
    monkeypatch.setattr(office, "SECONDS", 0.5)
    fake(tmp_path, monkeypatch, "import time; time.sleep(60)")
    with pytest.raises(NoteError, match="longer"):
        rewritten("doc", old_letter())


def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    fake(tmp_path, monkeypatch)
    rewritten("doc", old_letter())
    assert not list(temporary.iterdir())


def test_what_only_has_the_old_name_is_what_it_is() -> None:
    data, _ = rewritten("doc", b"{\\rtf1 MRN 4471902}")
    assert data == b"{\\rtf1 MRN [MEDICALRECORD-1]}"
    assert not seen(members(rewritten("doc", letter())[0]).values())
    assert rewritten("doc", b"<html><p>MRN 4471902</html>")[0] == b"<html><p>MRN [MEDICALRECORD-1]</html>"


def book(*records: tuple[int, bytes]) -> bytes:
    head = struct.pack("<HHHH", 0x809, 16, 0x600, 5) + bytes(12)
    return compound({"Workbook": head + b"".join(struct.pack("<HH", k, len(d)) + d for k, d in records)})


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "no Office file": (lambda: b"Velankar", "no Office file"),
    "cut off": (lambda: compound({"WordDocument": bytes(600)})[:700], "broken"),
    "encrypted new file": (lambda: compound({"EncryptedPackage": b"x", "EncryptionInfo": b"x"}), "encrypted"),
    "encrypted letter": (lambda: compound({"WordDocument": bytes(10) + b"\x00\x01" + bytes(600)}), "encrypted"),
    "encrypted book": (lambda: book((0x2F, b"\1\0")), "encrypted"),
    "something else": (lambda: compound({"PowerPoint Document": b"x"}), "neither"),
    "macro sheet": (lambda: book((0x85, bytes(5) + b"\1" + bytes(4))), "macros"),
    "macros": (lambda: compound({"WordDocument": bytes(600)}, {"Macros": {"dir": b"x"}}), "macros"),
    "book's macros": (lambda: compound({"Workbook": bytes(600)}, {"_VBA_PROJECT_CUR": {"dir": b"x"}}), "macros"),
    "object": (lambda: compound({"WordDocument": bytes(600)}, {"ObjectPool": {"_1": b"x"}}), "embedded"),
    "book's object": (lambda: compound({"Workbook": bytes(600)}, {"MBD0001": {"_1": b"x"}}), "embedded"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_handled_is_refused(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch)
    make, message = REFUSED[what]
    with pytest.raises(NoteError, match=message) as caught:
        rewritten("doc", make())
    assert not seen(str(caught.value).encode())


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize(("old", "new", "writer"), [("doc", "docx", "MS Word 97")])
def test_with_libreoffice(old: str, new: str, writer: str) -> None:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = f"Patient: {NAME}"
    document.add_paragraph("MRN 4471902, call (416) 555-0137. Aspirin 81 mg.")
    document.core_properties.author = "Ngozi Ekwueme"
    file = io.BytesIO()
    document.save(file)
    data = office.converted(file.getvalue(), new, old, writer)
    assert len(seen(data)) >= 4
    after, _ = rewritten("doc", data)
    assert after.startswith(b"\xd0\xcf\x11\xe0")
    assert not seen(after)
    again = office.converted(after, old, new, "MS Word 2007 XML")
    assert docx.Document(io.BytesIO(again)).paragraphs[0].text.endswith(". Aspirin 81 mg.")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_reads_what_we_write() -> None:
    """An independent reader opens our output, and finds the text around the masks."""
    rich = rewritten("rtf", rtf(rf"\pard Seen: {NAME} for d\'e9j\'e0 vu, MRN 4471902.\par"))[0]
    page = rewritten("html", f"<p>Seen: {NAME} for d&eacute;j&agrave; vu, MRN <b>44719</b>02.</p>".encode())[0]
    word, _ = rewritten("docx", saved(tracked()))
    for data, suffix, text in (
        (rich, "rtf", "Seen: Mr. [NAME] for déjà vu, MRN [MEDICALRECORD]."),
        (page, "html", "Seen: Mr. [NAME] for déjà vu, MRN [MEDICALRECORD]."),
        (word, "docx", "for cough."),
    ):
        read = office.converted(data, suffix, "txt", "Text (encoded):UTF8").decode("utf-8-sig")
        assert text in plain(read)
        assert not seen(read.encode())


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_a_workbook_with_libreoffice() -> None:
    book_ = openpyxl.Workbook()
    sheet = book_.active
    assert sheet is not None
    sheet.append(["Name", "MRN", "Note"])
    sheet.append(["Darius Velankar", "4471902", "Call (416) 555-0137. Aspirin 81 mg."])
    file = io.BytesIO()
    book_.save(file)
    data = office.converted(file.getvalue(), "xlsx", "xls", "MS Excel 97")
    assert seen(data)
    after, _ = rewritten("doc", data)
    assert after.startswith(b"\xd0\xcf\x11\xe0")
    assert not seen(after)
    read = office.converted(after, "xls", "csv", "Text - txt - csv (StarCalc)").decode()
    assert "Aspirin 81 mg." in read
    assert not seen(read.encode())
