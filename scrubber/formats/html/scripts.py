"""What a page's scripts and style sheets say: strings of JSON and CSS, and comments."""

from __future__ import annotations

import json
import re

from scrubber.formats.context import FileNote
from scrubber.formats.runs import Runs

_VALUE = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*', re.DOTALL)

_CSS_TEXT = re.compile(r"(?<=/\*)(?:[^*]|\*(?!/))*(?=\*/)|\"[^\"\\\n]*\"|'[^'\\\n]*'")


def scrub_css(data: str, note: FileNote) -> str:
    """A style sheet, masked: its comments and strings are read."""
    return _CSS_TEXT.sub(lambda found: note.text(found[0], "style"), data)


def scrub_json(data: str, note: FileNote) -> str:
    """JSON, masked: strings are read without their escapes; a number that is masked becomes a string.

    Nothing else changes, so that what is no quite valid JSON stays what it was too.
    """
    runs = Runs()
    pieces: list[str] = []
    at = 0
    for match in _VALUE.finditer(data):
        pieces += (data[at : match.start()], match[0])
        runs.add(data[at : match.start()])
        runs.add(_decoded(match[0]))
        at = match.end()
    pieces.append(data[at:])
    runs.add(data[at:])
    runs.scrub(note, "script")
    texts = runs.results()
    for number in runs.changed():
        pieces[number] = (
            json.dumps(texts[number], ensure_ascii=pieces[number].isascii()) if number % 2 else texts[number]
        )
    return "".join(pieces)


def _decoded(literal: str) -> str:
    try:
        value = json.loads(literal)
    except ValueError:
        return literal
    return value if isinstance(value, str) else literal
