"""Points: adds up what the cues around a token are worth, without making the cues.

:meth:`FeatureMaker.make <scrubber.features.FeatureMaker.make>` writes a token's features as strings, for whoever learns
from them or explains by them. Here is the same sum for all the tokens of a text: the points stand in tables by what a
cue is made of, so that a token costs a few look-ups in small dictionaries, and no string is made for the many cues that
nobody has given points. These dictionaries hold what was asked for so far, and get the rest from the table of cues.
(``tests/detect/test_points.py`` holds the two to the same sums.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from scrubber.columns import Columns
from scrubber.detect.cue_table import CueTable, split_last
from scrubber.words import Look, Memo, Word, chunk_of

Table = Mapping[str, int]
_NONE: Table = {}
PARTS = ("own", "before", "behind", "around", "line", "run", "rest")
"""Of a token's points: its own; of what stands before it, behind it, on both sides; of its line; of its run of signs,
the rule and phrase that cover it; of what goes with a number, or what its word is elsewhere."""


class Points:
    """Sums of points.

    Args:
        table: points by cue; any numbers, and several packed into one.
        lists: the lists of a word's or phrase's flags, in short.
    """

    def __init__(self, table: CueTable, lists: Callable[[int], str]) -> None:
        flat, nested = partial(_flat, table), partial(_nested, table)
        self._always = table.get("b")
        self._kinds = {kind: flat(kind) for kind in ("w", "s", "l", "sl", "c", "n", "x2", "x3", "y3")}
        self._before, self._behind, self._labels, self._hits = flat("-w"), flat("+w"), flat("lab"), flat("h")
        self._two_before, self._two_behind = nested("--w"), nested("++w")
        self._label_shapes, self._firsts = nested("labs"), nested("f")
        beside = nested("-w+w")
        self._around: Memo[str, Mapping[str, Table]] = Memo(lambda before: by_last(beside[before]))
        lists_beside = [nested(kind) for kind in ("-ll", "-2l", "+ll", "+2l")]
        self._list_tables: Memo[str, list[Table]] = Memo(lambda own: [tables[own] for tables in lists_beside])
        self._own: Memo[tuple[Word, str], int] = Memo(self._of_word)
        self._looks: Memo[tuple[Look, str], int] = Memo(self._of_look)
        self._number_tables: Memo[str, _Number] = Memo(partial(_Number, table))
        one_before, two_before, one_behind, two_behind = flat("-s"), flat("-ss"), flat("+s"), flat("+ss")
        self._shapes_before: Memo[tuple[str, str, str], int] = Memo(
            lambda s: one_before[f"{s[1]}|{s[2]}"] + two_before[f"{s[0]}|{s[1]}|{s[2]}"]
        )
        self._shapes_behind: Memo[tuple[str, str, str], int] = Memo(
            lambda s: one_behind[f"{s[0]}|{s[1]}"] + two_behind[f"{s[0]}|{s[1]}|{s[2]}"]
        )
        chunks, of_phrase, lasts = flat("ck"), flat("p"), flat("nk")
        self._chunks: Memo[str, int] = Memo(lambda signs: chunks[chunk_of(signs)])
        self._phrases: Memo[tuple[int, str], int] = Memo(lambda key: of_phrase[f"{lists(key[0])}|{key[1]}"])
        self._lasts: Memo[tuple[str, str], int] = Memo(lambda key: lasts[f"{key[0]}|{key[1]}"])
        elsewhere, listed_elsewhere = flat("e"), flat("el")
        self._notes: Memo[tuple[str, Look, str], int] = Memo(
            lambda key: elsewhere[f"{key[0]}|{key[1].shape}{key[2]}"] + listed_elsewhere[f"{key[0]}|{key[1].lists}"]
        )

    def of(self, columns: Columns, indices: Sequence[int]) -> list[int]:
        """The points of each of these tokens."""
        words, looks, chunks, states = columns.words, columns.looks, columns.chunks, columns.states
        labels, firsts, hits, phrases = columns.labels, columns.firsts, columns.hits, columns.phrases
        titled, plain = columns.titled, columns.plain
        before_points, behind_points = self._before, self._behind
        two_before, two_behind, around = self._two_before, self._two_behind, self._around
        label_points, label_shapes, first_shapes = self._labels, self._label_shapes, self._firsts
        own, chunk_points, list_tables = self._own, self._chunks, self._list_tables
        shapes_before, shapes_behind = self._shapes_before, self._shapes_behind
        sums = []
        for i in indices:
            before2, before, look, behind, behind2 = looks[i : i + 5]
            w1, w2, shape, label = before.word, behind.word, look.shape, labels[i]
            near_left, far_left, near_right, far_right = list_tables[look.lists]
            points = (
                own[words[i], states[i]]
                + before_points[w1]
                + behind_points[w2]
                + two_before[w1].get(before2.word, 0)
                + two_behind[w2].get(behind2.word, 0)
                + around[w1].get(w2, _NONE).get(shape, 0)
                + near_left.get(before.lists, 0)
                + far_left.get(before2.lists, 0)
                + near_right.get(behind.lists, 0)
                + far_right.get(behind2.lists, 0)
                + shapes_before[before2.shape, before.shape, shape]
                + shapes_behind[shape, behind.shape, behind2.shape]
                + label_points[label]
                + label_shapes[label].get(shape, 0)
                + first_shapes[firsts[i]].get(shape, 0)
                + chunk_points[chunks[i]]
            )
            if hits[i]:
                points += self._hits[hits[i]]
            if phrases[i]:
                points += self._phrases[phrases[i], shape]
            if look.number:
                points += self._number_tables[look.number].of(before2, before, behind)
                points += self._lasts[look.number, columns.lasts[i]]
            elif (words[i].low in titled or words[i].low in plain) and (note := columns.note(i)):
                points += self._notes[note, look, states[i]]
            sums.append(points)
        return sums

    def parts(self, columns: Columns, index: int) -> tuple[int, ...]:
        """The points of one token in the parts that :data:`PARTS` names; :meth:`of` gives their sum, faster."""
        word, state, label = columns.words[index], columns.states[index], columns.labels[index]
        before2, before, look, behind, behind2 = columns.looks[index : index + 5]
        near_left, far_left, near_right, far_right = self._list_tables[look.lists]
        hit, phrase, rest = columns.hits[index], columns.phrases[index], 0
        if look.number:
            rest = self._number_tables[look.number].of(before2, before, behind)
            rest += self._lasts[look.number, columns.lasts[index]]
        elif note := columns.note(index):
            rest = self._notes[note, look, state]
        return (
            self._own[word, state],
            self._before[before.word]
            + self._two_before[before.word].get(before2.word, 0)
            + near_left.get(before.lists, 0)
            + far_left.get(before2.lists, 0)
            + self._shapes_before[before2.shape, before.shape, look.shape],
            self._behind[behind.word]
            + self._two_behind[behind.word].get(behind2.word, 0)
            + near_right.get(behind.lists, 0)
            + far_right.get(behind2.lists, 0)
            + self._shapes_behind[look.shape, behind.shape, behind2.shape],
            self._around[before.word].get(behind.word, _NONE).get(look.shape, 0),
            self._labels[label]
            + self._label_shapes[label].get(look.shape, 0)
            + self._firsts[columns.firsts[index]].get(look.shape, 0),
            self._chunks[columns.chunks[index]]
            + (self._hits[hit] if hit else 0)
            + (self._phrases[phrase, look.shape] if phrase else 0),
            rest,
        )

    def _of_word(self, key: tuple[Word, str]) -> int:
        """Of the token itself, on a line of this case."""
        word, state = key
        points, look, low = self._looks[word.look, state], word.look, word.low
        if look.word == "?":
            of = self._kinds
            points += of["x3"][low[-3:]] + of["x2"][f"{low[-2:]}|{look.shape}"] + of["y3"][low[:3]]
        return points

    def _of_look(self, key: tuple[Look, str]) -> int:
        """Of what it has in common with others, its letters aside."""
        look, state = key
        of = self._kinds
        points = self._always + of["w"][look.word] + of["s"][look.shape] + of["l"][look.lists]
        points += of["sl"][f"{look.shape}{look.lists}{state}"] + of["c"][state]
        return points + of["n"][look.number] if look.number else points


class _Number:
    """What stands around numbers of one class."""

    __slots__ = ("around", "before", "behind", "far", "lists")

    def __init__(self, table: CueTable, number: str) -> None:
        self.before, self.behind = [_flat(table, kind, f"{number}|") for kind in ("nw", "wn")]
        self.around, self.lists, self.far = [_nested(table, kind, f"{number}|") for kind in ("nwn", "nl", "n2")]

    def of(self, before2: Look, before: Look, behind: Look) -> int:
        """Their points."""
        return (
            self.before[before.word]
            + self.behind[behind.word]
            + self.around[before.word].get(behind.word, 0)
            + self.lists[before.lists].get(behind.lists, 0)
            + self.far[before2.lists].get(before.shape, 0)
        )


def _flat(table: CueTable, kind: str, prefix: str = "") -> Memo[str, int]:
    """Points by what a cue of this kind names."""
    if not table.has(kind):
        return Memo(lambda _: 0)
    return Memo(lambda name: table.get(f"{kind}={prefix}{name}"))


def _nested(table: CueTable, kind: str, prefix: str = "") -> Memo[str, Table]:
    """Points by what a cue of this kind stands under, and by the rest of it."""
    if not table.has(kind):
        return Memo(lambda _: _NONE)
    return Memo(lambda first: table.under(kind, prefix + first) or _NONE)


def by_last(table: Table) -> Mapping[str, Table]:
    """Points by 'a|b' as tables of a by the word b, which may be the sign '|'."""
    tables: dict[str, dict[str, int]] = {}
    for key, value in table.items():
        rest, last = split_last(key, words=True)
        tables.setdefault(last, {})[rest] = value
    return tables
