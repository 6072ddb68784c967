"""Keyed permutations: every member of a finite set is swapped for another one, and never two for the same.

The textbook construction of format-preserving encryption: a Feistel network over a product of two rings whose round
function is HMAC-SHA256, walked until the result falls into the set (Black and Rogaway, "Ciphers with Arbitrary Finite
Domains", 2002). Conjugating a rotation with it gives a permutation that leaves nothing in its place.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from math import isqrt

_ROUNDS = 8
_SMALL = 2**18
"""Members of a set of which every round's results are remembered: eight times the root of its size."""


class Permutation:
    """A permutation of ``range(size)`` without fixed point, drawn by ``key``."""

    __slots__ = ("_key", "_left", "_memory", "_right", "_size", "_step")

    def __init__(self, key: bytes, size: int) -> None:
        self._key = key
        self._size = size
        self._memory: dict[tuple[int, int], int] = {}
        self._left = isqrt(max(size - 1, 0)) + 1
        self._right = -(-size // self._left)
        self._step = 1 + int.from_bytes(hmac.digest(key, b"step", "sha256")) % max(1, size - 1)

    def __call__(self, index: int, fits: Callable[[int], bool] | None = None, *, back: bool = False) -> int:
        """Where ``index`` goes, or comes from (``back``). With ``fits`` the set is only those members that it accepts.

        ``index`` itself when nothing else is in the set.
        """
        if self._size < 2:
            return index
        step = -self._step if back else self._step
        at = self._moved(index, step)
        while fits is not None and at != index and not fits(at):
            at = self._moved(at, step)
        return at

    def _moved(self, index: int, step: int) -> int:
        hidden = (self._walk(index, self._forward) + step) % self._size
        return self._walk(hidden, self._backward)

    def _walk(self, value: int, step: Callable[[int], int]) -> int:
        value = step(value)
        while value >= self._size:
            value = step(value)
        return value

    def _forward(self, value: int) -> int:
        left, right = divmod(value, self._right)
        for number in range(0, _ROUNDS, 2):
            left = (left + self._round(number, right)) % self._left
            right = (right + self._round(number + 1, left)) % self._right
        return left * self._right + right

    def _backward(self, value: int) -> int:
        left, right = divmod(value, self._right)
        for number in range(_ROUNDS - 2, -1, -2):
            right = (right - self._round(number + 1, left)) % self._right
            left = (left - self._round(number, right)) % self._left
        return left * self._right + right

    def _round(self, number: int, value: int) -> int:
        made = self._memory.get((number, value))
        if made is None:
            made = self._new_round(number, value)
            if self._size < _SMALL:
                self._memory[number, value] = made
        return made

    def _new_round(self, number: int, value: int) -> int:
        data = hmac.digest(self._key, b"%d:%d" % (number, value), "sha256")
        if self._left >> 192:  # more than one digest can spread over evenly
            data = b"".join(
                hmac.digest(self._key, data + bytes((n,)), "sha256") for n in range(self._left.bit_length() // 256 + 2)
            )
        return int.from_bytes(data)
