"""Tokens: runs of letters, runs of digits, single signs and line ends, with offsets, made at C speed.

Splitting, lower-casing and looking up run inside ``re``, ``str`` and ``dict``; no Python code runs per character, and
lower-casing token by token cannot move offsets ("İ".lower() has two code points). What is known of every token is kept
as one string with a character for each (:attr:`Tokens.sorts`), which ``re`` and ``str`` can search.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
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


@dataclass(frozen=True)
class Tokens:
    """The tokens of one text, as parallel lists."""

    texts: list[str]
    """Each token as written."""
    starts: list[int]
    """Offset of each token's first code point."""
    ends: list[int]
    """Offset behind each token."""

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

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every token in lower case, once."""
        return frozenset(self.lows)

    def end(self, index: int) -> int:
        """Offset behind the token."""
        return self.ends[index]

    @cached_property
    def sorts(self) -> str:
        """What each token is, in one character: see :func:`~scrubber.text.words.sort_of`."""
        return "".join(map(attrgetter("sort"), self.forms))

    @cached_property
    def states(self) -> str:
        """The case of each token's line: 'U' all capitals, 'l' all lower case, 'm' mixed."""
        return "".join([_state(line) * len(line) for line in _LINE.findall(self.sorts)])


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
    return Tokens(pieces[1::2], offsets[0:-1:2], offsets[1::2])


def split(text: str) -> list[str]:
    """What lies before the first token, the token, what lies before the second … and behind the last."""
    return (_JOINED_TOKEN if _runs_together(text) else _TOKEN).split(text)


def _runs_together(text: str) -> bool:
    """Whether a name is run together with what stands around it: few texts have one, and to look for all takes long."""
    return any(
        seam["end"] is not None or _KIN_END.search(text[max(0, seam.end() - _LONGEST) : seam.end()])
        for seam in _SEAM.finditer(text)
    )
