"""Training: from marked notes to a model that finds what they mark."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pycrfsuite")
pytest.importorskip("sklearn")

from conftest import Run

from scrubber.detect.cue_table import parse_cues
from scrubber.detect.cues import NONE, neighbours
from scrubber.detect.doubt import NAMES as NAMES_OF_FEATURES
from scrubber.detect.trees import read_forest
from scrubber.document import Document
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.inline import read_inline
from scrubber.learned import closure, labels
from scrubber.pipeline import Scrubber
from scrubber.second_training import in_halves
from scrubber.train import Trainer

NAMES = ["Qorvath", "Zeblin", "Ortwoyd", "Mibbreth", "Yolvan", "Drexim", "Pavlorn", "Ulverix", "Kestrall", "Immeryn"]
MARKED = "\n".join(
    f"Seen by Dr. [[DOCTOR|{name}]] in clinic today.\nNo fever, sats fine, {n} mg." for n, name in enumerate(NAMES)
)


@pytest.fixture(scope="module")
def trainer() -> Trainer:
    return Trainer()


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "gold"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(MARKED)
    return folder


def test_labels_cover_tokens_in_part() -> None:
    note = read_inline("n", "x[[DOCTOR|Osei]]-[[DATE|3/14]] [[PATIENT|An]]na")
    tokens = Document(note.text).tokens
    assert list(zip(tokens.texts, labels(tokens, note), strict=True)) == [
        ("xOsei", "DOCTOR"), ("-", NONE), ("3", "DATE"), ("/", "DATE"), ("14", "DATE"), ("Anna", "PATIENT"),
    ]  # fmt: skip


def test_the_closure_follows_marks(trainer: Trainer) -> None:
    note = trainer.read([read_inline("n", "the [[HOSPITAL|Qorvath of the and for]] end of it")])[0]
    texts = note.reading.tokens.texts
    assert {"of", "and", "for", "end"} <= {texts[i] for i in closure(note)}
    assert "it" not in {texts[i] for i in closure(note)}
    assert neighbours(["a", ",", "b", "\n", "c"], 2) == [0]


def test_what_was_marked_is_found(real_scrub: Run, gold: Path, tmp_path: Path) -> None:
    options = ("-o", tmp_path / "our.crf", "--cues", tmp_path / "our.tsv")
    done = real_scrub("train", gold, *options, "-v")
    assert done.returncode == 0, done.stderr
    said = done.stderr.decode()
    assert "learning from 3 notes with 30 marks" in said
    assert "Qorvath" not in said
    types, table, _ = parse_cues(tmp_path / "our.tsv", (tmp_path / "our.tsv").read_bytes())
    assert types == ["DOCTOR"]
    assert "-w=dr" in table or "-2w=dr" in table or "--w=dr|." in table
    assert not any("qorvath" in cue for cue in table)
    assert not (tmp_path / "our.tsv.look").exists(), "so few notes leave too little in doubt"
    scrubber = Scrubber(model=tmp_path / "our.crf", cues=tmp_path / "our.tsv")
    assert scrubber.scrub("Seen by Dr. Wexthorp in clinic today.") == "Seen by Dr. [DOCTOR-1] in clinic today."
    (tmp_path / "scrub.toml").write_text('model = "our.crf"\ncues = "our.tsv"\n')
    masked = real_scrub(input=b"Seen by Dr. Wexthorp in clinic today. Born 1 May 1950 in Boston.", cwd=tmp_path)
    assert b"[DOCTOR-1]" in masked.stdout
    assert b"Boston" in masked.stdout, "which these notes do not teach"


def test_the_same_notes_give_the_same_files(trainer: Trainer, tmp_path: Path) -> None:
    notes = [read_inline(name, MARKED) for name in "ab"]
    for number, order in enumerate((notes, notes[::-1])):
        learned = trainer.read(order)
        trainer.train_cues(learned, tmp_path / f"{number}.tsv")
        trainer.train_crf(learned, tmp_path / f"{number}.crf")
    for ending in ("tsv", "crf"):
        assert (tmp_path / f"0.{ending}").read_bytes() == (tmp_path / f"1.{ending}").read_bytes()
    assert len(list(tmp_path.iterdir())) == 4


def test_slips(real_scrub: Run, trainer: Trainer, gold: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no type 'DOKTOR'"):
        trainer.read([read_inline("n", "[[DOKTOR|Osei]]")])
    with pytest.raises(UsageError, match="nothing to learn"):
        trainer.train_crf([], tmp_path / "x")
    with pytest.raises(UsageError, match="no language 'xx'"):
        Trainer("xx")
    (tmp_path / "there").write_text("")
    for options, message in (
        ((), "nothing to write"),
        (("-o", tmp_path / "there"), "exists already"),
        (("-o", tmp_path / "no" / "x"), "cannot write"),
        (("-o", ""), "cannot write"),
    ):
        done = real_scrub("train", gold, *options)
        assert done.returncode == 2
        assert message in done.stderr.decode()
    (tmp_path / "scrub.toml").write_text('model = "none.crf"\n')
    assert b"no such file" in real_scrub(input=b"x", cwd=tmp_path).stderr


@pytest.mark.parametrize(("missing", "name"), [("pycrfsuite", "python-crfsuite"), ("sklearn", "scikit-learn")])
def test_what_is_not_installed_is_said_before_anything_is_read(
    missing: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrubber.train.find_spec", lambda module: None if module == missing else object())
    with pytest.raises(UsageError, match=rf"training needs {name}: pip install 'scrub-phi\[train\]'"):
        Trainer()


def test_the_second_look_learns_of_what_is_left_in_doubt(trainer: Trainer, tmp_path: Path) -> None:
    plain = "\n".join(f"{name} called in clinic." for name in NAMES)
    named = "\n".join(f"[[DOCTOR|{name}]] called in clinic." for name in NAMES)
    marked = [read_inline(f"n{n}", named if n % 3 else plain) for n in range(80)]
    learned = trainer.read(marked)
    for train, name in ((trainer.train_cues, "our.tsv"), (trainer.train_crf, "our.crf")):
        train(learned, tmp_path / name)
        forest = read_forest(tmp_path / f"{name}.look", NAMES_OF_FEATURES)
        asked = {forest.features[split[0]] for tree in forest.trees for split in tree.splits}
        assert "votes" in asked or "cues" in asked
    assert sorted(path.name for path in tmp_path.iterdir()) == ["our.crf", "our.crf.look", "our.tsv", "our.tsv.look"]
    scrubber = Scrubber(cues=tmp_path / "our.tsv", crf=False)
    assert len(scrubber.find("Wexthorp called in clinic.")) == 1, "two of three times it is"
    trainer.train_cues(trainer.read(marked[:6]), tmp_path / "our.tsv")
    assert not (tmp_path / "our.tsv.look").exists(), "that of other notes is gone"
    for train, name in ((trainer.train_cues, "our.tsv"), (trainer.train_crf, "our.crf")):
        (tmp_path / f"{name}.look").write_text("of other notes")
        train(trainer.read(marked[1:2]), tmp_path / name)
        assert not (tmp_path / f"{name}.look").exists(), "nor is there one where a half has nothing to teach"


def test_a_note_and_its_copies_are_of_one_half(trainer: Trainer) -> None:
    read = trainer.read([read_inline(f"n{n}", MARKED) for n in range(6)])
    halves: dict[str, set[int]] = {}
    for note in read:
        halves.setdefault(note.reading.document.name.split(" ")[0], set()).add(note.half)
    assert [halves[f"n{n}"] for n in range(6)] == [{0}, {1}] * 3
    assert len(read) > 6


def test_halves_are_of_other_hands() -> None:
    names = [f"{hand}{n:03}" for hand in "abcdefghi" for n in range(3)]
    first, second = in_halves([read_inline(name, "x") for name in reversed(names)])
    assert [{note.name[0] for note in half} for half in (first, second)] == [set("acegi"), set("bdfh")]
    first, second = in_halves([read_inline(f"a{n}", "x") for n in range(5)])
    assert [note.name for note in first] == ["a0", "a2", "a4"], "of one hand every other note"
