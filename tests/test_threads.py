"""One Scrubber in many threads, as engines that run Python functions in threads use it."""

from __future__ import annotations

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from scrubber import Scrubber
from scrubber.text import vocabulary

THREADS = 8
SYLLABLES = ("bra", "kor", "mi", "tel", "vash", "un", "dro", "pel", "zi", "gan")


def texts() -> list[str]:
    """Notes full of words that nobody has seen, so that every thread learns new ones all the time."""
    draw = random.Random(7)

    def word() -> str:
        return "".join(draw.choices(SYLLABLES, k=3)).capitalize()

    return [
        f"Mr. {word()} {word()} of {word()} was seen by Dr. {word()} on {draw.randint(1, 12)}/4/2023. "
        f"{word()} {word()} called; {word()}, his sister, a {word().lower()}, came. BP 120/80, {word().lower()} 25 mg."
        for _ in range(40)
    ]


def test_threads_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "MOST", 40)  # words are forgotten all the time
    notes = texts()
    first = Scrubber()
    alone = [first.scrub(note) for note in notes]
    shared = Scrubber()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            # every thread meets the same new words at about the same time
            together = list(pool.map(lambda _: [shared.scrub(note) for note in notes], range(THREADS)))
            ahead = list(pool.map(lambda _: list(shared.scrub_texts(notes)), range(THREADS)))
    finally:
        sys.setswitchinterval(interval)
    assert all(own == alone for own in [*together, *ahead])
