"""A message's headers: people and dates masked whole, the subject as text, the way it took taken out."""

from __future__ import annotations

import re
from email.errors import HeaderParseError
from email.header import Header, decode_header, make_header
from email.message import Message
from email.utils import collapse_rfc2231_value, getaddresses, quote

from scrubber.formats.context import FileNote
from scrubber.formats.links import scrub_link
from scrubber.formats.maps import load_map

_FOLD = re.compile(r"\r?\n[ \t]*")
_ID = re.compile(r"<([^<>]*)>|([^\s<>]+)")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_SIGNS = re.compile(r"[-=_.]+")
_ATOM = re.compile(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]*")


def decoded(value: str) -> str:
    """A header's value on one line, its encoded words read."""
    raw = value.encode("ascii", "surrogateescape") if _has_bytes(value) else None
    if raw is not None:
        try:
            value = raw.decode("utf-8")
        except UnicodeDecodeError:
            value = raw.decode("cp1252", "replace")
    line = _FOLD.sub(" ", value)
    try:
        return str(make_header(decode_header(line)))
    except (HeaderParseError, LookupError, ValueError):
        return line


def people(message: Message) -> list[tuple[str, str]]:
    """Everybody in the headers: display name and address, either of which may be empty."""
    kinds = load_map("mail", ())["headers"]
    values = [decoded(str(v)) for k, v in message.raw_items() if kinds.get(k.lower()) == "people"]
    return [pair for value in values for pair in getaddresses([value]) if any(pair)]


class Headers:
    """Scrubs the headers of one message and its parts."""

    def __init__(self, note: FileNote, part_ids: dict[str, str]) -> None:
        table = load_map("mail", ())
        self._kinds: dict[str, str] = table["headers"]
        self._kept = frozenset(table["parameters"]["keep"])
        self._named = frozenset(table["parameters"]["names"])
        self._note = note
        self._part_ids = part_ids
        self._files = self._boundaries = 0

    def scrub(self, message: Message) -> None:
        """Scrub one part's headers, in their order."""
        items = [(name, self._value(name, str(value))) for name, value in message.raw_items()]
        for name in {name for name, _ in items}:
            del message[name]
        for name, value in items:
            if value is not None:
                message.set_raw(name, value)
        message.set_unixfrom("")
        self._parameters(message)

    def _value(self, name: str, raw: str) -> str | None:
        kind = self._kinds.get(name.lower())
        if kind in (None, "keep", "parameters"):
            return plain_ascii(raw) if kind else None
        value = decoded(raw)
        new = self._masked(kind or "", name, value)
        return raw if new == value else encoded(new)

    def _masked(self, kind: str, name: str, value: str) -> str:
        if kind == "people":
            return self._people(value)
        if kind == "ids":
            return _ID.sub(lambda m: f"<{self._note.field(m[1] or m[2] or '', 'IDNUM', name)}>", value)
        if kind == "text":
            return self._note.text(value, name)
        if kind == "link":
            return scrub_link(self._note, value, name)
        if kind == "part":
            return f"<{self._part_ids.get(value.strip().strip('<>'), 'part')}>"
        return self._note.field(value, kind, name)

    def _people(self, value: str) -> str:
        pairs = getaddresses([value])
        if not pairs or not all(any(pair) for pair in pairs):  # not to be parsed: nothing of it may stay
            return self._note.field(value, "PATIENT", "people") if value.strip() else value
        return ", ".join(self._person(*pair) for pair in pairs)

    def _person(self, name: str, address: str) -> str:
        name = self._note.field(name, "EMAIL" if "@" in name else "PATIENT", "people")
        address = self._note.field(address, "EMAIL", "people")
        if not name:
            return address
        shown = name if _ATOM.fullmatch(name) else f'"{quote(name)}"'
        return f"{shown} <{address}>"

    def _parameters(self, message: Message) -> None:
        number = 0
        for header in ("Content-Type", "Content-Disposition"):
            for name, value in message.get_params([], header)[1:]:
                if name.lower() == "boundary":
                    self._bound(message, str(value))
                elif name.lower() in self._named:
                    number = number or self._next()
                    message.set_param(name, f"attachment-{number}{_suffix(collapse_rfc2231_value(value))}", header)
                elif name.lower() not in self._kept:
                    message.del_param(name, header)

    def _bound(self, message: Message, boundary: str) -> None:
        """A boundary that tells something is made anew."""
        self._boundaries += 1
        if self._note.marks(_SIGNS.sub(" ", boundary), "boundary"):
            message.set_param("boundary", f"=_scrub_part_{self._boundaries}", "Content-Type")

    def _next(self) -> int:
        """The number of an attachment, by which it is called."""
        self._files += 1
        return self._files


def _suffix(name: str) -> str:
    """What the name of an attachment tells of its kind, and of nothing else."""
    found = _SUFFIX.search(name)
    return found[0].lower() if found else ""


def _has_bytes(value: str) -> bool:
    return any("\udc80" <= c <= "\udcff" for c in value)


def plain_ascii(raw: str) -> str:
    """Text of a message's source with a question mark for every byte that may not stand there."""
    return raw.encode("ascii", "replace").decode("ascii")


def encoded(value: str) -> str:
    """A header's value as it is written: on one line, in encoded words where it is not ASCII."""
    value = " ".join(value.splitlines())
    return value if value.isascii() else Header(value, "utf-8", maxlinelen=76).encode()
