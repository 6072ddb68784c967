"""A document: one note's text and what is known about it beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from scrubber.lazy_pattern import lazy_re
from scrubber.text.memory import Memory

if TYPE_CHECKING:
    from scrubber.text.tokens import Tokens

_HALF_PAIR = lazy_re("[\ud800-\udfff]")


@dataclass(frozen=True)
class Document:
    """One note. All offsets anywhere in scrub are code points of ``text``."""

    text: str
    name: str = ""
    """Where the note came from (a path), for messages; never its text."""
    language: str = "en"
    patient: str | None = None
    """Id under which the patient's masks stay consistent."""
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Identifiers known beforehand, by PHI type: ``{"PATIENT": ("Amara Osei",), "MEDICALRECORD": ("0048",)}``."""

    memory: Memory = field(default_factory=Memory, compare=False)
    """What earlier pieces of the note established; this one's words are added."""
    own: str | None = field(default=None, compare=False)
    """The text with its years as they are, where it is read as one of our own time (:mod:`~scrubber.text.eras`)."""
    days: dict[int, int] = field(default_factory=dict, compare=False)
    """How near a pair of numbers comes to the dates that the text writes in full, by the offset of each number: a step
    of :mod:`~scrubber.text.days`. It is there once the document is read in a batch."""

    @cached_property
    def tokens(self) -> Tokens:
        """The text's words, numbers and signs, made once and shared by every detector."""
        from scrubber.text.tokens import tokenize

        return tokenize(self.text)


def whole(text: str) -> str:
    """A text that can be encoded: half a surrogate pair, which JSON may hold, is read as a sign for nothing."""
    return text if text.isascii() else _HALF_PAIR.sub("\ufffd", text)
