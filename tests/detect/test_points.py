"""The sums of points, made without strings, are those of the features that the learners see."""

from __future__ import annotations

import random
from functools import cache

import pytest

from scrubber.data import data_folder
from scrubber.detect.cue_table import CueTable, pack, parse_cues, read_table, split_first, split_last
from scrubber.detect.cues import best_field
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.points import Points
from scrubber.document import Document
from scrubber.features import FeatureMaker
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.rules import load_rules

TEXTS = [
    "",
    "\n",
    "Pt: Mr. Osei-Mensah, 67 yo, seen 3/14/2021 by Dr. A. Okafor | MRN 00-4471902\n"
    "MRS. OSEI CALLED; kids Yaa 12, Kofi 7.",
    "Dr. Long will no longer call. Long: well. | | 12|13 ||\n\n"
    "foo:bar: baz\n:x\n1.2.3.4-5_6 a1b2 m² ² ³\u0130 \u00df\u0131\n",
    "KIDS BRENDA AND MARY\nseen at St. Joseph's Health Centre, Hamilton, ON L8N 4A6. Tel 905-555-0142 x7 on Monday",
]


@cache
def language() -> tuple[Lexicon, FeatureMaker, PatternDetector]:
    lexicon = Lexicon.load([data_folder("lexicons") / "en"])
    return lexicon, FeatureMaker(lexicon), PatternDetector(load_rules([data_folder("patterns") / "en"]))


@cache
def shipped() -> list[tuple[dict[str, int], CueTable]]:
    """The points of the shipped cues, and those by type, packed: as the file has them, and as tables."""
    path = data_folder("patterns") / "en" / "cues.tsv"
    _, points, by_type = parse_cues(path, path.read_bytes())
    _, *tables = read_table(path)
    return [*zip((points, {cue: pack(pairs) for cue, pairs in by_type.items()}), tables, strict=True)]


def mixed(seed: int) -> str:
    """Pieces of the texts and of a heap of signs in any order."""
    rng = random.Random(seed)
    heap = [*" ".join(TEXTS).split(" "), "|", ":", ".", "\n", "_", "\t", "¶", "--", "“", "7", "1999", "0042"]
    return "".join(rng.choice(heap) + rng.choice(["", " ", " ", "\n"]) for _ in range(120))


@pytest.mark.parametrize("text", [*TEXTS, *map(mixed, range(40))])
def test_points_are_those_of_the_strings(text: str) -> None:
    lexicon, features, patterns = language()
    document = Document(text)
    reading = Reading(document, lexicon, list(patterns.find(document)))
    every = range(len(document.tokens))
    rows = features.make(reading, every)
    columns = features.columns(reading)
    for points, table in shipped():
        sums = Points(table, features.lists).of(columns, every)
        assert sums == [sum(points.get(cue, 0) for cue in row) for row in rows]
        assert sums == [sum(Points(table, features.lists).parts(columns, index)) for index in every]


def test_every_cue_has_its_place() -> None:
    """With a different power of two for each feature of a row, none can stand in for another."""
    lexicon, features, patterns = language()
    document = Document(TEXTS[2] + TEXTS[3] + TEXTS[4])
    reading = Reading(document, lexicon, list(patterns.find(document)))
    columns = features.columns(reading)
    for index in range(len(document.tokens)):
        row = features.make(reading, [index])[0]
        assert Points(CueTable.of({cue: 1 << n for n, cue in enumerate(row)}), features.lists).of(columns, [index]) == [
            (1 << len(row)) - 1
        ], row


def test_points_by_type_are_added_side_by_side() -> None:
    by_type = {"one": ((0, 5), (2, -7)), "two": ((0, -9), (1, 3)), "three": ((2, 700),)}
    packed = {cue: pack(pairs) for cue, pairs in by_type.items()}
    assert best_field(packed["one"], 3) == 0
    assert best_field(packed["two"], 3) == 1
    assert best_field(packed["one"] + packed["two"], 3) == 1
    assert best_field(sum(packed.values()), 3) == 2
    assert best_field(0, 3) == 0


def test_the_bar_is_a_word_too() -> None:
    keys = ["a|b", "||b", "|||", "a||"]
    assert [split_first(key, words=True) for key in keys] == [("a", "b"), ("|", "b"), ("|", "|"), ("a", "|")]
    assert [split_last(key, words=True) for key in keys] == [("a", "b"), ("|", "b"), ("|", "|"), ("a", "|")]
    assert [split_first(key) for key in ("|b", "|", "a")] == [("", "b"), ("", ""), ("a", "")]
