"""Detection by one thread at a time, on one core: what it remembers of words is not made for two at once.

Nothing is lost by it, since Python runs one thread at a time anyway, and what is multiplied is too small to be shared
out; for two cores use two processes.
"""

from __future__ import annotations

import os
import threading
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

BLAS_THREADS = "OPENBLAS_NUM_THREADS"
"""The variable that says how many threads numpy's multiplications have, before numpy is imported."""

detecting = threading.RLock()
"""Held while a Scrubber looks through documents."""

if hasattr(os, "register_at_fork"):
    # a process that is forked while another thread holds the lock would wait for it forever
    os.register_at_fork(before=detecting.acquire, after_in_child=detecting.release, after_in_parent=detecting.release)


def one_core() -> AbstractContextManager[Any]:
    """Within it numpy multiplies in the thread that asks for it."""
    return nullcontext() if os.environ.get(BLAS_THREADS) == "1" else _libraries().limit(limits=1, user_api="blas")


@lru_cache(maxsize=1)
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
