"""Damaged documents: masked or refused, and never an error that nobody foresaw."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from formats.compound import compound
from formats.planted import members, repacked, rewritten
from formats.test_docx import saved, tracked
from formats.test_eml import message
from formats.test_html import WORD
from formats.test_pdf import at, hidden, pdf
from formats.test_rtf import rtf

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Mark

pytestmark = pytest.mark.fuzz
_NUMBER = re.compile(r"4471902")


class Note:
    """Knows one number, and does not take its time."""

    def marks(self, text: str, where: str = "") -> list[Mark]:
        return [Mark(m.start(), m.end(), "[X]") for m in _NUMBER.finditer(text)]

    def text(self, text: str, where: str = "") -> str:
        return _NUMBER.sub("[X]", text)

    def field(self, value: str, type_: str, where: str = "") -> str:
        return "[F]" if value.strip() else value

    def field_marks(self, value: str, type_: str, where: str = "") -> list[Mark]:
        return [Mark(0, len(value), "[F]")] if value else []


def mail() -> bytes:
    whole = message("MRN 4471902\n")
    whole.add_alternative("<p title='MRN 4471902'>x", subtype="html")
    whole.add_attachment(b"MRN 4471902", "text", "plain", filename="a.txt")
    return whole.as_bytes()


RICH = (
    r"{\info{\author x}{\title Letter}}{\*\revtbl{Unknown;}{A;}}\pard\f2 \'83\'65 {\*\shppict{\pict\pngblip ff}}"
    r"{\header x}\u233?{\field{\*\fldinst HYPERLINK x}{\fldrslt MRN 4471902}}{\shp{\*\shpinst{\sp{\sn a}{\sv b}}}}"
)
SAMPLES: dict[str, list[Callable[[], bytes]]] = {
    "docx": [lambda: saved(tracked())],
    "html": [lambda: WORD.encode(), lambda: b'<td title=x>MRN</td><script type="x/json">{"a":4471902}</script>'],
    "eml": [mail],
    "rtf": [lambda: rtf(RICH)],
    "pdf": [hidden, lambda: pdf(at(72, 700, "MRN 4471902"), pageCompression=0)],
    "doc": [lambda: compound({"WordDocument": bytes(600)}, {"X": {"a": b"x"}})],
}


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, left out, put in or doubled."""
    broken = bytearray(data)
    for _ in range(rng.choice([1, 2, 5, 20])):
        at_, kind = rng.randrange(len(broken) + 1), rng.random()
        if kind < 0.4:
            broken[at_ : at_ + 1] = bytes([rng.randrange(256)])
        elif kind < 0.6:
            del broken[at_ : at_ + rng.randrange(1, 20)]
        elif kind < 0.8:
            broken[at_:at_] = bytes(rng.randrange(32, 127) for _ in range(rng.randrange(1, 8)))
        else:
            start = rng.randrange(len(broken) + 1)
            broken[at_:at_] = broken[start : start + rng.randrange(1, 40)]
    return bytes(broken)


def outcome(module: str, data: bytes) -> str:
    """What is said of a document that is refused; nothing when it is masked."""
    try:
        rewritten(module, data)
    except NoteError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("module", SAMPLES)
def test_damaged_documents(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FileContext, "note", lambda self, **about: Note())
    monkeypatch.setenv("PATH", "")  # no LibreOffice: it is not what is tested
    rng = random.Random(7)
    whole = [make() for make in SAMPLES[module]]
    for turn in range(15 if module == "docx" else 60):
        data = rng.choice(whole)
        if module == "docx" and turn % 3:
            parts = members(data)
            name = rng.choice(sorted(parts))
            data = repacked(data, {name: damaged(parts[name], rng)})
        else:
            data = damaged(data, rng)
        said = outcome(module, data)
        assert "4471902" not in said
