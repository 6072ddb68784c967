"""What is measured from outside: start-up, peak memory, jobs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

from benchmarks.notes import ROOT, make_notes, volume

SCRUB = [sys.executable, "-m", "scrubber"]
OPTIONS = ["--language", "en", "--isolated", "--no-crf"]
BARE = [sys.executable, "-c", "import typer, regex, ahocorasick"]
ONE_OPTION = [
    sys.executable,
    "-c",
    "import typer, regex, ahocorasick\napp = typer.Typer()\n@app.command()\ndef run(jobs: int = 1): pass\napp([])",
]
"""What typer itself takes, beyond its import, to read a command line."""
NOTE = b"Seen on 3/14/2021 by Dr. Osei at the clinic. 67 yo F, call 416-555-0199.\n"


def scrub(*arguments: str, installation: Path = ROOT, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """A run of the command line in a process of its own; ``how``: further arguments of :func:`subprocess.run`."""
    environment = {**os.environ, "PYTHONPATH": str(installation), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([*SCRUB, *arguments], capture_output=True, env=environment, check=False, **how)


def start_up(rounds: int = 5) -> dict[str, float]:
    """Least processor seconds of whole processes: the bare imports, ``--version``, ``--help``, and one small note.

    Processor time, which a busy machine stretches less than the clock; byte code and lists compiled, as they are where
    scrub is installed.
    """
    commands = {
        "python": ([sys.executable, "-c", "pass"], b""),
        "bare imports": (BARE, b""),
        "typer, one option": (ONE_OPTION, b""),
        "--version": ([*SCRUB, "--version"], b""),
        "--help": ([*SCRUB, "--help"], b""),
        "one note, no CRF": ([*SCRUB, *OPTIONS], NOTE),
        "one note": ([*SCRUB, "--isolated"], NOTE),
    }
    best = dict.fromkeys(commands, float("inf"))
    with tempfile.TemporaryDirectory() as cache:
        places = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        places["PYTHONPYCACHEPREFIX"] = cache
        for number in range(rounds + 1):
            for name, (command, given) in commands.items():
                before = _processor_seconds()
                subprocess.run(command, input=given, capture_output=True, check=True, cwd=ROOT, env=places)
                if number:  # the first round compiles
                    best[name] = min(best[name], _processor_seconds() - before)
    return best


def _processor_seconds() -> float:
    """Of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def peak_memory(megabytes: int) -> dict[str, float]:
    """Peak resident megabytes and seconds of a pipe of so much text, in one process without the CRF."""
    with tempfile.TemporaryFile() as text:
        _fill(text, megabytes * 1_000_000)
        text.seek(0)
        started = time.perf_counter()
        watched = subprocess.run(
            [sys.executable, "-c", _WATCH, *SCRUB, *OPTIONS], stdin=text, stdout=subprocess.PIPE, cwd=ROOT, check=False
        )
    if watched.returncode:
        raise SystemExit(f"scrub failed on {megabytes} MB")
    unit = 1 if sys.platform == "darwin" else 1024
    return {"peak MB": int(watched.stdout) * unit / 1e6, "seconds": time.perf_counter() - started}


_WATCH = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""A small process that starts another: the peak of a child of this one, which is large, would begin with its own."""


def _fill(file: IO[bytes], size: int) -> None:
    """Notes with two line ends between them; after 20 MB they come again."""
    block = b"".join(note.encode() + b"\n\n" for note in volume(min(size, 20_000_000)))
    while size > 0:
        size -= file.write(block[:size])


def jobs(megabytes: float) -> dict[str, float]:
    """Seconds of a folder of notes with one process and with two, by the clock and of processors ('1 cpu').

    The clock tells on idle cores only; where they are busy, twice the speed is still possible if two processes use
    about as many processor seconds as one.
    """
    result = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        size = 0
        for number, note in enumerate(make_notes(3)):
            size += (folder / "in" / f"{number:06}.txt").write_bytes(note.encode())
            if size > megabytes * 1_000_000:
                break
        for count in (1, 2):
            started, before = time.perf_counter(), _processor_seconds()
            subprocess.run(
                [*SCRUB, str(folder / "in"), "-o", str(folder / f"out{count}"), *OPTIONS, "-j", str(count)],
                check=True,
                capture_output=True,
                cwd=ROOT,
            )
            result[str(count)] = time.perf_counter() - started
            result[f"{count} cpu"] = _processor_seconds() - before
    return result
