"""Boosting: what scikit-learn is asked to learn for a second look, and its trees, read back."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Any

from scrubber.detect.trees import BITS, UNIT, Forest, Tree
from scrubber.errors import UsageError

PARAMETERS = {
    "max_leaf_nodes": BITS,
    "max_iter": 200,
    "learning_rate": 0.1,
    "min_samples_leaf": 100,
    "l2_regularization": 5.0,
    "max_features": 0.3,
}
_FEWEST = 1000
"""Fewer rows teach nothing that holds elsewhere."""


def boosted(
    rows: Sequence[bytes], marked: Sequence[bool], features: Sequence[str], types: Sequence[str]
) -> Forest | None:
    """Trees that tell the marked rows from the others; None of too few rows, or where there is nothing to tell.

    Args:
        rows: the values of features, a byte each. marked: whether each is PHI.
        features, types: see :class:`~scrubber.detect.trees.Forest`.

    Raises:
        UsageError: scikit-learn is not installed.
    """
    if len(rows) < _FEWEST or len(set(marked)) < 2:
        return None
    try:
        import numpy
        from sklearn.ensemble import HistGradientBoostingClassifier
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise UsageError("training needs scikit-learn: pip install 'scrub-phi[train]'") from None
    # Sums of floats depend on the order of adding, so that more threads would give other trees each time.
    with threadpool_limits(1):
        model = HistGradientBoostingClassifier(**PARAMETERS, early_stopping=False, random_state=0)
        values = numpy.frombuffer(b"".join(rows), dtype=numpy.uint8).reshape(len(rows), len(features))
        model.fit(values, numpy.array(marked))
    # The library has no public way to its trees; tests hold these attributes to what it predicts.
    start = round(float(model._baseline_prediction.ravel()[0]) * UNIT)
    return Forest(features, types, start, [_tree(predictor.nodes) for (predictor,) in model._predictors])


def _tree(nodes: Any) -> Tree:
    """One tree, its leaves numbered from left to right."""
    leaves: list[int] = []
    splits: list[tuple[int, int, int, int]] = []

    def walk(at: int) -> None:
        node = nodes[at]
        if node["is_leaf"]:
            leaves.append(round(float(node["value"]) * UNIT))
            return
        first = len(leaves)
        walk(int(node["left"]))
        splits.append((int(node["feature_idx"]), floor(node["num_threshold"]), first, len(leaves) - first))
        walk(int(node["right"]))

    walk(0)
    return Tree(leaves, splits)
