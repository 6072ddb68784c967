"""Masks every file below a folder and prints what became of them, by format.

    python -m benchmarks.formats FOLDER [--format NAME]... [-o OUT] [--profile NAME] [--verbose]

The folder holds real files of any formats, which are told as scrub tells them. Each has its own process and a minute
of the processor.
Columns: files, written, refused (with a reason), faults (internal errors), hangs, outputs that do not open, the most
memory and time; numbers, codes, systems and links, and how many of them changed; structured values of people, and how
many of them are left; documents that are valid by their standard, and how many of them are not any more. ``--verbose``
names each file that counts against it.
"""

from __future__ import annotations

import argparse
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.formats.counts import Counts
from benchmarks.formats.masking import Masked, masked
from benchmarks.formats.measures import MEASURES
from scrubber import Scrubber
from scrubber.errors import NoteError
from scrubber.formats.registry import format_of

_HEADS = [
    "format",
    "files",
    "written",
    "refused",
    "faults",
    "hangs",
    "unopened",
    "MB",
    "s",
    "numbers",
    "changed",
    "structured",
    "left",
    "valid",
    "invalid",
]


@dataclass
class Line:
    """The table's line of one format."""

    files: int = 0
    written: int = 0
    refused: int = 0
    faults: int = 0
    hangs: int = 0
    unopened: int = 0
    megabytes: float = 0.0
    seconds: float = 0.0
    counts: Counts = field(default_factory=Counts)

    def add(self, result: Masked) -> None:
        """Count one file."""
        self.files += 1
        self.written += result.written
        self.faults += result.fails
        self.hangs += result.hangs
        self.refused += bool(result.error) and not result.fails
        self.megabytes = max(self.megabytes, result.megabytes)
        self.seconds = max(self.seconds, result.seconds)

    def cells(self) -> Iterator[str]:
        """What is printed."""
        yield from map(str, (self.files, self.written, self.refused, self.faults, self.hangs, self.unopened))
        yield from (f"{self.megabytes:.0f}", f"{self.seconds:.1f}")
        counts = self.counts
        yield from map(str, (counts.numbers, counts.changed, counts.structured, counts.left))
        yield from map(str, (counts.valid, counts.invalid))


def main() -> None:
    """Run it."""
    arguments = _arguments()
    scrubber = Scrubber(profile=arguments.profile)
    scrubber.scrub("Mr. Osei was seen on 3/14/2021.")  # loaded before the processes part
    warnings.simplefilter("ignore")
    lines: dict[str, Line] = {}
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.output or Path(temporary)
        for path in sorted(p for p in arguments.folder.rglob("*") if p.is_file()):
            name = _format_name(path)
            if arguments.format and name not in arguments.format:
                continue
            target = out / path.relative_to(arguments.folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            result = masked(scrubber, path, target)
            line = lines.setdefault(name, Line())
            line.add(result)
            told = result.error or ("hangs" if result.hangs else _measured(line, name, path, target))
            if told and arguments.verbose:
                print(f"{name}: {path.name}: {told}", flush=True)
    _print(lines)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.formats", description="See the module.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--format", action="append", help="only files of this format")
    parser.add_argument("-o", "--output", type=Path, help="keep the outputs here")
    parser.add_argument("--profile", default="safe-harbor", help="the policy (under surrogates dates stay dates)")
    parser.add_argument("--verbose", action="store_true", help="name the files that count against it")
    return parser.parse_args()


def _format_name(path: Path) -> str:
    try:
        with path.open("rb") as file:
            format_ = format_of(file, path.name)
    except NoteError:
        return "contradictory"
    return format_.name if format_ else "text"


def _measured(line: Line, name: str, before: Path, after: Path) -> str:
    """Adds what a format's measure counts; what there is to say against the file."""
    if name not in MEASURES:
        return ""
    try:
        counts = MEASURES[name](before, after)
    except Exception as error:
        line.unopened += 1
        return f"does not open: {type(error).__name__}: {error}"
    line.counts += counts
    return f"{counts.changed} numbers changed, {counts.left} values left" if counts.changed or counts.left else ""


def _print(lines: dict[str, Line]) -> None:
    print("| " + " | ".join(_HEADS) + " |")
    print("|---" * len(_HEADS) + "|")
    for name in sorted(lines):
        print("| " + " | ".join((name, *lines[name].cells())) + " |")


if __name__ == "__main__":
    main()
