"""Numpy multiplies in the thread that asks for it, whoever loaded it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scrubber.text.one_thread import BLAS_THREADS

CODE = """
import numpy, threadpoolctl
from scrubber import Scrubber
from scrubber.neural.convolutions import Convolutions

def threads():
    return [one["num_threads"] for one in threadpoolctl.threadpool_info() if one["user_api"] == "blas"]

def look(self, tokens, there):
    within.append(threads())
    return scores(self, tokens, there)

within, before, scores = [], threads(), Convolutions.scores
Convolutions.scores = look
Scrubber("strict").scrub("jory wants her pills, says wexthorp")
print(bool(within), {n for each in within for n in each}, threads() == before)
"""


def test_a_caller_s_numpy_has_one_thread_while_text_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BLAS_THREADS, raising=False)
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout == "True {1} True\n"
