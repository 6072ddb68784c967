"""Documents, mail and cards, read by the email module, python-docx, pypdf, vobject, lxml and striprtf."""

from __future__ import annotations

import mailbox
import re
from email import message_from_binary_file, policy
from email.message import Message
from email.utils import getaddresses
from pathlib import Path
from typing import Any

from benchmarks.formats.counts import Counts, of_values

_NOBODY = "python-docx"
"""Whom python-docx names where a document names nobody."""
_TO_PEOPLE = re.compile(r"(?i)(?:mailto|tel):[^?\s]+$")
_RTF_PEOPLE = re.compile(r"\{\\(?:author|operator|manager|company) ([^{}\\]+)\}")
_PEOPLE = ("from", "to", "cc", "bcc", "reply-to", "sender", "delivered-to", "return-path")


def of_eml(before: Path, after: Path) -> Counts:
    """Mail: who is named in its headers."""
    with before.open("rb") as old, after.open("rb") as new:
        return of_values(_people(message_from_binary_file(old)), _text(message_from_binary_file(new)))


def of_mbox(before: Path, after: Path) -> Counts:
    """Mailboxes, all messages together."""
    old, new = mailbox.mbox(before, create=False), mailbox.mbox(after, create=False)
    return of_values([value for m in old for value in _people(m)], "\n".join(map(_text, new)))


def _people(message: Message) -> list[str]:
    raw = [str(value) for name, value in message.items() if name.lower() in _PEOPLE]
    return [address for _, address in getaddresses(raw) if re.fullmatch(r"[^@\s]+@[^@\s]+\.\w+", address)]


def _text(message: Message) -> str:
    """All of a message, decoded."""
    pieces = [str(message.as_bytes(policy=policy.compat32), "latin-1")]
    for part in message.walk():
        payload: Any = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            pieces.append(payload.decode("utf-8", "replace"))
    return "\n".join(pieces)


def of_docx(before: Path, after: Path) -> Counts:
    """Word documents: their people among the properties."""
    import docx

    old, new = docx.Document(str(before)).core_properties, docx.Document(str(after)).core_properties
    values = [value for value in (old.author, old.last_modified_by) if value != _NOBODY]
    return of_values(values, f"{new.author}\n{new.last_modified_by}")


def of_pdf(before: Path, after: Path) -> Counts:
    """PDFs: their people among the properties, sought in the pages' text and the properties too."""
    import pypdf

    old, new = pypdf.PdfReader(before).metadata, pypdf.PdfReader(after)
    text = "\n".join(page.extract_text() for page in new.pages)
    return of_values([str(old.author)] if old and old.author else [], f"{text}\n{new.metadata}")


def of_vcard(before: Path, after: Path) -> Counts:
    """Cards: every name, address and number."""
    import vobject

    wanted = ("fn", "n", "tel", "email", "adr", "nickname", "bday")
    cards = list(vobject.readComponents(before.read_text("utf-8", "replace"), ignoreUnreadable=True))
    values = [str(line.value) for card in cards for line in card.getChildren() if line.name.lower() in wanted]
    text = after.read_text("utf-8", "replace")
    list(vobject.readComponents(text, ignoreUnreadable=True))
    return of_values([v for value in values for v in value.splitlines()], text)


def of_html(before: Path, after: Path) -> Counts:
    """Pages: whom links write to and call, and who wrote them. The output must have the elements that it had."""
    from lxml import html

    old, new = html.fromstring(before.read_bytes()), html.fromstring(after.read_bytes())
    if [str(one.tag) for one in old.iter()] != [str(one.tag) for one in new.iter()]:
        raise ValueError("other elements than before")
    links = (str(value).partition(":")[2] for _, _, value, _ in old.iterlinks() if _TO_PEOPLE.match(str(value)))
    return of_values([*links, *old.xpath("//meta[@name='author']/@content")], html.tostring(new, encoding="unicode"))


def of_rtf(before: Path, after: Path) -> Counts:
    """Rich text: its people and companies among the properties, sought in the text as a reader shows it too."""
    from striprtf.striprtf import rtf_to_text

    new = after.read_text("latin-1")
    people = _RTF_PEOPLE.findall(before.read_text("latin-1"))
    return of_values(people, f"{' '.join(_RTF_PEOPLE.findall(new))}\n{rtf_to_text(new, errors='ignore')}")  # type: ignore[no-untyped-call]
