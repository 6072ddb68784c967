"""``--language`` and ``--unknown-language`` on the command line: a note in another language is no success."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

FRENCH = (
    "La patiente a été hospitalisée dans le service pour une douleur thoracique depuis trois jours, sans fièvre.\n"
    "Son mari est présent. Elle est née le 03/04/1962 et habite avec ses enfants. Tél. 04 72 55 01 43.\n"
)
ENGLISH = "Seen today by Dr. Okonkwo for her knee pain.\n"


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "en.txt").write_text(ENGLISH)
    (folder / "fr.txt").write_text(FRENCH)
    return folder


def test_a_foreign_note_is_masked_as_far_as_may_be(real_scrub: Run, mixed: Path) -> None:
    run = real_scrub("in", "-o", "out", "--unknown-language", "mask", cwd=mixed.parent)
    assert run.returncode == 2
    assert b"in/fr.txt: seems to be in another language (French): only what no language is needed for" in run.stderr
    assert b"en.txt" not in run.stderr
    assert b"1 error," in run.stderr
    assert (mixed.parent / "out" / "fr.txt").read_text() == FRENCH.replace("03/04/1962", "[DATE-1]").replace(
        "04 72 55 01 43", "[PHONE-1]"
    )
    assert "Okonkwo" not in (mixed.parent / "out" / "en.txt").read_text()


def test_it_is_not_written_by_default(real_scrub: Run, mixed: Path) -> None:
    run = real_scrub("in", "-o", "out", cwd=mixed.parent)
    assert run.returncode == 2
    assert b"1 error," in run.stderr
    assert not (mixed.parent / "out" / "fr.txt").exists()
    assert (mixed.parent / "out" / "en.txt").exists()


@pytest.mark.parametrize("text", [FRENCH + "\n" + ENGLISH * 9, ENGLISH * 9 + "\n" + FRENCH, ENGLISH * 9 + FRENCH])
@pytest.mark.parametrize("as_pieces", [False, True])
def test_a_foreign_paragraph_is_told_wherever_it_stands(
    real_scrub: Run, tmp_path: Path, text: str, as_pieces: bool
) -> None:
    if as_pieces:
        text = text.replace("\n\n", "\n" * 140_000)
    (tmp_path / "note.txt").write_text(text)
    run = real_scrub("note.txt", "-o", "out.txt", cwd=tmp_path)
    assert run.returncode == 2
    assert b"another language (French)" in run.stderr
    assert not (tmp_path / "out.txt").exists()
    run = real_scrub("note.txt", "-o", "out.txt", "--unknown-language", "mask", "--report", "r.json", cwd=tmp_path)
    assert run.returncode == 2
    assert b"1 error," in run.stderr
    assert '"errors": 1' in (tmp_path / "r.json").read_text()
    written = (tmp_path / "out.txt").read_text()
    assert "Okonkwo" not in written
    assert "55 01 43" not in written


def test_as_a_filter_and_as_a_check(real_scrub: Run, mixed: Path) -> None:
    run = real_scrub("find", input=FRENCH.encode())
    assert (run.returncode, run.stdout) == (2, b"")
    run = real_scrub("find", "--unknown-language", "mask", input=FRENCH.encode())
    assert run.returncode == 2
    assert b"DATE any-date 90" in run.stdout
    run = real_scrub(input=FRENCH.encode())
    assert (run.returncode, run.stdout) == (2, b"")
    assert real_scrub("check", mixed / "fr.txt").returncode == 2
    assert real_scrub("find", "--language", "en", input=FRENCH.encode()).returncode == 0


def test_the_configuration_says_so_too(real_scrub: Run, mixed: Path) -> None:
    (mixed.parent / "scrub.toml").write_text('unknown-language = "mask"\n')
    run = real_scrub("in/fr.txt", cwd=mixed.parent)
    assert b"another language" in run.stderr
    assert b"[DATE-1]" in run.stdout


@pytest.mark.parametrize("arguments", [["--language", "xx"], ["--unknown-language", "skip"]])
def test_usage_errors(real_scrub: Run, mixed: Path, arguments: list[str]) -> None:
    run = real_scrub("in", "-o", "out", *arguments, cwd=mixed.parent)
    assert run.returncode == 2
    assert b"choose from" in run.stderr
    assert not (mixed.parent / "out").exists()


def test_a_scheme_that_would_do_nothing_is_an_error(scrub: Run, notes: Path) -> None:
    assert scrub("find", notes, "--scheme", "meddocan").returncode == 2
