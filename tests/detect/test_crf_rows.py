"""The rows that the CRF is given are those of the learner, less what the model does not know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from scrubber.data import data_folder
from scrubber.detect.crf_rows import CrfRows
from scrubber.detect.model_names import ModelNames, arranged
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.word_features import WordFeatures
from scrubber.document import Document
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
    rows = [row for _, some in CrfRows(features, ModelNames(*arranged(known))).lines(readings[number]) for row in some]
    assert [sorted(row) for row in rows] == [sorted(n for n in row if n in known) for row in every[number]]


def test_only_the_wanted_lines_are_made() -> None:
    features, readings, _ = made()
    lines = [line for line, _ in features.lines(readings[1])]
    found = [
        line
        for line, _ in CrfRows(features, ModelNames(*arranged(["b"]))).lines(
            readings[1], lambda line: line in lines[1:3]
        )
    ]
    assert found == lines[1:3]
