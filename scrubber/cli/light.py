"""Command lines without pydantic.

Typer (0.27 on) has pydantic check every option's value, those that were not given as well; to import it takes longer
than to mask a small note. What was not given, a text where a text is wanted and a number within its bounds are answered
here, as typer would. The rest, error messages among it, is left to typer, and so is everything with a typer that works
another way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Any

from typer.core import TyperCommand


class Light:
    """Mixed into a command or group: its options are checked by typer only where there is something to check."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, ``--help`` among them."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            _lighten(parameter)
        return parameters


class LightCommand(Light, TyperCommand):
    """A command of which this is true, with its options in panels."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments, the command's own options, then those that it shares, panel by panel."""
        panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], _OPTIONS: []}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is not None:
                panels.setdefault(_panel(parameter), []).append(record)
        for title, records in panels.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


_OPTIONS = "Options"
_NUMBER = re.compile(r"[0-9]{1,9}")


def _panel(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return "Arguments"
    return getattr(parameter, "rich_help_panel", None) or _OPTIONS


def _lighten(parameter: Any) -> None:
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if annotation is not None and hasattr(parameter, "get_runtime_param") and not hasattr(parameter, "light"):
        parameter.light = _Coercion(annotation, parameter.get_runtime_param)
        # the method that typer asks for what coerces a value, and that is slow when it is first asked
        parameter.get_runtime_param = lambda: parameter.light


class _Coercion:
    """What typer coerces a value with: plain values without typer's own."""

    def __init__(self, annotation: Any, typers: Callable[[], Any]) -> None:
        self._annotation, self._typers = annotation, typers

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        if self._annotation is int and isinstance(value, str) and _NUMBER.fullmatch(value):
            value = int(value)
        if self._is_plain(value, param):
            return value
        if self._annotation == list[str] and isinstance(value, list | tuple) and all(type(one) is str for one in value):
            return list(value)
        if isinstance(self._annotation, type) and issubclass(self._annotation, Enum):
            chosen = next((choice for choice in self._annotation if choice.value == value), None)
            if chosen is not None:
                return chosen
        return self._typers().coerce(value, param=param, ctx=ctx)

    def _is_plain(self, value: Any, param: Any) -> bool:
        """Whether a value is one of the type that is wanted, of which there is nothing more to check."""
        if type(value) is not self._annotation:
            return False
        if type(value) is int:
            return (param.min is None or value >= param.min) and (param.max is None or value <= param.max)
        return isinstance(value, str | Enum)
