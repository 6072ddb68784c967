"""JSON lines: string values are scrubbed, all else stays."""

from __future__ import annotations

import json

import pytest
from fakes import FakeNote
from hypothesis import given
from hypothesis import strategies as st

from scrubber.errors import NoteError
from scrubber.io.jsonl import scrub_line

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_values_but_not_keys() -> None:
    line = '{"Zeb": "Zeb \\u00e9\\n", "n" : 5,"list":["Zebedee", {"x":null}], "mrn": 41}\n'
    after = scrub_line(line, FakeNote().scrub)
    assert after == '{"Zeb": "[PATIENT-1] \\u00e9\\n", "n" : 5,"list":["[PATIENT-2]", {"x":null}], "mrn": 41}\n'
    assert json.loads(after)["Zeb"] == "[PATIENT-1] é\n"


@given(JSON, st.booleans())
def test_nothing_found_nothing_changed(value: object, ascii_only: bool) -> None:
    line = json.dumps(value, ensure_ascii=ascii_only)
    assert scrub_line(line, lambda text: text) == line


@given(JSON)
def test_what_comes_out_is_json_of_the_same_shape(value: object) -> None:
    marked = scrub_line(json.dumps(value), lambda text: f'"{text}"\n')
    json.loads(marked)


@pytest.mark.parametrize("line", ["not json", '{"a": }', "[" * 100_000])
def test_a_line_that_is_no_json(line: str) -> None:
    with pytest.raises(NoteError) as caught:
        scrub_line(line, lambda text: text)
    assert line[:5] not in str(caught.value)


def test_blank_lines_stay() -> None:
    assert scrub_line("\n", lambda text: text) == "\n"
