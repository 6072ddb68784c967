"""What each detector and refiner is worth: figures on marked notes without it.

    python -m benchmarks.ablation [GOLD]

Prints a line for the whole of detection and one for each stage left out. GOLD is a folder of marked notes; the
development notes where none is named.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.notes import CORPUS
from scrubber.evaluate.evaluation import evaluate
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote, mark
from scrubber.languages.pack import LanguagePack
from scrubber.pipeline import Scrubber

FIGURES = ("R_all", "R_hipaa", "P", "F1", "clean")


def figures(scrubber: Scrubber, notes: list[MarkedNote]) -> str:
    """The cells of a line."""
    found = {note.name: [mark(s.type, s.start, s.end) for s in scrubber.find(note.text)] for note in notes}
    every = evaluate(notes, found).figures()
    return " | ".join(f"{every[name]:.4f}" for name in FIGURES)


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
    parser.add_argument("gold", nargs="?", type=Path, default=CORPUS / "gold" / "dev", help="a folder of marked notes")
    notes = read_gold(parser.parse_args().gold)
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
