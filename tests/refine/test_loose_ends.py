"""Small words at the edges lose their votes, and nothing else does."""

from __future__ import annotations

import pytest

from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.refine.edges import without_loose_ends


def reading(text: str) -> Reading:
    return Reading(Document(text), Lexicon.load([]))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a welder", ["welder"]),
        ("University of the West", ["University", "of", "the", "West"]),
        ("Mercy for", ["Mercy"]),
        ("A Smith", ["A", "Smith"]),
        ("of the", []),
    ],
)
def test_small_words_count_only_in_the_middle(text: str, left: list[str]) -> None:
    note = reading(text)
    votes = without_loose_ends(note, {i: Vote(0.9, "HOSPITAL") for i in range(len(note.tokens.texts))})
    assert [note.tokens.texts[i] for i, vote in sorted(votes.items()) if vote.probability > 0.5] == left
