"""Training of a network by stochastic gradients (AdamW), until notes that it does not learn from gain no more.

The rate falls from epoch to epoch. Random numbers come from a seed: the same notes give the same network on one kind
of machine. Needs PyTorch, and uses a GPU where there is one.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from scrubber.model.chain import Chains
from scrubber.neural.architectures import Architecture
from scrubber.neural.encoding import blocks, chances, places, window_scores
from scrubber.neural.examples import Examples
from scrubber.neural.export import weights_of
from scrubber.neural.file import NetworkFile
from scrubber.neural.networks import SPREAD, Chain, Network

Say = Callable[[str], None]
Advance = Callable[[], None]

_TOKENS, _STEPS = 3072, 20
"""Tokens of windows that are learned from together; fewer where that leaves less than so many steps an epoch."""
_PATIENCE = 2
"""Epochs in a row that may bring nothing."""
_DECAY = 0.01
_CLIP = 5.0


@dataclass(frozen=True)
class Figures:
    """How well a network's likeliest labels do, a token at a time."""

    recall: float
    """Of tokens of PHI, whatever type is said."""
    precision: float
    f1: float
    """Of tokens of PHI with the right label."""

    def __str__(self) -> str:
        return f"recall {self.recall:.4f}, precision {self.precision:.4f}, F1 with types {self.f1:.4f}"


class Learner:
    """A network and the chain over its labels, as they learn.

    Args:
        rows, labels: how many vectors and labels there are.
    """

    def __init__(self, architecture: Architecture, rows: int, labels: int, seed: int) -> None:
        torch.manual_seed(seed)
        self._luck = np.random.default_rng(seed)
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self.architecture = architecture
        self.network = Network(architecture, rows, labels).to(self._device)
        self.chain = Chain(labels).to(self._device) if architecture.chain else None

    def load(self, file: NetworkFile) -> None:
        """Begin with what a network has learned."""
        self.network.load_state_dict(weights_of(file.network))
        if self.chain is not None:
            self.chain.first.data = torch.from_numpy(file.first).float().to(self._device)
            self.chain.moves.data = torch.from_numpy(file.moves).float().to(self._device)

    def set_vectors(self, rows: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        """Begin with some vectors, made as large as the others are."""
        scale = SPREAD / max(1e-6, float(vectors.std()))
        with torch.no_grad():
            self.network.vectors.weight[torch.from_numpy(rows)] = torch.from_numpy(vectors * scale).to(self._device)

    def chain_weights(self, labels: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of labels at a window's beginning, and of one behind another; zeros without a chain."""
        if self.chain is None:
            return np.zeros(labels), np.zeros((labels, labels))
        first, moves = (weight.detach().cpu().double().numpy() for weight in (self.chain.first, self.chain.moves))
        return first, moves

    def learn(self, examples: Examples, held: Examples, say: Say, advance: Advance) -> Figures:
        """Learn until the held-out notes gain no more, and keep what was best for them; its figures there."""
        parts = [self.network, *([self.chain] if self.chain else [])]
        weights = [weight for part in parts for weight in part.parameters()]
        optimizer = torch.optim.AdamW(weights, lr=self.architecture.rate, weight_decay=_DECAY, fused=True)
        epochs = self.architecture.epochs
        best, kept, idle = self.figures(held), copy.deepcopy([part.state_dict() for part in parts]), 0
        for epoch in range(epochs):
            for group in optimizer.param_groups:
                group["lr"] = self.architecture.rate * 0.05 ** (epoch / max(1, epochs - 1))
            loss = self._epoch(examples, optimizer, weights)
            now = self.figures(held)
            say(f"epoch {epoch + 1} of {epochs}: loss {loss:.4f} a token; held-out notes: {now}")
            advance()
            idle = 0 if now.f1 > best.f1 else idle + 1
            if now.f1 > best.f1:
                best, kept = now, copy.deepcopy([part.state_dict() for part in parts])
            if idle == _PATIENCE:
                break
        for part, state in zip(parts, kept, strict=True):
            part.load_state_dict(state)
        return best

    def figures(self, examples: Examples) -> Figures:
        """How well the likeliest labels do."""
        scores = self.scores(examples)
        if self.chain is not None:
            scores = chances(scores, examples.chains, *self.chain_weights(scores.shape[1]))
        return _figures(scores.argmax(axis=1), examples.labels)

    def scores(self, examples: Examples) -> NDArray[np.float32]:
        """Tokens by labels; of each token what the window says in which it counts."""
        self.network.eval()

        def run(rows: NDArray[np.int64], characters: NDArray[np.int64]) -> NDArray[np.float32]:
            with torch.no_grad():
                found: NDArray[np.float32] = self.network(self._tensor(rows), self._tensor(characters)).cpu().numpy()
            return found

        return window_scores(run, examples.rows, examples.characters, examples.chains)

    def _epoch(self, examples: Examples, optimizer: torch.optim.Optimizer, weights: list[Tensor]) -> float:
        """One pass over all windows; the mean loss of a token."""
        self.network.train()
        total, tokens = 0.0, 0
        for rows, characters, labels, count in self._batches(examples, shuffled=True):
            loss = self._loss(self.network(rows, characters), labels)
            optimizer.zero_grad()
            (loss / count).backward()
            torch.nn.utils.clip_grad_norm_(weights, _CLIP)
            optimizer.step()
            total += float(loss.detach())
            tokens += count
        return total / max(1, tokens)

    def _loss(self, scores: Tensor, labels: Tensor) -> Tensor:
        if self.chain is not None:
            loss: Tensor = self.chain(scores, labels)
            return loss
        return functional.cross_entropy(scores.flatten(0, 1), labels.flatten(), ignore_index=-1, reduction="sum")

    def _batches(self, examples: Examples, *, shuffled: bool) -> Iterator[tuple[Tensor, Tensor, Tensor, int]]:
        """Rows, characters and labels of some windows (-1 behind their last token), and how many tokens they have."""
        chains = examples.chains
        if shuffled:
            order = self._luck.permutation(len(chains.starts))
            chains = Chains(*(column[order] for column in chains))
        every = list(blocks(chains, min(_TOKENS, len(examples.labels) // _STEPS)))
        for at in self._luck.permutation(len(every)) if shuffled else range(len(every)):
            token, there = places(chains, *every[at])
            rows = np.where(there[..., None], examples.rows[token], 0)
            labels = np.where(there, examples.labels[token], -1)
            yield self._tensor(rows), self._tensor(examples.characters[token]), self._tensor(labels), int(there.sum())

    def _tensor(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).long().to(self._device)


def _figures(found: NDArray[np.int64], gold: NDArray[np.int64]) -> Figures:
    hit, masked, marked = int(((found > 0) & (gold > 0)).sum()), int((found > 0).sum()), int((gold > 0).sum())
    right = int(((found == gold) & (gold > 0)).sum())
    return Figures(hit / max(1, marked), hit / max(1, masked), 2 * right / max(1, masked + marked))
