"""Hostile texts: what comes near to PHI, repeated, must cost a few times ordinary text, and no more for being long.

    python -m benchmarks.hostile [LANGUAGE …] [--minutes N]

Every rule's examples and their halves, and the units of :data:`UNITS`, each repeated with five separators: steps,
counted, and processor time for 4,000 and 16,000 characters. Prints the ten slowest, and all whose steps grow
more than fivefold. What is tried first is drawn by a fixed seed; without ``--minutes`` all are tried.
"""

from __future__ import annotations

import argparse
import inspect
import random
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

from scrubber.data import data_folder
from scrubber.pipeline import Scrubber
from scrubber.rules.loading import load_rules
from scrubber.rules.rule import example
from scrubber.text.view import view

UNITS = {
    "titles": "Dr. ",
    "digits": "1",
    "numbers": "12 ",
    "dates": "1/2/",
    "months and days": "2/12/",
    "dashes": "1-",
    "dots": "1.",
    "commas": ",",
    "brackets": "(",
    "at signs": "a@",
    "capitals": "A",
    "capital words": "Aa ",
    "names": "Smith, John ",
    "labels": "MRN: ",
    "number words": "one ",
    "months": "Jan 1 ",
    "eponyms": "Wilson, Baker, Graves, ",
    "kin": "wifeHalina ",
    "hosts": "a.com.",
    "letters and digits": "a1",
    "hexadecimal": "9f3a0c1e7b",
    "UUIDs": "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "telephones": "416-555-0137",
    "line ends": "\n",
    "blanks": " ",
    "accents": "\u0130\u0131\u00df ",
    "entities": "&nbsp;",
    "colours": "\x1b[1;31m",
    "overstrikes": "a\x08",
    "towns": "San Francisco, ",
    "visits": "Seen by Dr. Mary Ann Smith in San Francisco on 3/4/2021. ",
    "own tags": "[DATE-1] Dr. Okafor, ",
    "ages": "daughters, 19 and 22, ",
    "relatives": "s hijas/",
    "lone letters": "A ",
    "strengths": "R 5/5 5/5 4+/5 ",
    "pages": "a.gob.mx/citas",
    "addresses": "https://a.org/www.b.org/",
    "an endless name": "copic of surgery, ",
}
"""What is repeated, by name."""
SEPARATORS = ("", " ", "\n", ", ", "/")
SIZES = (4_000, 16_000)
GROWTH = 5.0
"""Times the steps for four times the text, at most."""


TraceFunction = Callable[[FrameType, str, object], Any]


class Cost(NamedTuple):
    """What a text costs at both sizes."""

    name: str
    steps: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def growth(self) -> float:
        """Steps for four times the text."""
        return self.steps[1] / max(self.steps[0], 1)


def repeated(unit: str, size: int) -> str:
    """``size`` characters of it."""
    return (unit * (size // len(unit) + 1))[:size]


def hostile(name: str, size: int) -> str:
    """``size`` characters of one of :data:`UNITS`."""
    return repeated(UNITS[name], size)


def every_unit(language: str) -> Iterator[tuple[str, str]]:
    """What is repeated, with its name: units, and examples of a language's rules, whole and by halves."""
    texts = dict(UNITS)
    for rule in load_rules([data_folder("patterns") / language]):
        for number, marked in enumerate((*rule.hit, *rule.miss), 1):
            text = example(marked)[0]
            half = len(text) // 2
            texts |= {f"{rule.id} {number}{part}": said for part, said in
                      (("", text), ("a", text[:half]), ("b", text[half:])) if said}  # fmt: skip
    for name, text in texts.items():
        for separator in SEPARATORS:
            yield f"{language}: {name} by {separator!r}", text + separator


def steps_for(scrubber: Scrubber, text: str) -> int:
    """Lines, rounds of loops, calls and returns that scrubbing a text takes once all patterns it needs are compiled."""
    steps = 0
    scrubber.scrub(text)

    def count(frame: FrameType, event: str, argument: object) -> TraceFunction:
        nonlocal steps
        steps += 1
        return count

    before = sys.gettrace()
    with patch("scrubber.note.view", inspect.unwrap(view)):  # which remembers small texts
        sys.settrace(count)
        try:
            scrubber.scrub(text)
        finally:
            sys.settrace(before)
    return steps


def seconds_for(scrubber: Scrubber, text: str) -> float:
    """Processor time that scrubbing a text takes."""
    started = time.process_time()
    scrubber.scrub(text)
    return time.process_time() - started


def cost(scrubber: Scrubber, name: str, unit: str) -> Cost:
    """What repeating a unit costs at both sizes."""
    small, large = (repeated(unit, size) for size in SIZES)
    seconds = seconds_for(scrubber, small), seconds_for(scrubber, large)
    return Cost(name, (steps_for(scrubber, small), steps_for(scrubber, large)), seconds)


def main() -> None:
    """Try the texts, print the slowest and the fastest growing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", default=["en", "es"], metavar="LANGUAGE")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so long")
    given = parser.parse_args()
    scrubbers = {language: Scrubber("strict", language=language) for language in given.languages}
    units = [(language, *unit) for language in given.languages for unit in every_unit(language)]
    random.Random(25).shuffle(units)
    end = time.monotonic() + 60 * given.minutes
    costs = []
    for language, name, unit in units:
        if time.monotonic() > end:
            break
        costs.append(cost(scrubbers[language], name, unit))
    print(f"{len(costs)} of {len(units)} texts; the slowest, at {SIZES[1]:,} characters:")
    for one in sorted(costs, key=lambda one: -one.seconds[1])[:10]:
        print(f"{one.seconds[1]:7.2f} s  {one.steps[1]:9,} steps, {one.growth:.1f} times  {one.name}")
    grown = [one for one in costs if one.growth > GROWTH]
    print(f"{len(grown)} grow by more than {GROWTH:g} for four times the text:")
    for one in sorted(grown, key=lambda one: -one.growth):
        print(f"{one.growth:7.1f} times  {one.seconds[0]:.2f} s, {one.seconds[1]:.2f} s  {one.name}")


if __name__ == "__main__":
    main()
