"""The points of cues (``patterns/<language>/cues.tsv``) as sorted text, arranged by how they are asked for.

A file of 70,000 cues takes a fifth of a second to read into dictionaries. Compiled (``cues.compiled`` beside it, made
when the wheel is built) it is two texts in which a cue is searched when a note first has it: one of points, one of
points by type. Cues of two words or lists stand under the one by which they are asked for, so that all that go with
it are one stretch of lines. ``cues.tsv`` stays what counts: a compiled file that is not of it, as it is now, is not
used, and then the same texts are made of it in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scrubber.errors import DataError
from scrubber.sorted_text import SortedText, checksum, sorted_text

VERSION = 2
"""Of the compiled file, and of how cues are arranged in it: to be raised when either changes."""
FIELD = 32
"""Bits of a field in which points of one type are added up."""
_UNDER = "\x01"
"""Between what a cue stands under and the rest of it."""
_BY_FIRST = frozenset(("++w", "-w+w", "+ll", "+2l", "labs", "f"))
_BY_LAST = frozenset(("--w", "-ll", "-2l"))
_BY_SECOND = frozenset(("nwn", "nl", "n2"))
"""Under the class of the number, which is first, and what follows it."""
_WORDS = frozenset(("++w", "-w+w", "--w", "nwn"))
"""The parts are words, and so may be the sign that stands between them."""

ByType = Sequence[tuple[int, int]]
"""Pairs of the index of a type and its points."""


class CueTable:
    """Points by cue; 0 where there are none.

    Args:
        text: the cues, arranged. read: the points that a value means.
    """

    def __init__(self, text: SortedText, read: Callable[[str], int] = int) -> None:
        self._text, self._read = text, read

    @classmethod
    def of(cls, points: Mapping[str, int]) -> CueTable:
        """The table of these points."""
        return cls(SortedText(arranged(points)))

    def get(self, cue: str) -> int:
        """The points of a cue that is asked for as a whole: of a kind that stands under nothing."""
        value = self._text.find(cue)
        return 0 if value is None else self._read(value)

    def under(self, kind: str, first: str) -> dict[str, int]:
        """The points of all cues of a kind that stand under this, by the rest of them."""
        prefix = f"{kind}={first}{_UNDER}"
        lines = [line[len(prefix) :].partition("\t") for line in self._text.beginning(prefix)]
        return {rest: self._read(value) for rest, _, value in lines}

    def has(self, kind: str) -> bool:
        """Whether there is any cue of a kind."""
        return self._text.any_beginning(f"{kind}=")

    def of_whole(self, cue: str) -> int:
        """The points of a cue of any kind, as ``cues.tsv`` has it."""
        return self.get(_arranged(cue))


def pack(pairs: ByType) -> int:
    """Points by type as the fields of one integer, so that adding integers adds all of them at once.

    A field holds what its type has, and lends to the next where that is negative; sums of thousands of cues fit.
    """
    return sum([points << FIELD * index for index, points in pairs])


def arranged(points: Mapping[str, object]) -> bytes:
    """A table by cue as sorted text."""
    return sorted_text({_arranged(cue): value for cue, value in points.items()})


def _arranged(cue: str) -> str:
    kind, _, rest = cue.partition("=")
    if kind in _BY_FIRST:
        return f"{kind}={_UNDER.join(split_first(rest, words=kind in _WORDS))}"
    if kind in _BY_LAST:
        return f"{kind}={_UNDER.join(reversed(split_last(rest, words=kind in _WORDS)))}"
    if kind in _BY_SECOND:
        number, _, rest = rest.partition("|")
        return f"{kind}={number}|{_UNDER.join(split_first(rest, words=kind in _WORDS))}"
    return cue


def split_first(key: str, *, words: bool = False) -> tuple[str, str]:
    """'a|b' as a and b, where b may hold more of these signs; ``words``: a may be the sign itself."""
    first, _, rest = key.partition("|")
    return ("|", key[2:]) if words and not first else (first, rest)


def split_last(key: str, *, words: bool = False) -> tuple[str, str]:
    """'a|b' as a and b, where a may hold more of these signs; ``words``: b may be the sign itself."""
    rest, _, last = key.rpartition("|")
    return (key[:-2], "|") if words and not last else (rest, last)


def read_table(path: Path) -> tuple[list[str], CueTable, CueTable]:
    """The types, in the order of their fields; the points of a file's cues; and their points by type, packed.

    Raises:
        DataError: the file is missing or broken.
    """
    try:
        source = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error}") from None
    types, points, by_type = _compiled(path, source) or _tables(path, source)
    return types, CueTable(SortedText(points)), CueTable(SortedText(by_type), _packed)


def write(path: Path) -> None:
    """Compile a cue file.

    Raises:
        DataError: it is missing or broken.
    """
    source = path.read_bytes()
    types, points, by_type = _tables(path, source)
    parts = " ".join(types).encode(), points, by_type
    head = f"{_head(source, *parts)}\n{len(parts[0])} {len(points)}\n"
    _compiled_path(path).write_bytes(head.encode() + b"".join(parts))


def _tables(path: Path, source: bytes) -> tuple[list[str], bytes, bytes]:
    types, points, by_type = parse_cues(path, source)
    pairs = {cue: " ".join(f"{index}:{value}" for index, value in found) for cue, found in by_type.items()}
    return types, arranged(points), arranged(pairs)


def _compiled(path: Path, source: bytes) -> tuple[list[str], bytes, bytes] | None:
    """What was compiled of this file, if anything was, and of this very content."""
    try:
        with _compiled_path(path).open("rb") as file:
            head, sizes = file.readline(), map(int, file.readline().split())
            types, points, by_type = [*(file.read(size) for size in sizes), file.read()]
    except (OSError, ValueError, OverflowError, MemoryError):
        return None
    if head != f"{_head(source, types, points, by_type)}\n".encode():
        return None
    return types.decode().split(), points, by_type


def _compiled_path(path: Path) -> Path:
    return path.with_suffix(".compiled")


def _head(*parts: bytes) -> str:
    return f"# cues {VERSION} {checksum(*parts)}"


def _packed(value: str) -> int:
    return pack([(int(index), int(points)) for index, _, points in (pair.partition(":") for pair in value.split())])


def parse_cues(path: Path, source: bytes) -> tuple[list[str], dict[str, int], dict[str, ByType]]:
    """The types that a cue file names; the points of every cue; and those by type, as pairs.

    Raises:
        DataError: a line is not 'cue TAB points TAB TYPE=points …'; says which.
    """
    try:
        head, *lines = source.decode().split("\n")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: {error}") from None
    types = head.removeprefix("# types: ").split() if head.startswith("# types: ") else []
    if not types:
        raise DataError(f"{path}: the first line must be '# types: …'")
    index = {name: i for i, name in enumerate(types)}
    points: dict[str, int] = {}
    by_type: dict[str, ByType] = {}
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        try:
            cue, value, *pairs = line.split("\t")
            if "\0" in cue:
                raise ValueError
            points[cue] = int(value)
            if pairs:
                by_type[cue] = [(index[name], int(n)) for name, _, n in (pair.rpartition("=") for pair in pairs)]
        except (KeyError, ValueError):
            raise DataError(f"{path}:{number}: not 'cue TAB points TAB TYPE=points …'") from None
    return types, points, by_type
