"""Hostile texts: what comes near to PHI, repeated, must cost a few times ordinary text, and no more for being long.

    python -m benchmarks.hostile [LANGUAGE …] [--minutes N]

Every rule's examples and their halves, and the units of :data:`UNITS`, each repeated with five separators. All are
read, many together, and the matches tried and spans found in each are counted: what a text costs beyond others goes
with these. Those that have most are then read one by one, and the steps counted that they take for 4,000 characters,
and of those that may be above the bound for 16,000 as well. Prints what is above :data:`ORDINARY` times ordinary text
or grows by more than :data:`GROWTH`, and the ten slowest.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from scrubber.data import data_folder
from scrubber.pipeline import Scrubber
from scrubber.rules.loading import load_rules
from scrubber.rules.rule import example
from scrubber.text.document import Document
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
ORDINARY = 4.0
"""Times the steps for ordinary text of the same length, at most."""
_SHORT, _TOGETHER = 1_000, 64
"""Characters of the texts that are read together, and how many are."""
_DENSE = 0.24
"""Matches and spans a character from which on steps are counted. Of 19,000 texts whose steps were all counted the 119
that took most (over 300,000 for 4,000 characters) had as many."""


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


def ordinary(size: int) -> str:
    """So much of the example notes, again and again."""
    notes = sorted((Path(__file__).parents[1] / "examples" / "notes").glob("*.txt"))
    return repeated("\n".join(path.read_text("utf-8") for path in notes), size)


def seconds_for(scrubber: Scrubber, text: str) -> float:
    """Processor time that scrubbing a text takes."""
    started = time.process_time()
    scrubber.scrub(text)
    return time.process_time() - started


def density(scrubber: Scrubber, language: str, texts: Sequence[str]) -> list[float]:
    """The matches tried and spans found for each character of texts that are read together."""
    pack = scrubber.packs.of(language)
    trace = scrubber.detection.trace([Document(inspect.unwrap(view)(text).text, language=language) for text in texts])
    batch = trace.reading.batch
    notes = np.searchsorted(batch.base, pack.rules.prefilter.tries(batch).places, side="right") - 1
    tries = np.bincount(notes, minlength=len(texts)).tolist()
    found = zip(tries, trace.steps[0][1], trace.reading.vetoes, texts, strict=True)
    return [(tried + len(spans) + len(vetoes)) / len(text) for tried, spans, vetoes, text in found]


def cost(scrubber: Scrubber, name: str, unit: str) -> Cost:
    """What repeating a unit costs at both sizes."""
    small, large = (repeated(unit, size) for size in SIZES)
    seconds = seconds_for(scrubber, small), seconds_for(scrubber, large)
    return Cost(name, (steps_for(scrubber, small), steps_for(scrubber, large)), seconds)


def main() -> None:
    """Read all texts, count the steps of the dense ones, print what is above the bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", default=["en", "es"], metavar="LANGUAGE")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="count steps for so long, the densest first"
    )
    given = parser.parse_args()
    dense: list[tuple[float, str, str, str]] = []
    total = 0
    scrubbers = {language: Scrubber("strict", language=language) for language in given.languages}
    for language, scrubber in scrubbers.items():
        units = list({unit: name for name, unit in every_unit(language)}.items())
        total += len(units)
        for at in range(0, len(units), _TOGETHER):
            some = units[at : at + _TOGETHER]
            found = density(scrubber, language, [repeated(unit, _SHORT) for unit, _ in some])
            dense += [(-n, name, language, unit) for n, (unit, name) in zip(found, some, strict=True) if n >= _DENSE]
    print(f"{total:,} texts read, {len(dense):,} dense", flush=True)
    bound = [ORDINARY * steps_for(Scrubber("strict", language="en"), ordinary(size)) for size in SIZES]
    end = time.monotonic() + 60 * given.minutes
    costs: list[Cost] = []
    counted = 0
    for _, name, language, unit in sorted(dense):
        if time.monotonic() > end:
            break
        counted += 1
        if steps_for(scrubbers[language], repeated(unit, SIZES[0])) < bound[1] / GROWTH:
            continue
        one = cost(scrubbers[language], name, unit)
        costs.append(one)
        if one.steps[1] > bound[1] or one.growth > GROWTH:
            times = ORDINARY * one.steps[1] / bound[1]
            print(f"{times:5.1f} times ordinary text, {one.growth:.1f} for four times the text  {name}", flush=True)
    print(f"steps of {counted:,} counted; the slowest, at {SIZES[1]:,} characters:")
    for one in sorted(costs, key=lambda one: -one.seconds[1])[:10]:
        print(f"{one.seconds[1]:7.2f} s  {one.steps[1]:9,} steps, {one.growth:.1f} times  {one.name}")


if __name__ == "__main__":
    main()
