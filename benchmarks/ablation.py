"""What each detector and refiner is worth: figures on marked notes without it.

    python -m benchmarks.ablation [GOLD…] [--paragraphs]

Prints a line for the whole of detection and one for each stage left out. GOLD is a folder or file of marked notes; the
development notes where none is named. ``--paragraphs`` cuts them into texts of some 250 characters, which hold little
PHI or none.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.notes import CORPUS
from scrubber.evaluate.evaluation import evaluate
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote, mark
from scrubber.evaluate.predictions import predictions
from scrubber.languages.pack import LanguagePack
from scrubber.pipeline import Scrubber

FIGURES = ("R_all", "R_hipaa", "P", "F1", "clean", "negatives_flagged")
SIZE = 250
"""Characters of a paragraph, at least."""


def figures(scrubber: Scrubber, notes: Sequence[MarkedNote]) -> str:
    """The cells of a line."""
    every = evaluate(notes, predictions(notes, scrubber)).figures()
    return " | ".join(f"{every[name]:.4f}" if name in every else "" for name in FIGURES)


def paragraphs(note: MarkedNote) -> Iterator[MarkedNote]:
    """Pieces of a note, each a note of its own: cut behind lines and sentences, outside of marks."""
    start = 0
    while start < len(note.text):
        end = start + SIZE
        while end < len(note.text) and (
            note.text[end - 1] not in "\n." or any(m.start < end < m.end for m in note.marks)
        ):
            end += 1
        marks = tuple(mark(m.type, m.start - start, m.end - start) for m in note.marks if start <= m.start < end)
        yield replace(note, name=f"{note.name} {start}", text=note.text[start:end], marks=marks)
        start = end


def without(kind: str, at: int) -> tuple[str, Scrubber]:
    """A scrubber without one of its stages, and that one's name."""
    scrubber = Scrubber("strict", language="en")
    pack: LanguagePack = scrubber.packs.of("en")
    stages = list(getattr(pack, kind))
    left_out = stages.pop(at)
    setattr(pack, kind, tuple(stages))
    return getattr(left_out, "name", type(left_out).__name__), scrubber


def main() -> None:
    """Measure, print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="*", type=Path, default=[CORPUS / "gold" / "dev"], help="marked notes")
    parser.add_argument("--paragraphs", action="store_true", help=f"cut the notes into texts of {SIZE} characters")
    given = parser.parse_args()
    notes = [note for place in given.gold for note in read_gold(place)]
    if given.paragraphs:
        notes = [piece for note in notes for piece in paragraphs(note)]
    whole = Scrubber("strict", language="en")
    print(f"| without | {' | '.join(FIGURES)} |\n|{'---|' * (len(FIGURES) + 1)}")
    print(f"| nothing | {figures(whole, notes)} |", flush=True)
    pack = whole.packs.of("en")
    for kind in ("detectors", "refiners"):
        for at in range(len(getattr(pack, kind))):
            name, scrubber = without(kind, at)
            print(f"| {name} ({kind[:-1]}) | {figures(scrubber, notes)} |", flush=True)


if __name__ == "__main__":
    main()
