"""A person's mentions have one role."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.refine.roles import Roles
from scrubber.text.batch import Batch
from scrubber.text.span import Span
from scrubber.text.vocabulary import Vocabulary


def roles(text: str, *mentions: tuple[str, float], source: str = "crf-X", cues: Sequence[Span] = ()) -> list[str]:
    """The types of mentions, each given with the CRF's probability that it is a patient's, and what rules say."""
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
    crf = SimpleNamespace(chained=True)
    reading: Any = SimpleNamespace(batch=batch, crf=crf, inside=inside, said=said, rules=[list(cues)])
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


def cue(words: str, type_: str, rule: str = "role-staff-before") -> Span:
    """What a rule says of the first time that words stand in the text."""
    return Span(TEXT.index(words), TEXT.index(words) + len(words), type_, rule, 40)


def test_what_stands_beside_a_mention_decides_on_it_and_speaks_for_the_person() -> None:
    mentions = (("Ana Okafor", 0.9), ("Okafor", 0.9))
    assert roles(TEXT, *mentions, cues=[cue("Ana Okafor", "DOCTOR")]) == ["DOCTOR", "DOCTOR"]
    assert roles(TEXT, *mentions, cues=[cue("Ana Okafor", "DOCTOR", "name-acts")]) == ["PATIENT", "PATIENT"]


def test_two_that_contradict_each_other_leave_it_to_the_crf() -> None:
    cues = [cue("Ana Okafor", "DOCTOR"), cue("Ana Okafor", "PATIENT")]
    assert roles(TEXT, ("Ana Okafor", 0.9), ("Okafor", 0.8), cues=cues) == ["PATIENT", "PATIENT"]


def test_a_namesake_by_one_word_does_not_change_whoever_has_the_whole_name() -> None:
    text = "Ana Okafor came. Dr. Okafor was called."
    doctor = Span(text.rindex("Okafor"), text.rindex("Okafor") + 6, "DOCTOR", "name-behind-doctor", 86)
    assert roles(text, ("Ana Okafor", 0.99), ("Okafor", 0.4), cues=[doctor]) == ["PATIENT", "DOCTOR"]
