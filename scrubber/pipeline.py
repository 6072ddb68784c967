"""The flow: text ─► detectors ─► candidate spans ─► refine ─► resolve ─► policy ─► text.

:class:`Scrubber` holds what is loaded once (policy, lexicons, rules); :class:`~scrubber.note.Note` holds what is
learned while one note is read, so that a long note may come in pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from scrubber.arguments import check_known, check_text, check_texts, checked
from scrubber.budget import NoteBudget
from scrubber.data import data_folder
from scrubber.errors import ScrubError, UsageError
from scrubber.found_before import Content, FoundBefore, content_of
from scrubber.known.file import KnownFile
from scrubber.known.table import SOURCE as KNOWN
from scrubber.languages.choice import Packs
from scrubber.languages.names import AUTO, UNKNOWN_DEFAULT
from scrubber.languages.pack import LanguagePack
from scrubber.mask.keys import Key, KeyReference
from scrubber.mask.masking import Masking
from scrubber.note import Note, whole
from scrubber.policy import OperatorChoice, Policy, load_policy
from scrubber.reading import Reading, Spans
from scrubber.refine.fillers import Filled, Fillers
from scrubber.refine.own_tags import outside_tags
from scrubber.refine.site import Site
from scrubber.settings import ScrubberSettings
from scrubber.stages import NEURAL
from scrubber.text.document import Document
from scrubber.text.one_thread import detecting
from scrubber.text.span import Span
from scrubber.text.view import view

BATCH = 131_072
"""Characters of notes that detection looks through at once, about."""


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
            found if filled is None else list(filled.back(found))
            for found, filled in zip(self.steps[-1][1], self.fills, strict=True)
        ]


class Scrubber:
    """Finds and masks PHI. Holds no state of any note: share it freely, fork it freely.

    Args:
        profile: a named profile or a policy. min_weight: the weight from which a span counts.
        lexicons, rules: a site's own folders, read after the shipped ones.
        crf: use the CRF, as by default; ``False``: rules, lists and context alone.
        crf_threshold: probabilities from which the CRF's word is PHI, by type or ``default``, over the shipped ones.
        site: weights, types and allowed texts of a configuration.
        known: a CSV or JSON file of identifiers known per patient or note.
        joining_words: words that connect parts of a place's name; ``None``: the shipped ones, none at all: off.
        model: a CRF that ``scrub train`` made, instead of the shipped one. network: the same for the network.
        operator, operators: what replaces masked text, for every type and by type, over what the profile says.
        key: what surrogates, hashes and date shifts derive from, or where that stands; a fresh one if none is given.
        shifts: days by patient, where they are given rather than derived.
        language: of every note, such as ``en``; ``auto``: told note by note, English where it does not tell.
        unknown_language: what becomes of notes in a language without a pack: ``mask`` what no language is needed for,
            or ``error``, a NoteError.

    Raises:
        UsageError: an unknown profile, operator or language.
        DataError: a data file does not load.
        TypeError: an argument of another kind.
    """

    @checked
    def __init__(
        self,
        profile: str | Policy = "safe-harbor",
        *,
        min_weight: int = 50,
        lexicons: Sequence[Path] = (),
        rules: Sequence[Path] = (),
        crf: bool | None = None,
        crf_threshold: Mapping[str, float] | None = None,
        site: Site = Site(),  # noqa: B008 (frozen)
        known: Path | None = None,
        joining_words: Sequence[str] | None = None,
        model: Path | None = None,
        network: Path | None = None,
        operator: str | None = None,
        operators: Mapping[str, OperatorChoice] | None = None,
        key: Key | KeyReference | None = None,
        shifts: Mapping[str, int] | None = None,
        language: str = AUTO,
        unknown_language: str = UNKNOWN_DEFAULT,
    ) -> None:
        key = key.key() if isinstance(key, KeyReference) else key
        given = {name: value for name, value in locals().items() if name not in ("self", "profile")}
        named = profile if isinstance(profile, str) else profile.name
        self._made_of = ScrubberSettings(named, given, policy=None if isinstance(profile, str) else profile)
        self.site = site
        policy = site.policy(profile if isinstance(profile, Policy) else load_policy(profile))
        self.policy = policy.with_operators(operator, operators or {})
        self.masking = Masking(self.policy, key, shifts)
        self.min_weight = min_weight
        self.known = None if known is None else KnownFile(known)

        def load(code: str) -> LanguagePack:
            own = code == self.packs.default_language
            return LanguagePack(
                code,
                lexicons=lexicons,
                rules=rules,
                crf=crf,
                crf_threshold=crf_threshold,
                optional=policy.masked,
                runs=site.runs if site else None,
                listening=site.listening,
                joining_words=joining_words,
                model=model if own else None,
                network=network if own else None,
            )

        self.packs = Packs(language, unknown_language, load)
        self._fillers: dict[str, Fillers] = {}
        self._maskings = {self.masking.language: self.masking}
        self.found_before = FoundBefore()
        self._refuse_idle_network(network)
        site.refuse_unknown(self.pack.rule_ids if not site else frozenset(self.packs.rule_ids()))

    def _refuse_idle_network(self, network: Path | None) -> None:
        """Refuse a network that nobody listens to, and listening to one that is not there.

        Raises:
            UsageError: it is so.
        """
        self.site.listening.refuse_idle()
        wanted = NEURAL in self.site.listening.names
        if network is not None and not wanted:
            raise UsageError(f"network would do nothing: '{NEURAL}' is not among the detectors")
        if wanted and self.pack.network is None:
            code = self.pack.language
            raise UsageError(f"no network for '{code}': 'network' names one that scrub train --model neural made")

    @classmethod
    def from_settings(cls, settings: ScrubberSettings) -> Scrubber:
        """The Scrubber of these settings: one in a process, which all who ask for it share.

        Raises:
            UsageError: a file or the key is not there, or not what it was.
        """
        return _of_settings(settings)

    @property
    def settings(self) -> ScrubberSettings:
        """What makes this Scrubber elsewhere, without its secret.

        Raises:
            UsageError: its key stands in no file or variable from which it could be read again.
        """
        if self.masking.fresh:
            raise UsageError("without a key every process would mask in its own way: give a key by reference")
        return self._made_of.by_reference

    def __reduce__(self) -> tuple[Any, ...]:
        """A Scrubber is sent as its settings."""
        return Scrubber.from_settings, (self.settings,)

    @property
    def pack(self) -> LanguagePack:
        """The pack of the run's language; where each note tells its own, of those that do not."""
        return self.packs.default

    def fillers(self, language: str) -> Fillers:
        """What is read in the place of scrub's own tags."""
        if language not in self._fillers:
            self._fillers[language] = Fillers(data_folder("patterns") / language / "fillers.toml", self.policy)
        return self._fillers[language]

    def masking_of(self, language: str) -> Masking:
        """The operators for a language, with the key of them all; those of English where it has no lists of its own."""
        if language not in self._maskings:
            first = self.masking
            own = (data_folder("lexicons") / f"{language}_surrogates").is_dir()
            made = Masking(self.policy, first.key, first.shifts, language) if own else first
            self._maskings[language] = made
        return self._maskings[language]

    def note(
        self,
        *,
        name: str = "",
        patient: str | None = None,
        known: Mapping[str, tuple[str, ...]] | None = None,
        place: str | None = None,
        language: str = "",
    ) -> Note:
        """A new note, to be fed whole or piece by piece.

        Args:
            name: where it comes from; patient: the patient's id. By both the file of known identifiers is searched.
            known: identifiers by PHI type, besides those of that file.
            place: what tells the note from others wherever they lie (a path below the input folder); masks that hold
                within one note or an unknown patient are derived from it. The name by default.
            language: what it is read as if it doesn't tell (a cell of a table whose other cells do).
        """
        if known:
            check_known(known)
        found = dict(self.known.of(name, patient)) if self.known else {}
        for type_, values in (known or {}).items():
            found[type_] = (*found.get(type_, ()), *values)
        place = name if place is None else place
        return Note(self, name=name, patient=patient, known=found, place=place, language=language)

    def read_ahead(self, texts: Iterable[str]) -> None:
        """Look through texts that come next, all at once: notes of one piece about which nothing is known beforehand.

        It changes nothing but the time that :meth:`Note.find` takes.
        """
        if self.known is None:
            nothing: Mapping[str, tuple[str, ...]] = {}
            self._look_ahead((text, self.packs.quiet_choice(text), nothing) for text in texts)

    def read_notes_ahead(self, firsts: Iterable[tuple[Note, str]]) -> None:
        """As :meth:`read_ahead`, for notes that have begun already, with the first piece of each."""
        self._look_ahead((text, note.quiet_choice(text), note.known) for note, text in firsts)

    def _look_ahead(self, texts: Iterable[tuple[str, str | None, Mapping[str, tuple[str, ...]]]]) -> None:
        by_language: dict[str, dict[Content, Document]] = {}
        for text, language, known in texts:
            seen = view(text)
            text = seen.text if seen else text
            if language is not None and not self.fillers(language).fill(text, as_tags=True):
                document = Document(whole(text), language=language, known=known)
                if document not in self.found_before:
                    by_language.setdefault(language, {})[content_of(document)] = document
        for by_content in by_language.values():
            documents = list(by_content.values())
            with suppress(ScrubError):  # whose note it is will be known when its turn comes
                for document, spans in zip(documents, self.candidates(documents), strict=True):
                    self.found_before.keep(document, spans)

    def scrub_texts(self, texts: Iterable[str]) -> Iterator[str]:
        """Each text, a note of its own, with every span that the policy masks replaced; read some 128 KB at a time."""
        check_texts(texts)
        for part in _batches(texts):
            self.read_ahead(part)
            yield from map(self.scrub, part)

    def find(self, text: str) -> list[Span]:
        """The spans of ``text`` that the policy masks: sorted, without overlaps."""
        return self.note().find(text)

    def scrub(self, text: str) -> str:
        """``text`` with every span that the policy masks replaced."""
        return self.note().scrub(text)

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
        language = documents[0].language
        pack = self.packs.of(language)
        fills = [self.fillers(language).fill(document.text, as_tags=as_tags) for document in documents]
        reading = pack.read(
            [d if filled is None else replace(d, text=filled.text) for d, filled in zip(documents, fills, strict=True)]
        )
        reading.vetoes = [self.site.weighed(vetoes) for vetoes in reading.vetoes]
        budget = NoteBudget(len(reading.batch.text))
        found: Spans = [[] for _ in documents]
        for detector in pack.detectors:
            counting = self.site.listening.heard(detector.name, detector.find(reading))
            for own, new in zip(found, counting, strict=True):
                own += new
            budget.spend(f"detector {detector.name}")
        found = [
            spans if filled is None else list(filled.cut(spans)) for spans, filled in zip(found, fills, strict=True)
        ]
        steps = [("found", found)]
        for refiner in pack.refiners:
            found = refiner.refine(reading, found)
            steps.append((type(refiner).__name__, found))
            budget.spend(f"refiner {type(refiner).__name__}")
        return Trace(reading, steps, fills)

    def counted(self, text: str, spans: Iterable[Span], language: str) -> list[Span]:
        """The candidates that count here, with the weights that they have here: what a site allows is left out."""
        spans = list(outside_tags(text, spans))
        lexicon = self.packs.of(language).lexicon
        if lexicon.protected:
            spans = [s for s in spans if s.source == KNOWN or not lexicon.protects(text[s.start : s.end])]
        return list(self.site.adjust(text, spans)) if self.site else spans


@lru_cache(maxsize=4)
def _of_settings(settings: ScrubberSettings) -> Scrubber:
    return settings.scrubber()


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """The texts in their order, about :data:`BATCH` characters at a time."""
    part: list[str] = []
    size = 0
    for text in texts:
        check_text(text)
        part.append(text)
        size += len(text)
        if size >= BATCH:
            yield part
            part, size = [], 0
    if part:
        yield part
