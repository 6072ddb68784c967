"""What detection loses on notes in disguise: the same notes with their characters, cases or line ends changed.

    python -m benchmarks.disguises [GOLD] [--no-crf]

Prints, for the notes as they are and for each disguise, recall of all PHI and of HIPAA's, precision, notes without a
leak, and the share of notes whose view is that of the note as it is. Words are counted in the view: the digits of a
code are none, and where it undoes a disguise they are the note's own. GOLD is a folder of marked notes; the development
notes where none is named. Nothing is left to chance.
"""

from __future__ import annotations

import argparse
import quopri
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from benchmarks.accuracy import FIGURES, figures
from benchmarks.notes import CORPUS
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import Mark, MarkedNote, mark
from scrubber.evaluate.predictions import predictions
from scrubber.evaluate.seen import as_seen
from scrubber.pipeline import Scrubber
from scrubber.text.view import view
from scrubber.training.copies import DIGITS_LIKE_LETTERS, misread, without_line_ends

_WORD = re.compile(r"[^\W\d_]{4,}")
_TYPO_EVERY = 100
"""Of so many letters one is exchanged with the next one."""
_LETTERS_LIKE_OTHERS = {"l": "1", "I": "l", "O": "0", "S": "5", "B": "8"}
_OCR_EVERY = 15
_NUMBER = re.compile(r"(?<![^\s(\[#])\d+(?:[./:-]\d+)*")
"""A number or date that stands alone."""
_RAISED = dict(zip("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", strict=True))
COLUMNS = 60
"""The width at which text is wrapped."""


def wrapped(text: str) -> str:
    """The text with line ends in place of blanks, so that no line is longer than 60 characters if that can be."""
    return "\n".join(map(_wrapped_line, text.split("\n")))


def _wrapped_line(line: str) -> str:
    at = 0
    while len(line) - at > COLUMNS:
        cut = line.rfind(" ", at + 1, at + COLUMNS)
        if cut < 0:
            break
        line = f"{line[:cut]}\n{line[cut + 1 :]}"
        at = cut + 1
    return line


def _each(table: Mapping[str, str]) -> Callable[[str], str]:
    """A change of characters one by one."""
    return lambda text: text.translate({ord(old): new for old, new in table.items()})


def _typos(text: str) -> str:
    """Neighbouring letters of every hundredth place exchanged."""
    letters = list(text)
    for at in range(_TYPO_EVERY, len(letters) - 1, _TYPO_EVERY):
        if letters[at].isalpha() and letters[at + 1].isalpha():
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return "".join(letters)


def _misread(looks_like: Mapping[str, str]) -> Callable[[str], str]:
    """Every fifteenth of some characters as a scanner misreads it."""
    return partial(misread, looks_like=looks_like, first=_OCR_EVERY - 1, every=_OCR_EVERY)


_LIGATURES = {"ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "ffi": "ﬃ", "ffl": "ﬄ"}


def _curled(text: str) -> str:
    """The text with quotes and apostrophes as printers set them."""
    text = re.sub(r"(?<![\w.,)])'(?=\w)", "‘", text).replace("'", "’")
    return re.sub(r'(?<![\w.,)!?])"(?=\S)', "“", text).replace('"', "”")


_YEAR = re.compile(r"(?<![\w.,$])(?:19[3-9]\d|20[0-3]\d)(?![\w%]|[.,]\d)")
_AHEAD = 70, 130
"""Years by which data for research is moved ahead."""


def _moved(years: int) -> Callable[[str], str]:
    """Everything that looks like a year moved ahead."""
    return lambda text: _YEAR.sub(lambda m: str(int(m[0]) + years), text)


DISGUISES: Mapping[str, Callable[[str], str]] = {
    "as they are": lambda text: text,
    "lower case": lambda text: "".join(c.lower() if len(c.lower()) == 1 else c for c in text),
    "capitals": lambda text: "".join(c.upper() if len(c.upper()) == 1 else c for c in text),
    "wrapped at 60 columns": wrapped,
    "line ends in paragraphs lost": without_line_ends,
    "typos, one letter in 100": _typos,
    "digits misread, one in 15": _misread(DIGITS_LIKE_LETTERS),
    "letters misread, one in 15": _misread(_LETTERS_LIKE_OTHERS),
    "accents as marks of their own (NFD)": lambda text: unicodedata.normalize("NFD", text),
    "hyphens that do not break (U+2011)": _each({"-": "\u2011"}),
    "en dashes for hyphens": _each({"-": "\u2013"}),
    "minus signs for hyphens": _each({"-": "\u2212"}),
    "blanks that do not break": _each({" ": "\xa0"}),
    "thin blanks": _each({" ": "\u2009"}),
    "raised digits": lambda text: _NUMBER.sub(lambda m: _each(_RAISED)(m[0]), text),
    "full-width digits": _each({c: chr(ord(c) + 0xFEE0) for c in "0123456789"}),
    "full-width letters and signs": _each({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)}),
    "full-width slashes and colons": _each({"/": "\uff0f", ":": "\uff1a"}),
    "zero-width blanks in words": lambda text: _WORD.sub(lambda m: f"{m[0][:3]}\u200b{m[0][3:]}", text),
    "soft hyphens in words": lambda text: _WORD.sub(lambda m: f"{m[0][:3]}\xad{m[0][3:]}", text),
    "joiners and selectors in words": lambda text: _WORD.sub(lambda m: f"{m[0][:2]}\u034f\ufe0f{m[0][2:]}", text),
    "marks of direction round words": lambda text: _WORD.sub(lambda m: f"\u2067{m[0]}\u2069", text),
    "colours of a terminal in words": lambda text: _WORD.sub(lambda m: f"{m[0][:2]}\x1b[1;31m{m[0][2:]}", text),
    "overstruck letters": lambda text: _WORD.sub(lambda m: "".join(f"{c}\x08{c}" for c in m[0]), text),
    "control characters in words": lambda text: _WORD.sub(lambda m: f"{m[0][:3]}\x02{m[0][3:]}", text),
    "entities for blanks": lambda text: text.replace(" ", "&nbsp;"),
    "percent codes for blanks and signs": lambda text: re.sub(r"[ ,;:()]", lambda m: f"%{ord(m[0]):02X}", text),
    **{f"years moved {years} ahead": _moved(years) for years in _AHEAD},
    "quotes as printers set them": _curled,
    "ligatures": lambda text: re.sub("ff[il]?|f[il]", lambda m: _LIGATURES[m[0]], text),
    "UTF-8 read as Windows-1252": lambda text: re.sub(
        "[^\x00-\x7f]", lambda m: m[0].encode("utf-8", "surrogatepass").decode("cp1252", "replace"), _curled(text)
    ),
    "line ends of other systems": _each({"\n": "\r"}),
    "line ends as escapes": lambda text: text.replace("\n", r"\r\n"),
    "line ends as tags": lambda text: text.replace("\n", "<br/>"),
    "words in tags": lambda text: _WORD.sub(lambda m: f"<b>{m[0]}</b>", text),
    "words in asterisks": lambda text: _WORD.sub(lambda m: f"**{m[0]}**", text),
    "blanks round signs": lambda text: re.sub(
        r"(?<=\w)([,.;:])(?=\s)", r" \1", re.sub(r"(?<=\S)([,.;:()/-])(?=\S)", r" \1 ", text)
    ),
    "every blank twice": lambda text: text.replace(" ", "  "),
    "quoted-printable": lambda text: quopri.encodestring(
        text.replace(" ", "\xa0").encode("utf-8", "surrogatepass")
    ).decode(),
}


def disguised(note: MarkedNote, change: Callable[[str], str]) -> MarkedNote:
    """The note with its text changed, stretch by stretch, so that the marks stay where they belong."""
    ends = sorted({0, len(note.text), *(end for one in note.marks for part in one.parts for end in part)})
    whole = change(note.text)
    if len(whole) == len(note.text):
        return replace(note, text=whole)
    pieces = [change(note.text[low:high]) for low, high in pairwise(ends)]
    at = dict(zip(ends, [sum(map(len, pieces[:number])) for number in range(len(ends))], strict=True))
    marks = tuple(mark(one.type, at[low], at[high]) for one in note.marks for low, high in one.parts)
    return replace(note, text="".join(pieces), marks=marks)


def seen(note: MarkedNote, marks: Sequence[Mark]) -> MarkedNote:
    """The note as detection sees it, with these marks of its text."""
    return as_seen(replace(note, marks=tuple(marks)))


def measured(scrubber: Scrubber, notes: Sequence[MarkedNote], change: Callable[[str], str]) -> list[float]:
    """What is lost of notes in a disguise: the figures, and the share of notes of which the view undoes it."""
    changed = [disguised(note, change) for note in notes]
    found = predictions(changed, scrubber)
    gold = [seen(note, note.marks) for note in changed]
    those = figures(gold, {note.name: seen(note, found[note.name]).marks for note in changed})
    undone = sum(one.text == view(note.text).text for one, note in zip(gold, notes, strict=True))
    return [*(those[key] for key in FIGURES), undone / len(notes)]


def main() -> None:
    """Measure each disguise, print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="?", type=Path, default=CORPUS / "gold" / "dev", help="a folder of marked notes")
    parser.add_argument("--no-crf", action="store_true", help="without the chain")
    given = parser.parse_args()
    notes = read_gold(given.gold)
    scrubber = Scrubber("strict", language="en", crf=False if given.no_crf else None)
    print(f"| | {' | '.join(FIGURES)} | undone |\n|---|---|---|---|---|---|")
    for name, change in DISGUISES.items():
        those = " | ".join(f"{figure:.3f}" for figure in measured(scrubber, notes, change))
        print(f"| {name} | {those} |", flush=True)


if __name__ == "__main__":
    main()
