"""Bytes go out as they came in."""

from __future__ import annotations

import codecs
import random
from contextlib import suppress

import pytest
from fakes import FakeScrubber
from hypothesis import given
from hypothesis import strategies as st

from scrubber.errors import NoteError, UsageError
from scrubber.io.encoding import CP1252, UTF8, check_cp1252, decode, named, sniff
from scrubber.io.pieces import Reading
from scrubber.runs.input import Masker

BOMS = {"utf-8-sig": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
NEWLINES = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\f", "\u2028", "\x85"])
NO_NAME = st.text(st.characters(exclude_characters="\0", codec="utf-8")).filter(lambda t: "Zeb" not in t)
TEXTS = st.lists(NO_NAME | NEWLINES).map("".join)
CP1252_TEXTS = st.text(
    "".join(bytes([b]).decode("cp1252", "ignore") for b in [9, 10, 13, *range(32, 127), *range(128, 256)])
)


def passed_through(data: bytes, reading: Reading | None = None, portion: int = 1000) -> bytes:
    """What comes out of the pipe's way through, without any span."""
    out: list[bytes] = []
    reading = reading or Reading()
    portions = [data[i : i + portion] for i in range(0, len(data), portion)]
    Masker(FakeScrubber(), reading).copy(reading.pieces(portions), out.append, "a note")  # type: ignore[arg-type]
    return b"".join(out)


def encoded(text: str, encoding: str) -> bytes:
    return BOMS.get(encoding, b"") + text.encode(encoding.removesuffix("-sig"))


@given(TEXTS, st.sampled_from(["utf-8", *BOMS]), st.integers(1, 9))
def test_unicode_comes_out_as_it_went_in(text: str, encoding: str, portion: int) -> None:
    data = encoded(text, encoding)
    assert passed_through(data, portion=portion) == data


@given(CP1252_TEXTS, st.integers(1, 9))
def test_cp1252_comes_out_as_it_went_in(text: str, portion: int) -> None:
    data = text.encode("cp1252")
    try:
        check_cp1252(data)
    except NoteError:
        return
    assert passed_through(data, portion=portion) == data


@given(TEXTS)
def test_a_named_encoding_comes_out_as_it_went_in(text: str) -> None:
    data = text.encode("cp1250", "ignore")
    assert passed_through(data, Reading(named("windows-1250"))) == data


@given(st.binary())
def test_any_bytes_come_out_the_same_or_not_at_all(data: bytes) -> None:
    with suppress(NoteError):
        assert b"Zeb" in data or passed_through(data) == data


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_long_notes_too(encoding: str, newline: str) -> None:
    chance = random.Random(f"{encoding}{newline}")
    lines = ["é" * chance.randrange(80) + (newline if chance.random() < 0.1 else "") for _ in range(20_000)]
    data = encoded(newline.join(lines), encoding)
    assert passed_through(data, portion=65_536) == data


def test_a_bom_alone_stays() -> None:
    for bom in BOMS.values():
        assert passed_through(bom) == bom
    assert passed_through(b"") == b""


@pytest.mark.parametrize(
    "data",
    [
        b"a\0b",
        b"\x89PNG\r\n\x1a\n\x01",
        b"%PDF-1.7\n",
        b"PK\x03\x04",
        b"\x1f\x8bx",
        b"caf\xe9 \x01",
        b"caf\x81",
        b"\xff\xfea",
    ],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(NoteError):
        passed_through(data)


def test_only_the_broken_paragraph_is_read_as_cp1252() -> None:
    assert decode("Zoé".encode(), UTF8) == ("Zoé", UTF8)
    assert decode(b"Zo\xe9", UTF8) == ("Zoé", CP1252)
    assert sniff(b"plain") is UTF8


@pytest.mark.parametrize(
    "name", ["utf-8", "UTF8", "utf-8-sig", "utf-16", "latin-1", "cp1252", "mac-roman", "cp037", "ascii"]
)
def test_encodings_to_choose(name: str) -> None:
    assert named(name).codec


@pytest.mark.parametrize(
    "name", ["", "nonsense", "base64", "rot13", "utf-7", "shift_jis", "idna", "unicode_escape", "\0"]
)
def test_encodings_refused(name: str) -> None:
    with pytest.raises(UsageError):
        named(name)


@pytest.mark.parametrize("bom", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_utf_16_leaves_the_byte_order_to_the_bom(bom: bytes) -> None:
    data = bom + "Grüße\n".encode("utf-16-le" if bom == codecs.BOM_UTF16_LE else "utf-16-be")
    assert passed_through(data, Reading(named("utf-16"))) == data


def test_a_replacement_that_does_not_fit_becomes_ascii() -> None:
    assert CP1252.encode("Łukasz Dvořák ☃ é") == b"?ukasz Dvor\xe1k ? \xe9"


def test_ebcdic_lines_are_found() -> None:
    data = "one\n\ntwo Zeb\n".encode("cp037")
    assert passed_through(data, Reading(named("cp037"))) == "one\n\ntwo [PATIENT-1]\n".encode("cp037")
