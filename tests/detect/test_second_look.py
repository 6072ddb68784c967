"""The second look: which votes it looks at, and what it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.detect.cues import WORTH
from scrubber.detect.doubt import NAMES
from scrubber.detect.doubt_values import level
from scrubber.detect.points import PARTS
from scrubber.detect.second_look import MOST_ALIKE, SecondLook, doubtful, in_place_of
from scrubber.detect.tagger import Vote
from scrubber.detect.trees import Forest, Tree, write_forest
from scrubber.document import Document
from scrubber.errors import DataError
from scrubber.lexicon import Lexicon
from scrubber.pipeline import Scrubber
from scrubber.reading import Reading

BESIDE = Forest(NAMES, ["PATIENT"], 0, [Tree([-2200, 2200], [(NAMES.index("votes -1"), level(0.5), 0, 1)])])
"""Holds for PHI what has something likely on its left, and nothing else."""


@cache
def lexicon() -> Lexicon:
    return Lexicon.load([data_folder("lexicons") / "en"])


def voted(text: str, **chances: float) -> tuple[Reading, dict[int, Vote]]:
    """A reading, and votes of these probabilities for every token of these words."""
    reading = Reading(Document(text), lexicon())
    lows = reading.tokens.lows
    return reading, {i: Vote(chances[low], "PATIENT") for i, low in enumerate(lows) if low in chances}


class Cities:
    """Says of every token whose type is asked for that it is a city."""

    def types_of(self, _: Reading, indices: Sequence[int]) -> list[str]:
        return ["CITY"] * len(indices)

    def parts_of(self, _: Reading, index: int) -> list[int]:
        return [0] * len(PARTS)


@pytest.fixture
def look(tmp_path: Path) -> SecondLook:
    write_forest(tmp_path / "our.tsv.look", BESIDE)
    return SecondLook(tmp_path / "our.tsv", lexicon().flags, Cities())


def test_only_words_in_doubt_are_looked_at() -> None:
    reading, votes = voted("seen qorvath, zeblin mibbreth", qorvath=0.99, zeblin=0.5, mibbreth=0.01, **{",": 0.5})
    assert [reading.tokens.texts[i] for i in doubtful(reading, votes)] == ["zeblin"]


def test_a_vote_moves_and_keeps_its_type(look: SecondLook) -> None:
    reading, votes = voted("qorvath zeblin mibbreth", qorvath=0.99, zeblin=0.5, mibbreth=0.3)
    found = look.votes(reading, votes, {}, votes)
    assert found[0] == votes[0]
    assert (found[1].probability, found[1].type) == (pytest.approx(0.9, abs=0.01), "PATIENT")
    assert found[2].probability == pytest.approx(0.1, abs=0.01)


def test_a_vote_that_was_too_low_for_a_type_gets_one_when_it_is_raised(look: SecondLook) -> None:
    reading, votes = voted("qorvath zeblin", qorvath=0.99, zeblin=WORTH - 0.01)
    assert look.votes(reading, votes, {}, votes)[1].type == "CITY"
    assert look.votes(reading, votes, votes, votes)[1].type == "PATIENT", "the CRF has named one"


def test_text_made_to_keep_us_busy_is_looked_at_only_so_often() -> None:
    reading, votes = voted("zeblin mibbreth, " + "1." * 10 * MOST_ALIKE, zeblin=0.5, mibbreth=0.5, **{"1": 0.5})
    wanted = doubtful(reading, votes)
    asked = in_place_of(reading, wanted)
    assert asked[:MOST_ALIKE] == wanted[:MOST_ALIKE]
    assert len(asked) == len(wanted) > 9 * MOST_ALIKE
    assert len(set(asked)) < MOST_ALIKE + 10, "the ends have neighbours of their own"


def test_what_many_alike_come_to_holds_for_the_rest(look: SecondLook) -> None:
    reading, votes = voted("qorvath zeblin, " * 3 * MOST_ALIKE, qorvath=0.99, zeblin=0.5)
    found = look.votes(reading, votes, {}, votes)
    assert {round(found[i].probability, 2) for i in votes if votes[i].probability == 0.5} == {0.9}


def test_votes_stay_where_no_file_lies_beside_the_taggers(tmp_path: Path) -> None:
    reading, votes = voted("qorvath zeblin", qorvath=0.9, zeblin=0.5)
    assert SecondLook(tmp_path / "our.tsv", lexicon().flags, Cities()).votes(reading, votes, {}, votes) == votes


def test_trees_of_another_release_are_refused_at_once(tmp_path: Path) -> None:
    write_forest(tmp_path / "our.tsv.look", Forest(["votes"], [], 0, []))
    with pytest.raises(DataError, match="train them anew"):
        SecondLook(tmp_path / "our.tsv", lexicon().flags, Cities())


def test_every_vote_that_second_thoughts_raise_is_of_the_type_that_cues_tell(tmp_path: Path) -> None:
    cues = tmp_path / "cues.tsv"
    cues.write_text("# types: AGE DOCTOR\nb\t-220\n-w=dr\t0\tDOCTOR=90\n")
    write_forest(tmp_path / "cues.tsv.look", Forest(NAMES, ["DOCTOR"], 3000, [Tree([0], [])]))
    scrubber = Scrubber(crf=False, cues=cues)
    reading = scrubber.pack.read(Document("Dr Qorvath called"))
    first = scrubber.pack.cues.votes(reading)[1]  # type: ignore[union-attr]
    assert first.type == "AGE", "the first of all, since none was looked for"
    second = scrubber.pack.votes(reading)[1]
    assert (first.probability < WORTH < second.probability, second.type) == (True, "DOCTOR")


@pytest.mark.parametrize("crf", [False, True])
def test_the_shipped_taggers_have_their_second_look(crf: bool) -> None:
    if crf:
        pytest.importorskip("pycrfsuite")
    pack = Scrubber(crf=crf).pack
    reading = pack.read(Document("Pt seen by zeblin in clinic, works at Orvath."))
    assert pack.cues is not None
    assert pack.second_look is not None
    cues = pack.cues.votes(reading)
    said = {} if pack.crf is None else pack.crf.votes(reading, cues)
    votes = {**cues, **said}
    assert doubtful(reading, votes)
    assert pack.second_look.votes(reading, cues, said, votes) != votes
