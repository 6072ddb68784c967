"""Regression cases: what stands in a mark must be masked, and nothing else in the line may be.

A case is a line of ``tests/cases/*.jsonl``: ``{"id": "dates-001", "text": "seen on [[DATE|3/14/2021]], pain 5/10"}``.
Cases that are known to fail are listed by id in ``tests/cases/known_failures.txt``; one that passes again leaves it.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

from scrubber.pipeline import Scrubber

CASES = Path(__file__).with_name("cases")
MARK = re.compile(r"\[\[([A-Z-]+)\|(.+?)\]\]")
TOKEN = re.compile(r"[^\W\d_]+|\d+")


def load() -> list[tuple[str, str]]:
    """Every case as (id, marked text)."""
    lines = [line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines() if line]
    return [(case["id"], case["text"]) for case in map(json.loads, lines)]


def known_failures() -> set[str]:
    """Ids of the cases that fail and are known to."""
    path = CASES / "known_failures.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {line.split("#")[0].strip() for line in lines} - {""}


ALL = load()
FAILING = known_failures()


@lru_cache(maxsize=1)
def scrubber() -> Scrubber:
    """The whole pipeline, loaded once."""
    return Scrubber(profile="strict")


def faults(marked: str) -> list[str]:
    """What a case's text leaks, and what is masked in it needlessly."""
    text, wanted, at = "", set[int](), 0
    for mark in MARK.finditer(marked):
        text += marked[at : mark.start()]
        wanted.update(range(len(text), len(text) + len(mark[2])))
        text += mark[2]
        at = mark.end()
    text += marked[at:]
    masked = {i for span in scrubber().find(text) for i in range(span.start, span.end)}
    found = []
    for token in TOKEN.finditer(text):
        if token.start() in wanted and token.start() not in masked:
            found.append(f"leaks '{token[0]}'")
        if token.start() not in wanted and token.start() in masked:
            found.append(f"masks '{token[0]}'")
    return found


@pytest.mark.parametrize(("name", "text"), ALL, ids=[name for name, _ in ALL])
def test_case(name: str, text: str) -> None:
    wrong = faults(text)
    if name in FAILING:
        assert wrong, f"{name} passes now: take it out of tests/cases/known_failures.txt"
        pytest.xfail("; ".join(wrong))
    assert not wrong, text


def test_known_failures_are_cases() -> None:
    assert {name for name, _ in ALL} >= FAILING


def test_case_ids_are_unique() -> None:
    assert len({name for name, _ in ALL}) == len(ALL)
