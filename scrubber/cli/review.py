"""``scrub review``: whether a review's marks hold, and writing them into the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import groups as g
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.config import Config
    from scrubber.review.marks import Marks


def command(
    masked: Annotated[str, typer.Argument(metavar="OUT", help="The folder (or file) that scrub wrote.")],
    marks: Annotated[str, typer.Argument(metavar="MARKS", help="What the review page saved: marks.json.")],
    apply: Annotated[bool, typer.Option("--apply", help="Write the marks into the configuration.")] = False,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="NAME", show_default=False, help="Who says so, where the marks do not tell."),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            "--config",
            metavar="FILE",
            show_default=False,
            help="The configuration to write to; the nearest by default, or a new .scrub.toml.",
        ),
    ] = None,
    *,
    messages: g.Messages,
) -> None:
    """Tell which marks of a review do not hold in the masked notes (exit 1), or write the marks into the configuration.

    scrub review out/ marks.json

    scrub review out/ --apply marks.json

    Missed text becomes [[mask]], wrong text [[allow]], with the reason and who says so. What the configuration says is
    not written again, and all else in it stays as it is. No text of the notes is printed.
    """
    from scrubber.config import load_config
    from scrubber.review.holding import refuse_other_run
    from scrubber.review.marks import read_marks

    out = Path(masked)
    if not out.exists():
        raise UsageError(f"no such file or folder: {out}")
    if not apply and (by or config):
        raise UsageError("--by and --config need --apply")
    if config and not Path(config).is_file():
        raise UsageError(f"no such configuration file: {config}")
    found = read_marks(Path(marks))
    refuse_other_run(out, found)
    console = messages.console()
    if apply:
        _apply(found, by or found.by, load_config([config] if config else ()), console)
    elif not _holds(out, found, console):
        raise typer.Exit(1)


def _holds(out: Path, marks: Marks, console: Console) -> bool:
    """Print the marks that do not hold; whether all do."""
    from scrubber.cli.console import counted
    from scrubber.review.holding import broken

    left = 0
    for note, mark, why in broken(out, marks):
        typer.echo(f"{note.place}:{mark.start}-{mark.end} {mark.type} {why}")
        left += 1
    console.result(f"{counted(len(marks), 'mark')}: {len(marks) - left} hold, {left} do not")
    return not left


def _apply(marks: Marks, by: str, config: Config, console: Console) -> None:
    """Write what the configuration does not say yet, and tell of it without quoting it."""
    from scrubber.cli.configured import DEFAULT_PROFILE
    from scrubber.cli.console import counted
    from scrubber.policy import direct_types, load_policy
    from scrubber.review.entries import new_entries
    from scrubber.review.writing import add_to

    if not by:
        raise UsageError("the marks do not tell who made them: give --by NAME")
    policy = config.site().policy(load_policy(config.profile or DEFAULT_PROFILE))
    entries = new_entries(marks, by, config, policy)
    place = config.sources[-1] if config.sources else Path(".scrub.toml")
    for entry in entries.kept:
        console.warning(f"not written: the profile {policy.name} keeps a missed {entry.type}")
    if marks.here:
        console.warning(f"not written: {counted(marks.here, 'mark')} for one place alone, which the gold notes have")
    if not entries:
        console.result(f"{place} says all that the marks say")
        return
    add_to(place, entries)
    people = sum(entry.type in direct_types() for entry in entries.mask)
    if people:
        console.warning(f"{place} now names people ({people} of [[mask]]): keep it where notes may be kept")
    console.result(f"wrote {len(entries.mask)} [[mask]] and {len(entries.allow)} [[allow]] to {place}; run scrub again")
