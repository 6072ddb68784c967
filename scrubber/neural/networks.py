"""Networks in PyTorch, built as an architecture says. Needed to train alone."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from scrubber.neural.architectures import Architecture
from scrubber.neural.encoding import ALPHABET

SPREAD = 0.1
"""Standard deviation of the numbers of vectors at first."""
_LETTER = 25
"""Numbers of a character's vector."""
_STRETCH = 16
"""Tokens along which labels are summed over together; the length of every window is a multiple of it."""
_FORGOTTEN = 0.1
"""Share of a token's vectors that are left out in training, so that none leans on another."""


class Vectors(nn.Module):
    """A vector for each feature; the first is nobody's."""

    def __init__(self, rows: int, size: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.randn(rows, size) * SPREAD)

    def forward(self, rows: Tensor) -> Tensor:
        """The sum of each token's vectors; in training without some of them.

        Args:
            rows: windows by tokens by columns, the numbers of vectors; 0 for none.
        """
        flat = rows.flatten(0, 1)
        kept = dropped(torch.ones(flat.shape, device=flat.device), _FORGOTTEN) if self.training else None
        bags = functional.embedding_bag(flat, self.table, mode="sum", per_sample_weights=kept, padding_idx=0)
        return bags.view(*rows.shape[:2], -1)


class Network(nn.Module):
    """Scores of labels for windows of tokens."""

    def __init__(self, architecture: Architecture, labels: int) -> None:
        super().__init__()
        self.dropout = architecture.dropout
        self.spelling = _Spelling(architecture.characters) if architecture.characters else None
        width = architecture.size + 2 * architecture.characters
        wide = architecture.hidden * (2 if architecture.recurrent and architecture.both else 1)
        self.layers = _Recurrent(architecture, width) if architecture.recurrent else _Convolutions(architecture, width)
        self.around = nn.Linear(width, wide, bias=False) if architecture.residual else None
        self.out = nn.Linear(wide, labels)

    def forward(
        self, tokens: Tensor, there: Tensor, letters: Tensor | None = None, words: Tensor | None = None
    ) -> Tensor:
        """Windows by tokens by labels.

        Args:
            tokens: windows by tokens by numbers, their vectors. there: 1 where there is a token, 0 behind the last one.
            letters, words: the characters of some words, and which of these each token is, where the architecture
                sees them.
        """
        if self.spelling is not None:
            tokens = torch.cat([tokens, self.spelling(letters)[words] * there], dim=-1)
        tokens = self._dropped(tokens)
        found = self.layers(tokens, there)
        if self.around is not None:
            found = found + self.around(tokens)
        out: Tensor = self.out(self._dropped(found))
        return out

    def _dropped(self, found: Tensor) -> Tensor:
        return dropped(found, self.dropout) if self.training else found


def dropped(found: Tensor, share: float) -> Tensor:
    """With zeros in place of a share of it, by chance, and the rest enlarged (PyTorch's own takes thrice as long)."""
    return found * ((torch.rand_like(found) >= share) / (1 - share))


class _Recurrent(nn.Module):
    """LSTM layers."""

    def __init__(self, architecture: Architecture, width: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(
            width,
            architecture.hidden,
            architecture.recurrent,
            batch_first=True,
            bidirectional=architecture.both,
            dropout=architecture.dropout if architecture.recurrent > 1 else 0.0,
        )

    def forward(self, tokens: Tensor, there: Tensor) -> Tensor:
        """What the last layer says of each token."""
        found: Tensor = self.lstm(tokens)[0]
        return found * there


class _Convolutions(nn.Module):
    """Convolutions, each of three tokens and added to what came before."""

    def __init__(self, architecture: Architecture, width: int) -> None:
        super().__init__()
        hidden, dilations = architecture.hidden, architecture.dilations
        self.dropout = architecture.dropout
        self.first = nn.Linear(width, hidden)
        self.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in dilations)
        self.mixes = nn.ModuleList(nn.Conv1d(hidden, hidden, 3, dilation=d, padding=d) for d in dilations)

    def forward(self, tokens: Tensor, there: Tensor) -> Tensor:
        """What the last one says of each token."""
        found = functional.relu(self.first(tokens))
        for norm, mix in zip(self.norms, self.mixes, strict=True):
            more = functional.relu(mix((norm(found) * there).transpose(1, 2))).transpose(1, 2)
            found = found + (dropped(more, self.dropout) if self.training else more)
        return found


class _Spelling(nn.Module):
    """A BiLSTM over the characters of words: what it says at either end."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.letters = nn.Embedding(ALPHABET, _LETTER, padding_idx=0)
        self.lstm = nn.LSTM(_LETTER, hidden, batch_first=True, bidirectional=True)

    def forward(self, letters: Tensor) -> Tensor:
        """A vector for each word."""
        ends: Tensor = self.lstm(self.letters(letters))[1][0]
        return ends.transpose(0, 1).flatten(1)


class Chain(nn.Module):
    """A CRF over labels: what is added where one follows another; nothing, ever, unless it is learned."""

    def __init__(self, labels: int, *, learned: bool) -> None:
        super().__init__()
        self.learned = learned
        self.moves = nn.Parameter(torch.zeros(labels, labels), requires_grad=learned)

    def forward(self, scores: Tensor, labels: Tensor) -> Tensor:
        """The negative log likelihood of windows of which each token's label is known; -1 behind their last token.

        A window begins as if ``O``, the first label, stood before it. Of its stretches each is given the true label
        before it: what comes out is nearly the same, and takes a tenth of the steps.
        """
        if not self.learned:
            return functional.cross_entropy(scores.flatten(0, 1), labels.flatten(), ignore_index=-1, reduction="sum")
        there = labels >= 0
        gold = labels.clamp(min=0)
        before = functional.pad(gold[:, :-1], (1, 0))
        right = (scores.gather(2, gold[..., None])[..., 0] + self.moves[before, gold]) * there
        scores, there, before = (part.unflatten(1, (-1, _STRETCH)).flatten(0, 1) for part in (scores, there, before))
        step = self.moves.exp()
        state = scores[:, 0] + self.moves[before[:, 0]]
        for at in range(1, _STRETCH):
            top = state.max(1, keepdim=True).values
            more = (((state - top).exp() @ step).clamp(min=1e-30)).log() + top + scores[:, at]
            state = torch.where(there[:, at, None], more, state)
        return (state.logsumexp(1) * there[:, 0]).sum() - right.sum()
