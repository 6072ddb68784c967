"""Notes as the review page shows them: what masking would do, with what it almost did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrubber.evaluate.evaluation import Evaluation
from scrubber.evaluate.marks import Mark, MarkedNote
from scrubber.evaluate.token_measures import Mistake
from scrubber.explain import explain
from scrubber.formats.registry import refuse_formats
from scrubber.io.pieces import Piece, Reading
from scrubber.io.source import open_note
from scrubber.report.html.candidates import FLOOR, without_overlaps
from scrubber.report.html.page import Page, ReviewNote, Shown
from scrubber.report.html.why import Whys
from scrubber.runs.input import note_of
from scrubber.runs.task import Outcome, Task
from scrubber.settings import ScrubberSettings
from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.check.checker import Checked
    from scrubber.mask.patient import PatientSource
    from scrubber.note import Note
    from scrubber.pipeline import Scrubber

BEFORE_AFTER = ("side by side", "before", "after")


@dataclass(slots=True)
class Reviewed(Outcome):
    """A note for the page."""

    note: ReviewNote | None = None


@dataclass(frozen=True)
class ReviewSetup:
    """Makes a :class:`Reviewer`; small, so that it can be sent to a process."""

    settings: ScrubberSettings
    reading: Reading
    masked: bool = False
    """Show what stands in each span's place after masking."""
    patients: PatientSource | None = None
    """Tells whose note each is, which decides what stands there."""

    def __call__(self) -> Reviewer:
        """Load everything."""
        from scrubber.pipeline import Scrubber

        return Reviewer(Scrubber.made_from(self.settings), self.reading, self.patients, masked=self.masked)


class Reviewer:
    """Prepares notes for the page. Called with a task it reads a file."""

    def __init__(
        self, scrubber: Scrubber, reading: Reading, patients: PatientSource | None = None, *, masked: bool = False
    ) -> None:
        self._scrubber = scrubber
        self._reading = reading
        self._patients = patients
        self._masked = masked

    def __call__(self, task: Task) -> Reviewed:
        """The task's file, for the page."""
        with open_note(task.path) as file:
            refuse_formats(file, task.path.name, "the review page")
            return self.review(self._reading.of_file(file), task.name, task.place)

    def review(self, pieces: Iterable[Piece], name: str, place: str = "") -> Reviewed:
        """One input, for the page; ``place`` is its path below the input folder."""
        outcome = Reviewed()
        texts: list[str] = []
        shown: list[Shown] = []
        note = self._scrubber.note(name=name)
        for piece in pieces:
            if piece.fresh:
                outcome.notes += 1
                note = note_of(self._scrubber, self._patients, piece.text, name, place or name, outcome.notes)
            texts.append(piece.text)
            shown += self._spans(note, piece)
        outcome.spans = sum(s.kind == "found" for s in shown)
        outcome.note = ReviewNote(name, "".join(texts), shown, place)
        return outcome

    def _spans(self, note: Note, piece: Piece) -> list[Shown]:
        text = piece.text
        found, kept = note.judge(text)
        places = dict(zip(found, note.replacements(text, found), strict=True)) if self._masked else {}
        told = explain(note, text, note.memory.copy())  # looking must not change what the note has learned
        low = [one.span for one in told if FLOOR <= one.span.weight < self._scrubber.detection.min_weight]
        low = [s for s in low if any(sign.isalnum() for sign in text[s.start : s.end])]
        why = Whys(told)
        rows = [
            *(shown(s, "found", piece.start, places.get(s), why.of(s)) for s in found),
            *(shown(s, "kept", piece.start, why=why.of(s)) for s in kept),
            *(shown(s, "almost", piece.start, why=why.of(s)) for s in without_overlaps(low, [*found, *kept])),
        ]
        return sorted(rows, key=lambda s: s.start)


def shown(span: Span, kind: str, offset: int = 0, replacement: str | None = None, why: Sequence[str] = ()) -> Shown:
    """A span for the page."""
    return Shown(span.start + offset, span.end + offset, span.type, span.source, span.weight, kind, replacement, why)


def review_page(
    title: str, notes: Sequence[ReviewNote], about: str, rules: Mapping[str, str], *, masked: bool = False
) -> str:
    """The page of ``scrub find`` and, with ``masked``, of a masking run; ``rules`` has why there is each."""
    return Page(title, notes, "masked", about, BEFORE_AFTER if masked else ("note",), rules).html()


def check_page(kept: Iterable[tuple[str, Checked]], about: str, rules: Mapping[str, str]) -> str:
    """The page of ``scrub check``; ``rules`` has why there is each."""
    notes = []
    for path, checked in kept:
        rows = [Shown(f.start, f.end, f.type, f.rule, f.weight) for f in checked.found]
        rows += [shown(s, "almost") for s in checked.almost]
        notes.append(ReviewNote(path, checked.text or "", sorted(rows, key=lambda s: s.start)))
    return Page("scrub check", notes, "reported", about, rules=rules).html()


def evaluation_page(
    result: Evaluation, notes: Iterable[MarkedNote], predictions: Mapping[str, Sequence[Mark]], about: str
) -> str:
    """The page of ``scrub eval``: what agrees with gold, misses, and false alarms."""
    mistakes: dict[str, list[Mistake]] = {}
    for mistake in result.mistakes:
        mistakes.setdefault(mistake.note, []).append(mistake)
    pages = [
        ReviewNote(note.name, note.text, _judged(predictions.get(note.name, ()), mistakes.get(note.name, ())))
        for note in notes
    ]
    return Page("scrub eval", pages, "found", about).html()


def _judged(predicted: Iterable[Mark], mistakes: Iterable[Mistake]) -> list[Shown]:
    """The mistakes, and what is left of the predictions outside them."""
    wrong = sorted(mistakes, key=lambda m: m.start)
    rows = [Shown(m.start, m.end, m.type, "gold" if m.kind == "miss" else "scrub", 100, m.kind) for m in wrong]
    at = 0
    for mark in predicted:
        for start, end in mark.parts:
            start = max(start, at)  # predictions may overlap; what is shown may not
            inside = [m for m in wrong if start < m.end and m.start < end]
            edges = [start, *(edge for m in inside for edge in (m.start, m.end)), end]
            rows += [
                Shown(s, e, mark.type, "scrub", 100) for s, e in zip(edges[::2], edges[1::2], strict=True) if s < e
            ]
            at = max(at, end)
    return sorted(rows, key=lambda s: s.start)
