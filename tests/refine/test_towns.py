"""The word before a state and a postal code is a town."""

from __future__ import annotations

import pytest

from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.language import LanguagePack
from scrubber.refine.towns import with_towns

PACK = LanguagePack("en", crf=False)


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Dr. Quillon, 18 Foundry Lane, Port Wendell, ON  K9J 2B7", "DCC"),
        ("Quillon, 18 Foundry Lane, Port Wendell, Ohio 43215", "DCC"),
        ("Quillon of Port Wendell", "DDD"),
        ("Seen by Dr. Port Wendell, Ohio 43215", "DD"),
        ("Signed: Port Wendell, MD 20850", "DD"),
        ("Quillon 43215 Port Wendell", "DDD"),
    ],
)
def test_the_town_before_a_state_and_code(text: str, types: str) -> None:
    reading = PACK.read(Document(text))
    names = [i for i, t in enumerate(reading.tokens.texts) if t in ("Quillon", "Port", "Wendell")]
    after = with_towns(reading, {i: Vote(0.9, "DOCTOR") for i in names})
    assert "".join(after[i].type[0] for i in names) == types
