"""A Scrubber that knows one name, and words that make it fail; run as a script it is ``scrub`` with that Scrubber.

Zeb… is a patient. BOOM raises an error that quotes the note, LATE is a pattern past its time, DIE ends the process,
NAP takes a while.
"""

from __future__ import annotations

import os
import re
import time
from typing import Any

from scrubber.errors import BudgetExceeded
from scrubber.note import rewrite
from scrubber.text.span import Span

SECRET = "Hildegard"
"""Stands in notes that fail: must not be seen in any message."""
_NAME = re.compile(r"Zeb\w*")


class FakeNote:
    def __init__(self) -> None:
        self.masked = 0
        self.patient = None
        self.numbers: dict[str, int] = {}

    def find(self, text: str) -> list[Span]:
        if "BOOM" in text:
            raise ValueError(f"cannot parse {text}")
        if "LATE" in text:
            raise BudgetExceeded("pattern dates-1 ran past 1 s")
        if "DIE" in text:
            os._exit(9)
        if "NAP" in text:
            time.sleep(0.3)
        if "SLEEP" in text:
            time.sleep(60)
        return [Span(m.start(), m.end(), "PATIENT", "fake-name", 90) for m in _NAME.finditer(text)]

    def scrub(self, text: str) -> str:
        spans = self.find(text)
        self.masked += len(spans)
        tags = [f"[PATIENT-{self.numbers.setdefault(text[s.start : s.end], len(self.numbers) + 1)}]" for s in spans]
        return rewrite(text, spans, tags)


class FakeScrubber:
    def __init__(self, profile: str = "safe-harbor", **options: Any) -> None:
        self.options = {"profile": profile, **options}

    @classmethod
    def made_from(cls, settings: Any) -> FakeScrubber:
        return cls(settings.profile, **settings.options)

    def read_ahead(self, texts: Any) -> None:
        pass

    def note(self, **about: Any) -> FakeNote:
        return FakeNote()


def install() -> None:
    """Put the fake in the Scrubber's place, before anything has imported that."""
    import scrubber.pipeline

    scrubber.pipeline.Scrubber = FakeScrubber  # type: ignore[assignment,misc]


if __name__ == "__main__":
    install()
    from scrubber.cli.main import main

    main()
