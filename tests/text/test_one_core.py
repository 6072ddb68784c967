"""Numpy multiplies in the thread that asks for it, whoever loaded it."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from scrubber.text.one_thread import BLAS_THREADS, one_core

CODE = (
    "import numpy, threadpoolctl\n"
    "from scrubber import Scrubber; from scrubber.neural.convolutions import Convolutions\n"
    "threads, scores = [], Convolutions.scores\n"
    "def look(self, tokens, there):\n"
    "    threads.extend(one['num_threads'] for one in threadpoolctl.threadpool_info() if one['user_api'] == 'blas')\n"
    "    return scores(self, tokens, there)\n"
    "Convolutions.scores = look\n"
    "Scrubber('strict').scrub('jory wants her pills, says wexthorp'); print(set(threads) == {1})"
)


def test_a_caller_s_numpy_has_one_thread_while_text_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BLAS_THREADS, raising=False)
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_afterwards_it_has_what_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BLAS_THREADS, raising=False)
    assert np.ones((2, 2)) @ np.ones(2) is not None, "numpy's library is loaded"
    before = ThreadpoolController().info()
    with one_core():
        assert {one["num_threads"] for one in ThreadpoolController().select(user_api="blas").info()} == {1}
    assert ThreadpoolController().info() == before
