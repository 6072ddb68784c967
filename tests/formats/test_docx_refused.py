"""DOCX that is broken, encrypted, a bomb, or holds what cannot be read: refused, without a word of it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from formats.planted import PHI, members, repacked, rewritten, seen
from formats.test_docx import new, saved

from scrubber.errors import NoteError
from scrubber.formats import packages


def bomb() -> bytes:
    return repacked(saved(new()), {"word/document.xml": b"<w:document>" + b" " * (40 * 1024 * 1024)})


def encrypted() -> bytes:
    data = bytearray(saved(new()))
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(sign)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(sign, at + 4)
    return bytes(data)


def with_type(content_type: str) -> bytes:
    types = members(saved(new()))["[Content_Types].xml"].decode()
    extra = f'<Override PartName="/word/x.xml" ContentType="{content_type}"/></Types>'
    return repacked(saved(new()), {"[Content_Types].xml": types.replace("</Types>", extra).encode()})


DOCTYPE = b'<!DOCTYPE x [<!ENTITY e "Velankar">]><w:comments xmlns:w="urn:w">&e;</w:comments>'
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "no zip": (lambda: b"PK\x03\x04 nothing more", "broken"),
    "cut off": (lambda: saved(new())[:-100], "broken"),
    "old or encrypted": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "encrypted"),
    "encrypted zip": (encrypted, "encrypted"),
    "bomb": (bomb, "bomb"),
    "macro": (lambda: repacked(saved(new()), {"word/vbaProject.bin": b"x"}), "macros"),
    "macro type": (lambda: with_type("application/vnd.ms-word.document.macroEnabled.main+xml"), "macros"),
    "control": (lambda: repacked(saved(new()), {"word/activeX/activeX1.xml": b"<x/>"}), "macros"),
    "object": (lambda: repacked(saved(new()), {"word/embeddings/oleObject1.bin": b"x"}), "embedded object"),
    "unknown part": (lambda: repacked(saved(new()), {"word/Velankar.dat": b"x"}), "kind that is not known"),
    "a part's name": (lambda: repacked(saved(new()), {"word/Mr Darius Velankar.xml": b"<x/>"}), "name tells something"),
    "a folder's name": (lambda: repacked(saved(new()), {"Mr Velankar/a.png": b"x"}), "name tells something"),
    "relations of a name": (
        lambda: repacked(saved(new()), {"word/_rels/Mr Velankar.xml.rels": b"<x/>"}),
        "name tells something",
    ),
    "entities": (lambda: repacked(saved(new()), {"word/comments.xml": DOCTYPE}), "entities"),
    "bad XML": (lambda: repacked(saved(new()), {"word/comments.xml": b"<x>Velankar"}), "broken"),
    "another zip": (lambda: repacked(_empty_zip(), {"a.txt": b"x"}), "no Word document"),
}


def _empty_zip() -> bytes:
    file = io.BytesIO()
    zipfile.ZipFile(file, "w").close()
    return file.getvalue()


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_handled_is_refused(what: str) -> None:
    make, message = REFUSED[what]
    with pytest.raises(NoteError, match=message) as caught:
        rewritten("docx", make())
    assert not seen(str(caught.value).encode(), PHI)


def test_a_damaged_member_is_refused() -> None:
    data = bytearray(saved(new()))
    at = data.find(b"word/document.xml") + 40
    data[at : at + 8] = b"\xff" * 8
    with pytest.raises(NoteError, match="broken"):
        rewritten("docx", bytes(data))


def test_too_many_members_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "MEMBERS", 3)
    with pytest.raises(NoteError, match="bomb"):
        rewritten("docx", saved(new()))
