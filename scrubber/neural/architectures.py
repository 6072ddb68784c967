"""The architectures of networks that taggers have been built as, each a few settings.

| name | after |
|---|---|
| ``lstm`` | one LSTM over word vectors, as a clinic trains it on its own records |
| ``bilstm`` | two BiLSTM layers over word vectors |
| ``bilstm-residual`` | the same over all that is seen of a token, with a residual connection to the output |
| ``char-bilstm-crf`` | characters and words into BiLSTMs, and a CRF over the labels |
| ``conv`` | ours: dilated convolutions over all that is seen of a token, and a CRF |

What is seen of a token are the CRF's columns (:mod:`scrubber.model.columns`), each value with a vector of its own; a
token is the sum of its vectors. A word that is on no list of ordinary words has none.
"""

from __future__ import annotations

from dataclasses import dataclass

from scrubber.errors import UsageError
from scrubber.nearest import nearest

_WORD = ("word", "shape")
_ALL = (
    *_WORD,
    *("lists", "prefix1", "prefix2", "prefix3", "suffix1", "suffix2", "suffix3", "suffix4"),
    *("gap", "run", "state", "place", "lines_left", "label", "label_before"),
    *("hit", "rule", "rule2", "veto", "phrase", "hit_before", "hit_behind", "above_hit", "near"),
    *("elsewhere", "hit_elsewhere", "name_before", "name_behind", "role_behind"),
)


@dataclass(frozen=True)
class Architecture:
    """How a network is built."""

    templates: tuple[str, ...]
    """The columns of a token that have vectors (:mod:`scrubber.model.templates`)."""
    size: int
    """Numbers of a vector; vectors that are given have their own size."""
    hidden: int
    """Numbers of a layer's outcome, of each direction."""
    recurrent: int = 0
    """LSTM layers."""
    both: bool = True
    """Whether they run in both directions."""
    dilations: tuple[int, ...] = ()
    """Of convolutions: how far apart the three tokens are that each looks at."""
    residual: bool = False
    """Whether the tokens' vectors are added to the outcome of the layers once more."""
    characters: int = 0
    """Numbers of the outcome of an LSTM over a word's characters, of each direction; 0: it has none."""
    chain: bool = False
    """Whether a CRF over the labels is learned as well."""
    epochs: int = 8
    """At most; fewer of many notes."""
    rate: float = 4e-3
    dropout: float = 0.2

    @property
    def plain(self) -> bool:
        """Whether it is convolutions and nothing else (:mod:`scrubber.neural.convolutions`)."""
        return not (self.recurrent or self.characters or self.residual)


ARCHITECTURES = {
    "lstm": Architecture(_WORD, size=100, hidden=128, recurrent=1, both=False),
    "bilstm": Architecture(_WORD, size=100, hidden=100, recurrent=2),
    "bilstm-residual": Architecture(_ALL, size=96, hidden=96, recurrent=2, residual=True),
    "char-bilstm-crf": Architecture(_WORD, size=100, hidden=100, recurrent=1, characters=25, chain=True),
    "conv": Architecture(_ALL, size=64, hidden=96, dilations=(1, 2, 4), chain=True, rate=6e-3),
}
DEFAULT = "conv"


def architecture(name: str) -> Architecture:
    """An architecture by its name.

    Raises:
        UsageError: there is no such.
    """
    if name not in ARCHITECTURES:
        raise UsageError(f"no architecture '{name}'{nearest(name, ARCHITECTURES)}")
    return ARCHITECTURES[name]
