"""What a model says of tokens."""

from __future__ import annotations

import numpy as np

from scrubber.model.tagged import tagged

ONE = tagged(("O", "I-CITY"), np.array([1, 2]), np.array([[0.2, 0.8], [0.6, 0.4]]), 4)
OTHER = tagged(("O", "B-CITY", "I-CITY"), np.array([2, 3]), np.array([[0.0, 0.6, 0.4], [0.5, 0.1, 0.4]]), 4)


def test_tokens_that_are_passed_over_are_no_phi() -> None:
    assert ONE.phi.tolist() == [0.0, 0.8, 0.4, 0.0]
    assert ONE.chance("CITY").tolist() == [0.0, 0.8, 0.4, 0.0]
    assert OTHER.names(np.array([0]), np.array([2]), np.array([True])) == [["B-CITY", "I-CITY"]]


def test_of_some_runs_another_model_says_more() -> None:
    both = ONE.under(tagged(("O", "I-CITY", "B-CITY"), np.array([2]), np.array([[0.1, 0.2, 0.7]]), 4))
    assert both.labels == ("O", "I-CITY", "B-CITY")
    assert both.phi.tolist() == [0.0, 0.8, 0.9, 0.0]
    np.testing.assert_allclose(both.chance("CITY"), [0, 0.8, 0.9, 0], rtol=1e-6)
    names = both.names(np.array([0, 1]), np.array([1, 2]), np.array([True, False]))
    assert names == [["I-CITY"], ["B-CITY"]]
    assert both.names(np.array([], int), np.array([], int), np.array([], bool)) == []
