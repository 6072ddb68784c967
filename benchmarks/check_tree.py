"""How long ``scrub check`` takes over a tree of many small files.

usage: python benchmarks/check_tree.py [--files 10000] [--jobs 2] [--no-crf]

The files are made from the example notes, a paragraph each, every tenth with a note's whole text; they go to a
temporary folder. Prints one line: files, size, findings, seconds, files a second, and the start-up that is in it.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def make_tree(folder: Path, files: int) -> int:
    """Fill the folder; the bytes written."""
    notes = [path.read_text("utf-8") for path in sorted((ROOT / "examples" / "notes").glob("*.txt"))]
    paragraphs = [part for note in notes for part in note.split("\n\n") if part.strip()]
    rng = random.Random(5)
    size = 0
    for number in range(files):
        place = folder / f"ward{number // 1000:02}" / f"day{number // 100 % 10}"
        if number % 100 == 0:
            place.mkdir(parents=True)
        text = rng.choice(notes) if number % 10 == 0 else rng.choice(paragraphs) + "\n"
        size += (place / f"note{number:05}.txt").write_bytes(text.encode())
    return size


def check(folder: Path, *options: str) -> tuple[float, str]:
    """Seconds that a check takes, and its summary."""
    command = [sys.executable, "-m", "scrubber", "check", str(folder), "--isolated", "--format", "concise", *options]
    started = time.perf_counter()
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    if run.returncode not in (0, 1):
        raise SystemExit(f"scrub check failed: {run.stderr}")
    return seconds, run.stderr.strip()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-crf", action="store_true")
    given = parser.parse_args()
    options = ["--jobs", str(given.jobs), *(["--no-crf"] if given.no_crf else [])]
    with tempfile.TemporaryDirectory() as folder:
        tree, one = Path(folder, "tree"), Path(folder, "one")
        size = make_tree(tree, given.files)
        make_tree(one, 1)
        start_up, _ = check(one, *options)
        seconds, summary = check(tree, *options)
    print(
        f"{given.files:,} files, {size / 1e6:.1f} MB, --jobs {given.jobs}{' --no-crf' if given.no_crf else ''}: "
        f"{seconds:.1f} s ({given.files / seconds:,.0f} files/s), start-up {start_up:.2f} s; {summary}"
    )


if __name__ == "__main__":
    main()
