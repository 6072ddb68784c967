"""Detection, the flow: documents ─► reading ─► detectors ─► spans ─► refiners ─► what counts here.

The detectors and refiners are the two lists of a language's pack, in the order in which they run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from scrubber.budget import look, note_budget
from scrubber.data import data_folder
from scrubber.errors import ScrubError
from scrubber.found_before import Content, FoundBefore, content_of
from scrubber.known.table import SOURCE as KNOWN
from scrubber.languages.choice import Packs
from scrubber.policy import Policy, phi_types
from scrubber.reading import Reading, Spans
from scrubber.refine.fillers import Filled, Fillers
from scrubber.refine.resolve import resolve
from scrubber.refine.site import Site
from scrubber.text.document import Document, whole
from scrubber.text.memory import Memory
from scrubber.text.one_thread import detecting, one_core
from scrubber.text.span import Span
from scrubber.text.view import view


class Trace(NamedTuple):
    """The way from documents to their candidates."""

    reading: Reading
    steps: Sequence[tuple[str, Spans]]
    """What was found, and what each refiner made of it, with the refiners' names."""
    fills: Sequence[Filled | None]
    """What was read in place of each document, where that holds scrub's own tags."""

    @property
    def spans(self) -> Spans:
        """Of each document: overlapping, of any weight, in no order."""
        return [
            found if filled is None else filled.back(found)
            for found, filled in zip(self.steps[-1][1], self.fills, strict=True)
        ]


Ahead = tuple[str, Callable[[str], str | None], Mapping[str, tuple[str, ...]]]
"""A text that comes next; what tells the language of its view, None where something has to be said of that; and what is
known of it."""


class Detection:
    """Finds what may be PHI. Holds no state of any note.

    Args:
        packs: the language packs. site: weights, types and allowed texts of a configuration.
        policy: whose tags are read as its own. min_weight: the weight from which a span counts.
    """

    def __init__(self, packs: Packs, site: Site, policy: Policy, min_weight: int) -> None:
        self.packs = packs
        self.site = site
        self.policy = policy
        self.min_weight = min_weight
        self._fillers: dict[str, Fillers] = {}
        self.found_before = FoundBefore()

    def has_own_tags(self, text: str, language: str) -> bool:
        """Whether scrub has been over a text."""
        return self._fillers_of(language).has_tags(text)

    def _fillers_of(self, language: str) -> Fillers:
        """What is read in the place of scrub's own tags."""
        if language not in self._fillers:
            self._fillers[language] = Fillers(data_folder("patterns") / language / "fillers.toml", self.policy)
        return self._fillers[language]

    def read_ahead(self, texts: Iterable[Ahead]) -> None:
        """Look through texts that come next, all at once; it changes nothing but the time that they take then."""
        together: dict[tuple[str, bool], dict[Content, Document]] = {}
        for text, language_of, known in texts:
            text = view(text).text
            language = language_of(text)
            if language is None:
                continue
            document = Document(whole(text), language=language, known=known)
            for as_tags in (True, False) if self.has_own_tags(text, language) else (True,):
                content = content_of(document, as_tags=as_tags)
                if content not in self.found_before:
                    together.setdefault((language, as_tags), {})[content] = replace(document, memory=Memory())
        for (_, as_tags), documents in together.items():
            with suppress(ScrubError):  # whose note it is will be known when its turn comes
                found = self.candidates(list(documents.values()), as_tags=as_tags)
                for (content, document), spans in zip(documents.items(), found, strict=True):
                    self.found_before.keep(content, spans, document.memory)

    def candidates(self, documents: Sequence[Document], *, as_tags: bool = True) -> Spans:
        """Every span that detectors propose for documents of one language, refined: overlapping, of any weight.

        ``as_tags`` reads scrub's own tags as they are, not as what they stand for. What a document establishes is
        added to its memory.
        """
        with detecting:
            found = self.trace(documents, as_tags=as_tags).spans
        return [self.counted(d.text, spans, d.language) for d, spans in zip(documents, found, strict=True)]

    def trace(self, documents: Sequence[Document], *, as_tags: bool = True) -> Trace:
        """The whole of detection: what the detectors find, one after another, and what each refiner makes of it."""
        with note_budget(sum(len(document.text) for document in documents)), one_core():
            return self._trace(documents, as_tags=as_tags)

    def _trace(self, documents: Sequence[Document], *, as_tags: bool) -> Trace:
        language = documents[0].language
        pack = self.packs.of(language)
        look("rules and lists")
        fills = [self._fillers_of(language).fill(document.text, as_tags=as_tags) for document in documents]
        reading = pack.read(
            [d if filled is None else replace(d, text=filled.text) for d, filled in zip(documents, fills, strict=True)]
        )
        reading.vetoes = [self.site.weighed(vetoes) for vetoes in reading.vetoes]
        found: Spans = [[] for _ in documents]
        for detector in pack.detectors:
            look(f"detector {detector.name}")
            counting = pack.listening.heard(detector.name, detector.find(reading))
            for own, new in zip(found, counting, strict=True):
                own += new
        found = [spans if filled is None else filled.cut(spans) for spans, filled in zip(found, fills, strict=True)]
        steps = [("found", found)]
        for refiner in pack.refiners:
            look(f"refiner {type(refiner).__name__}")
            found = refiner.refine(reading, found)
            steps.append((type(refiner).__name__, found))
        look()
        return Trace(reading, steps, fills)

    def counted(self, text: str, spans: Iterable[Span], language: str) -> list[Span]:
        """The candidates that count here, with the weights that they have here: what a site allows is left out."""
        spans = list(spans)
        lexicon = self.packs.of(language).lexicon
        if lexicon.protected:
            spans = [s for s in spans if s.source == KNOWN or not lexicon.protects(text[s.start : s.end])]
        return list(self.site.adjust(text, spans)) if self.site else spans

    def resolved(self, text: str, spans: Iterable[Span]) -> list[Span]:
        """Of candidates those that weigh enough, each place with the span that wins there: sorted, without overlaps."""
        return resolve(text, [s for s in spans if s.weight >= self.min_weight], phi_types())

    def standing(self, text: str, spans: Iterable[Span], language: str) -> list[Span]:
        """The same, those that make one place joined."""
        look("overlaps")
        return self.packs.of(language).joiner.join(text, self.resolved(text, spans))
