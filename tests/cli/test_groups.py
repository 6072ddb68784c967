"""Groups of options are one parameter to a command and single options to typer."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import Annotated, NamedTuple, get_type_hints

import pytest
import typer

from scrubber.cli.groups import spread
from scrubber.cli.main import COMMANDS, load_command

Depth = Annotated[int, typer.Option(help="How deep.")]


class Digging(NamedTuple):
    depth: Depth
    wide: bool = False


class Wider(NamedTuple):
    wide: bool = True


def test_options_come_in_the_groups_place_and_reach_it() -> None:
    seen: list[object] = []

    def command(place: str, *, digging: Digging, last: int = 3) -> None:
        """Digs."""
        seen.extend((place, digging, last))

    flat = spread(command)
    parameters = signature(flat).parameters
    assert list(parameters) == ["place", "depth", "wide", "last"]
    assert [p.default for p in parameters.values()] == [Parameter.empty, Parameter.empty, False, 3]
    assert parameters["depth"].annotation == get_type_hints(flat, include_extras=True)["depth"]
    assert (flat.__name__, flat.__doc__) == ("command", "Digs.")
    flat(place="here", depth=2, wide=True, last=4)
    assert seen == ["here", Digging(2, True), 4]


def test_two_groups_with_an_option_of_the_same_name_are_refused() -> None:
    def command(*, digging: Digging, wider: Wider) -> None: ...

    with pytest.raises(ValueError, match="duplicate parameter name: 'wide'"):
        spread(command)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_options_of_its_own_names_only(name: str) -> None:
    assert not {"detecting", "masking", "texts", "tables", "configuring", "messages"} & set(
        signature(load_command(name)).parameters
    )
