"""``scrub reveal``: what stood where ``randomise`` put another number, for who has the key."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import ScrubError, UsageError

if TYPE_CHECKING:
    from scrubber.mask.keys import Key


def command(
    type_: Annotated[str, typer.Argument(metavar="TYPE", help="The PHI type of the values, such as MEDICALRECORD.")],
    log: Annotated[
        str, typer.Option("--log", metavar="FILE", help="Note there who revealed how many values; never the values.")
    ],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="[VALUE]...", show_default=False, help="What the notes hold; else the lines of stdin."),
    ] = None,
    patient: Annotated[
        str | None,
        typer.Option("--patient", metavar="ID", show_default=False, help='Whose they are, under scope = "patient".'),
    ] = None,
    key_file: o.RunKey = None,
    *,
    configuring: g.Configuring,
) -> None:
    """Turn back what the operator randomise made of numbers: one line for each value.

    scrub reveal MEDICALRECORD YQ-3184 --key-file study.key --log reveals.jsonl

    Another key, type or patient gives another number, and nobody can tell. Surrogates, phones and hashes stay hidden.
    """
    from scrubber.cli import configured
    from scrubber.cli.stdio import write_stdout
    from scrubber.policy import phi_types

    if type_ not in phi_types():
        raise UsageError(f"no type '{type_}': 'scrub rules' lists them")
    key = configured.key(key_file, configured.configuration(configuring))
    if key is None:
        raise UsageError("reveal needs the run's key: --key-file, SCRUB_KEY, or key-file in the configuration")
    found = _revealed(values or sys.stdin.read().splitlines(), type_, patient, key)
    _note(Path(log), type_, len(found), key)
    write_stdout("".join(f"{value}\n" for value in found).encode())


def _revealed(values: Sequence[str], type_: str, patient: str | None, key: Key) -> list[str]:
    """The originals.

    Raises:
        ScrubError: one of the values cannot come from ``randomise``.
    """
    from scrubber.mask.operators import reveal
    from scrubber.mask.subject import Subject

    subject = Subject(key, patient=patient or "")
    made: list[str] = []
    for number, value in enumerate(values, 1):
        original = reveal(value, type_, subject, "corpus" if patient is None else "patient")
        if original is None:
            raise ScrubError(f"value {number} cannot be turned back: randomise makes none like it")
        made.append(original)
    return made


def _note(path: Path, type_: str, count: int, key: Key) -> None:
    """One line more in the log; before anything is shown.

    Raises:
        UsageError: it cannot be written.
    """
    from datetime import UTC, datetime
    from getpass import getuser

    entry = {"time": datetime.now(UTC).isoformat(timespec="seconds"), "user": getuser(), "type": type_}
    line = json.dumps({**entry, "values": count, "key": key.fingerprint}) + "\n"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
            file.write(line)
    except OSError as error:
        raise UsageError(f"the log {path}: {(error.strerror or 'cannot be written').lower()}") from None
