"""Detection by one thread at a time: what it remembers of words is not made for two at once.

Nothing is lost by it, since Python runs one thread at a time anyway; for two cores use two processes.
"""

from __future__ import annotations

import os
import threading

detecting = threading.RLock()
"""Held while a Scrubber looks through documents."""

if hasattr(os, "register_at_fork"):
    # a process that is forked while another thread holds the lock would wait for it forever
    os.register_at_fork(before=detecting.acquire, after_in_child=detecting.release, after_in_parent=detecting.release)
