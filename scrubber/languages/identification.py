"""The language of a note, told by its small words, the words of forms and the endings of words.

What is known of each language is data (``patterns/languages/<code>.txt``). A word votes for the languages that have
it, the less the more of them do; an ending votes where the word itself is unknown. English is only left for good
evidence, and a language without a pack is only reported on strong evidence. What is written in other letters than
Latin ones is told by them. A note may change its language: of every paragraph it is told whether it is foreign.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.lazy_pattern import lazy_re
from scrubber.text.remembered import CELL, CELLS, remembered

DEFAULT = "en"
LOOKS = (400, 2000, 10000)
"""How many characters are looked at: more only while fewer do not tell."""
SHARES = (0.0, 1.0, 0.5, 0.3, 0.2, 0.1)
"""What a word's vote is worth to each of the languages that have it, by their number."""
MOST = 4
"""Votes of one word at most, however often it stands there: a language has many small words."""
ENDING = 0.35
"""What an ending's vote is worth beside a word's."""
LEAST, LEAD = 1.5, 1.5
"""Votes that a language with a pack needs, and how many times those of the next language with one."""
ALONE = 1.0
"""Votes that it needs where no other has any."""
FOREIGN_LEAST, FOREIGN_LEAD = 5.0, 2.0
"""The same for a language without a pack; it must lead before every language that has one."""
ENOUGH = 6.0
"""With so many votes more than any other language has, no more text is looked at."""
PARAGRAPH = 120
"""Characters from which a paragraph tells its language; shorter ones are read with those behind them."""
_REMEMBERED = LOOKS[-1] + 100
"""Characters of the longest texts (and codes of languages) that are remembered: notes are looked at when they are read
ahead, and again when their turn comes."""
MARKS = 3
"""Different words of other languages alone that a paragraph must have before its language is asked for."""
_WORD = lazy_re(r"(?<![\w-])[^\W\d_]+(?![\d_]|-\w*\d)")
_ODD_LETTER = lazy_re(r"[\u0370-\u1dff\u2c00-\ud7ff]")
"""A letter of another script."""
_SCRIPTS = ("CYRILLIC", "GREEK", "ARABIC", "HEBREW", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "DEVANAGARI", "THAI")


class Guess(NamedTuple):
    """What a text seems to be written in."""

    language: str | None
    """A code such as ``es``; ``None``: it does not tell."""
    name: str
    """What the language, or the script, is called."""


UNTOLD = Guess(None, "")


class _Table(NamedTuple):
    codes: list[str]
    names: list[str]
    words: dict[str, int]
    """By word: the languages that have it, a bit each."""
    endings: dict[str, int]


@cache
def _table() -> _Table:
    codes: list[str] = []
    table = _Table(codes, [], {}, {})
    for path in sorted((data_folder("patterns") / "languages").glob("*.txt")):
        try:
            name, words, endings = path.read_text("utf-8").split("\n\n")
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: {type(error).__name__}: not a name, words and endings") from None
        bit = 1 << len(codes)
        codes.append(path.stem)
        table.names.append(name.strip())
        for word in words.split():
            table.words[word] = table.words.get(word, 0) | bit
        for ending in endings.split():
            table.endings[ending] = table.endings.get(ending, 0) | bit
    return table


def detect_language(text: str, packed: tuple[str, ...]) -> Guess:
    """What a text seems to be written in.

    Args:
        packed: the languages for which there is a pack; others take more evidence.
    """
    return _told(text[: LOOKS[-1]], packed)


@remembered(CELLS, CELL)
@remembered(512, longest=_REMEMBERED)
def _told(text: str, packed: tuple[str, ...]) -> Guess:
    """The same, of what is looked at."""
    guess = UNTOLD
    for look in LOOKS:
        words = _WORD.findall(text[:look].lower())
        votes = _votes(words)
        guess, lead = _judge(votes, packed)
        if lead >= ENOUGH:
            return guess
        _add_endings(words, votes)
        guess, lead = _judge(votes, packed)
        if lead >= ENOUGH or look >= len(text):
            break
    return guess if guess.language else _script(text[: LOOKS[1]])


def languages_of(text: str, packed: tuple[str, ...]) -> tuple[Guess, Guess]:
    """The language to read a text in, and the one without a pack that some paragraph of it seems to be in.

    Where there are paragraphs of both, the language to read it in is one with a pack.
    """
    whole = detect_language(text, packed)
    if whole.language is None or whole.language in packed:
        return whole, _foreign_paragraph(text, packed)
    told = Counter[Guess]()
    for paragraph in _paragraphs(text):
        if (guess := _told(paragraph, packed)).language in packed:
            told[guess] += len(paragraph)
    return max(told, key=lambda guess: (told[guess], guess), default=whole), whole


@remembered(CELLS, CELL)
@remembered(512, longest=_REMEMBERED)
def _foreign_paragraph(text: str, packed: tuple[str, ...]) -> Guess:
    """The language of the first paragraph that seems to be in one without a pack."""
    guesses = (_told(paragraph, packed) for paragraph in _paragraphs(text) if _may_be_foreign(paragraph, packed))
    return next((guess for guess in guesses if guess.language and guess.language not in packed), UNTOLD)


def _paragraphs(text: str) -> Iterator[str]:
    """The text in stretches of about :data:`PARAGRAPH` characters: to a blank line if that can be, or a line end."""
    begin = 0
    while begin < len(text):
        least = begin + PARAGRAPH
        blank, line = text.find("\n\n", least, least + PARAGRAPH), text.find("\n", least, least + PARAGRAPH)
        end = blank if blank >= 0 else line if line >= 0 else least + PARAGRAPH
        yield text[begin:end]
        begin = end


def _may_be_foreign(paragraph: str, packed: tuple[str, ...]) -> bool:
    """Whether a closer look at a paragraph's language is worth its while."""
    foreign = _words_of_others(packed).intersection(paragraph.lower().split())
    return len(foreign) >= MARKS or (not paragraph.isascii() and bool(_ODD_LETTER.search(paragraph)))


@cache
def _words_of_others(packed: tuple[str, ...]) -> frozenset[str]:
    """The words that only languages without a pack have."""
    table = _table()
    own = sum(1 << number for number, code in enumerate(table.codes) if code in packed)
    return frozenset(word for word, languages in table.words.items() if not languages & own)


def _votes(words: Iterable[str]) -> list[float]:
    """The words' votes by language."""
    table = _table()
    votes = [0.0] * len(table.codes)
    for word, number in Counter(words).items():
        if languages := table.words.get(word):
            _count(votes, languages, min(number, MOST))
    return votes


def _add_endings(words: Iterable[str], votes: list[float]) -> None:
    """Count what the endings of unknown words say."""
    table = _table()
    get, known = table.endings.get, table.words
    for word in words:
        if len(word) > 5 and word not in known:
            languages = get(word[-5:]) or get(word[-4:]) or get(word[-3:])
            if languages:
                _count(votes, languages, ENDING)


def _count(votes: list[float], languages: int, number: float) -> None:
    share = SHARES[min(languages.bit_count(), len(SHARES) - 1)] * number
    for index in range(len(votes)):
        if languages >> index & 1:
            votes[index] += share


def _judge(votes: Sequence[float], packed: Container[str]) -> tuple[Guess, float]:
    """The guess, and by how many votes it leads."""
    table = _table()
    order = sorted(range(len(votes)), key=lambda index: -votes[index])
    own = [index for index in order if table.codes[index] in packed]
    best, first = order[0], own[0]
    if best != first and votes[best] >= max(FOREIGN_LEAST, FOREIGN_LEAD * votes[first]):
        return Guess(table.codes[best], table.names[best]), votes[best] - votes[order[1]]
    next_ = votes[own[1]] if len(own) > 1 else 0.0
    if votes[first] >= max(LEAST, LEAD * next_) or (votes[first] >= ALONE and not next_):
        return Guess(table.codes[first], table.names[first]), votes[first] - next_
    return UNTOLD, 0.0


def _script(text: str) -> Guess:
    """A script that is not Latin, where most letters are of it."""
    letters = [c for c in text if c.isalpha()]
    if not letters or 2 * sum(c > "\u024f" for c in letters) < len(letters):
        return UNTOLD
    counts = Counter(unicodedata.name(c, "").split(" ")[0].split("-")[0] for c in letters)
    script = counts.most_common(1)[0][0]
    return Guess(script.lower(), f"{script.capitalize()} script") if script in _SCRIPTS else UNTOLD
