"""Tokens: runs of letters, runs of digits, single signs and line ends, with offsets, made at C speed.

Splitting, lower-casing and looking up run inside ``re``, ``str`` and ``dict``; no Python code runs per character, and
lower-casing token by token cannot move offsets ("İ".lower() has two code points). What is known of every token is kept
as one string with a character for each (:attr:`Tokens.sorts`), which ``re`` and ``str`` can search.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, repeat
from operator import attrgetter

from scrubber.text.words import WORDS, Form, Memo

_BEFORE_NAMES = (
    "wife|husb|husband|hubby|spouse|partner|bf|gf|fiancee?|son|sons|dtr|dau|daughter|mom|mum|mother|dad|father|parent|sib"
    "|sis|sister|bro|brother|twin|aunt|uncle|niece|nephew|cousin|gma|gpa|grandma|grandpa|gramma|grampa|nana|friend"
    "|neighbou?r|roommate|roomie|boyfriend|girlfriend|hijo|hija|dr|mr|mrs"
)
"""Kin and titles: hurried notes and exports that lose blanks run them together with a name ("wifeHalina")."""
_NAME_END = "DOB|MRN|RN|DDS|DMD"
"""What is run together with the end of a name ("RichardDOB")."""
_UPPER, _LOWER = "A-ZÀ-ÖØ-ÞĆČĐĞİŁŃŚŞŠŹŻŽ", "a-zß-öø-ÿćčđğıłńśşšźżž"
_SIMPLE = r"[^\W\d_]+|\d+|\n|[^\w\s]|_"
_TOKEN = re.compile(f"({_SIMPLE})")
_SEAM = re.compile(rf"[a-z](?:(?=[{_UPPER}][{_LOWER}]{{2}})|(?=(?:{_NAME_END})(?![^\W\d_]))(?P<end>))")
"""Where a small letter meets what may be a name, or a name's end meets what follows."""
_KIN_END = re.compile(rf"(?<![^\W\d_])(?i:{_BEFORE_NAMES})\Z")
_LONGEST = 12
"""More letters than the longest of them has."""
_JOINED_TOKEN = re.compile(
    rf"((?i:{_BEFORE_NAMES})(?<=[a-z])(?=[{_UPPER}][{_LOWER}]{{2}})"
    rf"|[{_UPPER}][{_LOWER}]+(?<=[a-z])(?=(?:{_NAME_END})(?![^\W\d_]))|{_SIMPLE})"
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
CHUNK = 9
"""So many tokens of a chunk make its shape."""
_BLANK = " "


@dataclass(frozen=True)
class Tokens:
    """The tokens of one text, as parallel lists."""

    texts: list[str]
    """Each token as written."""
    starts: list[int]
    """Offset of each token's first code point."""
    ends: list[int]
    """Offset behind each token."""
    pieces: list[str]
    """The whole text: what lies before the first token, the token, what lies before the second …"""

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def forms(self) -> list[Form]:
        """What each token is by its letters: the same object wherever the same token stands."""
        return list(map(_FORMS.__getitem__, self.texts))

    @cached_property
    def lows(self) -> list[str]:
        """Each token in lower case: the key by which lexicons and rules know it."""
        return list(map(attrgetter("low"), self.forms))

    def before(self, index: int) -> int:
        """Index of the token before one, full stops skipped; -1 where there is none."""
        at = index - 1
        while at >= 0 and self.texts[at] == ".":
            at -= 1
        return at

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every token in lower case, once."""
        return frozenset(self.lows)

    def end(self, index: int) -> int:
        """Offset behind the token."""
        return self.ends[index]

    @cached_property
    def by_start(self) -> dict[int, int]:
        """Index of the token that starts at an offset."""
        return dict(zip(self.starts, range(len(self.starts)), strict=True))

    @cached_property
    def lines(self) -> Sequence[int]:
        """Line number (from 0) of each token; a line end belongs to the line it ends."""
        ends = [0, *(text == "\n" for text in self.texts[:-1])] if self.texts else []
        return list(accumulate(ends))

    @cached_property
    def sorts(self) -> str:
        """What each token is, in one character: see :func:`~scrubber.text.words.sort_of`."""
        return "".join(map(attrgetter("sort"), self.forms))

    @cached_property
    def states(self) -> str:
        """The case of each token's line: 'U' all capitals, 'l' all lower case, 'm' mixed."""
        return "".join([_state(line) * len(line) for line in _LINE.findall(self.sorts)])

    @cached_property
    def chunks(self) -> list[str]:
        """The shape of the run of non-space characters that each token is part of: 'A-9' for 'MRN-00123'.

        A line end belongs to the run behind it; of a long run, the first tokens count.
        """
        signs = list(self.pieces)
        signs[::2] = [_BLANK if gap else "" for gap in self.pieces[::2]]
        signs[1::2] = map(attrgetter("chunk"), self.forms)
        runs = "".join(signs).split(_BLANK)
        return list(chain.from_iterable([repeat(run[:CHUNK], len(run)) for run in runs]))


_FORMS = Memo(Form, WORDS)


def _state(line: str) -> str:
    """The case of a line, given by the sorts of its tokens; single letters say nothing."""
    upper, lower = line.count("U"), line.count("l")
    words = upper + lower + line.count("x")
    if words > 1 and upper >= 0.8 * words:
        return "U"
    return "l" if lower == words and words > 2 else "m"


def tokenize(text: str) -> Tokens:
    """The tokens of ``text``; what lies between them is white space other than line feeds."""
    pieces = split(text)
    offsets = list(accumulate(map(len, pieces)))
    # pieces alternate: gap, token, gap, token, …, gap; a token starts where the gap before it ends
    return Tokens(pieces[1::2], offsets[0:-1:2], offsets[1::2], pieces)


def split(text: str) -> list[str]:
    """What lies before the first token, the token, what lies before the second … and behind the last."""
    return (_JOINED_TOKEN if _runs_together(text) else _TOKEN).split(text)


def _runs_together(text: str) -> bool:
    """Whether a name is run together with what stands around it: few texts have one, and to look for all takes long."""
    return any(
        seam["end"] is not None or _KIN_END.search(text[max(0, seam.end() - _LONGEST) : seam.end()])
        for seam in _SEAM.finditer(text)
    )
