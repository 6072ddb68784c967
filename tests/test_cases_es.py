"""Spanish regression cases, by the rules alone: what stands in a mark is found, and nothing else in the line is.

A case is a line of ``tests/cases/es/*.jsonl``: ``{"id": "es-dates-001", "text": "alta el [[DATE|3/4/2014]]"}``. What
only the model can know is no case here. Types that are off by default (SEX, KINSHIP) count in ``people.jsonl`` only.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.policy import phi_types
from scrubber.refine.resolve import resolve
from scrubber.rules.loading import load_rules
from scrubber.rules.matcher import Matcher
from scrubber.text.document import Document

CASES = Path(__file__).with_name("cases") / "es"
MARK = re.compile(r"\[\[([A-Z-]+)\|(.+?)\]\]")
TOKEN = re.compile(r"[^\W\d_]+|\d+")
PERSONAL = frozenset({"SEX", "KINSHIP", "OTHER-SUBJECT"})


def load() -> list[tuple[str, str]]:
    """Every case as (id, marked text)."""
    lines = [line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines() if line]
    return [(case["id"], case["text"]) for case in map(json.loads, lines)]


ALL = load()


@lru_cache(maxsize=1)
def rules() -> Matcher:
    """The Spanish rules, loaded once."""
    return Matcher(load_rules([data_folder("patterns") / "es"]))


def faults(name: str, marked: str) -> list[str]:
    """What the rules miss in a case's text, what they find needlessly, and what they find as something else."""
    text, wanted, at = "", dict[int, str](), 0
    for mark in MARK.finditer(marked):
        text += marked[at : mark.start()]
        wanted.update(dict.fromkeys(range(len(text), len(text) + len(mark[2])), mark[1]))
        text += mark[2]
        at = mark.end()
    text += marked[at:]
    spans = [s for s in rules().find_in(Document(text)) if s.weight >= 50]
    if not name.startswith("es-people"):
        spans = [s for s in spans if s.type not in PERSONAL]
    found = {i: s.type for s in resolve(text, spans, phi_types()) for i in range(s.start, s.end)}
    wrong = []
    for token in TOKEN.finditer(text):
        is_, should = found.get(token.start()), wanted.get(token.start())
        if is_ != should:
            wrong.append(f"'{token[0]}' is {is_}, not {should}")
    return wrong


@pytest.mark.parametrize(("name", "text"), ALL, ids=[name for name, _ in ALL])
def test_case(name: str, text: str) -> None:
    assert faults(name, text) == [], text


def test_case_ids_are_unique() -> None:
    assert len({name for name, _ in ALL}) == len(ALL) >= 150
