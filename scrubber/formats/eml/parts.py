"""The parts of a message: text is scrubbed, attachments go through their own formats, the rest is taken out."""

from __future__ import annotations

import re
from email.message import Message
from urllib.parse import quote

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.eml.bodies import UNENCODED, part_bytes, part_text, put_bytes, put_text, transfer_encoding
from scrubber.formats.eml.headers import Headers, decoded, encoded, plain_ascii
from scrubber.formats.html.page import scrub_page
from scrubber.formats.nested import nested_format, scrub_nested
from scrubber.formats.pictures import scrub_picture
from scrubber.formats.registry import Format
from scrubber.formats.registry import named as format_named
from scrubber.formats.settings import SKIP

DEPTH = 20
_SEALED = re.compile(r"multipart/encrypted|application/(?:x-)?pkcs7-mime|application/pgp-encrypted")
_SIGNATURE = re.compile(r"application/(?:(?:x-)?pkcs7-signature|pgp-signature)")
_UUENCODED = re.compile(r"(?m)^begin(?:-base64)? [0-7]{3,4} \S")
_PGP = "-----BEGIN PGP MESSAGE-----"
_REMOVED = "[attachment removed]\n"
_BY_TYPE = {"text/rtf": "rtf", "application/rtf": "rtf", "application/pdf": "pdf", "text/csv": "csv"}
_BY_TYPE |= dict.fromkeys(("text/calendar", "text/vcard", "text/x-vcard"), "vcard")


class Parts:
    """Scrubs the parts of one message."""

    def __init__(self, context: FileContext, note: FileNote, message: Message) -> None:
        self._context = context
        self._note = note
        ids = [decoded(str(part["Content-ID"])).strip().strip("<>") for part in message.walk() if part["Content-ID"]]
        self._ids = {old: f"part{number}@mail" for number, old in enumerate(dict.fromkeys(ids), 1)}
        self._headers = Headers(note, self._ids)
        self._attachments = 0

    def scrub(self, part: Message, depth: int = 0) -> None:
        """Scrub a part and all below it.

        Raises:
            NoteError: it is encrypted, broken or too deep, or an attachment of a known format is refused.
        """
        if depth > DEPTH:
            raise NoteError(f"parts within parts, more than {DEPTH} deep")
        kind = part.get_content_type()
        if _SEALED.fullmatch(kind):
            raise NoteError("encrypted")
        if kind.startswith("multipart/") and not part.is_multipart():
            raise NoteError("broken: a message whose parts do not begin")
        if part.is_multipart() and transfer_encoding(part) not in UNENCODED:
            raise NoteError("broken: parts or a message inside a transfer encoding")
        name = decoded(part.get_filename() or "")
        self._headers.scrub(part)
        if part.is_multipart():
            self._many(part, kind, depth)
        elif kind.startswith("image/"):
            put_bytes(part, scrub_picture(self._context, part_bytes(part)))
        else:
            self._single(part, kind, name)

    def _many(self, part: Message, kind: str, depth: int) -> None:
        below = [p for p in part.get_payload() if isinstance(p, Message)]
        if kind == "message/delivery-status":
            for block in below:
                self._block(block)
            return
        if kind == "multipart/signed":
            self._unsign(part, below)
        for inner in part.get_payload():
            if isinstance(inner, Message):
                self.scrub(inner, depth + 1)
        part.preamble = self._note.text(plain_ascii(part.preamble)) if part.preamble else part.preamble
        part.epilogue = self._note.text(plain_ascii(part.epilogue)) if part.epilogue else part.epilogue

    def _unsign(self, part: Message, below: list[Message]) -> None:
        """Take out a signature: it would not hold any more, and says who signed."""
        part.set_type("multipart/mixed")
        part.set_payload([p for p in below if not _SIGNATURE.fullmatch(p.get_content_type())])
        self._context.warn("the message's signature is taken out, since it would not hold any more")

    def _block(self, block: Message) -> None:
        """A report's lines, of which any may hold an address."""
        items = [(name, decoded(str(value))) for name, value in block.raw_items()]
        for name in {name for name, _ in items}:
            del block[name]
        for name, value in items:
            text = self._note.text(f"{name}: {value}", "report")
            block.set_raw(plain_ascii(name), encoded(text.partition(": ")[2] or "-"))
        if block.is_multipart():
            raise NoteError("broken: a delivery report that holds parts")
        text, codec = part_text(block)  # lines that are no fields: the mailer's own words
        if text:
            put_text(block, self._note.text(text, "report"), codec)

    def _single(self, part: Message, kind: str, name: str) -> None:
        if format_ := self._format(part, kind, name):
            self._attached(part, format_)
        elif kind.startswith("text/"):
            self._text(part, html=kind == "text/html")
        else:
            self._remove(part)

    def _attached(self, part: Message, format_: Format) -> None:
        """An attachment of a known format; one that is refused as a file may be left out."""
        self._attachments += 1
        old = part_bytes(part)
        try:
            new = scrub_nested(self._context, self._note, format_, old)
        except NoteError as error:
            if self._context.settings.on_bad_row != SKIP:
                raise
            self._context.leave_out(f"attachment {self._attachments}", error, old)
            self._remove(part)
            return
        if new != old:
            put_bytes(part, new)

    def _format(self, part: Message, kind: str, name: str) -> Format | None:
        """The format of an attachment; a text part without a name has none, but one that no reader shows as text."""
        if name:
            found = nested_format(name, part_bytes(part))
            if found is not None:
                return found
        if kind in _BY_TYPE and (name or kind != "text/csv"):
            return format_named(_BY_TYPE[kind])
        return None if name or kind.startswith("text/") else nested_format("", part_bytes(part))

    def _text(self, part: Message, *, html: bool) -> None:
        text, codec = part_text(part)
        if _PGP in text:
            raise NoteError("encrypted")
        if _UUENCODED.search(text):
            raise NoteError("holds a file as uuencoded text, which is not read")
        if html:
            new = scrub_page(self._with_ids(text), self._note, self._context, where="body")
        else:
            new = self._note.text(text, "body")
        if new != text:
            put_text(part, new, codec)

    def _with_ids(self, page: str) -> str:
        """A page that shows the message's pictures, by their new ids."""
        for old, new in self._ids.items():
            page = page.replace(f"cid:{old}", f"cid:{new}").replace(f"cid:{quote(old)}", f"cid:{new}")
        return page

    def _remove(self, part: Message) -> None:
        self._context.warn("attachments of formats that are not handled are taken out")
        for header in ("Content-Type", "Content-Disposition", "Content-Transfer-Encoding"):
            del part[header]
        part["Content-Type"] = "text/plain"
        part.set_payload(_REMOVED)
