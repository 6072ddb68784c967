"""Packs: loaded when a note needs them, chosen by the note's first telling piece; other languages are reported."""

from __future__ import annotations

import pytest
from languages.test_detect_language import NOTES

from scrubber.errors import NoteError, UsageError
from scrubber.languages.choice import Choice, Packs
from scrubber.languages.names import languages
from scrubber.notices import collected, say
from scrubber.pipeline import Scrubber

FRENCH = "Compte rendu. Né le 03/04/1962. Tél. 04 72 55 01 43, j.dupre@example.fr. " + NOTES["fr"]


class FakePack:
    rule_ids = frozenset({"r"})

    def __init__(self, language: str) -> None:
        self.language = language


def packs(language: str = "auto", unknown: str = "mask") -> Packs:
    return Packs(language, unknown, FakePack)  # type: ignore[arg-type]


def test_english_is_there() -> None:
    assert "en" in languages()


def test_packs_are_loaded_on_first_use_and_once() -> None:
    loaded: list[str] = []
    some = Packs("auto", "mask", lambda code: (loaded.append(code), FakePack(code))[1])  # type: ignore[arg-type,func-returns-value]
    assert some.default_language == "en"
    assert loaded == []
    assert some.of("xx") is some.of("xx")
    assert loaded == ["xx"]


def test_the_text_chooses() -> None:
    assert packs().choose(NOTES["en"]) == Choice("en")
    assert packs().choose("12/03/2014") == Choice("en", told=False)
    assert packs("en").choose(NOTES["es"]) == Choice("en")


def test_a_foreign_note_is_told_of() -> None:
    with collected() as notices:
        assert packs().choose(FRENCH) == Choice("any", told=False)
        packs().choose(FRENCH)
    assert notices == ["seems to be in another language (French): only what no language is needed for was looked for"]
    say("nobody listens")


def test_a_foreign_note_is_refused() -> None:
    with pytest.raises(NoteError, match="French") as error:
        packs(unknown="error").choose(FRENCH)
    assert "dupre" not in str(error.value)


@pytest.mark.parametrize(("language", "unknown"), [("xx", "mask"), ("auto", "skip")])
def test_usage_errors(language: str, unknown: str) -> None:
    with pytest.raises(UsageError, match="choose from"):
        packs(language, unknown)


def test_what_no_language_is_needed_for() -> None:
    masked = Scrubber(crf=False, unknown_language="mask").scrub(FRENCH)
    assert masked.startswith("Compte rendu. Né le [DATE-1]. Tél. [PHONE-1], [EMAIL-1]. La patiente")


def test_a_foreign_piece_decides_until_another_tells() -> None:
    scrubber = Scrubber(crf=False, unknown_language="mask")
    note = scrubber.note()
    assert note.scrub("14.02.2019\n\n") == "[DATE-1]\n\n"
    assert note.choice == Choice("en", told=False)
    assert note.scrub(f"{FRENCH}\n").startswith("Compte rendu. Né le [DATE-2]. Tél. [PHONE-1]")
    assert note.choice == Choice("any", told=False)
    assert note.scrub("Okonkwo 4\n") == "Okonkwo 4\n"
    english = "She was seen by Dr. Okonkwo today and will be back in the clinic with her husband in two weeks.\n"
    assert "Okonkwo" not in note.scrub(english)


def test_a_language_that_is_given_is_not_told() -> None:
    with collected() as notices:
        Scrubber(crf=False, language="en").scrub(FRENCH)
    assert notices == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_superscript_alone_fails_no_note(language: str) -> None:
    text = "BSA ² and 2 m ² ,\nMr. Osei ² 3/4\n"
    assert "²" in Scrubber("strict", language=language, crf=True).scrub(text)
