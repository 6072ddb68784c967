"""Reads a pattern of ``regex`` (version 1) into its :mod:`shape <scrubber.rules.prefilter.shapes>`."""

from __future__ import annotations

import re

from scrubber.lazy_pattern import lazy_re
from scrubber.rules.prefilter.chars import NO_CHARACTER, chars
from scrubber.rules.prefilter.shapes import EMPTY, Ahead, Alt, Assertion, Char, Repeat, Seq, Shape

_ESCAPED_CLASS = lazy_re(r"\\(?:[dDsSwW]|[pP]\{\^?[\w=: -]+\})")
_CODED = lazy_re(r"\\(?:[tnrfva]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})")
_COUNT = lazy_re(r"\{(\d*)(,?)(\d*)\}")
_FLAGS = lazy_re(r"\(\?([im]*)(?:-([im]+))?([:)])")
_NAME = lazy_re(r"\(\?P?<([^\W\d]\w*)>")
_REFERENCE = lazy_re(r"\(\?P=(\w+)\)")
_CONDITION = lazy_re(r"\(\?\(\w+\)")
_EXPANDING = ("ß", "ŉ", "ǰ", "ΐ", "և", "ẖ", "ẞ", "ﬀ", "ﬁ", "ﬅ", "ﬓ")
"""Characters that are several letters when case is folded, one of each script."""


class Unreadable(Exception):
    """The pattern holds something that the prefilter does not know: its rule is then always tried."""


def parse(pattern: str) -> Shape:
    """The shape of a pattern, macros filled in.

    Raises:
        Unreadable: it holds something that is not understood here.
    """
    parser = _Parser(pattern)
    shape = parser.alternatives(icase=False)
    if parser.at < len(pattern):
        raise Unreadable
    return shape


class _Parser:
    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.groups: dict[str, list[Shape]] = {}

    def alternatives(self, icase: bool) -> Shape:
        """Branches up to the group's end, which is left standing."""
        branches: list[Shape] = []
        items: list[Shape] = []
        pattern = self.pattern
        while self.at < len(pattern) and pattern[self.at] != ")":
            if pattern[self.at] == "|":
                self.at += 1
                branches.append(_seq(items))
                items = []
                continue
            flags = _FLAGS.match(pattern, self.at)
            if flags is not None and flags[3] == ")":  # (?i) holds to the group's end
                self.at = flags.end()
                icase = _icase(flags, icase)
                continue
            items.append(self._repeated(self._atom(icase)))
        if not branches:
            return _seq(items)
        return Alt((*branches, _seq(items)))

    def _repeated(self, item: Shape) -> Shape:
        pattern, low, high = self.pattern, 1, 1
        sign = pattern[self.at : self.at + 1]
        unlimited = False
        if sign in ("*", "+", "?") and sign:
            self.at += 1
            low, unlimited = int(sign == "+"), sign != "?"
        elif sign == "{":
            count = _COUNT.match(pattern, self.at)
            if count is None or not (count[1] or count[3]):
                raise Unreadable  # fuzzy matching
            self.at = count.end()
            low = int(count[1] or 0)
            high = int(count[3] or 0) if count[2] else low
            unlimited = bool(count[2]) and not count[3]
        else:
            return item
        if pattern[self.at : self.at + 1] in ("?", "+"):
            self.at += 1
        if pattern[self.at : self.at + 1] in ("*", "+", "?", "{"):
            raise Unreadable
        return Repeat(item, low, None if unlimited else high)

    def _atom(self, icase: bool) -> Shape:
        pattern, at = self.pattern, self.at
        char = pattern[at]
        if char == "(":
            return self._group(icase)
        if char == "[":
            return self._set(icase)
        if char == "\\":
            return self._escape(icase)
        if char in "*+?{":
            raise Unreadable
        self.at += 1
        if char in "^$":
            return Assertion()
        return Char(chars("[^\\n]", False)) if char == "." else _literal(char, icase)

    def _escape(self, icase: bool) -> Shape:
        pattern, at = self.pattern, self.at
        found = _ESCAPED_CLASS.match(pattern, at) or _CODED.match(pattern, at)
        if found is not None:
            self.at = found.end()
            return Char(chars(found[0], icase))
        char = pattern[at + 1 : at + 2]
        self.at += 2
        if char == "Z":
            return Char(chars(NO_CHARACTER, False))
        if char in ("b", "B", "A"):
            return Assertion()
        if not char or char.isalnum():
            raise Unreadable
        return _literal(char, icase)

    def _set(self, icase: bool) -> Shape:
        """A set, its end found by counting brackets: sets may hold sets."""
        pattern, start, depth = self.pattern, self.at, 0
        at = start
        while at < len(pattern):
            char = pattern[at]
            if char == "\\":
                at += 1
            elif char == "[":
                depth += 1
                if pattern[at + 1 : at + 2] == "]" or pattern[at + 1 : at + 3] == "^]":
                    raise Unreadable
            elif char == "]":
                depth -= 1
                if not depth:
                    break
            at += 1
        self.at = at + 1
        atom = chars(pattern[start : at + 1], icase)
        # a set may match "ss" for the sake of an "ß" in it
        if icase and any(char in atom for char in _EXPANDING):
            any_ = Char(chars(r"[\s\S]", False))
            return Alt((Char(atom), Seq((any_, any_)), Seq((any_, any_, any_))))
        return Char(atom)

    def _group(self, icase: bool) -> Shape:
        pattern, at = self.pattern, self.at
        if not pattern.startswith("(?", at):
            self.at += 1
            return self._inside(icase)
        for opening in ("(?=", "(?!", "(?<=", "(?<!", "(?>"):
            if pattern.startswith(opening, at):
                self.at += len(opening)
                shape = self._inside(icase)
                return _look(opening, shape)
        if reference := _REFERENCE.match(pattern, at):
            self.at = reference.end()
            if icase or reference[1] not in self.groups:
                raise Unreadable
            return Alt(tuple(self.groups[reference[1]]))
        if condition := _CONDITION.match(pattern, at):
            self.at = condition.end()
            shape = self._inside(icase)
            return shape if isinstance(shape, Alt) else Alt((shape, EMPTY))
        if name := _NAME.match(pattern, at):
            self.at = name.end()
            shape = self._inside(icase)
            self.groups.setdefault(name[1], []).append(shape)
            return shape
        if flags := _FLAGS.match(pattern, at):
            self.at = flags.end()
            return self._inside(_icase(flags, icase))
        raise Unreadable

    def _inside(self, icase: bool) -> Shape:
        shape = self.alternatives(icase)
        if self.pattern[self.at : self.at + 1] != ")":
            raise Unreadable
        self.at += 1
        return shape


def _icase(flags: re.Match[str], icase: bool) -> bool:
    return (icase or "i" in flags[1]) and "i" not in (flags[2] or "")


def _literal(char: str, icase: bool) -> Shape:
    if icase and len(char.casefold()) > 1:
        raise Unreadable  # "ß" matches "ss"
    return Char(chars(char, icase))


def _seq(items: list[Shape]) -> Shape:
    return items[0] if len(items) == 1 else Seq(tuple(items))


def _look(opening: str, shape: Shape) -> Shape:
    if opening == "(?>":
        return shape
    if opening == "(?=":
        return Ahead(shape)
    if opening == "(?<=":
        return Assertion()
    branches = shape.branches if isinstance(shape, Alt) else (shape,)
    single = tuple(branch.chars for branch in branches if isinstance(branch, Char))
    return Assertion(next=single) if opening == "(?!" else Assertion(last=single)
