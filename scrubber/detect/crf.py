"""The optional CRF (``pip install scrubber[crf]``): a vote on the tokens of the lines where the cue scorer wavers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.detect.compiled_model import ModelFile
from scrubber.detect.tagger import Vote
from scrubber.errors import DataError
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading

if TYPE_CHECKING:
    from scrubber.detect.crf_chain import CrfChain

DOUBT = (0.02, 0.98)
"""Between these probabilities the cue scorer is in doubt; a line without doubt is not looked at again."""


class CrfTagger:
    """Votes where there is doubt. A model that was compiled is loaded for the first doubt, any other one at once.

    Args:
        labels: the types that a label of the model stands for, where it is none itself.

    Raises:
        DataError: the file holds no model.
    """

    def __init__(self, path: Path, lexicon: Lexicon, labels: Mapping[str, tuple[str, ...]]) -> None:
        self._path, self._lexicon, self._labels = path, lexicon, labels
        self._file = ModelFile(path)
        if not self._file.compiled:  # it may be broken
            self.load()

    def load(self) -> None:
        """Load the model now.

        Raises:
            DataError: the file holds none.
        """
        _ = self._chain

    def votes(self, reading: Reading, first: Mapping[int, Vote]) -> Mapping[int, Vote]:
        """Votes on every token of the lines that hold a token of which the first votes are in doubt."""
        low, high = DOUBT
        doubtful = {index for index, vote in first.items() if low < vote.probability < high}
        return self._chain.votes(reading, first, doubtful) if doubtful else {}

    @cached_property
    def _chain(self) -> CrfChain:
        from scrubber.detect.crf_chain import CrfChain

        try:
            return CrfChain(*self._file.read_with_names(), self._lexicon, self._labels)
        except (OSError, ValueError) as error:
            raise DataError(f"{self._path}: not a CRF model ({type(error).__name__})") from None
