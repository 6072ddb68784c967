"""What a language says of how a type is written holds of whatever a model finds, and of no rule's spans."""

from __future__ import annotations

from typing import Any

import pytest
import regex

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.languages.settings import PackData
from scrubber.refine.forms import Forms
from scrubber.text.document import Document
from scrubber.text.span import Span

TRIM = {"DATE": regex.compile(r" to (?P<DATE>.*)$")}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("crf-DATE", ["May 1", "June"]),
        ("context-DATE", ["May 1", "June"]),
        ("neural-DATE", ["May 1", "June"]),
        ("date-month", ["May 1 to June"]),
    ],
)
def test_what_models_find_is_trimmed(source: str, expected: list[str]) -> None:
    text = "May 1 to June"
    reading: Any = type("Reading", (), {"batch": None, "documents": [Document(text)], "phrases": [[]]})
    lexicon: Lexicon = type("Lexicon", (), {"flags": {}})()  # type: ignore[assignment]
    forms = Forms(PackData("Neverlandish", frozenset(), trim=TRIM), lexicon)
    reading.inside = lambda note, span: range(0)
    (found,) = forms.refine(reading, [[Span(0, len(text), "DATE", source, 70)]])
    assert sorted(text[span.start : span.end] for span in found) == sorted(expected)
