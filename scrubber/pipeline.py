"""The way from a text to a masked one: what is loaded once, for any number of notes.

:class:`Scrubber` holds policy, lists, rules and models; :class:`~scrubber.note.Note` holds what is learned while one
note is read, so that a long note may come in pieces; :mod:`~scrubber.detection` finds, :mod:`~scrubber.mask` replaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubber.arguments import check_known, check_text, check_texts, checked
from scrubber.detection import Detection
from scrubber.errors import UsageError
from scrubber.known.file import KnownFile
from scrubber.languages.choice import Packs
from scrubber.languages.names import AUTO, UNKNOWN_DEFAULT
from scrubber.languages.pack import LanguagePack
from scrubber.mask.keys import Key, KeyReference
from scrubber.mask.masking import Maskings
from scrubber.note import Note
from scrubber.policy import OperatorChoice, Policy, load_policy
from scrubber.refine.site import Site
from scrubber.settings import ScrubberSettings
from scrubber.stages import NEURAL
from scrubber.text.groups import grouped
from scrubber.text.span import Span


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
        self._maskings = Maskings(self.policy, key, shifts)
        self.masking = self._maskings.first
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
        self.detection = Detection(self.packs, site, self.policy, min_weight)
        self._refuse_idle_network(network)
        site.refuse_unknown(self.pack.rule_ids if not site else frozenset(self.packs.rule_ids()))

    def _refuse_idle_network(self, network: Path | None) -> None:
        """Refuse a network that nobody listens to, and listening to one that is not there.

        Raises:
            UsageError: it is so.
        """
        if NEURAL in self.site.listening.names and self.pack.network is None:
            code = self.pack.language
            raise UsageError(f"no network for '{code}': 'network' names one that scrub train --model neural made")
        if network is not None and self.pack.network is None:
            raise UsageError(f"network would do nothing: '{NEURAL}' is not among the detectors")
        (self.site.listening if self.pack.network is None else self.pack.listening).refuse_idle()

    @classmethod
    def made_from(cls, settings: ScrubberSettings) -> Scrubber:
        """A new Scrubber of these settings.

        Raises:
            UsageError: a file or the key is not there, or not what it was.
        """
        settings.refuse_changed()
        return cls(settings.policy or settings.profile, **settings.options)

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
        about = {"name": name, "place": name if place is None else place, "language": language}
        return Note(self.detection, self._maskings, patient=patient, known=found, **about)

    def read_ahead(self, texts: Iterable[str]) -> None:
        """Look through texts that come next, all at once: notes of one piece about which nothing is known beforehand.

        It changes nothing but the time that :meth:`Note.find` takes.
        """
        if self.known is None:
            nothing: Mapping[str, tuple[str, ...]] = {}
            self.detection.read_ahead((text, self.packs.quiet_choice, nothing) for text in texts)

    def read_notes_ahead(self, firsts: Iterable[tuple[Note, str]]) -> None:
        """As :meth:`read_ahead`, for notes that have begun already, with the first piece of each."""
        self.detection.read_ahead((text, note.quiet_choice, note.known) for note, text in firsts)

    def scrub_texts(self, texts: Iterable[str]) -> Iterator[str]:
        """Each text, a note of its own, with every span that the policy masks replaced; read some 128 KB at a time."""
        check_texts(texts)
        for part in grouped(texts, _length):
            self.read_ahead(part)
            yield from map(self.scrub, part)

    def find(self, text: str) -> list[Span]:
        """The spans of ``text`` that the policy masks: sorted, without overlaps."""
        return self.note().find(text)

    def scrub(self, text: str) -> str:
        """``text`` with every span that the policy masks replaced."""
        return self.note().scrub(text)


_of_settings = lru_cache(maxsize=4)(Scrubber.made_from)


def _length(text: str) -> int:
    check_text(text)
    return len(text)
