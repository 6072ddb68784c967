"""A person's mentions have one role."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.refine.roles import Roles
from scrubber.text.batch import Batch
from scrubber.text.span import Span
from scrubber.text.vocabulary import Vocabulary


def roles(text: str, *mentions: tuple[str, float], source: str = "crf-X") -> list[str]:
    """The types of mentions, each given with the CRF's probability that it is a patient's."""
    batch = Batch.of([text], Vocabulary(Lexicon()))
    spans, patient, at = [], {}, 0
    for words, probability in mentions:
        at = text.index(words, at)
        spans.append(Span(at, at + len(words), "PATIENT" if probability > 0.5 else "DOCTOR", source, 75))
        patient[at] = probability
        at += len(words)

    def inside(note: int, span: Span) -> range:
        low, high = np.searchsorted(batch.starts, (span.start, span.end)).tolist()
        return range(low, high)

    def chance(type_: str) -> Any:
        own = np.full(len(batch), 0.5)
        for span in spans:
            own[inside(0, span).start : inside(0, span).stop] = patient[span.start]
        return own if type_ == "PATIENT" else 1 - own

    said = SimpleNamespace(chance=chance)
    reading: Any = SimpleNamespace(batch=batch, crf=SimpleNamespace(chained=True), inside=inside, tagged=said)
    (found,) = Roles().refine(reading, [spans])
    return [span.type for span in found]


TEXT = "Ana Okafor came. Okafor slept. Okafor ate. Dr. Ana Weiss. Weiss."


@pytest.mark.parametrize(
    ("mentions", "types"),
    [
        ([("Ana Okafor", 0.9), ("Okafor", 0.4)], ["PATIENT", "PATIENT"]),
        ([("Ana Okafor", 0.9), ("Okafor", 0.02), ("Okafor", 0.2)], ["DOCTOR", "DOCTOR", "DOCTOR"]),
        ([("Ana Okafor", 0.9), ("Ana Weiss", 0.1)], ["PATIENT", "DOCTOR"]),
        ([("Ana Okafor", 0.7), ("Weiss", 0.2)], ["PATIENT", "DOCTOR"]),
    ],
    ids=["the surer one decides", "two outvote one", "a given name alone joins nobody", "strangers"],
)
def test_mentions_of_one_person(mentions: list[tuple[str, float]], types: list[str]) -> None:
    assert roles(TEXT, *mentions) == types


def test_what_others_than_the_crf_found_keeps_its_type() -> None:
    assert roles(TEXT, ("Ana Okafor", 0.9), ("Okafor", 0.4), source="known") == ["PATIENT", "DOCTOR"]


def test_initials_join_nobody() -> None:
    assert roles("J came. J slept.", ("J", 0.9), ("J", 0.4)) == ["PATIENT", "DOCTOR"]
