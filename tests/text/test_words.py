"""Memos: they remember, within bounds, and what is asked for again longest."""

from __future__ import annotations

import threading
import time

from scrubber.text.words import Memo


def test_a_memo_works_out_what_it_does_not_hold() -> None:
    asked: list[str] = []
    memo: Memo[str, int] = Memo(lambda key: asked.append(key) or len(key))
    assert [memo["ab"], memo["ab"], memo["abc"]] == [2, 2, 3]
    assert asked == ["ab", "abc"]
    memo.clear()
    assert memo["ab"] == 2
    assert asked == ["ab", "abc", "ab"]


def test_what_is_asked_for_again_and_again_outlives_what_is_not() -> None:
    asked: list[int] = []
    memo: Memo[int, int] = Memo(lambda key: asked.append(key) or key, 8)
    for number in range(1, 200):
        assert memo[0] == 0
        assert memo[number] == number
        assert len(memo) + len(memo._aside) <= 8
    assert asked.count(0) == 1
    assert memo[1] == 1
    assert asked.count(1) == 2, "the others are forgotten"


def test_nothing_is_left_behind_when_all_is_forgotten() -> None:
    asked: list[int] = []
    memo: Memo[int, int] = Memo(lambda key: asked.append(key) or key, 4)
    for number in (*range(4), *range(4)):
        assert memo[number] == number
    memo.clear()
    asked.clear()
    assert [memo[number] for number in range(4)] == asked == [0, 1, 2, 3]


def test_threads_may_share_a_memo() -> None:
    class Text(str):
        """Whose hash lets another thread in."""

        __slots__ = ()

        def __hash__(self) -> int:
            time.sleep(0)
            return super().__hash__()

    memo: Memo[str, int] = Memo(len, 4)
    keys = [Text("a" * length) for length in range(1, 12)]
    wrong: list[object] = []

    def ask() -> None:
        try:
            for _ in range(60):
                wrong.extend(key for key in keys if memo[key] != len(key))
        except KeyError:
            wrong.append(KeyError)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
