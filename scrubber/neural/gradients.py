"""Training of a network by stochastic gradients (AdamW), until notes that it does not learn from gain no more.

The rate falls from epoch to epoch. Random numbers come from a seed: the same notes give the same network on one kind
of machine. Needs PyTorch, and uses a GPU where there is one.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scrubber.model.chain import Chains, marginals
from scrubber.neural.architectures import Architecture
from scrubber.neural.encoding import Floats, Mask, blocks, distinct, places, window_scores
from scrubber.neural.examples import Examples
from scrubber.neural.export import weights_of
from scrubber.neural.file import NetworkFile
from scrubber.neural.networks import Chain, Network, Vectors
from scrubber.text.batch import Ints

Say = Callable[[str], None]
Advance = Callable[[], None]

_TOKENS, _STEPS = 2048, 100
"""Tokens of windows that are learned from together; fewer where an epoch would have less than so many steps: a handful
of notes needs them, and an epoch of a few steps says little of the next one."""
_ENOUGH, _LEAST = 16_000, 4
"""Steps that are enough of however many notes, but for so many epochs."""
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
    """Vectors, a network and the chain over its labels, as they learn.

    Args:
        rows, labels: how many vectors and labels there are.
    """

    def __init__(self, architecture: Architecture, rows: int, labels: int, seed: int) -> None:
        torch.manual_seed(seed)
        self._luck = np.random.default_rng(seed)
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._architecture = architecture
        self.vectors = Vectors(rows, architecture.size)
        self.network = Network(architecture, labels)
        self.chain = Chain(labels, learned=architecture.chain)
        self._whole = nn.ModuleList([self.vectors, self.network, self.chain]).to(self._device)

    def load(self, file: NetworkFile) -> None:
        """Begin with what a network has learned."""
        self.set_vectors(np.arange(len(file.rows)), file.rows * np.float32(file.scale))
        self.network.load_state_dict(weights_of(file))
        self.chain.moves.data = self._tensor(file.moves).float()

    def set_vectors(self, rows: Ints, vectors: Floats) -> None:
        """Begin with some vectors."""
        self.vectors.table.data[torch.from_numpy(rows)] = torch.from_numpy(vectors).to(self._device)

    def learn(self, examples: Examples, held: Examples, say: Say, advance: Advance) -> Figures:
        """Learn until the held-out notes gain no more, and keep what was best for them; its figures there."""
        rate, enough = self._architecture.rate, _ENOUGH * _TOKENS // len(examples.labels)
        epochs = min(self._architecture.epochs, max(_LEAST, enough))
        optimizer = torch.optim.AdamW(self._whole.parameters(), lr=rate, weight_decay=_DECAY, fused=True)
        best, kept, idle = self.figures(held), copy.deepcopy(self._whole.state_dict()), 0
        for epoch in range(epochs):
            for group in optimizer.param_groups:
                group["lr"] = rate * 0.05 ** (epoch / max(1, epochs - 1))
            loss = self._epoch(examples, optimizer)
            now = self.figures(held)
            say(f"epoch {epoch + 1} of {epochs}: loss {loss:.4f} a token; held-out notes: {now}")
            advance()
            idle = 0 if now.f1 > best.f1 else idle + 1
            if now.f1 > best.f1:
                best, kept = now, copy.deepcopy(self._whole.state_dict())
            if idle == _PATIENCE:
                break
        self._whole.load_state_dict(kept)
        return best

    def figures(self, examples: Examples) -> Figures:
        """How well the likeliest labels do."""
        chains, moves = examples.chains, np.exp(self.moves, dtype=np.float32)
        opening, closing = (np.broadcast_to(row, (len(chains.starts), len(row))) for row in (moves[0], moves[:, 0]))
        found = marginals(self.scores(examples), 1.0, chains, opening, closing, moves)
        return _figures(found.argmax(axis=1), examples.labels)

    @property
    def moves(self) -> NDArray[np.float64]:
        """What the chain has learned."""
        moves: NDArray[np.float64] = self.chain.moves.detach().cpu().double().numpy()
        return moves

    def scores(self, examples: Examples) -> Floats:
        """Tokens by labels; of each token what the window says in which it counts."""
        self._whole.eval()

        def score(token: Ints, there: Mask) -> Floats:
            with torch.no_grad():
                found: Floats = self._scored(examples, token, there).cpu().numpy()
            return found

        return window_scores(score, examples.chains, (len(examples.labels), len(self.moves)))

    def _scored(self, examples: Examples, token: Ints, there: Mask) -> Tensor:
        """What the network says of the tokens of some windows."""
        mask = there[..., None]
        given = [self.vectors(self._tensor(np.where(mask, examples.rows[token], 0))), self._tensor(mask).float()]
        if examples.letters is not None:
            given += map(self._tensor, distinct(examples.letters[token]))
        found: Tensor = self.network(*given)
        return found

    def _epoch(self, examples: Examples, optimizer: torch.optim.Optimizer) -> float:
        """One pass over all windows in an order of chance; the mean loss of a token."""
        self._whole.train()
        order = self._luck.permutation(len(examples.chains.starts))
        chains = Chains(*(column[order] for column in examples.chains))
        every = list(blocks(chains, min(_TOKENS, len(examples.labels) // _STEPS)))
        total, tokens = 0.0, 0
        for at in self._luck.permutation(len(every)):
            token, there = places(chains, *every[at])
            labels = self._tensor(np.where(there, examples.labels[token], -1))
            loss = self.chain(self._scored(examples, token, there), labels)
            optimizer.zero_grad()
            (loss / there.sum()).backward()
            nn.utils.clip_grad_norm_(self._whole.parameters(), _CLIP)
            optimizer.step()
            total += float(loss.detach())
            tokens += int(there.sum())
        return total / max(1, tokens)

    def _tensor(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self._device)


def _figures(found: NDArray[np.int64], gold: NDArray[np.int64]) -> Figures:
    hit, masked, marked = int(((found > 0) & (gold > 0)).sum()), int((found > 0).sum()), int((gold > 0).sum())
    right = int(((found == gold) & (gold > 0)).sum())
    return Figures(hit / max(1, marked), hit / max(1, masked), 2 * right / max(1, masked + marked))
