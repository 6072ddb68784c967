"""Options that commands share, in groups: a command takes a group as one parameter, and typer sees its options.

A group is a named tuple whose fields are annotated as typer wants options to be. Light, as ``options`` is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from scrubber.cli import options as o

if TYPE_CHECKING:
    from scrubber.cli.console import Console


_MESSAGES = "Configuration and messages"
PANELS = {
    "Detecting": "What is looked for",
    "Masking": "How it is masked, and what is kept of it",
    "Texts": o.READ,
    "Tables": o.READ,
    "Documents": o.READ,
    "Configuring": _MESSAGES,
    "Messages": _MESSAGES,
}
"""The panel of the help in which a group's options stand."""


class Detecting(NamedTuple):
    """What is looked for, and with what."""

    profile: o.Profile = None
    lexicon: o.Lexicons = None
    rules: o.Rules = None
    known: o.Known = None
    enable: o.Enable = None
    language: o.Language = None
    unknown_language: o.UnknownLanguage = None
    no_crf: o.NoCrf = False
    crf_threshold: o.CrfThreshold = None
    detector: o.DetectorName = None
    min_weight: o.MinWeight = None


class Texts(NamedTuple):
    """How bytes become notes."""

    encoding: o.EncodingName = None
    note_boundary: o.NoteBoundary = None


class Configuring(NamedTuple):
    """Which configuration holds."""

    config: o.ConfigOption = None
    isolated: o.Isolated = False


class Messages(NamedTuple):
    """How much is said, and how."""

    quiet: o.Quiet = 0
    verbose: o.Verbose = 0
    color: o.ColorWhen = o.Color.AUTO

    def console(self) -> Console:
        """What says it."""
        from scrubber.cli.console import Console

        return Console(self.verbose - self.quiet, self.color)


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes the options of its groups one by one, by name, as typer gives them."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if _is_group(kind)}

    def one_by_one(**given: Any) -> None:
        packed = {name: kind(**{field: given.pop(field) for field in kind._fields}) for name, kind in groups.items()}
        command(**given, **packed)

    parameters = list(_parameters(command, hints))
    one_by_one.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    one_by_one.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    one_by_one.__name__, one_by_one.__doc__ = command.__name__, command.__doc__
    return one_by_one


def _parameters(command: Callable[..., None], hints: dict[str, Any]) -> Iterator[Parameter]:
    """Those of a command, a group's in its place."""
    for parameter in signature(command).parameters.values():
        kind = hints[parameter.name]
        if not _is_group(kind):
            yield parameter.replace(annotation=kind, kind=Parameter.KEYWORD_ONLY)
            continue
        fields = get_type_hints(kind, include_extras=True)
        for name in kind._fields:
            default = kind._field_defaults.get(name, Parameter.empty)
            for option in getattr(fields[name], "__metadata__", ()):
                option.rich_help_panel = PANELS.get(kind.__name__)
            yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=fields[name])


def _is_group(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_field_defaults")
