"""Writes the manual pages ``docs/man/*.1`` from the commands; ``--check`` only tells whether they are current."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from generate_cli import Parameter, parameters

from scrubber.cli.main import COMMANDS, DEFAULT, load_command, options
from scrubber.version import __version__

FOLDER = Path(__file__).with_name("man")
_EXIT = """.SH EXIT STATUS
0 done; 1 check found PHI, or a figure of eval is beyond its limit; 2 anything went wrong; 130 interrupted.
"""


def pages() -> dict[str, str]:
    """Every page by its file name."""
    return {"scrub.1": _main(), **{f"{_name(name)}.1": _page(name) for name in COMMANDS}}


def _main() -> str:
    rows = "".join(
        f".TP\n.BR {_roff(_name(name))} (1)\n{_roff(_summary(inspect.getdoc(load_command(name)) or ''))}\n"
        for name in COMMANDS
    )
    synopsis = ".B scrub\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR] [\\fIPATHS\\fR]...\n"
    about = inspect.getdoc(options) or ""
    return (
        _head("scrub", _summary(about), synopsis)
        + _description(about)
        + f".SH COMMANDS\nWithout a command it is {DEFAULT}.\n{rows}"
        + _EXIT
    )


def _page(name: str) -> str:
    function = load_command(name)
    about = inspect.getdoc(function) or ""
    found = list(parameters(function))
    arguments = " ".join(f"\\fI{_roff(p.shown)}\\fR" for p in found if p.is_argument)
    synopsis = f".B scrub {_roff(name)}\n[\\fIOPTIONS\\fR] {arguments}".rstrip() + "\n"
    return (
        _head(_name(name), _summary(about), synopsis)
        + _description(about)
        + _options([p for p in found if p.is_argument], "ARGUMENTS")
        + _options([p for p in found if not p.is_argument], "OPTIONS")
        + _EXIT
        + ".SH SEE ALSO\n.BR scrub (1), and the pages that\n.B scrub help\nlists.\n"
    )


def _name(command: str) -> str:
    return f"scrub-{command.replace(' ', '-')}"


def _summary(text: str) -> str:
    """The first sentence of a docstring."""
    return " ".join(text.split("\n\n")[0].split()).partition(". ")[0].removesuffix(".")


def _head(name: str, summary: str, synopsis: str) -> str:
    title = f'.TH {_roff(name.upper())} 1 "" "scrub {__version__}" "scrub"\n'
    return f"{title}.SH NAME\n{_roff(name)} \\- {_roff(summary)}\n.SH SYNOPSIS\n{synopsis}"


def _description(text: str) -> str:
    return ".SH DESCRIPTION\n" + ".PP\n".join(_roff(" ".join(p.split())) + "\n" for p in text.split("\n\n"))


def _options(rows: list[Parameter], title: str) -> str:
    """Options, panel by panel as the help shows them."""
    panels: dict[str, list[Parameter]] = {"": []}
    for row in rows:
        panels.setdefault(row.info.rich_help_panel or "", []).append(row)
    parts = list(_panels(panels))
    return f".SH {title}\n{''.join(parts)}" if parts else ""


def _panels(panels: dict[str, list[Parameter]]) -> Iterator[str]:
    for title, rows in panels.items():
        if title and rows:
            yield f'.SS "{_roff(title)}"\n'
        yield from (f".TP\n\\fB{_roff(row.shown)}\\fR\n{_roff(row.help)}\n" for row in rows)


def _roff(text: str) -> str:
    """Text that troff shows as it is."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", escaped, flags=re.MULTILINE)


def main() -> int:
    """Write the pages, or with ``--check`` compare them."""
    made = pages()
    if "--check" in sys.argv[1:]:
        there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.1")}
        return 0 if there == made else 1
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.1"):
        old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
