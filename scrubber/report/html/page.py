"""Putting the page together: template, style, script and data in one file that needs no network."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from scrubber.lazy_pattern import lazy_re
from scrubber.policy import direct_types, phi_types

_FOLDER = Path(__file__).parent
_SCRIPTS = ("page.js", "marks.js", "files.js", "keys.js")
TEXT_LIMIT = 16_000_000
"""Characters of notes that a page holds; browsers bear no more with ease."""
_RULE = lazy_re(r"[\w-]+")
KINDS = ("found", "kept", "almost", "miss", "alarm")
"""What a span is: masked or reported; found and kept by the profile; of too low a weight; a miss or a false alarm
against gold."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One span to show."""

    start: int
    end: int
    type: str
    rule: str
    weight: int
    kind: str = "found"
    replacement: str | None = None
    """What stands in its place after masking."""
    why: Sequence[str] = ()
    """What found it, what spoke for (+) and against it (-), without quoting the note."""


@dataclass(frozen=True)
class ReviewNote:
    """One note to show; spans sorted, without overlaps."""

    name: str
    text: str
    spans: Sequence[Shown] = ()
    place: str = ""
    """Its path in the masked folder, with slashes; empty where it goes nowhere."""


@dataclass(frozen=True)
class Page:
    """What a page shows."""

    title: str
    notes: Sequence[ReviewNote]
    verb: str = "masked"
    """What has been done with found spans."""
    about: str = ""
    """A word on how it was made, such as the profile."""
    views: Sequence[str] = field(default_factory=lambda: ["note"])
    rules: Mapping[str, str] = field(default_factory=dict)
    """Why there is each rule, by its id."""

    def html(self) -> str:
        """The page."""
        script = "\n".join((_FOLDER / name).read_text("utf-8") for name in _SCRIPTS)
        style = (_FOLDER / "style.css").read_text("utf-8")
        parts = {
            "title": html.escape(self.title),
            # Nothing may be loaded or sent, whatever a note's text says.
            "policy": f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; "
            f"script-src 'sha256-{_digest(script)}'",
            "style": style,
            "script": script,
            "data": _embedded(self._data()),
        }
        pieces = (_FOLDER / "template.html").read_text("utf-8").split("{{")
        filled = (f"{parts[name]}{rest}" for name, _, rest in (piece.partition("}}") for piece in pieces[1:]))
        return pieces[0] + "".join(filled)

    def _data(self) -> dict[str, Any]:
        whys: dict[str, int] = {}
        data = {
            "verb": self.verb,
            "about": self.about,
            "views": list(self.views),
            "types": _types(),
            "notes": [
                {
                    "name": n.name,
                    "place": n.place,
                    "text": n.text,
                    "risk": round(risk(n.spans, self.verb), 2),
                    "spans": _rows(n.spans, whys),
                }
                for n in self.notes
            ],
            "whys": list(whys),
            "rules": self._rules_told(whys),
        }
        return {"run": hashlib.sha256(json.dumps(data).encode()).hexdigest(), **data}

    def _rules_told(self, whys: Iterable[str]) -> dict[str, str]:
        """The rules that found something here, or are told of where something was found."""
        told = {span.rule for note in self.notes for span in note.spans}
        told.update(name for why in whys for name in _RULE.findall(why))
        return {rule: why for rule, why in self.rules.items() if rule in told}


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _embedded(data: object) -> str:
    """JSON in which no sign can end the script element that holds it."""
    text = json.dumps(data, ensure_ascii=False)
    for sign in "<\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _types() -> dict[str, tuple[str, int]]:
    """Category and number within the category of each type, for its colour."""
    numbers: dict[str, int] = {}
    result = {}
    for name, info in phi_types().items():
        result[name] = (info.category, numbers.setdefault(info.category, 0))
        numbers[info.category] += 1
    return result


def _rows(spans: Iterable[Shown], whys: dict[str, int]) -> list[list[Any]]:
    """The spans; what is said of many stands once in ``whys``, and a span has its number there."""
    rows: list[list[Any]] = []
    for s in spans:
        numbers = [whys.setdefault(why, len(whys)) for why in s.why]
        rows.append([s.start, s.end, s.type, s.rule, s.weight, s.kind, s.replacement, numbers])
    return rows


def risk(spans: Iterable[Shown], verb: str) -> float:
    """How much a note deserves a look: what may have been missed, and what is not sure; direct identifiers double.

    Where findings are reported and not masked (``verb`` is ``reported``), they themselves are the risk.
    """
    direct = direct_types()
    total = 0.0
    for span in spans:
        sure = span.weight / 100
        shares = {
            "found": sure if verb == "reported" else 1 - sure,
            "almost": sure,
            "miss": 3.0,
            "alarm": 0.5,
        }
        total += shares.get(span.kind, 0.0) * (2 if span.type in direct else 1)
    return total


class Riskiest:
    """The notes most worth a look, as many as a page can hold."""

    def __init__(self, verb: str, limit: int = TEXT_LIMIT) -> None:
        self._verb, self._limit = verb, limit
        self._heap: list[tuple[float, int, ReviewNote]] = []
        self._size = 0
        self.met = 0
        """Notes added."""

    def add(self, note: ReviewNote) -> None:
        """Keep a note, for as long as there are not too many of more risk."""
        heappush(self._heap, (risk(note.spans, self._verb), -self.met, note))
        self.met += 1
        self._size += len(note.text)
        while self._size > self._limit and len(self._heap) > 1:
            self._size -= len(heappop(self._heap)[2].text)

    @property
    def notes(self) -> list[ReviewNote]:
        """Those kept, in the order in which they came."""
        return [note for _, _, note in sorted(self._heap, key=lambda kept: -kept[1])]
