"""What is answered without typer is what typer would have answered."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand

from scrubber.cli.light import LightCommand


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


def run(
    paths: Annotated[list[str] | None, typer.Argument()] = None,
    name: Annotated[str, typer.Option()] = "nobody",
    more: Annotated[list[str] | None, typer.Option()] = None,
    jobs: Annotated[int | None, typer.Option("-j", min=0, max=8)] = None,
    part: Annotated[float, typer.Option()] = 0.5,
    loud: Annotated[int, typer.Option("-v", count=True)] = 0,
    size: Annotated[Size, typer.Option()] = Size.SMALL,
    fast: Annotated[bool, typer.Option("--fast")] = False,
) -> list[Any]:
    """Say what was given."""
    return [paths, name, more, jobs, part, loud, size, fast]


def outcome(cls: type[TyperCommand], arguments: list[str]) -> object:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(cls=cls)(run)
    try:
        values = typer.main.get_command(app)(arguments, standalone_mode=False)
    except Exception as error:
        return type(error), getattr(error, "message", str(error))
    return [(type(value), value) for value in values] if isinstance(values, list) else values


@pytest.mark.parametrize(
    "line",
    [
        "", "a", "a b -", "--name x", "--name=", "--more x --more y a", "-j 4", "-j 9", "-j -1", "-j four", "-vvv",
        "--size large", "--size LARGE", "--size huge", "--size", "--fast", "--fast=1", "--part .25", "--part x", "--no",
        "-- --name", "--na x",
    ],
)  # fmt: skip
def test_the_answers_are_those_of_typer(line: str) -> None:
    assert outcome(LightCommand, line.split()) == outcome(TyperCommand, line.split())
    assert outcome(LightCommand, line.split()) is not None
