"""Mailboxes: written by the standard library and read back by it, with nothing planted left in any message."""

from __future__ import annotations

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest
from formats.planted import rewritten, seen

from scrubber.errors import NoteError
from scrubber.formats.registry import recognise

NAME = "Mr. Darius Velankar"


def mail(encoding: str, number: int) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ngozi Ekwueme <ngozi.ekwueme@lakehurst.example>"
    message["Subject"] = f"Visit {number}"
    message["Message-ID"] = f"<{number}.4471902@lakehurst.example>"
    message.set_content(f"{NAME}, MRN 4471902\n\nFrom here he went home.\nFine.\n", cte=encoding)
    return message


def box(folder: Path, line: str = "ngozi.ekwueme@lakehurst.example Tue Mar  5 10:11:12 2024") -> bytes:
    path = folder / "in.mbox"
    written = mailbox.mbox(path)
    for number, encoding in enumerate(("base64", "quoted-printable", "7bit"), 1):
        message = mailbox.mboxMessage(mail(encoding, number))
        message.set_from(line)
        written.add(message)
    written.close()
    return path.read_bytes()


def test_every_message_is_masked(tmp_path: Path) -> None:
    data, context = rewritten("mbox", box(tmp_path))
    assert not seen(data)
    assert b"2024" not in data
    assert context.notes == 3
    (tmp_path / "out.mbox").write_bytes(data)
    after = list(mailbox.mbox(tmp_path / "out.mbox"))
    assert [message["Subject"] for message in after] == ["Visit 1", "Visit 2", "Visit 3"]
    for message in after:
        text = message.get_payload(decode=True)
        assert not seen(text)
        assert b"rom here he went home." in text


def test_lines_of_a_windows_mailbox(tmp_path: Path) -> None:
    data, context = rewritten("mbox", box(tmp_path).replace(b"\n", b"\r\n"))
    assert not seen(data)
    assert context.notes == 3
    assert data.count(b"\n") == data.count(b"\r\n")


def test_it_is_known_by_its_first_lines_whatever_its_name(tmp_path: Path) -> None:
    head = box(tmp_path)[:4096]
    for name in ("Inbox", "mail.txt", "a.mbox"):
        found = recognise(name, head)
        assert found is not None
        assert found.name == "mbox"
    assert recognise("note.txt", b"From Tuesday at 10:00 in 2024 on\nshe was well\n") is None


def test_what_is_no_mailbox_is_refused() -> None:
    with pytest.raises(NoteError, match="no mailbox"):
        rewritten("mbox", b"Velankar\n")


def test_an_error_names_the_message(tmp_path: Path) -> None:
    data = (
        box(tmp_path)
        + b"From x Tue Mar  5 10:11:12 2024\nFrom: x@y.example\nContent-Type: application/pkcs7-mime\n\nx\n"
    )
    with pytest.raises(NoteError, match="message 4: encrypted"):
        rewritten("mbox", data)


def test_a_message_beyond_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubber.formats.eml.mbox.LARGEST", 200)
    with pytest.raises(NoteError, match="in one message"):
        rewritten("mbox", box(tmp_path))
