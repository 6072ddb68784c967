"""The tables of docs/masking.md: every line is what the operator does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.policy import OperatorChoice, load_policy, phi_types
from scrubber.text.span import Span

PAGE = (Path(__file__).parents[2] / "docs" / "masking.md").read_text("utf-8")
KEY = Key(b"the key of the documentation")
ALL = load_policy("strict")._replace(masked=frozenset(phi_types()))
SURROGATES = Masking(ALL.with_operators("surrogate", {}), KEY)


def rows(heading: str) -> list[list[str]]:
    lines = PAGE[PAGE.index(heading) :].splitlines()[2:]
    table = lines[: next(n for n, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in table]


def masked(masking: Masking, type_: str, text: str) -> str:
    return masking.note("n", "p").replacements(text, [Span(0, len(text), type_, "docs", 100)])[0]


@pytest.mark.parametrize("row", rows("| IBM's type |"), ids=lambda row: row[0])
def test_types(row: list[str]) -> None:
    _, type_, before, after = row
    assert masked(SURROGATES, type_, before) == after


@pytest.mark.parametrize("row", rows("| operator | options |"), ids=lambda row: " ".join(row[:3]))
def test_operators(row: list[str]) -> None:
    name, options, type_, before, after, _ = row
    choice = OperatorChoice(name, tomllib.loads(options))
    assert masked(Masking(ALL.with_operators(None, {type_: choice}), KEY), type_, before) == after


def test_every_operator_has_a_line() -> None:
    names = {row[0] for row in rows("| operator | options |")}
    assert "tag" in names
    assert set(re.findall(r"^\| `(\w+)`", PAGE[: PAGE.index("### What each leaves")], re.MULTILINE)) <= names
