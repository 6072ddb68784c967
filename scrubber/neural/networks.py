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
_FORGOTTEN = 0.1
"""Share of a token's vectors that are left out in training, so that none leans on another."""


class Network(nn.Module):
    """Scores of labels for windows of tokens.

    Args:
        rows: how many vectors there are, with that of nothing.
    """

    def __init__(self, architecture: Architecture, rows: int, labels: int) -> None:
        super().__init__()
        size = architecture.size
        self.vectors = nn.Embedding(rows, size, padding_idx=0)
        nn.init.normal_(self.vectors.weight, std=SPREAD)
        self.dropout = architecture.dropout
        self.spelling = _Spelling(architecture.characters) if architecture.characters else None
        width = size + 2 * architecture.characters
        self.layers: nn.Module
        if architecture.dilations:
            self.layers = _Convolutions(width, architecture.hidden, architecture.dilations, architecture.dropout)
            wide = architecture.hidden
        else:
            self.layers = _Recurrent(architecture, width)
            wide = architecture.hidden * (1 + architecture.both)
        self.around = nn.Linear(width, wide, bias=False) if architecture.residual else None
        self.out = nn.Linear(wide, labels)

    def forward(self, rows: Tensor, characters: Tensor | None = None) -> Tensor:
        """Windows by tokens by labels.

        Args:
            rows: windows by tokens by columns, the vectors' numbers; 0 for nothing, the last column's for no token.
            characters: windows by tokens by characters, where the architecture sees them.
        """
        there = (rows[..., -1:] > 0).to(self.vectors.weight.dtype)
        token = self._summed(rows) * there
        if self.spelling is not None:
            assert characters is not None
            token = torch.cat([token, self.spelling(characters) * there], dim=-1)
        token = self._dropped(token)
        found = self.layers(token, there)
        if self.around is not None:
            found = found + self.around(token)
        out: Tensor = self.out(self._dropped(found))
        return out

    def _dropped(self, found: Tensor) -> Tensor:
        return dropped(found, self.dropout) if self.training else found

    def _summed(self, rows: Tensor) -> Tensor:
        """The sum of each token's vectors; in training without some of them."""
        if not self.training:
            summed: Tensor = self.vectors(rows).sum(2)
            return summed
        kept = dropped(torch.ones(rows.shape, device=rows.device), _FORGOTTEN).flatten(0, 1)
        kept[:, -1] = 1.0
        bags = functional.embedding_bag(
            rows.flatten(0, 1), self.vectors.weight, mode="sum", per_sample_weights=kept, padding_idx=0
        )
        return bags.view(*rows.shape[:2], -1)


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

    def forward(self, token: Tensor, there: Tensor) -> Tensor:
        """What the last layer says of each token."""
        found: Tensor = self.lstm(token)[0]
        return found * there


class _Convolutions(nn.Module):
    """Convolutions, each of three tokens and added to what came before."""

    def __init__(self, width: int, hidden: int, dilations: tuple[int, ...], dropout: float) -> None:
        super().__init__()
        self.dilations, self.dropout = dilations, dropout
        self.first = nn.Linear(width, hidden)
        self.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in dilations)
        self.mixes = nn.ModuleList(nn.Linear(3 * hidden, hidden) for _ in dilations)

    def forward(self, token: Tensor, there: Tensor) -> Tensor:
        """What the last one says of each token."""
        found = functional.relu(self.first(token))
        for dilation, norm, mix in zip(self.dilations, self.norms, self.mixes, strict=True):
            wide = functional.pad(norm(found) * there, (0, 0, dilation, dilation))
            size = found.shape[1]
            near = torch.cat([wide[:, at * dilation : at * dilation + size] for at in range(3)], dim=-1)
            more = functional.relu(mix(near))
            found = found + (dropped(more, self.dropout) if self.training else more)
        return found


class _Spelling(nn.Module):
    """A BiLSTM over the characters of words: what it says at either end."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.letters = nn.Embedding(ALPHABET, _LETTER, padding_idx=0)
        self.lstm = nn.LSTM(_LETTER, hidden, batch_first=True, bidirectional=True)

    def forward(self, characters: Tensor) -> Tensor:
        """A vector for each word."""
        words = self.letters(characters.flatten(0, 1))
        ends: Tensor = self.lstm(words)[1][0]
        return ends.transpose(0, 1).reshape(*characters.shape[:2], -1)


class Chain(nn.Module):
    """A CRF over labels: what is added where one follows another."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        self.first = nn.Parameter(torch.zeros(labels))
        self.moves = nn.Parameter(torch.zeros(labels, labels))

    def forward(self, scores: Tensor, labels: Tensor) -> Tensor:
        """The negative log likelihood of windows of which each token's label is known; -1 behind their last token."""
        there = labels >= 0
        gold = labels.clamp(min=0)
        said = scores.gather(2, gold[..., None])[..., 0]
        said[:, 1:] = said[:, 1:] + self.moves[gold[:, :-1], gold[:, 1:]]
        right = (said * there).sum(1) + self.first[gold[:, 0]]
        step = self.moves.exp()
        state = scores[:, 0] + self.first
        for at in range(1, scores.shape[1]):
            top = state.max(1, keepdim=True).values
            more = (((state - top).exp() @ step).clamp(min=1e-30)).log() + top + scores[:, at]
            state = torch.where(there[:, at, None], more, state)
        return (state.logsumexp(1) - right).sum()
