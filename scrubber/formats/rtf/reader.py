"""Reads an RTF file: which of its tokens are text, and to which line each belongs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scrubber.errors import NoteError
from scrubber.formats.lines import Change, Line, Part
from scrubber.formats.maps import load_map
from scrubber.formats.pictures import blank
from scrubber.formats.rtf.groups import Gathered, Group
from scrubber.formats.rtf.letters import Fonts, decoded, is_multibyte
from scrubber.formats.rtf.tokens import Kind, Token, tokens

_SYMBOLS = {"~": " ", "_": "-", "-": "", "\\": "\\", "{": "{", "}": "}", "\r": "\n", "\n": "\n", "\t": "\t"}
_BREAKS = frozenset("\r\n")
DEPTH = 2000


class Reader:
    """One file. What has been read lies in :attr:`out`, token by token; a part's key is its place there.

    Args:
        dates: whether dates are taken out; pictures: whether pictures are kept.
    """

    def __init__(self, text: str, *, dates: bool, pictures: bool) -> None:
        table = load_map("rtf", ())
        self.out: list[str] = []
        self.gathered = Gathered()
        self.blanked = False
        """Whether a picture was."""
        self._destinations: Mapping[str, str] = table["destinations"]
        self._signs: Mapping[str, str] = table["signs"]
        self._dates = frozenset(table["dates"]["words"]) if dates else frozenset()
        self._drop_dates = dates
        self._pictures: tuple[str, ...] = tuple(table["pictures"]["words"])
        self._keep_pictures = pictures
        self._fonts = Fonts()
        self._group = Group()
        self._stack: list[Group] = []
        self._skipping = 0
        self._views: dict[int, str] = {}
        for token in tokens(text):
            self._take(token)
        while self._stack:  # some programs forget the last ones
            self._close(Token(Kind.CLOSE, ""))
        self._end_line()

    def is_verbatim(self, place: int) -> bool:
        """Whether a token's text stands in the file as it is read."""
        return self._views[place] == self.out[place]

    def _take(self, token: Token) -> None:
        if token.kind is Kind.OPEN:
            if len(self._stack) >= DEPTH:
                raise NoteError(f"groups within groups, more than {DEPTH} deep")
            self._stack.append(self._group)
            self._group = replace(self._group, start=len(self.out), star=False, owns=False)
            self._skipping = 0
            self.out.append(token.raw)
        elif token.kind is Kind.CLOSE:
            self._close(token)
        elif self._group.how == "picture":
            self._picture(token)
        elif self._group.how == "drop":
            self.out.append("")
        elif token.kind is Kind.WORD:
            self._word(token)
        elif token.kind is Kind.ENDS:
            self.out.append(token.raw)
        elif token.kind is Kind.BINARY:
            raise NoteError("holds binary data that is no picture: refused")
        else:
            self._characters(token)

    def _close(self, token: Token) -> None:
        if not self._stack:  # one too many, as some programs write it: readers end here, and so does the file
            self.out.append(token.raw)
            return
        group = self._group
        self._group = self._stack.pop()
        self._skipping = 0
        self.out.append(token.raw)
        if group.owns:
            self._end_group(group)
        elif group.how == "pair":
            group.line.parts.append(Part(": "))

    def _end_group(self, group: Group) -> None:
        if group.how == "drop":
            self.out[group.start :] = [""] * (len(self.out) - group.start)
        elif group.how == "picture":
            if not self._keep_pictures:
                self.out[-1] = blank(b"").hex() + "}"
        elif group.how != "keep":
            self.gathered.end(group)

    def _word(self, token: Token) -> None:
        word, number = token.value, token.number
        if self._skipping and word != "u":
            self._skipping -= 1
        group = self._group
        if word in self._destinations and self._stack:
            self._destination(self._destinations[word])
        elif group.star and word not in ("u",):
            self._own("line")
        group.star = False
        if word == "u" and number is not None:
            self._add(token.raw, chr(number % 65536) if not 0xD800 <= number % 65536 <= 0xDFFF else "\ufffd")
            self._skipping = group.skip
            return
        self._state(word, number)
        sign = self._signs.get(word)
        if sign is None or group.how == "keep":
            self.out.append("" if word in self._dates else token.raw)
        elif sign in "\n\t":
            self._sign(token.raw, sign)
        else:
            self._add(token.raw, sign)

    def _state(self, word: str, number: int | None) -> None:
        group = self._group
        if word == "f" and group.how != "keep":
            group.font = number
        elif word == "uc":
            group.skip = number or 0
        elif word == "plain":
            group.font, group.change = None, Change.NONE
        elif word == "deleted":
            group.change = Change.NONE if number == 0 else Change.DELETED
        elif word == "revised":
            group.change = Change.NONE if number == 0 else Change.INSERTED
        self._fonts.header(word, number)

    def _destination(self, how: str) -> None:
        if how == "object":
            raise NoteError("holds an embedded object: refused")
        if how == "date":
            how = "drop" if self._drop_dates else "keep"
        if how in ("keep", "drop", "picture"):
            self._group.how = how
            self._group.owns = True
            self.blanked |= how == "picture" and not self._keep_pictures
        elif self._group.how not in ("keep", "drop"):
            self._own(how)

    def _own(self, how: str) -> None:
        """The group is a line of its own."""
        group = self._group
        if group.how in ("keep", "drop"):
            return
        if group.owns:  # a second destination in one group: what the first gathered is a line
            self._end_group(group)
        group.how, group.line, group.owns = how, Line(), True

    def _picture(self, token: Token) -> None:
        """A token of a picture: its measures stay, its kind becomes PNG, its data go."""
        if self._keep_pictures:
            self.out.append(token.raw)
        elif token.kind is Kind.WORD and token.value in self._pictures:
            self.out.append("\\pngblip ")
        elif token.kind is Kind.WORD and token.value != "bin" and self._group.owns:
            self.out.append(token.raw)
        else:
            self.out.append("")

    def _characters(self, token: Token) -> None:
        raw = token.raw
        if self._skipping:
            skipped = 1 if token.kind is not Kind.TEXT else min(self._skipping, len(raw))
            self._skipping -= skipped
            self._extend(raw if token.kind is not Kind.TEXT else raw[:skipped])
            raw = "" if token.kind is not Kind.TEXT else raw[skipped:]
            if not raw:
                return
        if token.kind is Kind.SYMBOL:
            self._symbol(token)
        elif token.kind is Kind.HEX:
            self._byte(token)
        else:
            view = decoded(raw.encode("latin-1"), self._fonts.codec(self._group.font))
            self._add(raw, view)

    def _symbol(self, token: Token) -> None:
        if token.value == "*":
            self._group.star = True
            self.out.append(token.raw)
        elif token.value in _BREAKS:
            self._sign(token.raw, "\n")
        else:
            self._add(token.raw, _SYMBOLS.get(token.value, ""))

    def _byte(self, token: Token) -> None:
        codec = self._fonts.codec(self._group.font)
        data = bytes.fromhex(token.value)
        parts = self._group.line.parts
        last = parts[-1] if parts else None
        if is_multibyte(codec) and last and last.key == len(self.out) - 1 and self.out[-1].startswith("\\'"):
            self.out[-1] += token.raw
            data = bytes.fromhex(self.out[-1].replace("\\'", ""))
            last.text = self._views[len(self.out) - 1] = decoded(data, codec)
        else:
            self._add(token.raw, decoded(data, codec))

    def _add(self, raw: str, view: str) -> None:
        """A token that is text."""
        if self._group.how == "keep":
            self.out.append(raw)
            return
        self._views[len(self.out)] = view
        self._group.line.parts.append(Part(view, len(self.out), self._group.change))
        self.out.append(raw)

    def _extend(self, raw: str) -> None:
        """What stands for the character before, for readers that do not know it."""
        if self._group.how == "keep" or not self._group.line.parts or not self.out:
            self.out.append(raw)
        else:
            self.out[-1] += raw

    def _sign(self, raw: str, sign: str) -> None:
        group = self._group
        self.out.append(raw)
        if group.how == "keep":
            return
        if sign == "\n" and group.how == "text":
            self._end_line(sign)
        else:
            group.line.parts.append(Part(sign, None, group.change))

    def _end_line(self, sign: str = "\n") -> None:
        """A paragraph of the body ends: every group that it began in goes on with the next one."""
        self.gathered.lines.close(self._group.line, sign)
        ended = self._group.line
        line: Line[int] = Line()
        for group in (*self._stack, self._group):
            if group.line is ended:
                group.line = line
