"""The rows that the CRF is given are those of the learner, less what the model does not know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.detect.crf_model import attributes
from scrubber.detect.crf_rows import CrfRows
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.word_features import WordFeatures
from scrubber.document import Document
from scrubber.errors import DataError
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.rules import load_rules

TEXTS = [
    "Pt: Mr. Osei-Mensah, 67 yo, seen 3/14/2021 by Dr. A. Okafor | MRN 00-4471902\n"
    "MRS. OSEI CALLED; kids Yaa 12, Kofi 7. Rash since 3/12.",
    "Dr. Long will no longer call. Long: well. | | 12|13 ||\n\n"
    "foo:bar: baz\n:x\n1.2.3.4-5_6 a1b2 m² ² ³\u0130 \u00df\u0131\n  |  Ward   C  |9\n  |  Long   D  |9\n",
    "KIDS BRENDA AND MARY\nseen at St. Joseph's Health Centre, Hamilton, ON L8N 4A6. Tel 905-555-0142 x7 on Monday\n"
    "vuk: there\nana: no\nvuk: late" + "\nMRN: 12" * 30 + "\n" + "word, " * 50 + "1-" * 30,
]


@cache
def made() -> tuple[WordFeatures, list[Reading], list[list[Sequence[str]]]]:
    """The features, readings of the texts, and the learner's rows of each."""
    lexicon = Lexicon.load([data_folder("lexicons") / "en"])
    patterns = PatternDetector(load_rules([data_folder("patterns") / "en"]))
    features = WordFeatures(lexicon, by_heart=False)
    documents = [Document(text) for text in TEXTS]
    readings = [Reading(document, lexicon, list(patterns.find(document))) for document in documents]
    return features, readings, [[row for _, rows in features.lines(reading) for row in rows] for reading in readings]


@pytest.mark.parametrize("step", [1, 2, 3, 7])
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_rows_are_those_of_the_learner_as_far_as_the_model_knows_them(number: int, step: int) -> None:
    features, readings, every = made()
    known = set(sorted({name for rows in every for row in rows for name in row})[::step])
    rows = [row for _, some in CrfRows(features, known).lines(readings[number]) for row in some]
    assert [sorted(row) for row in rows] == [sorted(n for n in row if n in known) for row in every[number]]


def test_only_the_wanted_lines_are_made() -> None:
    features, readings, _ = made()
    lines = [line for line, _ in features.lines(readings[1])]
    found = [line for line, _ in CrfRows(features, ["b"]).lines(readings[1], lambda line: line in lines[1:3])]
    assert found == lines[1:3]


def test_a_model_tells_its_names(tmp_path: Path) -> None:
    pycrfsuite = pytest.importorskip("pycrfsuite")
    names = ["b", "w=|", "w-w=a|b", "w=\u00e9tage", "end=0|Aa"]
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.append([names[:3], names[3:]], ["O", "NAME"])
    trainer.train(str(tmp_path / "model.crf"))
    assert sorted(attributes(tmp_path / "model.crf")) == sorted(names)


@pytest.mark.parametrize("data", [b"", b"lCRF", b"x" * 4000, b"lCRF" + bytes(4000), b"lCRF" + b"\xff" * 4000])
def test_what_is_no_model_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "model.crf").write_bytes(data)
    with pytest.raises(DataError, match=r"model\.crf: not a CRF model"):
        attributes(tmp_path / "model.crf")
    with pytest.raises(DataError, match="missing"):
        attributes(tmp_path / "missing")
