"""What is read off a note's tokens, one by one and in their neighbourhood, for ``word_features.py``."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from scrubber.reading import Reading
from scrubber.tokens import Tokens

SHORT_LINE = 25
"""Lines of fewer tokens are taken for fields of a form."""
_LISTED = tuple(side + place for side in ("", "-", "+") for place in ("l=", "pBl=", "pIl=", "pEl="))
_PREFIXES = {
    "rules": ("h=", "r=", "-h=", "-r=", "+h=", "+r=", "h<", "h>", "hw="),
    "lists": _LISTED,
    "far": ("h<", "h>", "hw=", "seg", "anc", "num>"),
}
"""What the features of a group begin with (:data:`scrubber.pack_data.GROUPS`)."""


def without(rows: Sequence[Sequence[str]], groups: Iterable[str]) -> list[list[str]]:
    """The rows without the features of some groups."""
    prefixes = tuple(prefix for group in groups for prefix in _PREFIXES[group])
    return [[name for name in row if not name.startswith(prefixes)] for row in rows]


@lru_cache(maxsize=65536)
def shape(text: str) -> str:
    """A token's shape: 'Aa', 'A1', 'A3', 'AA', 'a', 'a1', 'aA', 'd4'; a sign is its own."""
    first = text[0]
    if first.isdigit():
        return f"d{min(len(text), 9)}"
    if not first.isalpha():
        return text
    if text.islower():
        return "a" if len(text) > 1 else "a1"
    if len(text) == 1:
        return "A1"
    if text.isupper():
        return "AA" if len(text) > 3 else f"A{len(text)}"
    return "Aa" if first.isupper() and text[1:].islower() else "aA"


@lru_cache(maxsize=4096)
def number_class(text: str) -> str:
    """What a number could be in a calendar or as an age."""
    if len(text) <= 2:
        value = int(text)
        return "m" if 1 <= value <= 12 else "d" if 1 <= value <= 31 else "2"
    if len(text) == 4 and "1900" <= text <= "2039":
        return "y"
    if len(text) == 5:
        return "cp" if "01" <= text[:2] <= "52" else "5"
    return str(min(len(text), 12))


def window(words: Sequence[str], shapes: Sequence[str], j: int) -> list[str]:
    """The word, its neighbours and their shapes."""
    w0, w1, w_1 = words[j], words[j + 1], words[j - 1]
    s0, s1, s_1, s2, s_2 = shapes[j], shapes[j + 1], shapes[j - 1], shapes[j + 2], shapes[j - 2]
    return [
        "b",
        "w=" + w0,
        "w-1=" + w_1,
        "w+1=" + w1,
        "w-2=" + words[j - 2],
        "w+2=" + words[j + 2],
        "w-3=" + words[j - 3],
        "w+3=" + words[j + 3],
        f"w-w={w_1}|{w0}",
        f"w+w={w0}|{w1}",
        f"w-+={w_1}|{w1}",
        f"w--={words[j - 2]}|{w_1}",
        f"w++={w1}|{words[j + 2]}",
        f"w-s={w_1}|{s0}",
        f"w--s={words[j - 2]}|{w_1}|{s0}",
        f"w+s={s0}|{w1}",
        "s=" + s0,
        "s-1=" + s_1,
        "s+1=" + s1,
        "s-2=" + s_2,
        "s+2=" + s2,
        f"s-s={s_1}|{s0}",
        f"s+s={s0}|{s1}",
        f"s-s+={s_1}|{s0}|{s1}",
        f"s--s={s_2}|{s_1}|{s0}",
        f"s++s={s0}|{s1}|{s2}",
        f"s5={s_2}|{s_1}|{s0}|{s1}|{s2}",
    ]


def spelled(text: str, low: str, chunk: str, words: Sequence[str], shapes: Sequence[str], j: int) -> list[str]:
    """First and last letters of a word; the class of a number and what stands around it."""
    row = ["ck=" + chunk]
    if text.isalpha():
        for count in (1, 2, 3, 4):
            row.append(f"<{count}={low[:count]}")
            row.append(f">{count}={low[-count:]}")
    elif text.isdecimal():  # "²" is a digit and no number
        kind = number_class(text)
        row += [
            "n=" + kind,
            f"n-={words[j - 1]}|{kind}",
            f"n+={kind}|{words[j + 1]}",
            f"n-+={words[j - 1]}|{kind}|{words[j + 1]}",
            f"n--={words[j - 2]}|{words[j - 1]}|{kind}",
            f"n++={kind}|{words[j + 1]}|{words[j + 2]}",
        ]
    return row


def field_values(
    texts: Sequence[str], lows: Sequence[str], words: Sequence[str], lines: Sequence[range]
) -> dict[str, list[str]]:
    """The capitalised words that stand behind a colon on a short line, with the words before the colon."""
    values: dict[str, list[str]] = {}
    for line in lines:
        if len(line) > SHORT_LINE + 15:
            continue
        label = last = ""
        for i in line:
            if texts[i] == ":":
                label = last
            elif texts[i].isalpha():
                last = words[i]
                if label and len(lows[i]) > 2 and texts[i][0].isupper():
                    known = values.setdefault(lows[i], [])
                    if label not in known and len(known) < 4:
                        known.append(label)
    return values


def rule_features(reading: Reading) -> list[tuple[str, ...]]:
    """The rules that hit each token: type and place of the heaviest hit, and every rule's name with the place."""
    starts = reading.tokens.starts
    found: list[tuple[str, ...]] = [()] * len(starts)
    spans = sorted(reading.spans, key=lambda s: (-s.weight, s.start - s.end, s.start, s.source))
    for span in spans:
        first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
        for i in range(first, last):
            place = "U" if last == first + 1 else "B" if i == first else "E" if i == last - 1 else "I"
            if not found[i]:
                found[i] = (f"h={span.type}{place}",)
            name = f"r={span.source}{place}"
            if name not in found[i]:
                found[i] += (name,)
    return found


def next_hits(hits: Sequence[str]) -> list[str]:
    """By token of a line: the type of the next hit, which is not the one that covers it."""
    behind = [""] * len(hits)
    waiting = current = ""
    for at in range(len(hits) - 1, -1, -1):
        if hits[at] != current:
            waiting, current = current or waiting, hits[at]
        behind[at] = waiting
    return behind


def until_number(texts: Sequence[str]) -> list[int]:
    """By token of a line: how far the next number ("s/n" is one) is, at most seven tokens; 0 at a number itself."""
    distances = [0] * len(texts)
    distance = 7
    for at in range(len(texts) - 1, -1, -1):
        none = texts[at : at + 3] in (["s", "/", "n"], ["S", "/", "N"])
        distance = 0 if texts[at][0].isdigit() or none else min(distance + 1, 7)
        distances[at] = distance
    return distances


def chunk_shapes(tokens: Tokens) -> list[str]:
    """The shape of the run of characters without space that each token is part of: 'd2/d2/d4'."""
    shapes: list[str] = []
    chunk: list[str] = []
    end = -1
    for start, text in zip(tokens.starts, tokens.texts, strict=True):
        if start != end or text == "\n":
            shapes += ["".join(map(shape, chunk[:9]))] * len(chunk)
            chunk = []
        chunk.append(text)
        end = start + len(text)
    return shapes + ["".join(map(shape, chunk[:9]))] * len(chunk)


def line_ranges(texts: Sequence[str]) -> Iterator[range]:
    """The tokens of each line that has any, without its line end."""
    start = 0
    for i, text in enumerate(texts):
        if text == "\n":
            if i > start:
                yield range(start, i)
            start = i + 1
    if len(texts) > start:
        yield range(start, len(texts))
