"""The language packs of a run: each is loaded when the first note needs it, and a note's first words choose one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from scrubber.data import data_folder
from scrubber.errors import NoteError
from scrubber.languages.names import ANY, AUTO, DEFAULT, ERROR, languages, refuse_unknown_language
from scrubber.languages.pack import LanguagePack
from scrubber.notices import say
from scrubber.rules.loading import load_rules

if TYPE_CHECKING:
    from scrubber.languages.identification import Guess


class Choice(NamedTuple):
    """The pack for a note."""

    language: str
    told: bool = True
    """Whether the text tells; if not, what follows may."""


class Packs:
    """Packs by language.

    Args:
        language: the language of every note, or :data:`AUTO`.
        unknown: what becomes of notes in languages without a pack: ``mask`` or ``error``.
        load: makes the pack of a language.

    Raises:
        UsageError: no such language, or no such way with unknown ones.
    """

    def __init__(self, language: str, unknown: str, load: Callable[[str], LanguagePack]) -> None:
        refuse_unknown_language(language, unknown)
        self.fixed = None if language == AUTO else language
        self._unknown = unknown
        self._load = load
        self._packs: dict[str, LanguagePack] = {}

    @property
    def default_language(self) -> str:
        """The one language, or :data:`DEFAULT`."""
        return self.fixed or DEFAULT

    @property
    def default(self) -> LanguagePack:
        """The pack of :attr:`default_language`."""
        return self.of(self.default_language)

    def of(self, language: str) -> LanguagePack:
        """The pack of a language, loaded on first use."""
        if language not in self._packs:
            self._packs[language] = self._load(language)
        return self._packs[language]

    def language_of(self, text: str) -> str:
        """The language that a text tells, of those with a pack; empty where it tells none, and where one is given."""
        if self.fixed is not None:
            return ""
        from scrubber.languages.identification import detect_language

        language = detect_language(text, languages()).language
        return language if language in languages() else ""

    def choose(self, text: str) -> Choice:
        """The pack for a piece of a note.

        Raises:
            NoteError: a paragraph is in a language without a pack, and such notes are to be refused.
        """
        if self.fixed is not None:
            return Choice(self.fixed)
        guess, foreign = self._languages_of(text)
        if foreign.language is not None:
            self._refuse_or_say(foreign.name, partly=guess != foreign)
        if guess.language is None:
            return Choice(DEFAULT, told=False)
        return Choice(guess.language) if guess.language in languages() else Choice(ANY, told=False)

    def _languages_of(self, text: str) -> tuple[Guess, Guess]:
        from scrubber.languages.identification import languages_of

        return languages_of(text, languages())

    def _refuse_or_say(self, language: str, *, partly: bool) -> None:
        about = f"seems to be {'partly ' if partly else ''}in another language ({language})"
        if self._unknown == ERROR:
            raise NoteError(
                f"{about}: --language says which it is, if that is wrong; --unknown-language mask leaves its names"
            )
        say(f"{about}: {'names may be left there' if partly else 'only what no language is needed for was looked for'}")

    def quiet_choice(self, text: str, otherwise: str = "") -> str | None:
        """The language that :meth:`choose` would choose for a note; None where that would have something to say.

        ``otherwise`` is taken where the text does not tell.
        """
        if self.fixed is not None:
            return self.fixed
        guess, foreign = self._languages_of(text)
        return None if foreign.language else guess.language or otherwise or DEFAULT

    def rule_ids(self) -> Iterable[str]:
        """Every rule of every language that a note may turn out to be in, those that are off as well."""
        yield from self.default.rule_ids
        if self.fixed is None:
            folders = [data_folder("patterns") / name for name in (ANY, *languages())]
            for folder in folders:
                yield from (rule.id for rule in load_rules([folder]))
