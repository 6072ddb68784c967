"""MB of notes a second, by the format in which they stand, in one run: ``python -m benchmarks.formats.speed``.

Every format holds the same notes; seconds are of the processor, so that a busy machine does not count. Short cells and
rows of one number stand beside them, since there a note is a few characters.
"""

from __future__ import annotations

import csv
import html
import io
import json
import time
import uuid
from collections.abc import Iterator
from email.message import EmailMessage

from benchmarks.notes import volume
from scrubber import Scrubber
from scrubber.formats.context import FileContext
from scrubber.formats.registry import named
from scrubber.formats.settings import FormatSettings
from scrubber.found_before import FoundBefore

SIZE = 150_000
"""Characters of notes in each file."""


def main() -> None:
    """Print the table."""
    scrubber = Scrubber(language="en")
    notes = list(volume(SIZE))
    for _ in scrubber.scrub_texts(notes):  # words and rules are known before the clock starts
        pass
    size = sum(map(len, notes))
    started = _start(scrubber)
    for _ in scrubber.scrub_texts(notes):
        pass
    print(f"| text | {size / 1e6 / (time.process_time() - started):.3f} |")
    for name, format_name, data in _files(notes):
        format_ = named(format_name)
        assert format_ is not None
        started = _start(scrubber)
        format_.rewrite(
            io.BytesIO(data), io.BytesIO(), FileContext(scrubber, FormatSettings(), name=f"file.{format_name}")
        )
        print(f"| {name} | {len(data) / 1e6 / (time.process_time() - started):.3f} |", flush=True)


def _start(scrubber: Scrubber) -> float:
    """Seconds of the processor so far; from now on no note has been read before, though all words have."""
    scrubber.detection.found_before = FoundBefore()
    return time.process_time()


def _files(notes: list[str]) -> Iterator[tuple[str, str, bytes]]:
    """What is measured: what it is called, its format, and its bytes."""
    yield "csv", "csv", _table([[str(number), note] for number, note in enumerate(notes)])
    yield "jsonl", "jsonl", "\n".join(json.dumps({"note_text": note}) for note in notes).encode()
    yield "html", "html", "".join(f"<p>{html.escape(line)}</p>" for note in notes for line in note.split("\n")).encode()
    message = EmailMessage()
    message.set_content("\n\n".join(notes))
    yield "eml", "eml", message.as_bytes()
    words = [word for note in notes for word in note.split()]
    yield "csv, short cells", "csv", _table([[str(n), *words[n : n + 2]] for n in range(0, len(words) // 4, 2)])
    yield "csv, rows of one UUID", "csv", _table([[str(uuid.UUID(int=n))] for n in range(1, 2000)], "study_key")


def _table(rows: list[list[str]], *names: str) -> bytes:
    file = io.StringIO(newline="")
    csv.writer(file).writerows([names or ["row_no", "note_text", "remark"][: len(rows[0])], *rows])
    return file.getvalue().encode()


if __name__ == "__main__":
    main()
