"""A note with surrogates still reads like a note: searching it again finds about as much as before."""

from __future__ import annotations

import pytest

from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.note import rewrite
from scrubber.pipeline import Scrubber
from scrubber.policy import load_policy
from tests.mask.gold import notes, spans


@pytest.mark.slow
def test_surrogates_look_real() -> None:
    scrubber = Scrubber("strict")
    masking = Masking(load_policy("strict").with_operators("surrogate", {}), Key(b"k" * 32))
    before = after = 0
    for note in notes():
        marked = spans(note)
        replacements = masking.note(note.name, None).replacements(note.text, marked)
        before += len(scrubber.find(note.text))
        after += len(scrubber.find(rewrite(note.text, marked, replacements)))
    assert after > 0.95 * before
