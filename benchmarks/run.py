"""Speed, memory and accuracy of scrub against the floor and against its peers, in one run.

    python benchmarks/run.py [--quick] [--gigabyte] [--peers FOLDER [--install-peers]] [-o result.json]

Writes JSON, a picture beside it where matplotlib is installed, and a summary to standard output. Figures are ratios
wherever that is possible: what is compared runs in turns, on the same notes. Takes about two minutes with --quick.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import accuracy, peers, processes  # noqa: E402
from benchmarks.floor import floor_automaton, floor_pass  # noqa: E402
from benchmarks.hostile import UNITS, hostile  # noqa: E402
from benchmarks.notes import CORPUS, DENSE, ORDINARY, volume  # noqa: E402
from benchmarks.peers.adapter import PEERS  # noqa: E402
from benchmarks.picture import draw  # noqa: E402
from benchmarks.timing import interleaved, processor_seconds, seconds, stages  # noqa: E402
from scrubber import compiled_data  # noqa: E402
from scrubber.cli.main import COLLECTIONS  # noqa: E402
from scrubber.data import data_folder  # noqa: E402
from scrubber.evaluate.gold import read_gold  # noqa: E402
from scrubber.evaluate.marks import MarkedNote  # noqa: E402
from scrubber.pipeline import Scrubber  # noqa: E402

DENSITIES = (0, 1, 3, ORDINARY, 10, DENSE)
LENGTHS = (1, 10, 100, 1000, 10_000)
"""KB of one note."""
HOSTILE_SIZE = 20_000
WITH_CRF = "scrub"


def main() -> None:
    """Measure, write, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small volumes")
    parser.add_argument("--gigabyte", action="store_true", help="memory over 1 GB of input as well")
    parser.add_argument(
        "--peers", type=Path, metavar="FOLDER", help="environments of the peers, outside the repository"
    )
    parser.add_argument("--install-peers", action="store_true", help="make those that are not there")
    parser.add_argument("-o", "--output", type=Path, default=Path("benchmark.json"))
    given = parser.parse_args()
    if given.install_peers and not given.peers:
        parser.error("--install-peers needs --peers FOLDER")
    result = measure(quick=given.quick, gigabyte=given.gigabyte, peers_in=given.peers, install=given.install_peers)
    given.output.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    print("\n".join(summary(result)))
    if not draw(result, given.output.with_suffix(".png")):
        print("no picture: matplotlib is not installed")


def measure(*, quick: bool, gigabyte: bool, peers_in: Path | None, install: bool) -> dict[str, Any]:
    """Every figure. Times are seconds, unless a name says MB/s (a million characters a second) or ratio."""
    gc.set_threshold(*COLLECTIONS)  # as the command line does
    size = 200_000 if quick else 1_000_000
    compiled_data.write(data_folder("patterns").parent)  # as it is where scrub is installed
    plain, notes = Scrubber(language="en", crf=False), accuracy.development_notes()
    scrubbers = {"scrub, no CRF": plain}
    if (full := Scrubber(language="en")).pack.crf is not None:
        scrubbers[WITH_CRF] = full
    automaton = floor_automaton()
    dense, ordinary = [note.text for note in notes], volume(size)
    for text in (*dense, *ordinary):
        plain.scrub(text)  # compiles what is compiled once
    throughput = {}
    for name, texts in {"ordinary text": ordinary, "development notes": dense}.items():
        works: dict[str, Callable[[], object]] = {"floor": partial(floor_pass, automaton, texts)}
        works |= {key: partial(scrub, one, texts) for key, one in scrubbers.items()}
        took = interleaved(works, 3)
        characters = sum(map(len, texts))
        throughput[name] = {
            "MB/s": {key: characters / value / 1e6 for key, value in took.items()},
            "ratio to the floor": {key: took["floor"] / value for key, value in took.items() if key != "floor"},
        }
    warm, fresh = halves()
    scrub(plain, warm)
    fresh_rate = sum(map(len, fresh)) / processor_seconds(lambda: scrub(plain, fresh)) / 1e6
    base = seconds(lambda: scrub(plain, ordinary), 1) / sum(map(len, ordinary))
    start = processes.start_up(3 if quick else 7)
    return {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "quick": quick},
        "throughput": throughput,
        "fresh notes, MB/s": fresh_rate,
        "stages": shares(stages(plain, ordinary)),
        "stages, development notes": shares(stages(plain, dense)),
        "start-up": start,
        "start-up ratio to the bare imports": {k: v / start["bare imports"] for k, v in start.items()},
        "density": {str(d): rate(plain, volume(size // 2, density=d)) for d in DENSITIES},
        "length": {str(kb): rate(plain, [one_note(kb)]) for kb in LENGTHS[: 3 if quick else None]},
        "hostile": {
            name: seconds(partial(scrub, plain, [hostile(name, HOSTILE_SIZE)]), 2) / HOSTILE_SIZE / base
            for name in UNITS
        },
        "jobs": processes.jobs(2 if quick else 10),
        "memory": {
            str(mb): processes.peak_memory(mb)
            for mb in [*((1, 4) if quick else (1, 10, 100)), *([1000] if gigabyte else [])]
        },
        "accuracy": {
            name: accuracy.of_scrubber(Scrubber("strict", language="en", crf=name == WITH_CRF), notes)
            for name in scrubbers
        },
        "peers": {} if peers_in is None else beside(notes, peers_in, install=install),
    }  # fmt: skip


def scrub(scrubber: Scrubber, texts: Sequence[str]) -> None:
    """The whole of it, batch by batch."""
    for _ in scrubber.scrub_texts(texts):
        pass


def halves() -> tuple[list[str], list[str]]:
    """The written notes in two halves: what is remembered of the first one's words helps little with the second."""
    texts = [note.text for note in read_gold(CORPUS / "written")]
    return texts[0::2], texts[1::2]


def rate(scrubber: Scrubber, texts: Sequence[str]) -> float:
    """MB/s, warm."""
    return sum(map(len, texts)) / seconds(lambda: scrub(scrubber, texts), 2) / 1e6


def one_note(kilobytes: int) -> str:
    """One note of so many thousand characters."""
    return "\n".join(volume(min(kilobytes, 1000) * 1000)) * max(1, kilobytes // 1000)


def shares(times: dict[str, float]) -> dict[str, float]:
    """Each as a share of them all."""
    whole = sum(times.values())
    return {name: value / whole for name, value in times.items()}


def beside(notes: Sequence[MarkedNote], folder: Path, *, install: bool) -> dict[str, Any]:
    """What each peer takes and finds on the development notes; None for one that is not there or fails."""
    result: dict[str, Any] = {}
    texts = [note.text for note in notes]
    for name in PEERS:
        python = peers.python_of(name, folder, install=install)
        answer = peers.run(name, python, texts) if python else None
        result[name] = answer and {
            "MB/s": sum(map(len, texts)) / answer["seconds"] / 1e6,
            "load": answer["load"],
            **accuracy.of_peer(notes, answer["spans"]),
        }
    return result


def summary(result: dict[str, Any]) -> list[str]:
    """The figures that matter, a line each."""
    lines = []
    for name, those in result["throughput"].items():
        rates = ", ".join(f"{key} {value:.3f}" for key, value in those["MB/s"].items())
        ratios = ", ".join(f"{key} {value:.4f}" for key, value in those["ratio to the floor"].items())
        lines.append(f"{name}: MB/s {rates}; ratio to the floor: {ratios}")
    lines.append(f"notes of which nothing was seen before: MB/s {result['fresh notes, MB/s']:.3f}")
    for name in ("stages", "stages, development notes"):
        parts = sorted(result[name].items(), key=lambda item: -item[1])
        lines.append(f"{name}: " + ", ".join(f"{key} {100 * value:.0f}%" for key, value in parts))
    ratios = result["start-up ratio to the bare imports"]
    lines.append("start-up, in bare imports: " + ", ".join(f"{key} {value:.1f}" for key, value in ratios.items()))
    lines.append("MB/s by density: " + ", ".join(f"{key}: {value:.2f}" for key, value in result["density"].items()))
    lines.append("MB/s by KB of a note: " + ", ".join(f"{key}: {value:.2f}" for key, value in result["length"].items()))
    worst = sorted(result["hostile"].items(), key=lambda item: -item[1])[:6]
    lines.append("hostile, times ordinary: " + ", ".join(f"{key} {value:.1f}" for key, value in worst))
    jobs = result["jobs"]
    lines.append(
        f"two jobs: {jobs['1'] / jobs['2']:.2f} times one by the clock, {2 * jobs['1 cpu'] / jobs['2 cpu']:.2f} by the"
        " processor time that they use"
    )
    lines.append("peak MB: " + ", ".join(f"{key} MB: {v['peak MB']:.0f}" for key, v in result["memory"].items()))
    for name, those in [*result["accuracy"].items(), *result["peers"].items()]:
        said = ", ".join(f"{key} {value:.3f}" for key, value in those.items()) if those else "not there, or failed"
        lines.append(f"{name}: {said}")
    return lines


if __name__ == "__main__":
    main()
