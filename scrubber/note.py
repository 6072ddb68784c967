"""A note being read: pieces of text in, spans and masked text out, and what is learned on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubber.arguments import check_text
from scrubber.budget import look, note_budget
from scrubber.languages.choice import Choice
from scrubber.languages.names import ANY
from scrubber.mask.align import aligned
from scrubber.text.document import Document, whole
from scrubber.text.memory import Memory
from scrubber.text.span import Span, touches
from scrubber.text.view import view

if TYPE_CHECKING:
    from scrubber.detection import Detection
    from scrubber.languages.pack import LanguagePack
    from scrubber.mask.masking import Maskings, NoteMasking
    from scrubber.report.left import Left

Record = Callable[[str, Sequence[Span], Sequence[str]], None]


class Note:
    """One note being read. Pieces must be cut at paragraph ends, in order."""

    def __init__(
        self,
        detection: Detection,
        maskings: Maskings,
        *,
        name: str,
        patient: str | None,
        known: Mapping[str, tuple[str, ...]],
        place: str,
        language: str = "",
    ) -> None:
        self.detection = detection
        self._maskings = maskings
        self._otherwise = language
        self.name = name
        self.patient = patient
        self.known = known
        self.place = place
        self.choice: Choice | None = None
        """The language; until a piece tells it, that of notes that do not."""
        self.memory = Memory()
        self._masking: NoteMasking | None = None
        self.masked = 0
        """Spans masked so far, for the run's summary."""
        self.record: Record | None = None
        """Is told of every piece's spans and what replaced them."""
        self.left: Left | None = None
        """Takes down what the note leaves to be read, where a report asks for it."""

    def find(self, text: str) -> list[Span]:
        """The spans to mask in this piece; offsets count from its start."""
        return self.judge(text)[0]

    def judge(self, text: str) -> tuple[list[Span], list[Span]]:
        """The spans to mask in this piece, and those that the policy keeps: each sorted, without overlaps.

        In text that scrub has been over, two readings must agree (see :mod:`scrubber.refine.fillers`).
        """
        check_text(text)
        with note_budget(len(text)):
            look("the undoing of disguises")
            seen = view(text)
            found, kept = self._judge(seen.text)
            return seen.all_back(found), seen.all_back(kept)

    def _judge(self, text: str) -> tuple[list[Span], list[Span]]:
        look("language")
        language = self.language(text)
        before = self.memory.copy() if self.detection.has_own_tags(text, language) else None
        found, kept = self._parted(text, self._detect(text, language, self.memory, as_tags=True))
        if self.left is not None:
            self.left.stands(text, kept)
        if before is None or not found:
            return found, kept
        again, _ = self._parted(text, self._detect(text, language, before, as_tags=False))
        places = [(s.start, s.end) for s in again]
        return [s for s in found if touches(s.start, s.end, places)], kept

    def _parted(self, text: str, spans: Iterable[Span]) -> tuple[list[Span], list[Span]]:
        """The spans that the policy masks, and those that it keeps."""
        parts: tuple[list[Span], list[Span]] = ([], [])
        policy = self.detection.policy
        always = policy.masked.difference(policy.keep_when)
        for span in spans:
            masks = span.type in always or policy.masks(span.type, text[span.start : span.end])
            parts[not masks].append(span)
        return parts

    def _detect(self, text: str, language: str, memory: Memory, *, as_tags: bool) -> list[Span]:
        document = self._document(text, language, memory)
        spans = self.detection.found_before.take(document, as_tags=as_tags)
        if spans is None:
            (spans,) = self.detection.candidates([document], as_tags=as_tags)
        return self.detection.standing(text, spans, language)

    def candidates(self, text: str) -> list[Span]:
        """Every span that is proposed for this piece: overlapping, of any weight.

        Looking changes nothing of what the note has learned.
        """
        seen = view(text)
        (spans,) = self.detection.candidates([self.document(seen.text, self.memory.copy())])
        return seen.all_back(spans)

    def document(self, text: str, memory: Memory | None = None) -> Document:
        """A piece of this note, as detection sees it, with what is known of the note and what it has established."""
        return self._document(text, self.language(text), memory)

    def code(self, text: str) -> Document:
        """A code or the like, which only what is known is looked for in: it tells no language."""
        return self._document(text, self.language() if self.choice is None else self.choice.language)

    def _document(self, text: str, language: str, memory: Memory | None = None) -> Document:
        return Document(
            whole(text),
            self.name,
            language,
            self.patient,
            self.known,
            self.memory if memory is None else memory,
        )

    def language(self, text: str = "") -> str:
        """The language to read this piece in: that which the note's first telling piece tells.

        Raises:
            NoteError: a paragraph is in one without a pack, and such notes are to be refused.
        """
        before, now = self.choice, self.detection.packs.choose(text)
        silent = not now.told and now.language != ANY
        if before is not None and (before.told or silent):
            return before.language
        if self._otherwise and silent:
            now = Choice(self._otherwise, told=False)
        self.choice = now
        if before is not None and now.language != before.language:
            self._masking = self._new_masking(self._masking)
        return now.language

    def settle(self, text: str) -> None:
        """Read all of the note in the language that this much of it tells, if any, whatever a piece of it says.

        Raises:
            NoteError: it has no pack, and such notes are to be refused.
        """
        choice = self.detection.packs.choose(view(text).text)
        self.choice = choice if choice.told else self.choice

    def quiet_choice(self, text: str) -> str | None:
        """The language that its first piece will be read in; None where :meth:`language` has something to say."""
        return self.detection.packs.quiet_choice(text, self._otherwise)

    @property
    def pack(self) -> LanguagePack:
        """The pack of the language read last."""
        return self.detection.packs.of(self.language() if self.choice is None else self.choice.language)

    @property
    def masking(self) -> NoteMasking:
        """What masks this note."""
        if self._masking is None:
            self._masking = self._new_masking(None)
        return self._masking

    def _new_masking(self, before: NoteMasking | None) -> NoteMasking:
        language = self.detection.packs.default_language if self.choice is None else self.choice.language
        return self._maskings.of(language).note(self.place, self.patient, before)

    def scrub(self, text: str) -> str:
        """This piece with its spans masked."""
        spans = self.find(text)
        self.masked += len(spans)
        replacements = self.replacements(text, spans)
        if self.detection.policy.align:
            spans, replacements = aligned(text, spans, replacements)
        if self.record is not None:
            self.record(text, spans, replacements)
        return rewrite(text, spans, replacements)

    def replacements(self, text: str, spans: Sequence[Span]) -> list[str]:
        """What stands in the place of each span after masking, made of what detection sees of it."""
        with note_budget(len(text)):
            look("masking")
            return self._replacements(text, spans)

    def _replacements(self, text: str, spans: Sequence[Span]) -> list[str]:
        seen = view(text)
        places = seen.all_forth(spans)
        made = self.masking.replacements(*((text, spans) if places is None else (seen.text, places)))
        if self.left is not None:
            self.left.becomes(spans, made, self._maskings.first.leaves_readable)
        return made


def rewrite(text: str, spans: Iterable[Span], replacements: Iterable[str]) -> str:
    """``text`` with every span replaced; spans are sorted and do not overlap."""
    pieces: list[str] = []
    at = 0
    for span, replacement in zip(spans, replacements, strict=True):
        pieces.append(text[at : span.start])
        pieces.append(replacement)
        at = span.end
    pieces.append(text[at:])
    return "".join(pieces)
