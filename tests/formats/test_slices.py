"""Slices: a mark on the text changes the very characters that it stands for, however they are written."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.formats.context import Mark
from scrubber.formats.json.nodes import Object, json_escaped, parse_json
from scrubber.formats.slices import Edit, Slice, decoded, edited, of_slice
from scrubber.formats.xml.tokens import text_slice, xml_escaped

_PAIR = re.compile(r"<(\w*)>")


@pytest.mark.parametrize(
    ("raw", "text", "mark", "new"),
    [
        ("plain text", "plain text", (0, 5), "X text"),
        ("a<b>c", "abc", (1, 2), "aXc"),
        ("a<bcd>e", "abcde", (2, 3), "aXe"),  # a part of what an escape stands for takes the escape with it
        ("a<>b", "ab", (0, 2), "X"),
        ("a<>b", "ab", (0, 1), "X<>b"),
        ("<a><b>", "ab", (1, 2), "<a>X"),
        ("<a><><b>z", "abz", (2, 3), "<a><><b>X"),
    ],
)
def test_marks_find_their_source(raw: str, text: str, mark: tuple[int, int], new: str) -> None:
    slice_ = decoded(raw, 0, len(raw), _PAIR, lambda match: match[1])
    assert slice_.text == text
    assert edited(raw, of_slice(slice_, [Mark(*mark, "X")], str)) == new


@given(st.text(), st.data())
def test_json_strings(text: str, data: st.DataObject) -> None:
    source = '{"a": ' + json.dumps(text, ensure_ascii=data.draw(st.booleans())) + "}"
    root = parse_json(source)
    assert isinstance(root, Object)
    slice_ = root.get("a")
    assert isinstance(slice_, Slice)
    assert slice_.text == text
    if text:
        start = data.draw(st.integers(0, len(text) - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        result = edited(source, of_slice(slice_, [Mark(start, end, 'n"\\')], json_escaped))
        assert json.loads(result)["a"] == text[:start] + 'n"\\' + text[end:]


@given(st.text(alphabet="ab<>&\"' \néß", min_size=1), st.data())
def test_xml_texts(text: str, data: st.DataObject) -> None:
    raw = xml_escaped(text)
    slice_ = text_slice(raw, 0, len(raw))
    assert slice_.text == text
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    result = edited(raw, of_slice(slice_, [Mark(start, end, "<&>")], xml_escaped))
    assert text_slice(result, 0, len(result)).text == text[:start] + "<&>" + text[end:]


def test_edits_do_not_overlap() -> None:
    with pytest.raises(ValueError, match="overlap"):
        edited("abcdef", [Edit(0, 3, "x"), Edit(2, 4, "y")])
