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
