"""The features of a line's tokens that a CRF knows, made without making those that it does not.

Which features a token has, :class:`~scrubber.detect.word_features.WordFeatures` says, which the model has learned from.
Here are the same, less what weighs nothing in the model: what hangs on one or two words is looked up in tables of the
model's own names, and what hangs on shapes, labels and lists is remembered. (``tests/detect/test_crf_rows.py`` holds
the two to the same features.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from scrubber.detect.note_features import NoteFeatures
from scrubber.detect.word_features import LAST_POSITION, WordFeatures
from scrubber.detect.word_parts import SHORT_LINE, field_values, line_ranges, number_class, rule_features, shape
from scrubber.reading import Reading
from scrubber.words import Memo

Names = tuple[str, ...]
Table = dict[str, str]
"""A name by the rest of it."""
_NOTHING: Table = {}
_MOST = 8192
"""What each memo holds."""
_LONG = 48
"""Of longer chunks the shape is not remembered."""


class CrfRows:
    """Makes the rows of the lines that are wanted.

    Args:
        features: those that the model has learned from. known: the names that it knows.
    """

    def __init__(self, features: WordFeatures, known: Iterable[str]) -> None:
        self._features = features
        self._names = frozenset(known)
        kinds: dict[str, Table] = defaultdict(dict)
        for name in self._names:
            kind, _, rest = name.partition("=")
            kinds[kind][rest] = name
        pairs = {kind: _by_first(kinds[kind]) for kind in _PAIRS}
        self._before: Memo[str, _Before] = Memo(lambda word: _Before(self._one("w-1=" + word), pairs, word), _MOST)
        self._before2: Memo[str, _Before2] = Memo(lambda word: _Before2(self._one("w-2=" + word), pairs, word), _MOST)
        self._behind: Memo[str, _Behind] = Memo(lambda word: _Behind(self._one("w+1=" + word), pairs, word), _MOST)
        self._kinds: Memo[str, _Kind] = Memo(lambda kind: _Kind(pairs, kind))
        self._word_behind, self._shape_behind = pairs["w+w"], pairs["w+s"]
        self._behind2, self._before3, self._behind3 = kinds["w+2"].get, kinds["w-3"].get, kinds["w+3"].get
        self._own: Memo[tuple[str, str], Names] = Memo(self._of_word, _MOST)
        self._left: Memo[tuple[str, str, str], _Left] = Memo(lambda s: _Left(self._of_left(*s), pairs["s5"], s), _MOST)
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
        self._chunks: Memo[tuple[str, ...], Names] = Memo(lambda c: self._some("ck=" + "".join(map(shape, c))), _MOST)
        self._sides: Memo[Names, _Sides] = Memo(lambda names: _Sides(self._some, names), _MOST)
        self._lists: Memo[tuple[int, int, int, str], Names] = Memo(
            lambda k: self._some(*features.lists_around(*k)), _MOST
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
        near = ["^", "^", "^", *[words[i] for i in line], "$", "$", "$"]
        shapes = ["^", "^", *[shape(texts[i]) for i in line], "$", "$"]
        shaped = {s: self._some(f"fw={first}|{s}", f"end={from_end}|{s}", f"plab={above}|{s}") for s in set(shapes)}
        label, label_before, since, last = "", "", 0, ""
        rows: list[list[str]] = []
        for place, i in enumerate(line):
            text = texts[i]
            w_3, w_2, w_1, w0, w1, w2, w3 = near[place : place + 7]
            s_2, s_1, s, s1, s2 = shapes[place : place + 5]
            left = self._left[s_2, s_1, s]
            row = [
                *of_line,
                *self._own[text, w0],
                *left.names,
                *self._right[s, s1, s2],
                *self._both[s_1, s, s1],
                *chunks[place],
                *shaped[s],
                *self._places[first, min(place, 4)],
                *self._labels[label, s],
                *self._since[label_before, label, min(since, 6)],
                *self._gaps[gaps[place], gaps[place + 1], s],
            ]
            before, before2, behind = self._before[w_1], self._before2[w_2], self._behind[w1]
            found = [
                before.name,
                before.words.get(w0),
                before.behind.get(w1),
                before.shapes.get(s),
                before2.name,
                before2.before.get(w_1),
                before2.shaped.get(f"{w_1}|{s}") if before2.shaped else None,
                behind.name,
                behind.behind.get(w2),
                self._word_behind.get(w0, _NOTHING).get(w1),
                self._shape_behind.get(s, _NOTHING).get(w1),
                self._behind2(w2),
                self._before3(w_3),
                self._behind3(w3),
                left.five.get(f"{s1}|{s2}") if left.five else None,
            ]
            if text.isdecimal():
                kind = number_class(text)
                own = self._kinds[kind]
                found += [
                    before.kinds.get(kind),
                    own.behind.get(w1),
                    before.around.get(f"{kind}|{w1}"),
                    before2.kinds.get(f"{w_1}|{kind}"),
                    own.behind2.get(f"{w1}|{w2}"),
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
        texts, starts, ends = tokens.texts, tokens.starts, tokens.ends
        at = max(line.start - 1, 0)
        found: list[Names] = []
        while at < line.stop:
            end = at + 1
            while end < line.stop and starts[end] == ends[end - 1]:
                end += 1
            names = self._chunks[tuple(texts[at : min(end, at + 9)])]
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
        around = [0, *masks, 0]
        for row, before, own, behind, s in zip(rows, around, masks, around[2:], shapes, strict=False):
            row += self._lists[before, own, behind, s]

    def _one(self, name: str) -> str | None:
        return name if name in self._names else None

    def _some(self, *names: str) -> Names:
        known = self._names
        return tuple([name for name in names if name in known])

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


_PAIRS = ("w-w", "w+w", "w-+", "w--", "w++", "w-s", "w+s", "w--s", "n-", "n+", "n-+", "n--", "n++", "s5")
Pairs = dict[str, dict[str, Table]]


class _Before:
    """The names that begin with the word before a token."""

    __slots__ = ("around", "behind", "kinds", "name", "shapes", "words")

    def __init__(self, name: str | None, pairs: Pairs, word: str) -> None:
        self.name = name
        self.words, self.behind = pairs["w-w"].get(word, _NOTHING), pairs["w-+"].get(word, _NOTHING)
        self.shapes = pairs["w-s"].get(word, _NOTHING)
        self.kinds, self.around = pairs["n-"].get(word, _NOTHING), pairs["n-+"].get(word, _NOTHING)


class _Before2:
    """The names that begin with the word before that."""

    __slots__ = ("before", "kinds", "name", "shaped")

    def __init__(self, name: str | None, pairs: Pairs, word: str) -> None:
        self.name = name
        self.before, self.shaped = pairs["w--"].get(word, _NOTHING), pairs["w--s"].get(word, _NOTHING)
        self.kinds = pairs["n--"].get(word, _NOTHING)


class _Behind:
    """The names that begin with the word behind a token."""

    __slots__ = ("behind", "name")

    def __init__(self, name: str | None, pairs: Pairs, word: str) -> None:
        self.name = name
        self.behind = pairs["w++"].get(word, _NOTHING)


class _Kind:
    """The names that begin with a class of numbers."""

    __slots__ = ("behind", "behind2")

    def __init__(self, pairs: Pairs, kind: str) -> None:
        self.behind, self.behind2 = pairs["n+"].get(kind, _NOTHING), pairs["n++"].get(kind, _NOTHING)


class _Left:
    """What the shapes of a token and of the two before it say."""

    __slots__ = ("five", "names")

    def __init__(self, names: Names, fives: dict[str, Table], shapes: tuple[str, str, str]) -> None:
        self.names = names
        begin = f"{shapes[1]}|{shapes[2]}|"
        self.five = {
            rest[len(begin) :]: name for rest, name in fives.get(shapes[0], _NOTHING).items() if rest.startswith(begin)
        } or _NOTHING


class _Sides:
    """Names of lists or rules, of a token itself and as the tokens beside it have them."""

    __slots__ = ("before", "behind", "own")

    def __init__(self, some: Callable[..., Names], names: Names) -> None:
        self.own = some(*names)
        self.before = some(*["-" + name for name in names])
        self.behind = some(*["+" + name for name in names])


def _by_first(table: Table) -> dict[str, Table]:
    """A table of 'a|b' as tables of b by a; a may be the sign '|' itself."""
    tables: dict[str, Table] = defaultdict(dict)
    for rest, name in table.items():
        first, _, second = rest.partition("|")
        if not first:
            first, second = "|", rest[2:]
        tables[first][second] = name
    return dict(tables)
