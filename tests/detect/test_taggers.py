"""Threads share a model, and none of them disturbs what another asks of it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pycrfsuite")

from scrubber.detect.taggers import Taggers


@pytest.fixture
def model(tmp_path: Path) -> bytes:
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.append([["w=a"], ["w=b"]], ["O", "N"])
    trainer.train(str(tmp_path / "model"))
    return (tmp_path / "model").read_bytes()


def test_a_thread_asks_of_the_line_that_it_tagged_itself(model: bytes) -> None:
    taggers = Taggers([model])
    ours = taggers.members
    ours[0].tag([["w=a"], ["w=b"]])
    before = ours[0].marginal("N", 1)

    def other() -> None:
        theirs.extend(taggers.members)
        theirs[0].tag([["w=a"]])

    theirs: list[Any] = []
    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert len(theirs) == len(ours) == 1
    assert theirs[0] is not ours[0]
    assert taggers.members is ours
    assert ours[0].marginal("N", 1) == before


def test_what_is_no_model_is_an_error() -> None:
    with pytest.raises(ValueError, match="model"):
        Taggers([b"x" * 4000])
