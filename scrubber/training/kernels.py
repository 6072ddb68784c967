# mypy: allow-untyped-defs
"""The loops of training, compiled by numba: one pass over lines for the CRF, one over tokens for the gate."""

from __future__ import annotations

import numba
import numpy as np

from scrubber.model.crf import PHI_COUNTS

_TOLERANCE = 2e-3
"""Gradients below this change nothing: most tokens are plainly no PHI after a while."""
_ROOM = np.float32(0.01)


@numba.njit(fastmath=True, cache=True)
def crf_epoch(
    rows,
    labels,
    starts,
    ends,
    order,
    weights,
    squares,
    moves,
    move_squares,
    first,
    first_squares,
    rate,
    penalty,
    dropout,
    seed,
):
    """One pass over all lines in the given order; the sum of losses."""
    count, templates = weights.shape[1], rows.shape[1]
    longest = 1
    for line in range(starts.shape[0]):
        longest = max(longest, ends[line] - starts[line])
    score = np.zeros(count, np.float32)
    factor, forward, backward = np.zeros((longest, count)), np.zeros((longest, count)), np.zeros((longest, count))
    kept = np.zeros((longest, templates), np.bool_)
    gradient = np.zeros(count)
    state = np.uint64(seed * 2654435761 + 88172645463325252)
    below = np.uint64(dropout * 4294967296.0)
    loss, done = 0.0, 0
    step, start = np.exp(moves), np.exp(first)
    for line in order:
        low, size = starts[line], ends[line] - starts[line]
        known = size > 0
        for i in range(size):
            known = known and labels[low + i] >= 0
        if not known:
            continue
        done += 1
        if done % 64 == 0:
            step, start = np.exp(moves), np.exp(first)
        for i in range(size):
            state = _keep(rows[low + i], kept[i], below, state)
            _score(rows[low + i], kept[i], weights, score, factor[i])
        _pass(factor, forward, backward, step, start, size)
        _learn_moves(factor, forward, backward, step, moves, move_squares, labels, low, size, rate)
        for i in range(size):
            loss += _slopes(forward[i], backward[i], labels[low + i], gradient)
            if abs(gradient[labels[low + i]]) < _TOLERANCE:
                continue
            for y in range(count):
                if abs(gradient[y]) <= _TOLERANCE:
                    gradient[y] = 0.0
                elif i == 0:
                    first_squares[y] += gradient[y] ** 2
                    first[y] -= rate * gradient[y] / np.sqrt(first_squares[y] + 1.0)
            for k in range(templates):
                if kept[i, k]:
                    _learn_row(weights[rows[low + i, k]], squares[rows[low + i, k]], gradient, rate, penalty)
    return loss


@numba.njit(fastmath=True, cache=True)
def _keep(rows, kept, below, state):
    """Choose by chance which of a token's features are seen this time; the state of the generator (xorshift)."""
    for k in range(rows.shape[0]):
        kept[k] = False
        if rows[k] > 0:
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            kept[k] = (state & np.uint64(0xFFFFFFFF)) >= below
    return state


@numba.njit(fastmath=True, cache=True)
def _score(rows, kept, weights, score, factor):
    """A token's factors: exponentials of the sums of its rows, the highest 1."""
    score[:] = 0
    for k in range(rows.shape[0]):
        if kept[k]:
            for y in range(score.shape[0]):
                score[y] += weights[rows[k], y]
    top = score.max()
    for y in range(score.shape[0]):
        factor[y] = np.exp(score[y] - top)


@numba.njit(fastmath=True, cache=True)
def _slopes(forward, backward, gold, gradient):
    """Fill in what a token's marginals are too high, label by label; the loss."""
    total = 0.0
    for y in range(gradient.shape[0]):
        gradient[y] = forward[y] * backward[y]
        total += gradient[y]
    for y in range(gradient.shape[0]):
        gradient[y] /= total
    loss = -np.log(gradient[gold] + 1e-30)
    gradient[gold] -= 1.0
    return loss


@numba.njit(fastmath=True, cache=True)
def _learn_row(weights, squares, gradient, rate, penalty):
    """Move one feature's weights, each at the pace of what it has learned so far, and shrink them."""
    for y in range(gradient.shape[0]):
        slope = np.float32(gradient[y])
        if slope != 0:
            squares[y] += slope * slope
            pace = rate / np.sqrt(squares[y] + _ROOM)
            value = weights[y] - pace * slope
            less = pace * penalty
            if value > less:
                weights[y] = value - less
            elif value < -less:
                weights[y] = value + less
            else:
                weights[y] = 0


@numba.njit(fastmath=True, cache=True)
def _pass(factor, forward, backward, step, start, size):
    """Forward and backward over one line, each step scaled to a sum of 1."""
    count = factor.shape[1]
    total = 0.0
    for y in range(count):
        forward[0, y] = factor[0, y] * start[y]
        total += forward[0, y]
    for y in range(count):
        forward[0, y] /= total
    for i in range(1, size):
        forward[i, :] = 0
        for x in range(count):
            if forward[i - 1, x] > 1e-9:
                for y in range(count):
                    forward[i, y] += forward[i - 1, x] * step[x, y]
        total = 0.0
        for y in range(count):
            forward[i, y] *= factor[i, y]
            total += forward[i, y]
        for y in range(count):
            forward[i, y] /= total
    backward[size - 1, :] = 1.0
    for i in range(size - 2, -1, -1):
        backward[i, :] = 0
        for y in range(count):
            value = factor[i + 1, y] * backward[i + 1, y]
            if value > 1e-9:
                for x in range(count):
                    backward[i, x] += step[x, y] * value
        total = 0.0
        for x in range(count):
            total += backward[i, x]
        for x in range(count):
            backward[i, x] /= total


@numba.njit(fastmath=True, cache=True)
def _learn_moves(factor, forward, backward, step, moves, squares, labels, low, size, rate):
    """Learn the weights of one label behind another."""
    count = factor.shape[1]
    for i in range(1, size):
        before, gold = labels[low + i - 1], labels[low + i]
        total = 0.0
        for x in range(count):
            if forward[i - 1, x] > 1e-6:
                for y in range(count):
                    total += forward[i - 1, x] * step[x, y] * factor[i, y] * backward[i, y]
        plain = forward[i - 1, 0] * step[0, 0] * factor[i, 0] * backward[i, 0] / total
        if before == 0 and gold == 0 and plain > 0.99:
            continue
        for x in range(count):
            if forward[i - 1, x] > 1e-6 or x == before:
                for y in range(count):
                    slope = forward[i - 1, x] * step[x, y] * factor[i, y] * backward[i, y] / total
                    if x == before and y == gold:
                        slope -= 1.0
                    if abs(slope) > 1e-3:
                        squares[x, y] += slope * slope
                        moves[x, y] -= rate * slope / np.sqrt(squares[x, y] + 1.0)


@numba.njit(fastmath=True, cache=True)
def gate_epoch(rows, labels, order, columns, weights, squares, rate):
    """One pass over all tokens; PHI counts more than what is none."""
    for token in order:
        if labels[token] < 0:
            continue
        total = np.float32(0)
        for k in columns:
            row = rows[token, k]
            if row > 0:
                total += weights[row]
        chance = 1 / (1 + np.exp(-total))
        slope = np.float32(chance - 1) * np.float32(PHI_COUNTS) if labels[token] > 0 else np.float32(chance)
        if abs(slope) < 0.001:
            continue
        for k in columns:
            row = rows[token, k]
            if row > 0:
                squares[row] += slope * slope
                weights[row] -= rate * slope / np.sqrt(squares[row] + np.float32(0.01))


@numba.njit(fastmath=True, cache=True)
def gate_scores(rows, columns, weights):
    """What the gate says of every token: the sum of its features' units."""
    scores = np.zeros(rows.shape[0], np.int32)
    for token in range(rows.shape[0]):
        for k in columns:
            row = rows[token, k]
            if row > 0:
                scores[token] += weights[row]
    return scores
