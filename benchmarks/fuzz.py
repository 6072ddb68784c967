"""Fuzzing: texts made of notes, rules' examples, hostile units and odd characters, of which promises must hold.

    python -m benchmarks.fuzz [--minutes N] [--seed N] [--write FILE]

Texts are read together, in batches, as users' are. Of every text: scrubbing raises nothing but an error in words that
does not quote it, and spans lie in order inside the text. Of some (:class:`Fuzzer` says of how many): the text is
masked the same by itself, in other company, and by the command line, whose map gives the very text back. What breaks a
promise is made as small as it can be and, with ``--write``, added to a file, a line each, to become cases of
``tests/cases``.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchmarks.disguises import DISGUISES
from benchmarks.faults.runs import workplace
from benchmarks.hostile import UNITS
from benchmarks.notes import CORPUS
from benchmarks.processes import scrub
from scrubber.data import data_folder
from scrubber.errors import NoteError
from scrubber.evaluate.gold import read_gold
from scrubber.found_before import FoundBefore
from scrubber.pipeline import Scrubber
from scrubber.rules.loading import load_rules
from scrubber.rules.rule import example
from scrubber.text.span import Span

BATCH = 2_000
"""Texts that are read together: some 150 KB."""
ALONE, SHUFFLED, COMMAND_LINE = 100, 5, 10
"""One text of so many is also read by itself; one batch of so many in another order; of one batch of so many"""
FILES = 200
"""texts are masked by the command line."""
LENGTHS = (40, 100, 400)
"""Characters of a piece of a note, at most: one of these."""
LONGEST = 800
_ODD = [
    *("\x00", "\x08", "\x0c", "\x1b[1m", "\r", "\r\n", "\x85", "\xad", "\u200b", "\u2028", "\ufeff", "\ud800"),
    *("\U0001f9d1\u200d\u2695\ufe0f", "\u0130", "\u0345", "\u1e9e", "²", "½", "٣", "三", "&#0;", "&#x110000;"),
    *("[DATE-1]", "[[", "%20", "=20\n", "\t", "  "),
]
"""Characters that programs stumble over, and scrub's own tags."""


_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which no file holds."""
_Parts = TypeVar("_Parts", str, list[str])


class Outcome(NamedTuple):
    """What became of a text that was scrubbed."""

    masked: str | None
    """None where it was refused."""
    broken: str = ""
    """What is not as promised; empty where all is."""


def outcome(scrubber: Scrubber, text: str) -> Outcome:
    """Scrub a text."""
    note = scrubber.note()
    spans: list[Span] = []
    note.record = lambda _, found, replacements: spans.extend(found)
    try:
        masked = note.scrub(text)
    except NoteError as error:
        return Outcome(None, "the error quotes the text" if len(text) > 8 and text in str(error) else "")
    except Exception as error:
        return Outcome(None, f"raises {type(error).__name__}")
    if any(not 0 <= span.start < span.end <= len(text) for span in spans):
        return Outcome(masked, "a span lies outside the text")
    return Outcome(masked, "spans overlap" if any(a.end > b.start for a, b in pairwise(spans)) else "")


def alone(scrubber: Scrubber, text: str) -> Outcome:
    """Scrub a text by itself."""
    scrubber.detection.found_before = FoundBefore()
    return outcome(scrubber, text)


def together(scrubber: Scrubber, texts: Sequence[str]) -> dict[str, Outcome]:
    """Scrub texts that are read together."""
    scrubber.detection.found_before = FoundBefore()
    scrubber.read_ahead(texts)
    return {text: outcome(scrubber, text) for text in texts}


def by_command_line(texts: Mapping[str, Outcome]) -> Iterator[tuple[str, str]]:
    """The texts that the command line masks otherwise, or does not turn back, and what is wrong."""
    files = {f"{number}.txt": text for number, text in enumerate(texts) if not _SURROGATE.search(text)}
    with workplace({f"in/{name}": text for name, text in files.items()}) as place:
        how = ("--map", "run.map", "--key-file", "key", "--isolated")
        whole = ("--input-format", "text", "--note-boundary", "99")
        masking = ("-o", "out", "--profile", "strict", "--unknown-language", "mask", *whole)
        runs = [scrub(*line, *how, cwd=place) for line in (("in", *masking), ("restore", "out", "-o", "back"))]
        said = b"".join(run.stderr for run in runs).decode()
        for name, text in files.items():
            if not (out := place / "out" / name).exists():
                if name not in said:
                    yield text, "is passed over in silence by the command line"
            elif out.read_bytes() != (texts[text].masked or "").encode():
                yield text, "is masked otherwise by the command line"
            elif (place / "back" / name).read_bytes() != text.encode():
                yield text, "is not what its map makes of it"


def smallest(text: _Parts, breaks: Callable[[_Parts], bool]) -> _Parts:
    """A text (or texts) that still breaks the promise, of which no stretch can be left out (delta debugging)."""
    size = len(text) // 2
    while size:
        at = 0
        while at < len(text):
            shorter = text[:at] + text[at + size :]
            if breaks(shorter):
                text = shorter
            else:
                at += size
        size //= 2
    return text


class Fuzzer:
    """Tries texts, batch by batch."""

    def __init__(self, scrubber: Scrubber, maker: Maker) -> None:
        self._scrubber = scrubber
        self._maker = maker
        self._batches = 0
        self.tried: Counter[str] = Counter()
        """Texts by what was tried with them."""
        self.findings: dict[str, str] = {}
        """Of what is not as promised the smallest texts, with what that is."""

    def run(self, seconds: float) -> None:
        """Try texts for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.batch(BATCH)

    def batch(self, size: int) -> None:
        """Try so many texts."""
        self._batches += 1
        texts = list(dict.fromkeys(self._maker.text() for _ in range(size)))
        self.tried["read with others"] += len(texts)
        if self._fails(texts):
            self.findings["\n".join(smallest(texts, self._fails))] = "raises when these texts are read together"
            return
        outcomes = {text: outcome(self._scrubber, text) for text in texts}
        for text, one in outcomes.items():
            if one.broken:
                self._broken(text, one.broken)
        apart = {text: alone(self._scrubber, text) for text in texts[::ALONE]}
        self._compare("read alone", outcomes, apart)
        if not self._batches % SHUFFLED:
            self._compare("read in another order", outcomes, together(self._scrubber, self._maker.shuffled(texts)))
        if not self._batches % COMMAND_LINE:
            some = {text: outcomes[text] for text in texts[:FILES]}
            self.tried["masked by the command line, and restored by its map"] += len(some)
            self.findings.update(by_command_line(some))

    def _fails(self, texts: Sequence[str]) -> bool:
        self._scrubber.detection.found_before = FoundBefore()
        try:
            self._scrubber.read_ahead(texts)
        except Exception:
            return True
        return False

    def _broken(self, text: str, what: str) -> None:
        self.findings[smallest(text, lambda shorter: alone(self._scrubber, shorter).broken == what)] = what

    def _compare(self, how: str, outcomes: Mapping[str, Outcome], others: Mapping[str, Outcome]) -> None:
        self.tried[how] += len(others)
        for text, other in others.items():
            if other != outcomes[text]:
                self._depends(text, list(outcomes))

    def _depends(self, text: str, texts: Collection[str]) -> None:
        """Note down a text that is not masked alone as it is with others, with the fewest of these."""

        def differs(some: Sequence[str], one: str) -> bool:
            return one in some and together(self._scrubber, some)[one] != alone(self._scrubber, one)

        few = smallest(list(texts), lambda some: differs(some, text))
        others = [one for one in few if one != text]
        small = smallest(text, lambda shorter: differs([*others, shorter], shorter))
        self.findings[small] = f"is masked otherwise when it is read with {others[:3]!r}"


class Maker:
    """Makes texts, the same ones for a seed."""

    def __init__(self, seed: int, languages: Sequence[str]) -> None:
        self._luck = random.Random(seed)
        rules = load_rules([data_folder("patterns") / language for language in languages])
        self._parts = [example(marked)[0] for rule in rules for marked in (*rule.hit, *rule.miss)]
        self._notes = [note.text for note in read_gold(CORPUS / "gold" / "dev")]

    def text(self) -> str:
        """The next text."""
        luck = self._luck
        kind = luck.random()
        if kind < 0.4:
            note, most = luck.choice(self._notes), luck.choice(LENGTHS)
            at = luck.randrange(max(1, len(note) - most))
            made = note[at : at + luck.randrange(10, most)]
        elif kind < 0.8:
            made = luck.choice(["", " ", "\n", ", "]).join(luck.choices(self._parts, k=luck.choice((1, 1, 2, 2, 3, 5))))
        else:
            made = "".join(luck.choices([*UNITS.values(), *_ODD], k=luck.randrange(1, luck.choice((8, 30)))))
        if luck.random() < 0.3:
            made = luck.choice(list(DISGUISES.values()))(made)
        for _ in range(luck.choice((0, 0, 1, 2, 5))):
            made = self._changed(made)
        return made[:LONGEST]

    def shuffled(self, texts: Sequence[str]) -> list[str]:
        """The texts in another order."""
        return self._luck.sample(texts, len(texts))

    def _changed(self, text: str) -> str:
        luck = self._luck
        low = luck.randrange(len(text) + 1)
        high = min(len(text), low + luck.choice((0, 1, 1, 3, 10)))
        new = luck.choice([luck.choice(_ODD), "", text[high : high + 5] * 2, luck.choice(self._parts)])
        return text[:low] + new + text[high:]


def main() -> None:
    """Fuzz, print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--write", type=Path, help="add findings to this file of cases")
    given = parser.parse_args()
    fuzzer = Fuzzer(Scrubber("strict", key=None, unknown_language="mask"), Maker(given.seed, ("en", "es")))
    fuzzer.run(60 * given.minutes)
    for what, number in fuzzer.tried.items():
        print(f"{number:9,} texts {what}")
    for text, broken in fuzzer.findings.items():
        print(f"{broken}: {text!r}")
    if given.write:
        with given.write.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps({"text": text, "was": what}) + "\n" for text, what in fuzzer.findings.items())


if __name__ == "__main__":
    main()
