"""Convolutions at work, by numpy alone: what :class:`scrubber.neural.networks.Network` computes where it has no memory.

Every multiplication has the same shape, so that what comes out of a window does not depend on the windows beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubber.budget import look
from scrubber.errors import DataError

Floats = NDArray[np.float32]

DILATIONS = "dilations"
"""The name under which weights say how far apart the tokens are that each layer looks at."""
_ROWS = 512
"""Tokens that are multiplied at once."""
_FARTHEST = 15
"""Tokens that a layer looks away at most: the shortest window has one more."""
_UNFIT = "convolutions of sizes that do not fit"
_BOTH = ("weight", "bias")
_EPSILON = np.float32(1e-5)
"""Added to variances, as PyTorch does."""


class Convolutions:
    """Scores labels for windows of tokens.

    Args:
        weights: by the names that they have in PyTorch, and :data:`DILATIONS`. size: numbers of a token's vector.
        labels: how many there are.

    Raises:
        DataError: one is missing, or they do not belong together.
    """

    def __init__(self, weights: Mapping[str, NDArray[Any]], size: int, labels: int) -> None:
        hidden = len(_taken(weights, "layers.first.weight"))
        self._dilations: list[int] = np.atleast_1d(_taken(weights, DILATIONS)).tolist()
        if not all(0 < dilation <= _FARTHEST for dilation in self._dilations):
            raise DataError(_UNFIT)
        layers = range(len(self._dilations))
        self._first = _linear(weights, "layers.first", (hidden, size))
        self._norms = [[_taken(weights, f"layers.norms.{n}.{of}", (hidden,)) for of in _BOTH] for n in layers]
        self._mixes = [_linear(weights, f"layers.mixes.{n}", (hidden, hidden, 3)) for n in layers]
        self._out = _linear(weights, "out", (labels, hidden))
        self.reach = sum(self._dilations)
        """So many tokens away from one anything that it is scored by stands."""

    def scores(self, tokens: Floats, there: Floats) -> Floats:
        """Windows by tokens by labels.

        Args:
            tokens: windows by tokens by numbers, their vectors. there: 1 where there is a token, 0 behind the last one.
        """
        found = np.maximum(_times(tokens, *self._first), 0)
        for dilation, norm, mix in zip(self._dilations, self._norms, self._mixes, strict=True):
            look()
            seen = _normal(found, *norm) * there
            beside = np.zeros((len(seen), dilation, seen.shape[2]), np.float32)
            before = np.concatenate([beside, seen[:, :-dilation]], axis=1)
            behind = np.concatenate([seen[:, dilation:], beside], axis=1)
            found += np.maximum(_times(np.concatenate([before, seen, behind], axis=2), *mix), 0)
        return _times(found, *self._out)


def _taken(weights: Mapping[str, NDArray[Any]], name: str, shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """An array by its name, of this shape.

    Raises:
        DataError: there is none.
    """
    if name not in weights:
        raise DataError(f"convolutions without '{name}'")
    if shape is not None and weights[name].shape != shape:
        raise DataError(_UNFIT)
    return weights[name] if shape is None else weights[name].astype(np.float32)


def _linear(weights: Mapping[str, NDArray[Any]], name: str, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """A layer's factors, inputs by outputs, and what it adds. A convolution's inputs are those of its three tokens."""
    factors, added = (_taken(weights, f"{name}.{of}", to) for of, to in zip(_BOTH, (shape, shape[:1]), strict=True))
    return np.ascontiguousarray(factors.T.reshape(-1, len(factors))), added


def _times(tokens: Floats, factors: Floats, added: Floats) -> Floats:
    """What a layer makes of the tokens of windows."""
    flat = tokens.reshape(-1, tokens.shape[-1])
    made = np.empty((len(flat), factors.shape[1]), np.float32)
    for at in range(0, len(flat), _ROWS):
        part = flat[at : at + _ROWS]
        if len(part) < _ROWS:
            part = np.concatenate([part, np.zeros((_ROWS - len(part), flat.shape[1]), np.float32)])
        made[at : at + _ROWS] = (part @ factors)[: len(flat) - at]
    made += added
    return made.reshape(*tokens.shape[:-1], -1)


def _normal(found: Floats, factors: Floats, added: Floats) -> Floats:
    """Layer normalisation: each token's numbers with a mean of 0 and a variance of 1, then stretched and moved."""
    centred: Floats = found - found.mean(axis=-1, keepdims=True)
    variance = np.einsum("...i,...i->...", centred, centred)[..., None] / np.float32(found.shape[-1])
    centred *= factors / np.sqrt(variance + _EPSILON)
    centred += added
    return centred
