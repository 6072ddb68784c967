"""The features of a line's tokens that a CRF knows, made without making those that it does not.

Which features a token has, :class:`~scrubber.detect.word_features.WordFeatures` says, which the model has learned from.
Here are the same, less what weighs nothing in the model: what hangs on one or two words is looked up in tables of the
model's own names, made when a word first comes, and what hangs on shapes, labels and lists is remembered.
(``tests/detect/test_crf_rows.py`` holds the two to the same features.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from scrubber.detect.model_names import ModelNames, Names, Table
from scrubber.detect.note_features import NoteFeatures
from scrubber.detect.word_features import LAST_POSITION, WordFeatures
from scrubber.detect.word_parts import SHORT_LINE, field_values, line_ranges, number_class, rule_features, shape
from scrubber.reading import Reading
from scrubber.words import Memo

_NOTHING: Table = {}
_MOST = 8192
"""What each memo holds."""


class CrfRows:
    """Makes the rows of the lines that are wanted.

    Args:
        features: those that the model has learned from. names: those that it knows.
    """

    def __init__(self, features: WordFeatures, names: ModelNames) -> None:
        self._features = features
        self._names = names
        self._near: Memo[str, _Near] = Memo(lambda word: _Near(word, names), _MOST)
        self._own: Memo[tuple[str, str], Names] = Memo(self._of_word, _MOST)
        self._left: Memo[tuple[str, str, str], Names] = Memo(lambda s: self._of_left(*s), _MOST)
        self._right: Memo[tuple[str, str, str], Names] = Memo(lambda s: self._of_right(*s), _MOST)
        self._both: Memo[tuple[str, str, str], Names] = Memo(lambda s: self._some(f"s-s+={s[0]}|{s[1]}|{s[2]}"), _MOST)
        self._labels: Memo[tuple[str, str], Names] = Memo(
            lambda k: self._some("lab=" + k[0], f"lab|s={k[0]}|{k[1]}"), _MOST
        )
        self._since: Memo[tuple[str, str, int], Names] = Memo(
            lambda k: self._some(f"lab|at={k[1]}|{k[2]}", f"labs={k[0]}|{k[1]}"), _MOST
        )
        self._places: Memo[tuple[str, int], Names] = Memo(lambda k: self._some(f"at={k[0]}|{k[1]}"), _MOST)
        self._gaps: Memo[tuple[int, int, str], Names] = Memo(
            lambda k: self._some(f"gap-={k[0]}|{k[2]}", f"gap+={k[1]}|{k[2]}"), _MOST
        )
        self._chunks: Memo[tuple[str, ...], Names] = Memo(lambda shapes: self._some("ck=" + "".join(shapes)), _MOST)
        self._sides: Memo[Names, _Sides] = Memo(lambda names: _Sides(self._some, names), _MOST)
        self._listed: Memo[tuple[str, str], Names] = Memo(lambda k: self._some(f"L={k[0]}|{k[1]}"), _MOST)
        self._listed_left: Memo[tuple[str, str], Names] = Memo(lambda k: self._some(f"-L={k[0]}|{k[1]}"), _MOST)
        self._listed_right: Memo[tuple[str, str], Names] = Memo(lambda k: self._some(f"+L={k[0]}|{k[1]}"), _MOST)
        self._listed_around: Memo[tuple[str, str, str], Names] = Memo(
            lambda k: self._some(f"-L+={k[0]}|{k[1]}|{k[2]}"), _MOST
        )
        self._plain = self._some("plain")

    def lines(
        self, reading: Reading, wanted: Callable[[range], bool] | None = None
    ) -> Iterator[tuple[range, list[list[str]]]]:
        """Every line that is not empty (and is wanted): the indices of its tokens, and what the model knows of each."""
        texts, lows = reading.tokens.texts, reading.tokens.lows
        words = self._features.words(reading)
        lists, rules = self._features.named_lists(reading), rule_features(reading)
        plain = {form.low for form in set(reading.tokens.forms) if form.lower}
        lines = list(line_ranges(texts))
        values = field_values(texts, lows, words, lines)
        note: NoteFeatures | None = None
        before = "^"
        for number, line in enumerate(lines):
            first = words[line.start]
            if wanted is None or wanted(line):
                rows = self._rows(reading, words, line, first, before, number, min(len(lines) - 1 - number, 4))
                note = note or NoteFeatures(reading, self._features.lexicon)
                for row, i in zip(rows, line, strict=True):
                    row += self._some(*note.of(i))
                    if (low := lows[i]) in values:
                        row += self._some(*[f"value={label}" for label in values[low]])
                    if low in plain and not texts[i].islower():
                        row += self._plain
                self._beside(rows, [lists[i] for i in line])
                self._beside(rows, [rules[i] for i in line])
                self._lists_around(rows, [reading.masks[i] for i in line], [shape(texts[i]) for i in line])
                yield line, rows
            before = first if len(line) < SHORT_LINE else "long"

    def _rows(
        self, reading: Reading, words: Sequence[str], line: range, first: str, above: str, number: int, from_end: int
    ) -> list[list[str]]:
        """What the line says of its tokens, lists and rules aside."""
        texts = reading.tokens.texts
        of_line = self._of_line(words, line, first, above, number, from_end)
        chunks, gaps = self._line_chunks(reading, line), self._line_gaps(reading, line)
        near = list(map(self._near.__getitem__, ("^", "^", "^", *[words[i] for i in line], "$", "$", "$")))
        shapes = ["^", "^", *[shape(texts[i]) for i in line], "$", "$"]
        shaped = {s: self._some(f"fw={first}|{s}", f"end={from_end}|{s}", f"plab={above}|{s}") for s in set(shapes)}
        label, label_before, since, last = "", "", 0, ""
        rows: list[list[str]] = []
        for place, i in enumerate(line):
            text = texts[i]
            before3, before2, before, own, behind, behind2, behind3 = near[place : place + 7]
            w_1, w0, w1, w2 = before.word, own.word, behind.word, behind2.word
            s_2, s_1, s, s1, s2 = shapes[place : place + 5]
            fives = self._near[s_2].fives
            row = [
                *of_line,
                *self._own[text, w0],
                *self._left[s_2, s_1, s],
                *self._right[s, s1, s2],
                *self._both[s_1, s, s1],
                *chunks[place],
                *shaped[s],
                *self._places[first, min(place, 4)],
                *self._labels[label, s],
                *self._since[label_before, label, min(since, 6)],
                *self._gaps[gaps[place], gaps[place + 1], s],
            ]
            found = [
                before.one_before,
                before.then.get(w0),
                before.around.get(w1),
                before.then_shape.get(s),
                before2.two_before,
                before2.two.get(w_1),
                before2.two_and_shape.get(f"{w_1}|{s}") if before2.two_and_shape else None,
                behind.one_behind,
                behind.two_next.get(w2),
                own.next.get(w1),
                self._near[s].shape_next.get(w1),
                behind2.two_behind,
                before3.three_before,
                behind3.three_behind,
                fives.get(f"{s_1}|{s}|{s1}|{s2}") if fives else None,
            ]
            if text.isdecimal():
                kind = number_class(text)
                numbers = self._near[kind]
                found += [
                    before.then_number.get(kind),
                    numbers.number_next.get(w1),
                    before.around_number.get(f"{kind}|{w1}"),
                    before2.two_and_number.get(f"{w_1}|{kind}"),
                    numbers.number_two_next.get(f"{w1}|{w2}"),
                ]
            row += [name for name in found if name]
            rows.append(row)
            since += 1
            if text == ":" and last:
                label_before, label, since = label, last, 0
            elif text.isalpha():
                last = w0
        return rows

    def _of_line(self, words: Sequence[str], line: range, first: str, above: str, number: int, from_end: int) -> Names:
        """What all tokens of the line have."""
        length = len(line)
        size = (length > 8) + (length > SHORT_LINE) + (length > 60)
        second = words[line.start + 1] if length > 1 else ""
        return self._some(
            f"pos={min(number, LAST_POSITION)}",
            f"end={from_end}",
            f"len={size}",
            f"fw2={first}|{second}",
            "plab=" + above,
        )

    def _line_chunks(self, reading: Reading, line: range) -> list[Names]:
        """What the run of characters without space says of each of its tokens; a line end may begin the first one."""
        tokens = reading.tokens
        starts, ends = tokens.starts, tokens.ends
        first = max(line.start - 1, 0)
        shapes = list(map(shape, tokens.texts[first : line.stop]))
        at = first
        found: list[Names] = []
        while at < line.stop:
            end = at + 1
            while end < line.stop and starts[end] == ends[end - 1]:
                end += 1
            names = self._chunks[tuple(shapes[at - first : min(end, at + 9) - first])]
            found += [names] * (end - at)
            at = end
        return found[len(found) - len(line) :]

    def _line_gaps(self, reading: Reading, line: range) -> list[int]:
        """The spaces, up to two, before each token of the line and behind the last one."""
        starts, ends = reading.tokens.starts, reading.tokens.ends
        found = [starts[i] - ends[i - 1] if i else starts[i] for i in line]
        found.append(starts[line.stop] - ends[line.stop - 1] if line.stop < len(starts) else 0)
        return [min(gap, 2) for gap in found]

    def _beside(self, rows: Sequence[list[str]], names: Sequence[Names]) -> None:
        """Add to each token's row its own names, and those of the tokens beside it as such."""
        for place, own in enumerate(names):
            if own:
                sides = self._sides[own]
                rows[place] += sides.own
                if place:
                    rows[place - 1] += sides.behind
                if place + 1 < len(rows):
                    rows[place + 1] += sides.before

    def _lists_around(self, rows: Sequence[list[str]], masks: Sequence[int], shapes: Sequence[str]) -> None:
        """Add to each token's row what its lists and those of the tokens beside it say together."""
        lists = ["", *map(self._features.short.__getitem__, masks), ""]
        for row, before, own, behind, s in zip(rows, lists, lists[1:], lists[2:], shapes, strict=False):
            row += self._listed[own, s]
            row += self._listed_left[before, own]
            row += self._listed_right[own, behind]
            row += self._listed_around[before, s, behind]

    def _some(self, *names: str) -> Names:
        return self._names.known(names)

    def _of_word(self, key: tuple[str, str]) -> Names:
        text, word = key
        names = ["b", "w=" + word, "s=" + shape(text)]
        if text.isalpha():
            low = text.lower()
            names += chain.from_iterable((f"<{n}={low[:n]}", f">{n}={low[-n:]}") for n in (1, 2, 3, 4))
        elif text.isdecimal():
            names.append("n=" + number_class(text))
        return self._some(*names)

    def _of_left(self, s_2: str, s_1: str, s: str) -> Names:
        return self._some("s-1=" + s_1, "s-2=" + s_2, f"s-s={s_1}|{s}", f"s--s={s_2}|{s_1}|{s}")

    def _of_right(self, s: str, s1: str, s2: str) -> Names:
        return self._some("s+1=" + s1, "s+2=" + s2, f"s+s={s}|{s1}", f"s++s={s}|{s1}|{s2}")


class _Near:
    """What the model knows of a word (or shape, or class of numbers) wherever it stands near a token.

    First its own names beside a token, then the tables of all names that begin with it.
    """

    __slots__ = (
        "around",
        "around_number",
        "fives",
        "next",
        "number_next",
        "number_two_next",
        "one_before",
        "one_behind",
        "shape_next",
        "then",
        "then_number",
        "then_shape",
        "three_before",
        "three_behind",
        "two",
        "two_and_number",
        "two_and_shape",
        "two_before",
        "two_behind",
        "two_next",
        "word",
    )

    def __init__(self, word: str, names: ModelNames) -> None:
        self.word = word
        beside = [f"{place}={word}" for place in ("w-1", "w-2", "w-3", "w+1", "w+2", "w+3")]
        known = names.known(beside)
        places = [name if name in known else None for name in beside]
        self.one_before, self.two_before, self.three_before, *places = places
        self.one_behind, self.two_behind, self.three_behind = places
        tables = names.under(word)
        self.then = tables.get("w-w", _NOTHING)
        self.then_shape = tables.get("w-s", _NOTHING)
        self.then_number = tables.get("n-", _NOTHING)
        self.around = tables.get("w-+", _NOTHING)
        self.around_number = tables.get("n-+", _NOTHING)
        self.two = tables.get("w--", _NOTHING)
        self.two_and_shape = tables.get("w--s", _NOTHING)
        self.two_and_number = tables.get("n--", _NOTHING)
        self.next = tables.get("w+w", _NOTHING)
        self.two_next = tables.get("w++", _NOTHING)
        self.shape_next = tables.get("w+s", _NOTHING)
        self.number_next = tables.get("n+", _NOTHING)
        self.number_two_next = tables.get("n++", _NOTHING)
        self.fives = tables.get("s5", _NOTHING)


class _Sides:
    """Names of lists or rules, of a token itself and as the tokens beside it have them."""

    __slots__ = ("before", "behind", "own")

    def __init__(self, some: Callable[..., Names], names: Names) -> None:
        self.own = some(*names)
        self.before = some(*["-" + name for name in names])
        self.behind = some(*["+" + name for name in names])
