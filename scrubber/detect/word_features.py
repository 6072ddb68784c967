"""Features of a tagger that reads whole notes: words as they are, their lists and rules, and where they stand.

Richer than those of the cue scorer (``features.py``): more neighbours, more letters, rules by name, the label of the
line, what else in the note says something of a word (``note_features.py``). Either words that no protect list holds are
'?' and known by their letters only (English), or every word is known by heart, and so notes of one kind by their
headings ("NHC:", "Remitido por:"): that is for a language whose model is trained on notes that anybody may read
(``patterns/<language>/pack.toml``).

The shipped models of both kinds are trained on these: whoever changes a feature trains them anew, and changes
``crf_rows.py``, which makes the same features faster where words are not known by heart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from scrubber.detect.note_features import NoteFeatures
from scrubber.detect.word_parts import (
    SHORT_LINE,
    chunk_shapes,
    field_values,
    line_ranges,
    next_hits,
    rule_features,
    shape,
    spelled,
    until_number,
    window,
)
from scrubber.features import known_words, short_lists
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.tokens import Tokens
from scrubber.words import Memo

_FAR = 3
"""Neighbours on either side that are features."""
LAST_POSITION = 25
"""Lines are counted up to here."""
_OUT = ("^", "$")
_ANCHORS = ("HOSPITAL_WORD", "STREET_SUFFIX", "ORGANIZATION_WORD", "TITLE")
"""Lists of words that say what the names behind them are."""


@dataclass
class _Line:
    """One line's tokens, and what is the same for all of them."""

    tokens: range
    first: str = ""
    common: list[str] = field(default_factory=list)
    shaped: list[str] = field(default_factory=list)
    """Those that count together with each token's shape."""


class WordFeatures:
    """Makes the features of a note's tokens, line by line.

    Args:
        by_heart: every word is a feature, not those of protect lists only; and what stands farther away counts too.
    """

    def __init__(self, lexicon: Lexicon, *, by_heart: bool = True) -> None:
        flags = lexicon.flags
        self.lexicon = lexicon
        self._known = None if by_heart else known_words(flags)
        self._anchors = flags.likely_of(_ANCHORS)
        self.short: Memo[int, str] = Memo(lambda mask: short_lists(flags, mask))
        """The lists of a mask in short."""
        self._lists: Memo[int, tuple[str, ...]] = Memo(lambda mask: tuple([f"l={name}" for name in flags.names(mask)]))

    def lines(
        self, reading: Reading, wanted: Callable[[range], bool] | None = None
    ) -> Iterator[tuple[range, list[list[str]]]]:
        """Every line that is not empty (and is wanted): the indices of its tokens, and their features."""
        tokens = reading.tokens
        words = self.words(reading)
        lines = [_Line(found, words[found[0]]) for found in line_ranges(tokens.texts)]
        context = _Context(tokens, words, lines)
        lists = self.named_lists(reading)
        rules = rule_features(reading)
        chunks = chunk_shapes(tokens)
        note = NoteFeatures(reading, self.lexicon) if self._known is not None else None
        for line in lines:
            if wanted is not None and not wanted(line.tokens):
                continue
            rows = self._rows(tokens, words, line, context, lists, rules, chunks)
            for row, more in zip(rows, self._more(reading, line.tokens, note), strict=True):
                row += more
            yield line.tokens, rows

    def words(self, reading: Reading) -> Sequence[str]:
        """Each token as a feature names it."""
        lows, known = reading.tokens.lows, self._known
        if known is None:
            return lows
        return [
            low if mask & known or not low.isalpha() else "?" for low, mask in zip(lows, reading.masks, strict=True)
        ]

    def _more(self, reading: Reading, line: range, note: NoteFeatures | None) -> Iterator[list[str]]:
        """What the two kinds of models see besides: what stands farther away on the line, or elsewhere in the note."""
        if note is None:
            yield from self._far(reading, line)
            return
        texts = reading.tokens.texts
        lists = ["", *[self.short[reading.masks[i]] for i in line], ""]
        for before, own, behind, i in zip(lists, lists[1:], lists[2:], line, strict=False):
            s = shape(texts[i])
            yield [
                f"L={own}|{s}",
                f"-L={before}|{own}",
                f"+L={own}|{behind}",
                f"-L+={before}|{s}|{behind}",
                *note.of(i),
            ]

    def _far(self, reading: Reading, line: range) -> Iterator[list[str]]:
        """What stands farther away on the line: the last and the next rule's hit, what the stretch begins with."""
        texts, lows, hits, masks = reading.tokens.texts, reading.tokens.lows, reading.hits, reading.masks
        behind = next_hits([hits[i] for i in line])
        numbers = until_number([texts[i] for i in line])
        last, anchor, since, first, at = "", "", 0, "", 0
        for place, i in enumerate(line):
            hit, s = hits[i], shape(texts[i])
            if texts[i] in ".,;:()":
                first, at = "", 0
            else:
                first = first or lows[i]
                at += 1
            if masks[i] & self._anchors:
                anchor, since = lows[i], 0
            yield [
                f"h<={last}|{s}",
                f"h>={behind[place]}|{s}",
                f"h<>={last}|{hit}|{behind[place]}",
                f"seg={first}|{s}",
                f"seg@={first}|{min(at, 4)}",
                f"anc={anchor}|{s}",
                f"anc@={anchor}|{min(since, 6)}",
                f"hw={hit}|{lows[i]}",
                f"num>={numbers[place]}|{s}",
                f"num>@={anchor}|{min(since, 6)}|{numbers[place]}|{s}",
            ]
            since += 1
            if hit:
                last = hit

    def named_lists(self, reading: Reading) -> list[tuple[str, ...]]:
        """The lists of each token, and of the phrase that it is part of."""
        lists = self._lists
        found = list(map(lists.__getitem__, reading.masks))
        starts = reading.tokens.starts
        for start, end, mask in reading.phrase_spans:
            first, last = bisect_left(starts, start), bisect_left(starts, end)
            for i in range(first, last):
                place = "B" if i == first else "E" if i == last - 1 else "I"
                found[i] += tuple([f"p{place}{name}" for name in lists[mask]])
        return found

    def _rows(
        self,
        tokens: Tokens,
        known_as: Sequence[str],
        line: _Line,
        context: _Context,
        lists: Sequence[Sequence[str]],
        rules: Sequence[Sequence[str]],
        chunks: Sequence[str],
    ) -> list[list[str]]:
        texts, lows = tokens.texts, tokens.lows
        pad_left, pad_right = [_OUT[0]] * _FAR, [_OUT[1]] * _FAR
        words = [*pad_left, *(known_as[i] for i in line.tokens), *pad_right]
        shapes = [*pad_left, *(shape(texts[i]) for i in line.tokens), *pad_right]
        empty: list[Sequence[str]] = [()]
        listed = [*empty, *(lists[i] for i in line.tokens), *empty]
        ruled = [*empty, *(rules[i] for i in line.tokens), *empty]
        label, label_before, since, last = "", "", 0, ""
        rows = []
        for place, i in enumerate(line.tokens):
            j = place + _FAR
            row = window(words, shapes, j)
            row += spelled(texts[i], lows[i], chunks[i], words, shapes, j)
            s = shapes[j]
            row += listed[place + 1]
            row += ["-" + name for name in listed[place]]
            row += ["+" + name for name in listed[place + 2]]
            row += ruled[place + 1]
            row += ["-" + name for name in ruled[place]]
            row += ["+" + name for name in ruled[place + 2]]
            row += line.common
            row += [name + "|" + s for name in line.shaped]
            row += [
                "lab=" + label,
                f"lab|s={label}|{s}",
                f"lab|at={label}|{min(since, 6)}",
                f"labs={label_before}|{label}",
                f"at={line.first}|{min(place, 4)}",
                *context.of(i, s),
            ]
            rows.append(row)
            since += 1
            if texts[i] == ":" and last:
                label_before, label, since = label, last, 0
            elif texts[i].isalpha():
                last = known_as[i]
        return rows


class _Context:
    """What the rest of the note says of a token, and of its line."""

    def __init__(self, tokens: Tokens, words: Sequence[str], lines: Sequence[_Line]) -> None:
        self._tokens = tokens
        texts, lows = tokens.texts, tokens.lows
        self._plain = {low for text, low in zip(texts, lows, strict=True) if text.islower()}
        self._values = field_values(texts, lows, words, [line.tokens for line in lines])
        before = "^"
        for number, line in enumerate(lines):
            length = len(line.tokens)
            size = sum(length > limit for limit in (8, SHORT_LINE, 60))
            second = words[line.tokens[1]] if length > 1 else ""
            line.common = [
                f"pos={min(number, LAST_POSITION)}",
                f"end={min(len(lines) - 1 - number, 4)}",
                f"len={size}",
                f"fw2={line.first}|{second}",
                "plab=" + before,
            ]
            line.shaped = ["fw=" + line.first, f"end={min(len(lines) - 1 - number, 4)}", "plab=" + before]
            before = line.first if length < SHORT_LINE else "long"

    def of(self, index: int, s: str) -> list[str]:
        """Where else the word stands, and the spaces around it."""
        tokens = self._tokens
        low = tokens.lows[index]
        row = [f"value={label}" for label in self._values.get(low, ())]
        if not tokens.texts[index].islower() and low in self._plain:
            row.append("plain")
        start, end = tokens.starts[index], tokens.ends[index]
        left = start - (tokens.ends[index - 1] if index else 0)
        right = (tokens.starts[index + 1] if index + 1 < len(tokens) else end) - end
        row += [f"gap-={min(left, 2)}|{s}", f"gap+={min(right, 2)}|{s}"]
        return row
