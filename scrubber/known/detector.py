"""The known-patient detector: finds what is known about a note beforehand, however it is written there.

A name is found in any case and order, with initials, without its first or last part, with a possessive and broken over
a line; a part that is an ordinary word ("Will", "Long") only with a capital in running text, behind a title, or beside
another part. Numbers, addresses and everything else are found whatever separates their letters and digits, and dates
in every common format. All of it stands between word boundaries.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.known.table import NAMES, SOURCE, TITLES, WEIGHT, Table, plain
from scrubber.lazy_pattern import lazy_re
from scrubber.text.document import Document
from scrubber.text.remembered import remembered
from scrubber.text.span import Span
from scrubber.text.tokens import Tokens

if TYPE_CHECKING:
    from scrubber.reading import Reading, Spans

_WEAK_LISTS = (
    "ORDINARY", "MEDICAL", "ABBREVIATION", "HEADER", "UNIT", "ANATOMY", "DRUG", "CREDENTIAL", "TITLE", "KINSHIP",
    "ROLE", "CALENDAR", "GENERIC_PLACE", "EPONYM", "CITY", "STATE", "COUNTRY",
)  # fmt: skip
"""A part of a name that such a list holds is not masked on sight."""
_LONGEST_KNOWN = 32_768
"""Characters of what is known of a patient, to be kept in mind for the next note."""
_BETWEEN = lazy_re(r"[ \t]{0,2}|[ \t]?,[ \t]{0,2}|-|'|,?[ \t][^\W\d_]\.?[ \t]")
_OPENERS = frozenset("\n.:;!?-*•>")


Phrases = Sequence[tuple[int, int, int]]


class KnownDetector(NamedTuple):
    """Finds the identifiers that are known of each document."""

    finder: KnownFinder
    name: str = "known"

    def find(self, reading: Reading) -> Spans:
        """A span of weight 100 for everything known."""
        return [
            list(self.finder.find(document, phrases))
            for document, phrases in zip(reading.documents, reading.phrases, strict=True)
        ]


class KnownFinder:
    """Finds known identifiers. Holds what it needs of the lexicon, and the last few patients' tables."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._weak = lexicon.flags.any_of(_WEAK_LISTS)
        self._name = lexicon.flags["FIRST"].sure | lexicon.flags["LAST"].sure
        self._eponym = lexicon.flags["EPONYM"].any
        self._table = remembered(64, longest=_LONGEST_KNOWN)(Table)

    def find(self, document: Document, phrases: Phrases = ()) -> Iterator[Span]:
        """A span of weight 100 for everything known that the document holds.

        Args:
            phrases: start, end and flags of the lexicon's phrases in it: "Parkinson's disease" is nobody's name.
        """
        if not document.known:
            return
        if document.own is not None:
            document = replace(document, text=document.own, own=None)
        table = self._table(tuple((type_, tuple(document.known[type_])) for type_ in sorted(document.known)))
        keys = [plain(low) for low in document.tokens.lows]
        yield from table.codes_in(document, keys)
        for match in table.dates.finditer(document.text) if table.dates else ():
            yield Span(match.start(), match.end(), "DATE", SOURCE, WEIGHT)
        for type_ in NAMES:
            words = table.names.get(type_)
            if words is not None and not words.keys().isdisjoint(keys):
                yield from self._names(document, keys, words, table.letters, type_, phrases)
            if words is not None:
                yield from _broken(document.tokens, keys, words, type_)
        yield from self._initials(document.tokens, table)

    def _names(
        self,
        document: Document,
        keys: Sequence[str],
        words: Mapping[str, bool],
        letters: set[str],
        type_: str,
        phrases: Phrases,
    ) -> Iterator[Span]:
        """Every run of parts of a name, with the initials beside it."""
        tokens, text = document.tokens, document.text
        protected = self._eponyms(document, phrases)
        states = tokens.states
        # In running text a weak part in lower case is the ordinary word, whatever stands beside it.
        parts = [
            i
            for i, key in enumerate(keys)
            if key in words
            and not protected[i]
            and (words[key] or states[i] != "m" or tokens.texts[i][0].isupper() or not self._is_weak(key))
        ]
        titled = [i for i, key in enumerate(keys) if key in words and _behind_title(tokens, i)]
        runs: list[list[int]] = []
        for i in sorted({*parts, *titled}):
            if runs and _BETWEEN.fullmatch(text, tokens.end(runs[-1][-1]), tokens.starts[i]) is not None:
                runs[-1].append(i)
            else:
                runs.append([i])
        for run in runs:
            if all(words[keys[i]] for i in run):  # "van" and "de la" alone
                continue
            first, last = _with_initials(tokens, text, run[0], run[-1], letters)
            company = len({keys[i] for i in run}) > 1 or (first, last) != (run[0], run[-1])
            if company or any(self._stands_alone(tokens, keys[i], states[i], i) for i in run):
                yield Span(tokens.starts[first], tokens.end(last), type_, SOURCE, WEIGHT)

    def _is_weak(self, key: str) -> bool:
        mask = self._lexicon.words.get(key)
        return len(key) < 3 or (bool(mask & self._weak) and not mask & self._name)

    def _stands_alone(self, tokens: Tokens, key: str, state: str, index: int) -> bool:
        """Whether a part of a name is the name where nothing else of the name stands beside it."""
        if not self._is_weak(key) or _behind_title(tokens, index):
            return True
        opens = index == 0 or tokens.texts[index - 1] in _OPENERS
        return tokens.texts[index][0].isupper() and state == "m" and not opens

    def _eponyms(self, document: Document, phrases: Phrases) -> list[bool]:
        """Whether each token belongs to a term such as "Parkinson's disease"."""
        tokens = document.tokens
        inside = [False] * len(tokens)
        for start, end, mask in phrases:
            if mask & self._eponym:
                for i in range(bisect_left(tokens.starts, start), bisect_left(tokens.starts, end)):
                    inside[i] = True
        return inside

    def _initials(self, tokens: Tokens, table: Table) -> Iterator[Span]:
        """Initials, dotted or as a word of capitals, where no list knows them for something else."""
        for letters, type_ in table.initials.items():
            if self._lexicon.words.get(letters) & self._weak:
                continue
            upper = letters.upper()
            for i, text in enumerate(tokens.texts):
                if text == upper:
                    yield Span(tokens.starts[i], tokens.end(i), type_, SOURCE, WEIGHT)
                elif text == upper[0]:
                    last = _dotted(tokens, i, upper)
                    if last is not None:
                        yield Span(tokens.starts[i], tokens.end(last), type_, SOURCE, WEIGHT)


def _behind_title(tokens: Tokens, index: int) -> bool:
    before = index - 1
    if before >= 0 and tokens.texts[before] == ".":
        before -= 1
    return before >= 0 and tokens.lows[before] in TITLES


def _with_initials(tokens: Tokens, text: str, first: int, last: int, letters: set[str]) -> tuple[int, int]:
    """A run of parts with the initials of the name on either side: "A. K. Osei", "Osei, A"."""

    def initial(at: int) -> bool:
        return 0 <= at < len(tokens) and tokens.texts[at].isupper() and tokens.lows[at] in letters

    while True:
        at = first - 1
        if at >= 0 and tokens.texts[at] in (".", "'", "-"):
            at -= 1
        if not initial(at) or re.fullmatch(r"\.?[ \t]?|['-]", text[tokens.end(at) : tokens.starts[first]]) is None:
            break
        first = at
    while True:
        at = last + 1
        while at < len(tokens) and tokens.texts[at] in (",", ".") and at <= last + 1:
            at += 1
        if not initial(at) or re.fullmatch(r"[,.]?[ \t]", text[tokens.end(last) : tokens.starts[at]]) is None:
            break
        if tokens.texts[last + 1] == "." and len(tokens.texts[last]) > 1:  # a sentence ended there
            break
        last = at
    return first, last


def _broken(tokens: Tokens, keys: Sequence[str], words: Mapping[str, bool], type_: str) -> Iterator[Span]:
    """Parts of names that a hyphen breaks over a line."""
    texts = tokens.texts
    for i in range(1, len(texts) - 2):
        if texts[i] == "-" and texts[i + 1] == "\n" and keys[i - 1] + keys[i + 2] in words:
            yield Span(tokens.starts[i - 1], tokens.end(i + 2), type_, SOURCE, WEIGHT)


def _dotted(tokens: Tokens, index: int, letters: str) -> int | None:
    """The last token of "A.O.", "A. O." or "A.O" from ``index``; None if it is something else or goes on."""
    texts, at = tokens.texts, index
    for letter in letters[1:]:
        if at + 2 >= len(texts) or texts[at + 1] != "." or texts[at + 2] != letter:
            return None
        at += 2
    goes_on = at + 2 < len(texts) and texts[at + 1] == "." and len(texts[at + 2]) == 1 and texts[at + 2].isalpha()
    comes_on = index >= 2 and texts[index - 1] == "." and len(texts[index - 2]) == 1
    return None if goes_on or comes_on else at
