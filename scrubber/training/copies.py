"""Copies of notes to learn from: the same words as other systems would have them, and single lines by themselves.

Capitals, colons and line ends are strong signs of a name, and a model that has seen few notes without them leans on
them; and lists know more of the words of these notes than of others. There are sixteen looks: lower case and capitals
(twice each), half of what is marked in lower case, digits misread as a scanner does, line ends in paragraphs lost,
blanks that are two, brackets or quotes around words, accents lost, labels without their colons, other names (twice),
and words misspelt (three times). Each note counts once more in one of them, or in several, in turn; a line of five
stands once more as a note of its own, as cells of tables do. Nothing is left to chance.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from scrubber.evaluate.marks import Mark, MarkedNote
from scrubber.training.renaming import Names, renamed
from scrubber.training.rewriting import rewritten

Change = Callable[[MarkedNote], MarkedNote]

_EVERY = 5
_LEAST = 15
"""Characters of a line that is worth a note of its own."""
_MISREAD_EVERY = 9
DIGITS_LIKE_LETTERS = {"0": "O", "1": "l", "5": "S"}
_LONG_WORD = re.compile(r"[^\W\d_]{5,}")
_MISSPELT_EVERY = 4
_STEP = 5
"""How many looks on a note's next copy is from the one before."""
_LABEL = re.compile(r"(?m)^[ \t]*[^\W\d][^:\n]{1,40}(?P<colon>:)(?=[ \t])")
_LINE = re.compile(r"[^\n]+")
_BLANK = re.compile(r"(?<=\S) (?=\S)")
_BLANK_EVERY = 3
_CAPITALISED = re.compile(r"\b[A-Z][a-z]{3,}\b")
_SIGNS = (("[", "]"), ('"', '"'), ("(", ")"), ("<", ">"), ("'", "'"), ("{", "}"))
_END_IN_PARAGRAPH = re.compile(r"(?<=[a-z,])\n(?=[A-Za-z])")


def with_copies(notes: Sequence[MarkedNote], names: Names, copies: int = 1) -> list[MarkedNote]:
    """The notes, and the copies of each, in the order of their names."""
    ordered = sorted(notes, key=lambda note: note.name)
    looks = _looks(names)
    more = [
        replace(changed, name=f"{note.name} {kind}")
        for number, note in enumerate(ordered)
        for kind in ((number + turn * _STEP) % len(looks) for turn in range(copies))
        if (changed := looks[kind](note)).text != note.text
    ]
    return sorted([*ordered, *more, *excerpts(ordered)], key=lambda note: note.name)


def _looks(names: Names) -> Sequence[Change]:
    """What is done to notes, in the order in which they take turns."""
    cases = _each(str.lower), _each(str.upper)
    misread_digits, lost_ends, no_accents = _text(misread), _text(without_line_ends), _each(unaccented)

    def rename(note: MarkedNote) -> MarkedNote:
        return renamed(note, names)

    written = in_small_letters, misread_digits, lost_ends

    def wrong(first: int) -> Change:
        return lambda note: misspelt(note, first)

    others = rename, rename, wrong(0), wrong(1), wrong(2)
    return (*cases, *written, *cases, spread, in_signs, no_accents, without_colons, *others)


def _each(change: Callable[[str], str]) -> Change:
    """A change of every character that stays one character: marks must not move."""
    return _text(lambda text: "".join(new if len(new := change(c)) == 1 else c for c in text))


def _text(change: Callable[[str], str]) -> Change:
    """A change of the text alone."""
    return lambda note: replace(note, text=change(note.text))


def misread(
    text: str, looks_like: Mapping[str, str] = DIGITS_LIKE_LETTERS, first: int = 0, every: int = _MISREAD_EVERY
) -> str:
    """The text with every ninth 0, 1 and 5 read as a letter; or other characters as what they look like, from a first
    one on.
    """
    letters = list(text)
    for at in [at for at, letter in enumerate(letters) if letter in looks_like][first::every]:
        letters[at] = looks_like[letters[at]]
    return "".join(letters)


def misspelt(note: MarkedNote, first: int = 0) -> MarkedNote:
    """The note with two letters changed over in every fourth long word from the ``first`` on: what no list knows is a
    name or not by what stands around it.
    """
    edits = []
    for number, word in enumerate(list(_LONG_WORD.finditer(note.text))[first::_MISSPELT_EVERY]):
        at = word.start() + 1 + number % (len(word[0]) - 3)
        edits.append((at, at + 2, note.text[at + 1] + note.text[at]))
    return rewritten(note, edits)


def without_line_ends(text: str) -> str:
    """The text with blanks in place of the line ends inside of paragraphs."""
    return _END_IN_PARAGRAPH.sub(" ", text)


def unaccented(letter: str) -> str:
    """A letter without its accent, where what is left is one of ASCII."""
    plain = unicodedata.normalize("NFD", letter)[0]
    return plain if plain.isascii() else letter


def without_colons(note: MarkedNote) -> MarkedNote:
    """The note without the colons of the labels that open its lines."""
    return rewritten(note, [(*colon.span("colon"), "") for colon in _LABEL.finditer(note.text)])


def spread(note: MarkedNote) -> MarkedNote:
    """The note with every third blank between words twice, as text that was set in full lines has them."""
    blanks = list(_BLANK.finditer(note.text))[::_BLANK_EVERY]
    return rewritten(note, [(blank.end(), blank.end(), " ") for blank in blanks])


def in_signs(note: MarkedNote) -> MarkedNote:
    """The note with every second mark in brackets or quotes, of a kind after the other, and as many other words."""
    places = [(one.start, one.end) for one in note.marks[::2]]
    others = [word.span() for word in _CAPITALISED.finditer(note.text) if not _touches(note, word.start(), word.end())]
    if others and places:
        places += others[:: max(1, len(others) // len(places))]
    edits = []
    for number, (start, end) in enumerate(places):
        opening, closing = _SIGNS[number % len(_SIGNS)]
        edits += [(start, start, opening), (end, end, closing)]
    return rewritten(note, edits)


def _touches(note: MarkedNote, start: int, end: int) -> bool:
    return any(one.start <= end and start <= one.end for one in note.marks)


def in_small_letters(note: MarkedNote) -> MarkedNote:
    """The note with every second mark in lower case, as people type names and towns in haste."""
    edits = [(one.start, one.end, note.text[one.start : one.end].lower()) for one in note.marks[::2]]
    return rewritten(note, [edit for edit in edits if len(edit[2]) == edit[1] - edit[0]])


def excerpts(notes: Sequence[MarkedNote]) -> Iterator[MarkedNote]:
    """Every fifth line that is not too short, as a note of its own."""
    count = 0
    for note in notes:
        for line in _LINE.finditer(note.text):
            text = line[0].strip()
            if len(text) < _LEAST:
                continue
            count += 1
            if count % _EVERY == 0:
                yield _excerpt(note, line.start() + line[0].index(text[0]), len(text), count)


def _excerpt(note: MarkedNote, start: int, length: int, number: int) -> MarkedNote:
    end = start + length
    marks = []
    for mark in note.marks:
        parts = tuple((s - start, e - start) for s, e in mark.parts if start <= s and e <= end)
        if parts:
            marks.append(Mark(mark.type, parts))
    return MarkedNote(f"{note.name} line {number}", note.text[start:end], tuple(marks))
