"""The network at work: scores of labels for the tokens that it is asked about, on one core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError, UsageError
from scrubber.model.chain import Chains
from scrubber.model.columns import Columns
from scrubber.model.label_chain import LabelChain, Scored
from scrubber.model.sums import RowSums
from scrubber.model.templates import Features
from scrubber.neural.convolutions import Convolutions
from scrubber.neural.encoding import WHOLE, Floats, Letters, Mask, distinct, near_windows, spell, window_scores
from scrubber.neural.file import NetworkFile
from scrubber.text.batch import Ints
from scrubber.text.vocabulary import Vocabulary


class NetworkTagger:
    """A network, loaded. It keeps what words add to vectors, and so belongs to one vocabulary.

    Raises:
        UsageError: onnxruntime is not installed. DataError: the file holds no network that it can run.
    """

    def __init__(self, file: NetworkFile, vocabulary: Vocabulary) -> None:
        no_gate = np.zeros(len(file.rows), np.int8)
        self._sums = RowSums(file.templates, file.keys, file.rows, no_gate, vocabulary)
        self._layers = Layers(file)
        self._chain = LabelChain(file.labels, file.moves, file.moves[0], file.moves[:, 0])

    def scored(self, columns: Columns, tokens: Ints) -> Scored:
        """The scores of labels for some tokens, in order; line ends are never among them."""
        chains = near_windows(columns.batch, tokens, self._layers.reach)
        seen, chains = _apart(chains, len(columns.batch))
        letters = spell(columns.batch, seen) if self._layers.spelled else None
        scores = self._layers.scores(self._sums.of(Features(columns, seen)), letters, chains)
        return Scored(self._chain, tokens, scores[np.searchsorted(seen, tokens)], 1.0)


def _apart(chains: Chains, size: int) -> tuple[Ints, Chains]:
    """The tokens of some windows, of so many tokens, and the windows as places among these."""
    edges = np.zeros(size + 1, np.int64)
    np.add.at(edges, chains.starts, 1)
    np.add.at(edges, chains.ends, -1)
    seen = np.flatnonzero(np.cumsum(edges[:-1]))
    passed = chains.starts - np.searchsorted(seen, chains.starts)
    return seen, Chains(*(column - passed for column in chains))


class Layers:
    """What a network makes of tokens' vectors.

    Raises:
        UsageError, DataError: as for a tagger.
    """

    def __init__(self, file: NetworkFile) -> None:
        self._run: Callable[[dict[str, Any]], Floats]
        self.reach, self.spelled = WHOLE, False
        """From how far away tokens are felt, and whether the characters of words are seen."""
        if file.graph:
            session = _session(file.graph)
            self._run = lambda given: session.run(["scores"], given)[0]
            self.spelled = any(one.name == "letters" for one in session.get_inputs())
        else:
            convolutions = Convolutions(file.layers, file.rows.shape[1], len(file.labels))
            self._run, self.reach = lambda given: convolutions.scores(**given), convolutions.reach
        self._scale, self._labels = np.float32(file.scale), len(file.labels)

    def scores(self, sums: NDArray[np.int16], letters: Letters | None, chains: Chains) -> Floats:
        """Tokens by labels.

        Args:
            sums: of tokens' vectors. letters: tokens by characters. chains: the windows to look at.
        """

        def score(token: Ints, there: Mask) -> Floats:
            mask = there[..., None].astype(np.float32)
            given = {"tokens": sums[token] * (mask * self._scale), "there": mask}
            if letters is not None:
                given |= zip(("letters", "words"), distinct(letters[token]), strict=True)
            return self._run(given)

        return window_scores(score, chains, (len(sums), self._labels))


def _session(model: bytes) -> Any:
    """The graph, ready to run, on one thread.

    Raises:
        UsageError, DataError: as for a tagger.
    """
    try:
        import onnxruntime
    except ImportError:
        raise UsageError("the neural detector needs onnxruntime: pip install 'scrub-phi[neural]'") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # whatever onnxruntime makes of a broken graph
        raise DataError(f"a network that onnxruntime cannot run ({type(error).__name__})") from None
