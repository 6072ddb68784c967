"""Packed files: what is in them is masked as it would be by itself."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from conftest import Run
from formats.planted import members, rewritten, seen

from scrubber.errors import NoteError
from scrubber.formats.archive import gz
from scrubber.notices import collected

TABLE = b"mrn,note\n4471902,Mr. Darius Velankar is fine.\n"
MASKED = b"mrn,note\n[MEDICALRECORD-1],Mr. [PATIENT-1] is fine.\n"


def packed(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name, data in files.items():
            package.writestr(name.replace("_", "."), data)
    return file.getvalue()


def test_gzip_keeps_the_format_inside_and_not_the_name() -> None:
    data, _ = rewritten("gzip", gzip.compress(TABLE), name="Velankar.csv.gz")
    assert gzip.decompress(data) == MASKED
    assert data == rewritten("gzip", gzip.compress(TABLE, 1), name="Velankar.csv.gz")[0]
    text, context = rewritten("gzip", gzip.compress("\ufeffMr. Velankar\r\n".encode()), name="a.txt.gz")
    assert gzip.decompress(text).decode() == "\ufeffMr. [PATIENT-1]\r\n"
    assert context.spans == 1


def test_a_zip_holds_files_of_any_format_each_with_notes_of_its_own() -> None:
    data, context = rewritten("zip", packed(a_csv=TABLE, b_txt=b"Mr. Velankar", Mr_Velankar_txt=b"fine"))
    assert members(data) == {"a.csv": MASKED, "b.txt": b"Mr. [PATIENT-1]", "name3.txt": b"fine"}
    assert context.notes == 3


@pytest.mark.parametrize(
    "inner",
    [b"\x89PNG\0\0", gzip.compress(b"Mr. Velankar", mtime=0), packed(a_txt=b"Mr. Velankar")],
    ids=["a picture", "gzip", "a zip"],
)
def test_what_cannot_be_read_refuses_it_or_is_left_out(inner: bytes) -> None:
    archive = packed(a_csv=TABLE, b_zip=inner)
    with pytest.raises(NoteError, match="file 2"):
        rewritten("zip", archive)
    with collected() as notices:
        data, _ = rewritten("zip", archive, on_bad_row="skip")
    assert len(notices) == 1
    assert members(data) == {"a.csv": MASKED}


def test_bombs_and_broken_files(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoteError, match="broken"):
        rewritten("gzip", gzip.compress(TABLE)[:-6])
    with pytest.raises(NoteError, match="bomb"):
        rewritten("gzip", gzip.compress(b"x" * 20_000_000))
    monkeypatch.setattr(gz, "UNPACKED", 10)
    with pytest.raises(NoteError, match="bomb"):
        rewritten("gzip", gzip.compress(TABLE))


def test_they_are_read_in_folders_and_by_check(real_scrub: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv.gz").write_bytes(gzip.compress(TABLE))
    (folder / "b.zip").write_bytes(packed(a_txt=b"Mr. Velankar"))
    (folder / "c.tar.gz").write_bytes(gzip.compress(b"\0"))
    run = real_scrub("in", "-o", "out", "--no-crf", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert gzip.decompress((tmp_path / "out" / "a.csv.gz").read_bytes()) == MASKED
    assert not seen(members((tmp_path / "out" / "b.zip").read_bytes()).values())
    assert not (tmp_path / "out" / "c.tar.gz").exists()
    (folder / "c.tar.gz").unlink()
    assert real_scrub("check", "in", "--no-crf", cwd=tmp_path).returncode == 1
    assert real_scrub("check", "out", "--no-crf", cwd=tmp_path).returncode == 0
