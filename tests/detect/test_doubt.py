"""Rows: what is known of a token in doubt."""

from __future__ import annotations

from functools import cache

import pytest

from scrubber.data import data_folder
from scrubber.detect import doubt_values
from scrubber.detect.doubt import NAMES, Rows
from scrubber.detect.doubt_values import level, points_level
from scrubber.detect.pair_values import NAMES as PAIR_NAMES
from scrubber.detect.points import PARTS
from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.span import Span

TYPES = ["PATIENT", "DOCTOR", "DATE"]


@cache
def lexicon() -> Lexicon:
    return Lexicon.load([data_folder("lexicons") / "en"])


def rows_of_no_points() -> Rows:
    return Rows(lexicon().flags, TYPES, lambda *_: [0] * len(PARTS))


def known(text: str, word: str, spans: tuple[Span, ...] = (), **chances: float) -> dict[str, int]:
    """The row of the first such word by name, where each token of these words has a vote for a patient."""
    reading = Reading(Document(text), lexicon(), list(spans))
    lows = reading.tokens.lows
    votes = {i: Vote(chances[low], "PATIENT") for i, low in enumerate(lows) if low in chances}
    rows = list(rows_of_no_points().of(reading, votes, {}, votes, [lows.index(word)]))
    assert len(rows) == 1
    assert len(rows[0]) == len(NAMES) == len(set(NAMES))
    assert all(0 <= value < 256 for value in rows[0])
    return dict(zip(NAMES, rows[0], strict=True))


def test_levels_rise_with_the_probability() -> None:
    levels = [level(n / 100) for n in range(101)]
    assert levels == sorted(levels)
    assert levels[0] == 1, "0 is what nobody voted on"
    assert level(0.5) - level(0.4) >= 1


def test_what_was_said_of_the_token_itself() -> None:
    row = known("Zeblin 8/10", "zeblin", zeblin=0.5)
    assert (row["votes"], row["cues"], row["crf"], row["type"]) == (level(0.5), level(0.5), 0, 1)
    assert (row["length"], row["number"], row["rule"], row["unlisted"]) == (6, 120, 0, 1)
    row = known("Zeblin 8/10", "10", (Span(7, 11, "DATE", "r", 60),), **{"10": 0.5})
    assert (row["rule"], row["grade of rule"], row["rule agrees"], row["number"]) == (3, 2, 0, 10)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("qorvath zeblin mibbreth", {"votes -1": level(0.9), "type -1": 1, "votes +1": level(0.1), "type +1": 0}),
        ("qorvath, zeblin mibbreth", {"sign -1": 2, "sign +1": 1, "gap -1": 2, "gap +1": 1, "same type -1": 1}),
        ("qorvath\nzeblin", {"votes -1": 0, "gap -1": 99, "votes +1": 0, "sure distance before": 15}),
        ("qorvath was at zeblin", {"votes -1": 0, "votes -3": level(0.9), "sure distance before": 3}),
        ("a zeblin b c d qorvath", {"sure distance behind": 4, "sure type behind": 1, "sure behind": level(0.9)}),
        ("zeblin seen\nZeblin, qorvath", {"elsewhere": 1, "highest elsewhere": level(0.49), "in lower case": 1}),
        ("one\nzeblin two three", {"words of line": 3, "place in line": 0, "rest of line": 2, "line": 1}),
        ("qorvath zeblin", {"sure on line": 1, "sure around": 1, "words of type": 1}),
        ("his wife zeblin", {"list KINSHIP before": 1}),
    ],
)  # fmt: skip
def test_what_stands_around_it(text: str, values: dict[str, int]) -> None:
    row = known(text, "zeblin", qorvath=0.9, zeblin=0.49, mibbreth=0.1)
    assert {name: row[name] for name in values} == values


def test_runs_of_the_same_shape_elsewhere_count() -> None:
    row = known(
        "pain 2/10 today and strength 4/5 but then on\nleft side 5/10 again", "2", **{"2": 0.3, "5": 0.8, "10": 0.6}
    )
    assert row["runs alike"] == 4, "both halves of both other fractions"
    assert row["highest of runs"] == level(0.8)


def test_the_cell_above_counts() -> None:
    row = known("name    bed\nqorvath   4\nzeblin    5", "zeblin", qorvath=0.9, zeblin=0.4)
    assert row["votes above"] == 0, "the first cell of a line has none above it"
    row = known("bed   name\n4     qorvath\n5     zeblin", "zeblin", qorvath=0.9, zeblin=0.4)
    assert (row["votes above"], row["type above"]) == (level(0.9), 1)


def test_what_each_tagger_said_is_told_apart() -> None:
    reading = Reading(Document("zeblin sign"), lexicon())
    votes = {0: Vote(0.5, "PATIENT")}
    (row,) = rows_of_no_points().of(reading, votes, {}, votes, [0])
    assert (row[NAMES.index("cues")], row[NAMES.index("crf")]) == (level(0.5), 0)
    (row,) = rows_of_no_points().of(reading, {}, votes, votes, [0])
    assert (row[NAMES.index("cues")], row[NAMES.index("crf")]) == (0, level(0.5))


def test_points_are_told_by_their_parts() -> None:
    reading = Reading(Document("zeblin sign"), lexicon())
    votes = {0: Vote(0.5, "PATIENT")}
    maker = Rows(lexicon().flags, TYPES, lambda _, index: [100 * (index + 1), -100, 0, 99999, -99999, 1, 0])
    (row,) = maker.of(reading, votes, {}, votes, [0])
    at = NAMES.index("points own")
    assert row[at : at + len(PARTS)] == [136, 120, 128, 255, 0, 128, 128]
    assert points_level(-50) == 124


@pytest.mark.parametrize(
    ("text", "word", "values"),
    [
        ("pain 3/10 then 4/10, seen 3/1", "3", [3, 10, 1, 2, 2, 3]),
        ("pain 3/10 then 4/10, seen 3/1", "4", [3, 10, 1, 1, 2, 3]),
        ("on 2/27/2020; back 3-2", "2", [0, 0, 0, 0, 0, 1]),
        ("back 3-2, on 2/27/2020", "3", [5, 2, 3, 1, 1, 1]),
        ("pain 14/20", "14", [1, 20, 1, 1, 1, 1]),
        ("on 2/27/2020; back 9/2", "9", [2, 2, 1, 1, 1, 1]),
        ("zeblin 4", "4", [0, 0, 0, 0, 0, 0]),
    ],
)
def test_what_a_pair_of_numbers_may_be(text: str, word: str, values: list[int]) -> None:
    row = known(text, word, **{word: 0.5})
    assert [row[name] for name in PAIR_NAMES] == values


def test_huge_notes_keep_within_a_byte() -> None:
    known("zeblin " * 3000, "zeblin", zeblin=0.8)
    known("zeblin\n" * 3000, "zeblin", zeblin=0.8)
    known("99999999999999999999 " * 500, "99999999999999999999", **{"99999999999999999999": 0.8})


def test_of_a_word_that_fills_a_note_the_nearest_count() -> None:
    reading = Reading(Document("zeblin 4/12\n" * 600), lexicon())
    words = [i for i, text in enumerate(reading.tokens.texts) if text in ("zeblin", "4")]
    votes = {i: Vote(0.9 if i in words[:2] else 0.5, "PATIENT") for i in words}
    wanted = [*words[2:4], *words[-2:]]
    rows = [dict(zip(NAMES, row, strict=True)) for row in rows_of_no_points().of(reading, votes, {}, votes, wanted)]
    assert [row["highest elsewhere"] for row in rows] == [level(0.9)] * 2 + [level(0.5)] * 2
    assert [row["elsewhere"] for row in rows] == [20] * 4
    assert rows[3]["runs alike"] == 20


@pytest.mark.parametrize("signs", [10, 5000])
def test_long_gaps_are_read_and_not_remembered(signs: int) -> None:
    gap = " " * signs + "-" * signs
    row, near = known(f"qorvath{gap}zeblin", "zeblin", zeblin=0.5), known("a-zeblin", "zeblin", zeblin=0.5)
    assert row["sign -1"] == near["sign -1"] > 0
    assert (gap in doubt_values._SIGNS_BETWEEN) == (signs == 10)
