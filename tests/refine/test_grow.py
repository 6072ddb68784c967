"""Growth: what belongs to a span that was found in part."""

from __future__ import annotations

import pytest

from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.language import LanguagePack
from scrubber.reading import Reading
from scrubber.refine.grow import grow

PACK = LanguagePack(crf=False)


def grown(text: str, type_: str, **chances: float) -> list[str]:
    """The tokens that are taken for PHI when these words have votes of these chances."""
    reading = Reading(Document(text), PACK.lexicon, [])
    texts = reading.tokens.texts
    votes = {i: Vote(chances[word], type_) for i, word in enumerate(texts) if word in chances}
    thresholds = dict.fromkeys(PACK.thresholds, 0.5)
    found = grow(reading, votes, thresholds, 0.4)
    return [texts[i] for i, vote in sorted(found.items()) if vote.probability >= 0.5]


@pytest.mark.parametrize(
    ("text", "type_", "chances", "found"),
    [
        ("call x4416 now", "PHONE", {"x": 0.02, "4416": 0.9}, ["4416"]),
        ("call MRN00488213 now", "MEDICALRECORD", {"MRN": 0.01, "00488213": 0.9}, ["00488213"]),
        ("lot AK24-1187 here", "IDNUM", {"AK": 0.25, "24": 0.9}, ["AK", "24", "-", "1187"]),
        ("by zeblin@mail.example", "EMAIL", {"zeblin": 0.01, "mail": 0.9}, ["zeblin", "@", "mail", ".", "example"]),
        ("id 330-112-9", "IDNUM", {"330": 0.9, "112": 0.9}, ["330", "-", "112", "-", "9"]),
        ("Superior Wheelchair Van", "ORGANIZATION", {"Superior": 0.9, "Wheelchair": 0.45}, ["Superior", "Wheelchair"]),
    ],
)
def test_what_belongs_to_it_is_taken_in(text: str, type_: str, chances: dict[str, float], found: list[str]) -> None:
    got = grown(text, type_, **chances)
    assert [token for token in got if token not in "-@."] == [token for token in found if token not in "-@."]
