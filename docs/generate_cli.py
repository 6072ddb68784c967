"""Writes ``docs/cli.md`` from the commands themselves; ``--check`` only tells whether it is current (exit 1 if not)."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from scrubber.cli.main import COMMANDS, DEFAULT, load_command

PAGE = Path(__file__).with_name("cli.md")
_EXAMPLE = re.compile(r"scrub .*|\w+ .*\| scrub.*")
_BAR = "\\|"

HEAD = """# The command line

This page is made from the commands by `python docs/generate_cli.py`; `scrub COMMAND --help` says the same.

"""

TAIL = """## Exit codes

| code | meaning |
|---|---|
| 0 | done; `check` found nothing |
| 1 | `check` found PHI, or a figure of `eval` is beyond a `--fail-under` |
| 2 | the command line or the configuration is wrong, or a file could not be processed completely |
| 130 | interrupted |

2 wins over 1: what was not fully read is not clean.

## Environment

| variable | meaning |
|---|---|
| `SCRUB_CONFIG` | the configuration file, in place of the nearest one |
| `SCRUB_FORMAT` | the format of `scrub check`, below `--format` and above the configuration |
| `SCRUB_KEY` | the key, where no key file is given |
| `NO_COLOR` | no colours |
| `GITHUB_ACTIONS` | `true` makes `scrub check` print annotations |

## Completion

`scrub --install-completion` installs completion for the shell that runs it; `scrub --show-completion` prints it. It
completes commands, options and their values: profiles, operators, types, rules, languages, pages of `scrub help`.

## Manual pages

`man scrub`, `man scrub-find` and so on say what this page says; they are part of the wheel (`share/man/man1` of the
environment, which `man` finds where its `bin` is on the `PATH`).
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_section(name) for name in COMMANDS) + TAIL


@dataclass(frozen=True)
class Parameter:
    """An argument or option of a command, from its function's signature."""

    info: Any
    """What ``typer.Option`` or ``typer.Argument`` made."""
    name: str
    kind: Any
    default: Any

    @property
    def is_argument(self) -> bool:
        """Whether it has no dashes."""
        return isinstance(self.info, typer.models.ArgumentInfo)

    @property
    def shown(self) -> str:
        """As it is typed, with what follows."""
        if self.is_argument:
            return str(self.info.metavar or self.name.upper())
        # In Annotated, typer takes the first name for a default.
        first = [self.info.default] if str(self.info.default).startswith("-") else []
        names = ", ".join([*first, *(self.info.param_decls or ())] or [f"--{self.name.replace('_', '-')}"])
        if self.kind is bool or getattr(self.info, "count", False):
            return names
        return f"{names} {self.info.metavar or self._choices() or 'TEXT'}"

    def _choices(self) -> str:
        kinds = [
            kind for kind in (self.kind, *get_args(self.kind)) if isinstance(kind, type) and issubclass(kind, Enum)
        ]
        return "|".join(str(member.value) for member in kinds[0]) if kinds else ""

    @property
    def help(self) -> str:
        """What it means, and its default where that says something."""
        text = " ".join((self.info.help or "").split())
        default = getattr(self.default, "value", self.default)
        shows = self.info.show_default and isinstance(default, (str, int)) and not isinstance(default, bool)
        return f"{text} Default: {default}." if shows and default != "" else text


def _section(name: str) -> str:
    function = load_command(name)
    found = list(parameters(function))
    arguments = [p for p in found if p.is_argument]
    title = f"scrub {name}" + (", or scrub alone" if name == DEFAULT else "")
    usage = " ".join(["scrub", name, "[OPTIONS]", *(p.shown for p in arguments)])
    return (
        f"## {title}\n\n```\n{usage}\n```\n\n{_prose(inspect.getdoc(function) or '')}\n\n"
        + _table("argument", arguments)
        + "".join(_panels([p for p in found if not p.is_argument]))
    )


def _panels(options: list[Parameter]) -> Iterator[str]:
    """The options in tables, as the help shows them."""
    panels: dict[str, list[Parameter]] = {"": []}
    for option in options:
        panels.setdefault(option.info.rich_help_panel or "", []).append(option)
    for title, rows in panels.items():
        yield (f"**{title}**\n\n" if title and rows else "") + _table("option", rows)


def parameters(function: Callable[..., Any]) -> Iterator[Parameter]:
    """Those of a command's function."""
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in inspect.signature(function).parameters.items():
        if get_origin(hints[name]) is Annotated:
            kind, info, *_ = get_args(hints[name])
            yield Parameter(info, name, kind, parameter.default)


def _prose(text: str) -> str:
    """The docstring, its example lines in one block."""
    pieces: list[str] = []
    for paragraph in text.split("\n\n"):
        if _EXAMPLE.fullmatch(paragraph):
            command, _, what = paragraph.partition("   ")
            line = f"{command}  # {what.strip()}" if what.strip() else command
            if pieces and pieces[-1].startswith("```"):
                pieces[-1] = pieces[-1].removesuffix("\n```") + f"\n{line}\n```"
            else:
                pieces.append(f"```sh\n{line}\n```")
        else:
            pieces.append(_cell(paragraph))
    return "\n\n".join(pieces)


def _table(what: str, rows: list[Parameter]) -> str:
    if not rows:
        return ""
    lines = [f"| `{row.shown.replace('|', _BAR)}` | {_cell(row.help)} |" for row in rows]
    return f"| {what} | meaning |\n|---|---|\n" + "\n".join(lines) + "\n\n"


def _cell(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"[|*<_]", lambda sign: f"\\{sign[0]}", text)


def main() -> int:
    """Write the page, or with ``--check`` compare it."""
    text = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.exists() and PAGE.read_text("utf-8") == text else 1
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
