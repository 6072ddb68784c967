"""Training: from marked notes to a model that finds what they mark."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numba")

from conftest import Run

from scrubber.cli.console import Console
from scrubber.cli.train import Model, _better
from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.inline import read_inline
from scrubber.model.file import ModelFile
from scrubber.model.hashing import mixed
from scrubber.model.table import key_of
from scrubber.model.templates import Template
from scrubber.pipeline import Scrubber
from scrubber.text.hashing import text_hash
from scrubber.training.adapting import refuse_worse
from scrubber.training.copies import (
    excerpts,
    in_signs,
    in_small_letters,
    misread,
    misspelt,
    spread,
    unaccented,
    with_copies,
    without_colons,
    without_line_ends,
)
from scrubber.training.lessons import Lessons
from scrubber.training.renaming import Names
from scrubber.training.trainer import Trainer

NAMES = ["Qorvath", "Zeblin", "Ortwoyd", "Mibbreth", "Yolvan", "Drexim", "Pavlorn", "Ulverix", "Kestrall", "Immeryn"]
MARKED = "\n".join(
    f"Seen by Dr. [[DOCTOR|{name}]] in clinic today.\nNo fever, sats fine, {n} mg." for n, name in enumerate(NAMES)
)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "gold"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number}.txt").write_text(MARKED)
    return folder


def test_what_was_marked_is_found(real_scrub: Run, gold: Path, tmp_path: Path) -> None:
    done = real_scrub("train", gold, "-o", tmp_path / "our.crf", "-v")
    assert done.returncode == 0, done.stderr
    said = done.stderr.decode()
    assert "learning from 12 notes with 120 marks" in said
    assert "Qorvath" not in said
    scrubber = Scrubber(model=tmp_path / "our.crf")
    assert scrubber.scrub("Seen by Dr. Wexthorp in clinic today.") == "Seen by Dr. [DOCTOR-1] in clinic today."
    (tmp_path / "scrub.toml").write_text('model = "our.crf"\n')
    masked = real_scrub(input=b"Seen by Dr. Wexthorp in clinic today. Born 1 May 1950 in Boston.", cwd=tmp_path)
    assert b"[DOCTOR-1]" in masked.stdout
    assert b"Boston" in masked.stdout, "which these notes do not teach"


def test_the_same_notes_give_the_same_file() -> None:
    notes = [read_inline(f"n{number}", MARKED) for number in range(12)]
    first, second = (Trainer().train(order).to_bytes() for order in (notes, notes[::-1]))
    assert zlib.crc32(first) == zlib.crc32(second)


def test_no_name_and_no_number_can_be_read_out_of_a_model() -> None:
    """Whoever guesses a word asks the table for its features: it knows none of a name's own, only its affixes'."""
    model = Trainer().train([read_inline(f"n{number}", f"MRN [[IDNUM|7731904]]\n{MARKED}") for number in range(12)])
    data = model.to_bytes()
    assert not any(name.encode() in data or name.lower().encode() in data for name in NAMES)
    known = set(model.keys.tolist())
    for number, text in enumerate(model.templates):
        template = Template.of(text)
        if [name for name, _ in template.parts] == ["word"]:
            for word in [*map(str.lower, NAMES), "7731904"]:
                import numpy as np

                feature = mixed(template.seed, np.array([text_hash(word)], np.uint64))
                assert int(key_of(number, feature)[0]) not in known


@pytest.fixture(scope="module")
def start() -> ModelFile:
    return Trainer().train([read_inline(f"n{number}", MARKED) for number in range(12)], as_written=True)


def test_a_model_goes_on_learning_with_the_features_that_it_knows(start: ModelFile) -> None:
    told = [read_inline(f"m{number}", MARKED.replace("Seen by Dr.", "Spoke with nurse")) for number in range(12)]
    more = Trainer().train(told, as_written=True, start=start)
    assert (more.labels, more.keys.tolist(), more.least) == (start.labels, start.keys.tolist(), start.least)
    assert (more.rows != start.rows).any()


def test_what_got_worse_is_not_written(real_scrub: Run, gold: Path, tmp_path: Path, start: ModelFile) -> None:
    refuse_worse({"F1": 0.9}, {"F1": 0.9})
    with pytest.raises(DataError, match=r"F1 on the held-out notes falls from 0\.9000 to 0\.8000: nothing is written"):
        refuse_worse({"F1": 0.9}, {"F1": 0.8})
    (tmp_path / "start.crf").write_bytes(start.to_bytes())
    notes = [read_inline(f"n{number}", MARKED) for number in range(4)]
    blank = replace(start, rows=start.rows * 0).to_bytes()
    with pytest.raises(DataError, match=r"F1 on the held-out notes falls from 1\.0000 to 0\.6667"):
        _better(lambda _: blank, tmp_path / "start.crf", Model.CRF, notes, "en", Console(-1))
    done = real_scrub("train", gold, "-o", tmp_path / "our.crf", "--on-top", tmp_path / "start.crf", "--as-written")
    assert done.returncode == 0, done.stderr
    assert b"3 held-out notes, before: R_all" in done.stderr
    for options, message in (
        (("--on-top", "none.crf"), "--on-top: no such model: 'none.crf'"),
        (("--seed", "2"), "--architecture, --vectors and --seed are a network's"),
        (("--model", "neural", "--on-top", "shipped", "--architecture", "lstm"), "--on-top keeps the architecture"),
    ):
        done = real_scrub("train", gold, "-o", tmp_path / "x", *options)
        assert done.returncode == 2
        assert message in done.stderr.decode()


def test_slips(real_scrub: Run, gold: Path, tmp_path: Path) -> None:
    trainer = Trainer()
    with pytest.raises(DataError, match="no type 'DOKTOR'"):
        trainer.train([read_inline("n", "[[DOKTOR|Osei]]")])
    with pytest.raises(DataError, match="nothing is marked"):
        trainer.train([read_inline("n", "Osei")])
    with pytest.raises(UsageError, match="no language 'xx'"):
        Lessons("xx")
    (tmp_path / "there").write_text("")
    for options, message in (
        ((), "Missing option"),
        (("-o", tmp_path / "there"), "exists already"),
        (("-o", tmp_path / "no" / "x"), "cannot write"),
        (("-o", ""), "cannot write"),
    ):
        done = real_scrub("train", gold, *options)
        assert done.returncode == 2
        assert message in done.stderr.decode()
    (tmp_path / "scrub.toml").write_text('model = "none.crf"\n')
    assert b"no such file" in real_scrub(input=b"x", cwd=tmp_path).stderr


def test_what_is_not_installed_is_said_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubber.training.trainer.find_spec", lambda module: None)
    with pytest.raises(UsageError, match=r"training needs numba: pip install"):
        Trainer()


def test_copies_leave_marks_where_they_are() -> None:
    text = (
        "Mrs. [[PATIENT|Ana Straße]] came with her friend and went home again with a long list of things to do,\nwell."
    )
    notes = [read_inline(f"n{number:02}", text) for number in range(16)]
    copies = with_copies(notes, Names.of(data_folder("lexicons") / "en"))
    marked = [copy.text[mark.start : mark.end].casefold().split() for copy in copies for mark in copy.marks]
    assert {len(words) for words in marked} == {2}
    assert 2 <= len([words for words in marked if words != ["ana", "strasse"]]) <= len(notes) / 2
    assert "\n" not in without_line_ends(notes[0].text)
    assert len(list(excerpts(notes))) == 3
    assert spread(notes[0]).text.startswith("Mrs.  Ana Straße came  with her friend  and")
    assert without_colons(read_inline("n", "Sex: F\n Age : 61 at 10: 5")).text == "Sex F\n Age  61 at 10: 5"
    assert "".join(map(unaccented, "Núñez, ß")) == "Nunez, ß"
    assert misread("10 of 15, 2021-05-10, 555-0100") == "l0 of 15, 2021-05-1O, 555-0100"
    wrong = misspelt(read_inline("n", "Doctor Osei gave [[PATIENT|Hedwig]] morphine slowly, [[PATIENT|Hedwig]] says"))
    assert wrong.text == "Dcotor Osei gave Hedwig morphine slowly, Hewdig says"
    assert [wrong.text[one.start : one.end] for one in wrong.marks] == ["Hedwig", "Hewdig"]
    sevens = read_inline("n", "[[PATIENT|Bernice]] " * 6)
    assert misspelt(sevens, first=1).text.split()[1:6:4] == ["Brenice", "Benrice"]
    assert in_signs(notes[0]).text.startswith("Mrs. [Ana Straße] came")
    assert in_small_letters(notes[0]).text.startswith("Mrs. ana straße came")
    assert "ana straße" in " ".join(copy.text for copy in copies)


def test_a_file_that_is_no_model_is_told(tmp_path: Path) -> None:
    whole = (data_folder("patterns") / "es" / "model.crf").read_bytes()
    for broken in (b"no model", whole[:5000], whole[:9000] + b"xy" * 50 + whole[9100:], whole[: len(whole) // 2]):
        (tmp_path / "x.crf").write_bytes(broken)
        with pytest.raises(DataError, match="not a CRF model"):
            ModelFile.read(tmp_path / "x.crf")
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(tmp_path / "x.crf", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read("moves.npy" if name == "first.npy" else name))
    with pytest.raises(DataError, match="not a CRF model"):
        ModelFile.read(tmp_path / "x.crf")
