"""Bytes as they arrive."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubber.errors import NoteError
from scrubber.io import source
from scrubber.io.pieces import Reading
from scrubber.io.source import PAUSE, open_note, pipe_chunks

Feed = Callable[[list[bytes]], int]


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Feed:
    """Makes a pipe's reading end, into which the portions come one by one, each when the pipe is seen to pause."""

    def fed(portions: list[bytes]) -> int:
        reading, writing = os.pipe()
        waiting = iter(portions)

        def readable(_: int) -> bool:
            if (portion := next(waiting, None)) is None:
                os.close(writing)
                return True
            os.write(writing, portion)
            return False

        monkeypatch.setattr(source, "_readable", readable)
        return reading

    return fed


def test_a_pause_is_told_once(feed: Feed) -> None:
    assert list(pipe_chunks(feed([b"one\n", b"two\n"]))) == [PAUSE, b"one\n", PAUSE, b"two\n"]


def test_who_does_not_ask_hears_of_no_pause() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"one\ntwo\n")
    os.close(writing)
    assert list(pipe_chunks(reading, pauses=False)) == [b"one\ntwo\n"]


def test_a_pipe_pauses_while_nothing_is_in_it() -> None:
    reading, writing = os.pipe()
    assert not source._readable(reading)
    os.write(writing, b"one")
    assert source._readable(reading)
    os.close(writing)
    os.close(reading)


def test_a_line_is_done_when_the_input_pauses(feed: Feed) -> None:
    pieces = Reading().pieces(pipe_chunks(feed([b"a", b"b\nc", b"d\n", b"e"])))
    assert [piece.text for piece in pieces] == ["ab\n", "cd\n", "e"]


def test_utf_16_too(feed: Feed) -> None:
    data = "one\ntwo".encode("utf-16")
    pieces = Reading().pieces(pipe_chunks(feed([data[:3], data[3:11], data[11:]])))
    assert "".join(piece.text for piece in pieces) == "one\ntwo"


def test_what_cannot_be_read(notes: Path) -> None:
    for path in (notes, notes / "nowhere"):
        with pytest.raises(NoteError):
            open_note(path)
    (notes / "link.txt").symlink_to(notes / "a.txt")
    open_note(notes / "link.txt").close()
    with pytest.raises(NoteError, match="link"):
        open_note(notes / "link.txt", follow=False)
    folder = os.open(notes, os.O_RDONLY)
    with pytest.raises(NoteError):
        list(pipe_chunks(folder))
    os.close(folder)
