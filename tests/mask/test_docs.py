"""The tables of docs/masking.md: every line is what the operator does, and the command above them what prints one."""

from __future__ import annotations

import csv
import io
import os
import re
import tomllib
from pathlib import Path

import pytest

from scrubber.mask.keys import key_from_text
from scrubber.mask.masking import Masking
from scrubber.policy import OperatorChoice, load_policy, phi_types
from scrubber.text.span import Span
from tests.conftest import Run

PAGE = (Path(__file__).parents[2] / "docs" / "masking.md").read_text("utf-8")
COMMAND = re.search(r"^    export SCRUB_KEY=(\S+)\n    printf '(\S+)' \| scrub (.+)$", PAGE, re.MULTILINE)
assert COMMAND is not None
KEY, INPUT, OPTIONS = COMMAND.groups()
ALL = load_policy("strict")._replace(masked=frozenset(phi_types()))


def rows(heading: str) -> list[list[str]]:
    lines = PAGE[PAGE.index(heading) :].splitlines()[2:]
    table = lines[: next(n for n, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in table]


@pytest.mark.parametrize("row", rows("| operator | options |"), ids=lambda row: " ".join(row[:3]))
def test_operators(row: list[str]) -> None:
    name, options, type_, before, after, *_ = row
    choice = OperatorChoice(name, tomllib.loads(options))
    masking = Masking(ALL.with_operators(None, {type_: choice}), key_from_text(KEY, "the page"))
    span = Span(0, len(before), type_, "docs", 100)
    assert masking.note("n", "patient-1").replacements(before, [span]) == [after]


def scrubbed(real_scrub: Run, table: str, *options: str) -> list[list[str]]:
    """The rows behind the header that the page's command, with other options for columns, makes of a table."""
    run = real_scrub(*options, input=table.encode(), env={**os.environ, "SCRUB_KEY": KEY})
    assert run.returncode == 0, run.stderr
    return list(csv.reader(io.StringIO(run.stdout.decode())))[1:]


def test_the_command(real_scrub: Run) -> None:
    [row] = scrubbed(real_scrub, INPUT.replace("\\n", "\n"), *OPTIONS.split())
    assert f"prints `{row[1]}` beside" in PAGE


def test_types(real_scrub: Run) -> None:
    """All lines in one run: a table with a column and a row for each, so that each is a note of its own."""
    types = rows("| IBM's type |")
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["patient", *(f"c{n}" for n in range(len(types)))])
    for at, (_, _, before, _) in enumerate(types):
        writer.writerow(["patient-1", *(before if n == at else "" for n in range(len(types)))])
    columns = [word for n, row in enumerate(types) for word in ("--column-action", f"c{n}={row[1]}")]
    enabled = [word for _, type_, *_ in types if not phi_types()[type_].default for word in ("--enable", type_)]
    made = scrubbed(
        real_scrub, table.getvalue(), *OPTIONS.replace("--column-action x=DATE", "").split(), *columns, *enabled
    )
    assert [row[n + 1] for n, row in enumerate(made)] == [after for *_, after in types]
