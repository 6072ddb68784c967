"""The cost of each operator: microseconds per span over the gold notes.

    python benchmarks/operators.py [GOLD]

Cold is the first pass, in which every name is new; warm is a later one, as in a folder whose people come back.
Detection is not counted: the marks of the gold are what is masked.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from scrubber.evaluate.gold import read_gold
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.mask.operators import BUILT_IN
from scrubber.policy import load_policy
from scrubber.text.span import Span

CORPUS = Path(__file__).parent / "corpus"
WARM_PASSES = 3
Notes = Sequence[tuple[str, str, list[Span]]]


def main(folder: Path = CORPUS) -> None:
    """Print the table."""
    notes = _notes(folder)
    count = sum(len(spans) for *_, spans in notes)
    size = sum(len(text) for _, text, _ in notes)
    print(f"{len(notes)} notes, {size / 1000:,.0f} KB, {count} spans\n")
    print(f"{'operator':<12}{'load s':>8}{'cold us':>9}{'warm us':>9}")
    for name in BUILT_IN:
        if name != "shift":
            print(_line(name, notes, count), flush=True)
    print(_line("shift", [(n, t, [s for s in spans if s.type == "DATE"]) for n, t, spans in notes], 0), flush=True)


def _notes(folder: Path) -> Notes:
    marked = read_gold(folder)
    return [
        (n.name, n.text, [Span(m.start, m.end, m.type, "gold", 100) for m in sorted(n.marks, key=lambda m: m.start)])
        for n in marked
    ]


def _line(name: str, notes: Notes, count: int) -> str:
    count = count or sum(len(spans) for *_, spans in notes)
    policy = load_policy("surrogates" if name == "shift" else "strict")
    start = time.perf_counter()
    masking = Masking(policy.with_operators(None if name == "shift" else name, {}), Key(b"benchmark" * 4))
    load = time.perf_counter() - start
    cold = _seconds(masking, notes)
    warm = min(_seconds(masking, notes) for _ in range(WARM_PASSES))
    return f"{name:<12}{load:>8.2f}{1e6 * cold / count:>9.1f}{1e6 * warm / count:>9.1f}"


def _seconds(masking: Masking, notes: Notes) -> float:
    start = time.perf_counter()
    for name, text, spans in notes:
        masking.note(name, None).replacements(text, spans)
    return time.perf_counter() - start


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
