"""``python -m benchmarks.faults``: try everything, print what is wrong, write the table of ``docs/reliability.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from benchmarks.faults.experiments import KINDS
from benchmarks.notes import ROOT

PAGE = ROOT / "docs" / "reliability.md"


def main() -> None:
    """Run the laboratory; exit 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="WORD", default="", help="the kinds whose name holds it")
    parser.add_argument("--every", metavar="N", type=int, default=1, help="only every Nth try")
    parser.add_argument("--write", action="store_true", help="write what was tried into the table")
    given = parser.parse_args()
    rows: dict[str, str] = {}
    bad = 0
    for name, experiment in KINDS.items():
        if given.only in name:
            outcomes = list(experiment(given.every))
            faults = [outcome for outcome in outcomes if outcome]
            bad += len(faults)
            about = " ".join((experiment.__doc__ or "").replace("``", "`").split())
            rows[name] = f"| {name} | {about} | {len(outcomes):,} | {len(faults):,} |"
            print(rows[name], *faults[:20], sep="\n    ", flush=True)
    if given.write:
        PAGE.write_text(updated(PAGE.read_text("utf-8"), rows), "utf-8")
    sys.exit(bad > 0)


def updated(page: str, rows: Mapping[str, str]) -> str:
    """The page with the rows of these kinds."""
    lines = page.split("\n")
    return "\n".join(next((rows[name] for name in rows if line.startswith(f"| {name} |")), line) for line in lines)


if __name__ == "__main__":
    main()
