"""The second look: what it reads off the votes around a token in doubt, and what it makes of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.detect.cue_table import CueTable
from scrubber.detect.cues import WORTH
from scrubber.detect.second_look import SecondLook, rows
from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.lexicon import Lexicon
from scrubber.pipeline import Scrubber
from scrubber.reading import Reading


@cache
def lexicon() -> Lexicon:
    return Lexicon.load([data_folder("lexicons") / "en"])


def voted(text: str, **chances: float) -> tuple[Reading, dict[int, Vote]]:
    """A reading, and votes of these probabilities for every token of these words."""
    reading = Reading(Document(text), lexicon())
    lows = reading.tokens.lows
    return reading, {i: Vote(chances[low], "PATIENT") for i, low in enumerate(lows) if low in chances}


def cues_of(word: str, reading: Reading, votes: dict[int, Vote]) -> list[list[str]]:
    return [row for index, row in rows(reading, votes) if reading.tokens.lows[index] == word]


def look_of(points: dict[str, int]) -> SecondLook:
    """With these points; of every token whose type is asked for it says that it is a city."""
    return SecondLook(CueTable.of(points), lambda _, indices: ["CITY"] * len(indices))


def test_only_what_is_in_doubt_is_looked_at() -> None:
    reading, votes = voted("seen qorvath zeblin mibbreth", qorvath=0.95, zeblin=0.5, mibbreth=0.05)
    assert [reading.tokens.texts[i] for i, _ in rows(reading, votes)] == ["zeblin"]


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("qorvath zeblin mibbreth", "2lor=4|5|1"),
        ("qorvath, zeblin mibbreth", "2ls=,|4|5"),
        ("qorvath zeblin mibbreth", "2ls= |4|5"),
        ("qorvath\nzeblin mibbreth", "2lor=^|5|1"),
        ("qorvath  \t zeblin -/-.- mibbreth", "2rs=-/-|1|5"),
        ("qorvath zeblin was", "2lor=4|5|0"),
        ("qorvath zeblin was", "2lt=PATIENT|PATIENT|5"),
        ("zeblin mibbreth", "2rt=|PATIENT|5"),
        ("mibbreth qorvath zeblin", "2llo=1|4|5"),
        ("zeblin mibbreth qorvath", "2orr=5|1|4"),
        ("zeblin", "2e=^|5"),
        ("zeblin\nzeblin", "2e=2|5"),
    ],
)
def test_the_cues_are_of_the_votes_around_it(text: str, cue: str) -> None:
    reading, votes = voted(text, qorvath=0.9, zeblin=0.49, mibbreth=0.06)
    assert all(cue in row for row in cues_of("zeblin", reading, votes))
    assert cues_of("zeblin", reading, votes)


def test_the_same_word_elsewhere_is_not_itself() -> None:
    reading, votes = voted("zeblin here\nzeblin there", zeblin=0.3)
    votes[0] = Vote(0.9, "PATIENT")
    first, second = ([cue for cue in row if cue.startswith("2e=")] for row in cues_of("zeblin", reading, votes))
    assert (first, second) == (["2e=2|9"], ["2e=4|3"])


def test_points_move_a_vote_and_keep_its_type() -> None:
    reading, votes = voted("qorvath zeblin mibbreth", qorvath=0.95, zeblin=0.5, mibbreth=0.05)
    raised = look_of({"2o=6": 0, "2lor=4|6|1": 220}).votes(reading, votes)
    assert raised[1] == Vote(pytest.approx(0.9, abs=0.01), "PATIENT")  # type: ignore[arg-type]
    assert (raised[0], raised[2]) == (votes[0], votes[2])
    assert look_of({"2o=6": -220}).votes(reading, votes)[1].probability == pytest.approx(0.1, abs=0.01)


def test_a_vote_that_was_too_low_for_a_type_gets_one_when_it_is_raised() -> None:
    reading, votes = voted("qorvath zeblin mibbreth", qorvath=0.95, zeblin=WORTH - 0.01, mibbreth=WORTH)
    found = look_of({"2o=0": 300, "2o=1": 300}).votes(reading, votes)
    assert [found[i].type for i in range(3)] == ["PATIENT", "CITY", "PATIENT"]
    assert found[1].probability > 0.9
    kept = look_of({"2o=0": -300}).votes(reading, votes)
    assert kept[1].type == "PATIENT"


def test_every_vote_that_second_thoughts_raise_is_of_the_type_that_cues_tell(tmp_path: Path) -> None:
    cues = tmp_path / "cues.tsv"
    cues.write_text("# types: AGE DOCTOR\nb\t-220\n-w=dr\t0\tDOCTOR=90\n2o=0\t500\n")
    scrubber = Scrubber(crf=False, cues=cues)
    reading = scrubber.pack.read(Document("Dr Qorvath called"))
    first = scrubber.pack.cues.votes(reading)[1]  # type: ignore[union-attr]
    assert first.type == "AGE", "the first of all, since none was looked for"
    second = scrubber.pack.votes(reading)[1]
    assert (first.probability < WORTH < second.probability, second.type) == (True, "DOCTOR")


def test_signs_that_a_file_of_cues_cannot_hold_are_no_signs() -> None:
    reading, votes = voted("zeblin \0\t\x1b\ud800, qorvath", zeblin=0.5, qorvath=0.9)
    assert "2rs=,|4|6" in cues_of("zeblin", reading, votes)[0]


def test_votes_stay_where_nothing_was_learned_of_it() -> None:
    reading, votes = voted("zeblin", zeblin=0.5)
    assert look_of({"-w=dr": 80}).votes(reading, votes) == votes


def test_a_long_run_of_signs_is_cut_short() -> None:
    reading, votes = voted("zeblin " + "-" * 5000 + " qorvath", zeblin=0.5, qorvath=0.9)
    assert "2rs=---|4|6" in cues_of("zeblin", reading, votes)[0]
