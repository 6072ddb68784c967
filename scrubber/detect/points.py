"""Points: adds up what the cues around a token are worth, without making the cues.

:meth:`FeatureMaker.make <scrubber.features.FeatureMaker.make>` writes a token's features as strings, for whoever learns
from them or explains by them. Here is the same sum for all the tokens of a text: the points stand in tables by what a
cue is made of, so that a token costs a few look-ups in small dictionaries, and no string is made for the many cues that
nobody has given points. (``tests/detect/test_points.py`` holds the two to the same sums.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from scrubber.columns import Columns
from scrubber.words import Look, Memo, Word, chunk_of

Table = dict[str, int]
Tables = dict[str, Table]
_NONE: Table = {}
_NO_TABLES: Tables = {}


class Points:
    """Sums of points.

    Args:
        points: by cue. A value may be any number, and several packed into one.
        lists: the lists of a word's or phrase's flags, in short.
    """

    def __init__(self, points: Mapping[str, int], lists: Callable[[int], str]) -> None:
        kinds: dict[str, Table] = defaultdict(dict)
        for cue, value in points.items():
            kind, _, rest = cue.partition("=")
            kinds[kind][rest] = value
        self._get = points.get
        self._before, self._behind = kinds["-w"], kinds["+w"]
        self._two_before, self._two_behind = by_last(kinds["--w"], words=True), by_first(kinds["++w"], words=True)
        self._around = {w: by_last(table, words=True) for w, table in by_first(kinds["-w+w"], words=True).items()}
        self._lists = [by_last(kinds["-ll"]), by_last(kinds["-2l"]), by_first(kinds["+ll"]), by_first(kinds["+2l"])]
        self._numbers = {kind: by_first(kinds[kind]) for kind in ("nw", "wn", "nwn", "nl", "n2")}
        self._labels, self._label_shapes, self._firsts = kinds["lab"], by_first(kinds["labs"]), by_first(kinds["f"])
        self._hits = kinds["h"]
        get = self._get
        self._own: Memo[tuple[Word, str], int] = Memo(self._of_word)
        self._list_tables: Memo[str, tuple[Table, ...]] = Memo(
            lambda own: tuple(tables.get(own, _NONE) for tables in self._lists)
        )
        self._number_tables: Memo[str, _Number] = Memo(lambda number: _Number(self._numbers, number))
        self._shapes_before: Memo[tuple[str, str, str], int] = Memo(
            lambda s: get(f"-s={s[1]}|{s[2]}", 0) + get(f"-ss={s[0]}|{s[1]}|{s[2]}", 0)
        )
        self._shapes_behind: Memo[tuple[str, str, str], int] = Memo(
            lambda s: get(f"+s={s[0]}|{s[1]}", 0) + get(f"+ss={s[0]}|{s[1]}|{s[2]}", 0)
        )
        self._chunks: Memo[str, int] = Memo(lambda signs: get(f"ck={chunk_of(signs)}", 0))
        self._phrases: Memo[tuple[int, str], int] = Memo(lambda key: get(f"p={lists(key[0])}|{key[1]}", 0))
        self._lasts: Memo[tuple[str, str], int] = Memo(lambda key: get(f"nk={key[0]}|{key[1]}", 0))
        self._notes: Memo[tuple[str, Look, str], int] = Memo(
            lambda key: get(f"e={key[0]}|{key[1].shape}{key[2]}", 0) + get(f"el={key[0]}|{key[1].lists}", 0)
        )

    def of(self, columns: Columns, indices: Sequence[int]) -> list[int]:
        """The points of each of these tokens."""
        words, looks, chunks, states = columns.words, columns.looks, columns.chunks, columns.states
        labels, firsts, hits, phrases = columns.labels, columns.firsts, columns.hits, columns.phrases
        titled, plain = columns.titled, columns.plain
        before_points, behind_points = self._before.get, self._behind.get
        two_before, two_behind, around = self._two_before.get, self._two_behind.get, self._around.get
        label_shapes, first_shapes = self._label_shapes.get, self._firsts.get
        own, chunk_points, list_tables = self._own, self._chunks, self._list_tables
        shapes_before, shapes_behind = self._shapes_before, self._shapes_behind
        sums = []
        for i in indices:
            before2, before, look, behind, behind2 = looks[i : i + 5]
            w1, w2, shape, label = before.word, behind.word, look.shape, labels[i]
            near_left, far_left, near_right, far_right = list_tables[look.lists]
            points = (
                own[words[i], states[i]]
                + before_points(w1, 0)
                + behind_points(w2, 0)
                + two_before(w1, _NONE).get(before2.word, 0)
                + two_behind(w2, _NONE).get(behind2.word, 0)
                + around(w1, _NO_TABLES).get(w2, _NONE).get(shape, 0)
                + near_left.get(before.lists, 0)
                + far_left.get(before2.lists, 0)
                + near_right.get(behind.lists, 0)
                + far_right.get(behind2.lists, 0)
                + shapes_before[before2.shape, before.shape, shape]
                + shapes_behind[shape, behind.shape, behind2.shape]
                + self._labels.get(label, 0)
                + label_shapes(label, _NONE).get(shape, 0)
                + first_shapes(firsts[i], _NONE).get(shape, 0)
                + chunk_points[chunks[i]]
            )
            if hits[i]:
                points += self._hits.get(hits[i], 0)
            if phrases[i]:
                points += self._phrases[phrases[i], shape]
            if look.number:
                points += self._number_tables[look.number].of(before2, before, behind)
                points += self._lasts[look.number, columns.lasts[i]]
            elif (words[i].low in titled or words[i].low in plain) and (note := columns.note(i)):
                points += self._notes[note, look, states[i]]
            sums.append(points)
        return sums

    def _of_word(self, key: tuple[Word, str]) -> int:
        """Of the token itself, on a line of this case."""
        word, state = key
        look, low, get = word.look, word.low, self._get
        points = get("b", 0) + get(f"w={look.word}", 0) + get(f"s={look.shape}", 0) + get(f"l={look.lists}", 0)
        points += get(f"sl={look.shape}{look.lists}{state}", 0) + get(f"c={state}", 0)
        if look.number:
            points += get(f"n={look.number}", 0)
        if look.word == "?":
            points += get(f"x3={low[-3:]}", 0) + get(f"x2={low[-2:]}|{look.shape}", 0) + get(f"y3={low[:3]}", 0)
        return points


class _Number:
    """What stands around numbers of one class."""

    __slots__ = ("around", "before", "behind", "far", "lists")

    def __init__(self, numbers: Mapping[str, Tables], number: str) -> None:
        of = {kind: tables.get(number, _NONE) for kind, tables in numbers.items()}
        self.before, self.behind = of["nw"], of["wn"]
        self.around, self.lists, self.far = by_first(of["nwn"], words=True), by_first(of["nl"]), by_first(of["n2"])

    def of(self, before2: Look, before: Look, behind: Look) -> int:
        """Their points."""
        return (
            self.before.get(before.word, 0)
            + self.behind.get(behind.word, 0)
            + self.around.get(before.word, _NONE).get(behind.word, 0)
            + self.lists.get(before.lists, _NONE).get(behind.lists, 0)
            + self.far.get(before2.lists, _NONE).get(before.shape, 0)
        )


def by_first(table: Mapping[str, int], *, words: bool = False) -> Tables:
    """A table of 'a|b' as tables of b by a; ``words``: a may be the sign '|' itself."""
    tables: Tables = defaultdict(dict)
    for key, value in table.items():
        first, _, rest = key.partition("|")
        if words and not first:
            first, rest = "|", key[2:]
        tables[first][rest] = value
    return dict(tables)


def by_last(table: Mapping[str, int], *, words: bool = False) -> Tables:
    """A table of 'a|b' as tables of a by b; ``words``: b may be the sign '|' itself."""
    tables: Tables = defaultdict(dict)
    for key, value in table.items():
        rest, _, last = key.rpartition("|")
        if words and not last:
            rest, last = key[:-2], "|"
        tables[last][rest] = value
    return dict(tables)
