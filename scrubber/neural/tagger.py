"""The network at work: labels' probabilities for all tokens of a batch, by onnxruntime on one core."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError, UsageError
from scrubber.model.chain import Chains
from scrubber.model.columns import Columns
from scrubber.model.table import Table
from scrubber.model.tagged import Tagged, tagged
from scrubber.model.templates import Template
from scrubber.neural.encoding import Letters, Rows, Whole, chances, encode, note_windows, spell, window_scores
from scrubber.neural.file import NetworkFile
from scrubber.text.vocabulary import NEWLINE


class NetworkTagger:
    """A network, loaded.

    Raises:
        UsageError: onnxruntime is not installed. DataError: the file holds no network that it can run.
    """

    def __init__(self, file: NetworkFile) -> None:
        self.labels = file.labels
        self._templates = [Template.of(text) for text in file.templates]
        self._table = Table(file.keys, len(file.templates))
        self._spelled = file.spelled
        self._first, self._moves = file.first, file.moves
        self._session = _session(file.network)

    def tag(self, columns: Columns) -> Tagged:
        """The probabilities of labels for all tokens but line ends."""
        batch = columns.batch
        chains = note_windows(batch)
        letters = spell(batch) if self._spelled else np.zeros((len(batch), 0), np.uint8)
        scores = self.scores(encode(columns, self._templates, self._table), letters, chains)
        tokens = np.flatnonzero(batch.ids != NEWLINE)
        found = chances(scores, chains, self._first, self._moves)[tokens]
        return tagged(self.labels, tokens, found, len(batch))

    def scores(self, rows: Rows, characters: Letters, chains: Chains) -> NDArray[np.float32]:
        """Tokens by labels."""
        return window_scores(self._run, rows, characters, chains)

    def _run(self, rows: Whole, characters: Whole) -> NDArray[np.float32]:
        given = {"rows": rows, "characters": characters} if self._spelled else {"rows": rows}
        scores: NDArray[np.float32] = self._session.run(["scores"], given)[0]
        return scores


def _session(model: bytes) -> Any:
    """The graph, ready to run, on one thread.

    Raises:
        UsageError, DataError: as the class does.
    """
    try:
        import onnxruntime
    except ImportError:
        raise UsageError("the neural detector needs onnxruntime: pip install 'scrub-phi[neural]'") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.disable_quant_qdq", "1")  # int8 weights are made floats once, at start
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # whatever onnxruntime makes of a broken graph
        raise DataError(f"a network that onnxruntime cannot run ({type(error).__name__})") from None
