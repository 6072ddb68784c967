"""Runs that are disturbed, each in a process forked from one in which everything is loaded, so that it is quick."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scrubber.errors import UsageError
from scrubber.io.atomic import is_temporary
from scrubber.io.walk import JOURNAL_NAME
from scrubber.mask.keys import read_key
from scrubber.mask.mapfile import read_map
from scrubber.pipeline import Scrubber

NAMES = ("Okonkwo", "Velankar", "Szczepanik", "Osei")
NOTES = {
    "in/a.txt": "Seen by Dr. Okonkwo on 3 May 2021, MRN 4471902.\n",
    "in/b.txt": "Mrs. Velankar was seen by Dr. Osei.\n\nTel. 416-555-0137\n" * 20,
    "in/ward/c.txt": "Dr. Szczepanik will see her.\n",
}
KEY = "0123456789abcdef" * 4


class Scenario(NamedTuple):
    """A command line whose run is disturbed."""

    name: str
    arguments: Sequence[str]
    in_place: bool = False


FOLDER = Scenario("folder", ("in", "-o", "out", "-q"))
IN_PLACE = Scenario("in place with a map", ("in", "--in-place", "--map", "run.map", "--key-file", "key", "-q"), True)
SCENARIOS = (FOLDER, IN_PLACE)


@cache
def loaded() -> Scrubber:
    """The Scrubber of all runs, without its model: what is masked does not matter here."""
    made = Scrubber(crf=False)
    made.scrub("".join(NOTES.values()))
    return made


@contextmanager
def workplace(files: Mapping[str, str] = NOTES) -> Iterator[Path]:
    """A folder with some files and a key, and room beside it."""
    with tempfile.TemporaryDirectory() as top:
        place = Path(top).resolve() / "work"
        for name, text in files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(text.encode())
        (place / "key").write_text(KEY)
        (place / "key").chmod(0o600)
        yield place


def scrub(place: Path, arguments: Sequence[str], prepare: Callable[[], object] = lambda: None) -> int:
    """Run the command line in ``place`` in a process of its own; its exit code, or minus the signal that ended it.

    What it says goes to the file ``said`` beside that folder. ``prepare`` is called in the process.
    """
    loaded()
    child = os.fork()
    if not child:
        _run(place, arguments, prepare)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run(place: Path, arguments: Sequence[str], prepare: Callable[[], object]) -> None:
    code: Any = 70
    try:
        from scrubber.cli.main import main
        from scrubber.pipeline import Scrubber

        Scrubber.made_from = lambda settings: loaded()  # type: ignore[method-assign]
        said = os.open(place.parent / "said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(said, stream)
        sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
        os.chdir(place)
        sys.argv = ["scrub", *arguments]
        prepare()
        main()
    except SystemExit as end:
        code = end.code
    finally:
        os._exit(code if isinstance(code, int) else 70)


def files(place: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {p.relative_to(place).as_posix(): p.read_bytes() for p in sorted(place.rglob("*")) if p.is_file()}


def expected(scenario: Scenario) -> dict[str, bytes]:
    """What the notes' outputs are when nothing disturbs the run."""
    with workplace() as place:
        assert scrub(place, scenario.arguments) == 0, (place.parent / "said").read_text()
        return {n: d for n, d in files(place).items() if n.startswith("in/" if scenario.in_place else "out/")}


def wrong(scenario: Scenario, place: Path, masked: dict[str, bytes]) -> str:
    """What is wrong with what a disturbed run left: an output that is not whole and masked; empty where nothing is."""
    there = files(place)
    for name, data in masked.items():
        if name in there and there[name] != data and not (scenario.in_place and there[name] == NOTES[name].encode()):
            return f"{name} is neither as it was nor masked"
    strange = {n for n in there if n.startswith("out/") and not is_temporary(Path(n).name)} - {*masked}
    if strange - {f"out/{JOURNAL_NAME}"}:
        return f"{min(strange)} is there"
    if any(text.encode() == there.get(f"out/{name[3:]}") for name, text in NOTES.items()):
        return "a note lies unmasked in the output"
    return _lost(place, there, masked) if scenario.in_place else ""


def _lost(place: Path, there: dict[str, bytes], masked: dict[str, bytes]) -> str:
    """A note that is masked and that the map does not turn back."""
    known: dict[str, bytes] = {}
    try:
        for entry in read_map(place / "run.map", read_key(place / "key")):
            known[f"in/{entry.original}"] = entry.restore(masked[f"in/{entry.out}"])
    except UsageError:
        pass  # cut off: what came before counts
    gone = [n for n in masked if there.get(n) == masked[n] and known.get(n) != NOTES[n].encode()]
    return f"{gone[0]} is masked and the map does not have it" if gone else ""


def goes_on(place: Path, masked: dict[str, bytes]) -> str:
    """What is wrong when the run is resumed behind the fault; empty where all is as if there had been none."""
    if (code := scrub(place, (*FOLDER.arguments, "--resume"))) != 0:
        shutil.rmtree(place / "out", ignore_errors=True)
        return f"cannot be resumed: exit {code}, {(place.parent / 'said').read_text()[:200]}"
    left = {n: d for n, d in files(place).items() if n.startswith("out/")}
    return "" if left == masked else "resumed, it is not what it would have been"
