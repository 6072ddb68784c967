"""Bytes as they arrive."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from scrubber.errors import NoteError
from scrubber.io.pieces import Reading
from scrubber.io.source import PAUSE, open_note, pipe_chunks


def feed(portions: list[bytes], seconds: float) -> int:
    """A pipe's reading end, into which the portions come one by one."""
    reading, writing = os.pipe()

    def write() -> None:
        for portion in portions:
            time.sleep(seconds)
            os.write(writing, portion)
        os.close(writing)

    threading.Thread(target=write, daemon=True).start()
    return reading


def test_a_pause_is_told_once() -> None:
    assert list(pipe_chunks(feed([b"one\n", b"two\n"], 0.5))) == [PAUSE, b"one\n", PAUSE, b"two\n"]
    assert list(pipe_chunks(feed([b"one\n", b"two\n"], 0.3), pauses=False)) == [b"one\n", b"two\n"]


def test_a_line_is_done_when_the_input_pauses() -> None:
    pieces = Reading().pieces(pipe_chunks(feed([b"a", b"b\nc", b"d\n", b"e"], 0.3)))
    assert [piece.text for piece in pieces] == ["ab\n", "cd\n", "e"]


def test_utf_16_too() -> None:
    data = "one\ntwo".encode("utf-16")
    pieces = Reading().pieces(pipe_chunks(feed([data[:3], data[3:11], data[11:]], 0.3)))
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
