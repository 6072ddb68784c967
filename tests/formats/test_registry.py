"""Which format a file has: a note that is named like plain text and begins with something pasted is a note."""

from __future__ import annotations

import pytest

from scrubber.formats.registry import recognise
from scrubber.formats.signatures import says_fhir

PASTED = {
    "hl7": b"MSH|^~\\&|LAB|X\rPID|1\rThe note goes on.",
    "fhir": b'{"resourceType": "Patient"}\nThe note goes on.',
    "xml": b"<?xml version='1.0'?><a/>\nThe note goes on.",
    "vcard": b"BEGIN:VCARD\nFN:Osei\nEND:VCARD\nThe note goes on.",
}


@pytest.mark.parametrize("name", PASTED)
def test_a_note_may_begin_with_something_pasted(name: str) -> None:
    assert recognise("note.txt", PASTED[name]) is None
    assert recognise("NOTE.LOG", PASTED[name]) is None
    found = recognise("export", PASTED[name])
    assert found is not None
    assert found.name == name


def test_a_string_that_never_ends_is_read_once() -> None:
    assert not says_fhir(b'{"resourceType"' + b'"\\"' * 400_000)


def test_a_message_that_a_mailbox_line_precedes_is_a_mailbox_of_one() -> None:
    header = (
        b"From: Marta Quillon <m.quillon@example.org>\r\nTo: d@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nHi"
    )
    for head, name in ((header, "eml"), (b"From m@example.org Mon May  2 16:07:05 2005\r\n" + header, "mbox")):
        found = recognise("letter.eml", head)
        assert found is not None
        assert found.name == name
