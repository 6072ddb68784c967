"""Columns stay in line: blanks are added or taken behind what is replaced, and nothing else changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.errors import UsageError
from scrubber.mask.align import aligned
from scrubber.note import rewrite
from scrubber.pipeline import Scrubber
from scrubber.policy import load_policy
from scrubber.text.span import Span


def lined_up(marked: str, made: list[str]) -> str:
    """A text whose spans stand in brackets, with these in their places."""
    text = re.sub(r"[\[\]]", "", marked)
    places = [(m.start() - 2 * n, m.end() - 2 * n - 2) for n, m in enumerate(re.finditer(r"\[[^]]*\]", marked))]
    spans = [Span(start, end, "PATIENT", "x", 90) for start, end in places]
    return rewrite(text, *aligned(text, spans, made))


@pytest.mark.parametrize(
    ("marked", "made", "result"),
    [
        ("[Osei]        54  F", ["Li"], "Li          54  F"),
        ("[Osei]        54  F", ["Gafford"], "Gafford     54  F"),
        ("[Osei]  54  F", ["Gaffordson"], "Gaffordson 54  F"),
        ("[Osei]  [54]     F", ["Gaffordson", "7"], "Gaffordson 7 F"),
        ("| [Osei] | 54 |", ["Li"], "| Li   | 54 |"),
        ("seen by [Osei] today", ["Li"], "seen by Li today"),
        ("[Osei]   \n[Osei]  54", ["Li", "Li"], "Li   \nLi    54"),
    ],
)
def test_columns(marked: str, made: list[str], result: str) -> None:
    assert lined_up(marked, made) == result


@given(st.text("ab |\n", max_size=40), st.lists(st.text("XY", min_size=1, max_size=9), min_size=8, max_size=8))
def test_only_blanks_change(text: str, made: list[str]) -> None:
    spans = [Span(m.start(), m.end(), "PATIENT", "x", 90) for m in re.finditer("a+", text)][:8]
    plain = rewrite(text, spans, made[: len(spans)])
    lined = rewrite(text, *aligned(text, spans, made[: len(spans)]))
    assert re.sub(" +", " ", lined) == re.sub(" +", " ", plain)


def test_a_profile_says_so(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "strict"\nalign = true\n')
    line = "Patient: Amara Osei             MRN 4471882              Height\n"
    masked = Scrubber(load_policy(str(own))).scrub(line)
    assert masked.index("MRN") == line.index("MRN")
    assert masked.index("Height") == line.index("Height")
    own.write_text('extends = "strict"\nalign = "yes"\n')
    with pytest.raises(UsageError, match="align must be true or false"):
        load_policy(str(own))
