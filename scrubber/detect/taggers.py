"""CRFsuite's taggers, each thread's own: they keep the line that they tagged last, of which probabilities are asked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pycrfsuite


class Taggers(threading.local):
    """A tagger for each of some models, opened for every thread that asks.

    Args:
        models: CRFsuite's bytes.

    Raises:
        ValueError: these are no model's bytes.
    """

    def __init__(self, models: Sequence[bytes]) -> None:
        self._models = models  # taggers read there as long as they live
        self.members: list[Any] = []
        for model in models:
            member = pycrfsuite.Tagger()
            member.open_inmemory(model)
            self.members.append(member)
