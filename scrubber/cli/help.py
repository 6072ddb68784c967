"""``scrub help [TOPIC]``: show a page of the documentation, or a command's options."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def complete_topics() -> list[str]:
    """What there is help on."""
    from scrubber.cli.main import COMMANDS

    return [*dict.fromkeys([*_pages(), *COMMANDS])]


def command(
    context: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="TOPIC",
            help="A page of the documentation, or a command. None: the list of pages.",
            show_default=False,
            autocompletion=complete_topics,
        ),
    ] = None,
) -> None:
    """Show a page of the documentation, which is part of the installation.

    scrub help              which pages there are

    scrub help rules        your own rules, lists and names

    scrub help formats      what becomes of each kind of file
    """
    from scrubber.cli.main import COMMANDS
    from scrubber.nearest import nearest

    pages = _pages()
    if topic is None:
        _print("\n".join(_list(pages)) + "\n")
    elif topic in pages:
        _show(pages[topic].read_text("utf-8"))
    elif topic in COMMANDS:
        group = context.find_root()
        found = group.command.get_command(group, topic)  # type: ignore[attr-defined]
        with found.make_context(topic, [], parent=group, resilient_parsing=True) as inner:
            _print(found.get_help(inner) + "\n")
    else:
        meant = nearest(topic, complete_topics()) or "; 'scrub help' lists them"
        raise UsageError(f"no page '{topic}'{meant}")


def _pages() -> dict[str, Path]:
    """The pages by name."""
    from scrubber.data import data_folder

    return {path.stem: path for path in sorted(data_folder("docs").glob("*.md"))}


def _list(pages: dict[str, Path]) -> Iterator[str]:
    width = max(map(len, pages))
    for name, path in pages.items():
        title = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("# "))
        yield f"  {name:{width}}  {title.removeprefix('# ')}"


def _show(text: str) -> None:
    """A page: set for a terminal, with its pager; else as it is written."""
    if not sys.stdout.isatty():
        _print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text), width=min(console.width, 100))


def _print(text: str) -> None:
    from scrubber.cli.stdio import write_stdout

    write_stdout(text.encode("utf-8", "backslashreplace"))
