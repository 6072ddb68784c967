"""The mean of two models: what both say of ways to label tokens, weighed, label by label."""

from __future__ import annotations

import numpy as np
import pytest

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.model.label_chain import LabelChain, Scored
from scrubber.model.mean import FIRST, SURE, in_doubt, mean
from scrubber.model.tagged import tagged
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary

TOKENS = np.array([1, 2])
CRF = Scored(
    LabelChain(("O", "I-CITY"), np.array([[0.0, 1.0], [2.0, 3.0]]), np.array([0.0, 4.0]), np.zeros(2)),
    TOKENS,
    np.array([[10, 30], [10, 0]], np.int16),
    0.1,
)
NETWORK = Scored(
    LabelChain(("O", "B-CITY", "I-CITY"), np.arange(9.0).reshape(3, 3), np.arange(3.0), np.ones(3)),
    TOKENS,
    np.array([[1.0, 0.0, 2.0], [0.0, 5.0, 1.0]], np.float32),
    1.0,
)


def test_a_mean_is_of_weights_label_by_label() -> None:
    both, rest = mean(CRF, NETWORK), 1 - FIRST
    assert both.tokens is TOKENS
    assert both.chain.labels == ("O", "I-CITY", "B-CITY"), "the first one's before any other"
    np.testing.assert_allclose(
        both.scores,
        [[0, FIRST * 2 + rest, FIRST * 2 - rest], [0, rest - FIRST, 5 * rest - FIRST]],
        rtol=1e-6,
        err_msg="beside those of O",
    )
    crf = np.array([[0.0, 1.0, 1.0], [2.0, 3.0, 3.0], [2.0, 3.0, 3.0]])
    theirs = NETWORK.chain.moves[np.ix_([0, 2, 1], [0, 2, 1])]
    np.testing.assert_allclose(both.chain.moves, FIRST * crf + rest * theirs)
    assert both.chain.first.tolist() == pytest.approx([0, FIRST * 4 + rest * 2, FIRST * 4 + rest])
    assert both.chain.last.tolist() == pytest.approx([rest, rest, rest])


def test_a_type_that_one_does_not_know_is_no_entity_to_it() -> None:
    other = Scored(
        LabelChain(("O", "I-AGE"), np.zeros((2, 2)), np.zeros(2), np.zeros(2)),
        TOKENS,
        np.array([[0.0, 9.0], [0.0, -9.0]], np.float32),
        1.0,
    )
    both, rest = mean(CRF, other), 1 - FIRST
    assert both.chain.labels == ("O", "I-CITY", "I-AGE")
    np.testing.assert_allclose(both.scores, [[0, 2 * FIRST, 9 * rest], [0, -FIRST, -9 * rest]], rtol=1e-6)


def test_of_two_that_say_the_same_the_mean_says_that() -> None:
    both = mean(NETWORK, NETWORK)
    np.testing.assert_allclose(both.scores, NETWORK.weights, rtol=1e-6)
    np.testing.assert_allclose(both.chain.moves, NETWORK.chain.moves)


def test_of_no_tokens_it_says_nothing() -> None:
    none = [Scored(one.chain, TOKENS[:0], one.scores[:0], one.unit) for one in (CRF, NETWORK)]
    assert mean(*none).weights.shape == (0, 3)


def test_runs_are_in_doubt_of_which_one_token_is() -> None:
    batch = Batch.of(["one two three four\nfive six"], Vocabulary(Lexicon()))
    sure, unsure = [SURE, 1 - SURE], [0.5, 0.5]
    chances = np.array([sure, unsure, sure, sure, sure], np.float32)
    said = tagged(("O", "I-CITY"), np.array([0, 1, 3, 5, 6]), chances, len(batch))
    assert in_doubt(said, batch).tolist() == [True, True, False, False, False]
    assert in_doubt(tagged(said.labels, said.tokens[:0], chances[:0], len(batch)), batch).tolist() == []
