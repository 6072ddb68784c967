"""Which files are read, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scrubber.cli.console import Console
from scrubber.errors import UsageError
from scrubber.io.atomic import make_folders, remove_leftovers
from scrubber.io.walk import check_output, printable, walk


def names(*paths: Path, include: tuple[str, ...] = ()) -> dict[str, str]:
    return {found.place.as_posix(): found.skipped for found in walk(paths, include)}


def test_text_files_of_a_folder_in_order(notes: Path) -> None:
    (notes / "README").write_text("Grüße, plain text")
    (notes / "core").write_bytes(b"\x7fELF\x00")
    (notes / "scan.BIN").write_bytes(b"%PDF-")
    (notes / "UPPER.TXT").touch()
    (notes / ".scrub-1.tmp").touch()
    (notes / ".scrub-journal.jsonl").touch()
    (notes / ".scrub-note.txt").touch()
    found = names(notes)
    assert list(found) == [
        ".scrub-note.txt",
        "README",
        "UPPER.TXT",
        "a.txt",
        "b.txt",
        "core",
        "scan.BIN",
        "ward/c.note",
    ]
    assert {n for n, skipped in found.items() if skipped} == {"core", "scan.BIN"}


def test_files_of_known_formats_are_read(notes: Path) -> None:
    for name in ("a.csv", "B.XLSX", "c.hl7", "~$B.xlsx", "d.tar", "e"):
        (notes / name).write_bytes(b"MSH|^~\\&|\r")
    found = names(notes)
    assert {n for n, skipped in found.items() if skipped} == {"~$B.xlsx", "d.tar"}


def test_include_replaces_the_usual_patterns(notes: Path) -> None:
    (notes / "d.dat").touch()
    found = names(notes, include=("*.dat", "c*"))
    assert {n for n, skipped in found.items() if not skipped} == {"d.dat", "ward/c.note"}


def test_a_file_named_itself_is_always_read(notes: Path) -> None:
    assert names(notes / "a.txt", notes) == {
        "a.txt": "",
        "notes/a.txt": "",
        "notes/b.txt": "",
        "notes/ward/c.note": "",
    }


def test_links_do_not_lead_out(notes: Path) -> None:
    (notes.parent / "secret.txt").touch()
    (notes / "out.txt").symlink_to(notes.parent / "secret.txt")
    (notes / "gone.txt").symlink_to(notes / "nowhere")
    (notes / "loop").symlink_to(notes)
    (notes / "inside.txt").symlink_to(notes / "a.txt")
    os.mkfifo(notes / "pipe.txt")
    found = names(notes)
    assert {n for n, skipped in found.items() if skipped} == {"out.txt", "gone.txt", "loop", "pipe.txt"}
    assert "inside.txt" in found


def test_folders_nested_deeper_than_the_stack(tmp_path: Path) -> None:
    (tmp_path / "stays").touch()
    folder = tmp_path / "notes"
    deep = folder.joinpath(*["d"] * 1500)
    make_folders(deep)
    (deep / "a.txt").write_text("x")
    (folder / "z.txt").write_text("x")
    (deep / ".scrub-1.tmp").touch()
    assert [found.path.name for found in walk([folder])] == ["a.txt", "z.txt"]
    remove_leftovers(folder)
    assert os.listdir(deep) == ["a.txt"]
    (deep / "a.txt").unlink()
    (folder / "z.txt").unlink()
    os.removedirs(deep)  # pytest could not


def test_a_folder_that_cannot_be_listed_does_not_stop_the_others(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.listdir

    def listdir(path: Path) -> list[str]:
        if path.name == "ward":
            raise PermissionError(13, "no")
        return real(path)

    monkeypatch.setattr(os, "listdir", listdir)
    found = list(walk([notes]))
    assert [(f.place.as_posix(), f.skipped, f.failed) for f in found] == [
        ("a.txt", "", False),
        ("b.txt", "", False),
        ("ward", "permission denied", True),
    ]
    console = Console(-2)
    console.left_out(found[2:])
    assert console.exit_code == 2


def test_output_apart_from_input(notes: Path) -> None:
    check_output([notes], notes.parent / "out")
    check_output([notes / "a.txt"], notes / "b.txt")
    link = notes.parent / "link"
    link.symlink_to(notes)
    for paths, out in [
        ([notes], notes),
        ([notes], notes / "deep" / "out"),
        ([notes], notes.parent),
        ([notes], link / "out"),
        ([notes / "a.txt"], notes),
        ([notes / "a.txt"], link),
        ([notes / "a.txt"], notes / "a.txt"),
        ([notes / "ward", notes.parent / "ward"], notes.parent / "out"),
    ]:
        (notes.parent / "ward").mkdir(exist_ok=True)
        with pytest.raises(UsageError):
            check_output(paths, out)


def test_paths_for_messages_stay_on_one_line() -> None:
    assert printable("notes/é.txt") == "notes/é.txt"
    assert printable("a\nb\x1b[1m") == "a\\nb\\x1b[1m"
    assert printable(os.fsdecode(b"\xff.txt")) == "\\xff.txt"


def test_what_engines_write_of_their_tables_is_left_out(notes: Path) -> None:
    (notes / "_delta_log").mkdir()
    for name in ("_metadata", "_common_metadata", "_delta_log/0.json"):
        (notes / name).touch()
    found = names(notes)
    assert "_delta_log/0.json" not in found
    assert all("Parquet" in found[name] for name in ("_metadata", "_common_metadata"))
    assert "Delta" in found["_delta_log"]
