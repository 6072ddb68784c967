"""Fuzzing: texts made of notes, rules' examples, hostile units and odd characters, of which promises must hold.

    python -m benchmarks.fuzz [--minutes N] [--seed N] [--write FILE]

For every text: scrubbing raises nothing but an error in words that does not quote it; spans lie in order inside the
text; what is found does not depend on the texts that are read with it. What breaks a promise is made as small as it can
be and, with ``--write``, added to a file, a line each, to become cases of ``tests/cases``.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.disguises import DISGUISES
from benchmarks.hostile import UNITS
from benchmarks.notes import CORPUS
from scrubber.data import data_folder
from scrubber.errors import NoteError
from scrubber.evaluate.gold import read_gold
from scrubber.pipeline import Scrubber
from scrubber.rules.loading import load_rules
from scrubber.rules.rule import example
from scrubber.text.span import Span

BATCH = 32
LONGEST = 400
_ODD = [
    *("\x00", "\x08", "\x0c", "\x1b[1m", "\r", "\r\n", "\x85", "\xad", "\u200b", "\u2028", "\ufeff", "\ud800"),
    *("\U0001f9d1\u200d\u2695\ufe0f", "\u0130", "\u0345", "\u1e9e", "²", "½", "٣", "三", "&#0;", "&#x110000;"),
    *("[DATE-1]", "[[", "%20", "=20\n", "\t", "  "),
]
"""Characters that programs stumble over, and scrub's own tags."""


class Outcome(NamedTuple):
    """What became of a text that was scrubbed by itself."""

    masked: str | None
    """None where it was refused."""
    broken: str = ""
    """What is not as promised; empty where all is."""


def outcome(scrubber: Scrubber, text: str) -> Outcome:
    """Scrub a text by itself."""
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


def depends_on_others(scrubber: Scrubber, outcomes: Mapping[str, Outcome]) -> Iterator[str]:
    """The texts that are masked otherwise when they are read together."""
    texts = [text for text, one in outcomes.items() if one.masked is not None and not one.broken]
    for text, masked in zip(texts, scrubber.scrub_texts(texts), strict=True):
        if masked != outcomes[text].masked:
            yield text


def smallest(text: str, breaks: Callable[[str], bool]) -> str:
    """A text that still breaks the promise, of which no stretch can be left out (delta debugging)."""
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
            note = luck.choice(self._notes)
            at = luck.randrange(max(1, len(note) - LONGEST))
            made = note[at : at + luck.randrange(20, LONGEST)]
        elif kind < 0.8:
            made = luck.choice(["", " ", "\n", ", "]).join(luck.choices(self._parts, k=luck.randrange(1, 6)))
        else:
            made = "".join(luck.choices([*UNITS.values(), *_ODD], k=luck.randrange(1, 30)))
        if luck.random() < 0.3:
            made = luck.choice(list(DISGUISES.values()))(made)
        for _ in range(luck.choice((0, 0, 1, 2, 5))):
            made = self._changed(made)
        return made[: 2 * LONGEST]

    def _changed(self, text: str) -> str:
        luck = self._luck
        low = luck.randrange(len(text) + 1)
        high = min(len(text), low + luck.choice((0, 1, 1, 3, 10)))
        new = luck.choice([luck.choice(_ODD), "", text[high : high + 5] * 2, luck.choice(self._parts)])
        return text[:low] + new + text[high:]


def fuzz(scrubber: Scrubber, maker: Maker, seconds: float) -> tuple[int, dict[str, str]]:
    """Try texts for so long; how many, and of what is not as promised the smallest texts, with what that is."""
    end = time.monotonic() + seconds
    tried, findings = 0, dict[str, str]()
    while time.monotonic() < end:
        texts = [maker.text() for _ in range(BATCH)]
        tried += len(texts)
        outcomes = {text: outcome(scrubber, text) for text in texts}
        for text, one in outcomes.items():
            if one.broken:
                findings[smallest(text, lambda t, one=one: outcome(scrubber, t).broken == one.broken)] = one.broken  # type: ignore[misc]
        for text in depends_on_others(scrubber, outcomes):
            findings[text] = "is masked otherwise when it is read with others"
    return tried, findings


def main() -> None:
    """Fuzz, print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--write", type=Path, help="add findings to this file of cases")
    given = parser.parse_args()
    scrubber = Scrubber("strict", key=None, unknown_language="mask")
    started = time.monotonic()
    tried, findings = fuzz(scrubber, Maker(given.seed, ("en", "es")), 60 * given.minutes)
    minutes = (time.monotonic() - started) / 60
    print(f"{tried:,} texts in {minutes:.1f} minutes ({tried / minutes:,.0f} a minute), {len(findings)} findings")
    for text, broken in findings.items():
        print(f"{broken}: {text!r}")
    if given.write:
        with given.write.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps({"text": text, "was": broken}) + "\n" for text, broken in findings.items())


if __name__ == "__main__":
    main()
