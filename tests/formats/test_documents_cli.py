"""Documents on the command line: whole or not at all, in folders, in place, in pipes; pictures, and PDFs as text."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import docx
import pytest
from formats.planted import seen
from formats.test_docx import saved
from formats.test_pdf import at, pdf

from scrubber.errors import NoteError
from scrubber.formats.registry import recognise

Run = Callable[..., "CompletedProcess[bytes]"]
HTML = b"<p>MRN 4471902</p>"
RTF = b"{\\rtf1 MRN 4471902\\par}"
EML = b"From: dv@lakehurst.example\nMessage-ID: <1@lakehurst.example>\nSubject: x\n\nMRN 4471902\n"


def letter() -> bytes:
    document = docx.Document()
    document.add_paragraph("MRN 4471902")
    return saved(document)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.html").write_bytes(HTML)
    (folder / "b.rtf").write_bytes(RTF)
    (folder / "c.eml").write_bytes(EML)
    (folder / "d.docx").write_bytes(letter())
    (folder / "e.pdf").write_bytes(pdf(at(72, 700, "MRN 4471902")))
    return folder


def test_a_folder_of_documents(real_scrub: Run, documents: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = real_scrub(documents, "-o", out, "--no-crf", "--pdf-as", "text")
    assert done.returncode == 0, done.stderr
    assert sorted(p.name for p in out.iterdir()) == ["a.html", "b.rtf", "c.eml", "d.docx", "e.pdf.txt"]
    assert (out / "a.html").read_bytes() == b"<p>MRN [MEDICALRECORD-1]</p>"
    assert (out / "b.rtf").read_bytes() == b"{\\rtf1 MRN [MEDICALRECORD-1]\\par}"
    assert (out / "e.pdf.txt").read_bytes() == b"MRN [MEDICALRECORD-1]\n"
    assert docx.Document(str(out / "d.docx")).paragraphs[0].text == "MRN [MEDICALRECORD-1]"


def test_what_is_broken_is_not_written(real_scrub: Run, tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for name, data in {
        "a.docx": letter()[:-50],
        "b.pdf": b"%PDF-1.4\nMRN 4471902",
        "c.rtf": RTF[:-1] + rb"{\object\objemb{\*\objdata 0105}}}",
        "d.html": b"<!DOCTYPE html [<!ENTITY a 'MRN 4471902'>]>",
        "e.eml": b"From: x\nContent-Type: application/pkcs7-mime\n\nMRN 4471902",
        "f.html": HTML,
    }.items():
        (folder / name).write_bytes(data)
    done = real_scrub(folder, "-o", out, "--no-crf")
    assert done.returncode == 2
    assert [p.name for p in out.iterdir() if not p.name.startswith(".")] == ["f.html"]
    assert not seen(done.stderr)
    for name in "abcde":
        assert f"{name}.".encode() in done.stderr


def test_in_place_and_through_a_pipe(real_scrub: Run, documents: Path) -> None:
    for name in ("a.html", "b.rtf"):
        done = real_scrub(documents / name, "--in-place", "--no-crf")
        assert done.returncode == 0, done.stderr
        assert b"[MEDICALRECORD-1]" in (documents / name).read_bytes()
    done = real_scrub("--input-format", "docx", "--no-crf", input=letter())
    assert docx.Document(io.BytesIO(done.stdout)).paragraphs[0].text == "MRN [MEDICALRECORD-1]"
    done = real_scrub("--input-format", "pdf", "--no-crf", input=b"%PDF-1.4\nMRN 4471902")
    assert (done.returncode, done.stdout) == (2, b"")


def test_pdfs_become_text_under_a_name_of_their_own(real_scrub: Run, documents: Path, tmp_path: Path) -> None:
    done = real_scrub(documents, "--in-place", "--pdf-as", "text", "--no-crf")
    assert done.returncode == 2
    assert (documents / "a.html").read_bytes() == HTML
    (documents / "e.pdf.txt").write_bytes(b"another note")
    done = real_scrub(documents, "-o", tmp_path / "out", "--pdf-as", "text", "--no-crf")
    assert done.returncode == 2
    assert not (tmp_path / "out").exists()


def test_pictures_by_option_and_configuration(real_scrub: Run, tmp_path: Path) -> None:
    page, out = tmp_path / "a.html", tmp_path / "out.html"
    page.write_bytes(b'<img src="data:image/png;base64,QUJD">')
    done = real_scrub(page, "-o", out, "--no-crf")
    assert b"QUJD" not in out.read_bytes()
    assert b"--pictures keep" in done.stderr
    (tmp_path / "scrub.toml").write_text('[formats]\npictures = "keep"\n')
    done = real_scrub(page, "-o", out, "--force", "--no-crf", "--config", tmp_path / "scrub.toml")
    assert b"QUJD" in out.read_bytes(), done.stderr
    assert b"not looked at" in done.stderr


def test_names_of_documents_are_renamed_too(real_scrub: Run, documents: Path, tmp_path: Path) -> None:
    out, key = tmp_path / "out", tmp_path / "key"
    key.write_bytes(b"7c1e09f4b2d85a63e90f17c4a8d2b563")
    key.chmod(0o600)
    done = real_scrub(documents, "-o", out, "--rename", "--key-file", key, "--pdf-as", "text", "--no-crf")
    assert done.returncode == 0, done.stderr
    suffixes = sorted("".join(p.suffixes) for p in out.iterdir())
    assert suffixes == [".docx", ".eml", ".html", ".pdf.txt", ".rtf"]


def test_what_a_file_is() -> None:
    mail = EML.replace(b"Subject: x", b"Date: Tue, 5 Mar 2024 10:11:12 -0500")
    assert _name_of("message", mail) == "eml"
    assert _name_of("page", b"<!DOCTYPE html>\n<p>x") == "html"
    assert _name_of("pasted.txt", mail) == "text"
    assert _name_of("pasted.note", b"<html><p>x") == "text"
    assert _name_of("letter.txt", b"{\\rtf1 x}") == "rtf"
    assert _name_of("letter", letter()) == "docx"
    assert _name_of("letter.doc", letter()) == "doc"
    assert _name_of("page.xhtml", b"<?xml version='1.0'?><html><p>x</p></html>") == "html"
    assert _name_of("note.txt", b"From: the ward\nTo: whom it may concern\nDate: today\n") == "text"
    with pytest.raises(NoteError, match="begins like"):
        recognise("letter.docx", b"%PDF-1.4")


def _name_of(name: str, head: bytes) -> str:
    found = recognise(name, head[:4096])
    return found.name if found else "text"
