"""What engines cost beside a plain loop: processor time in the processes that mask, over the same short notes.

    python -m benchmarks.engines [--notes N] [--length CHARACTERS] [--engine NAME …]

Prints a table. Every engine runs in a new process of its own and reads the same folder of Parquet files; what it takes
is counted from the first batch that a process gets to the end of its last one, so that what the engine does between two
batches counts, and so does loading a Scrubber. Beside it stands a plain loop over the batches in as many processes,
without any engine, which is run just before.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.notes import make_notes
from scrubber.batches import BatchScrubber, Scrubbed
from scrubber.pipeline import Scrubber

COLUMNS = {"note_text": "text", "note_id": "keep", "mrn": "keep"}
FILES = 10
BATCH = 1000
"""Rows that loops and engines hand over at once, where they can be told."""


@dataclass(frozen=True)
class Metered(BatchScrubber):
    """Masks as ever, and notes in a file for each process how far its processor's clock is."""

    folder: Path = Path()

    def counted(self, batch: Any) -> Scrubbed:
        """As its base does."""
        if not self.meter.exists():
            self.tick(0)
        done = super().counted(batch)
        self.tick(batch.num_rows)
        return done

    @property
    def meter(self) -> Path:
        """The file of this process."""
        return self.folder / str(os.getpid())

    def tick(self, rows: int) -> None:
        """Note that so many rows are done."""
        with self.meter.open("a") as file:
            file.write(f"{time.process_time()} {rows}\n")


class Cost(NamedTuple):
    """What masking took."""

    seconds: float
    """Of processors, in all processes."""
    processes: int
    rows: int


def cost(folder: Path) -> Cost:
    """What the meters of a folder say."""
    meters = [[line.split() for line in path.read_text().splitlines()] for path in folder.iterdir()]
    seconds = sum(float(ticks[-1][0]) - float(ticks[0][0]) for ticks in meters)
    return Cost(seconds, len(meters), sum(int(rows) for ticks in meters for _, rows in ticks))


def write_notes(folder: Path, count: int, length: int) -> None:
    """Notes as Parquet files: whole lines of made notes, up to ``length`` characters each."""
    texts = list(islice(_short(length), count))
    for at in range(FILES):
        part = texts[at::FILES]
        ids = [f"{at}-{row}" for row in range(len(part))]
        mrns = [f"MR{row % 997:06}" for row in range(len(part))]
        table = pa.table({"note_id": ids, "mrn": mrns, "note_text": part})
        pq.write_table(table, folder / f"part-{at}.parquet", row_group_size=BATCH)


def _short(length: int) -> Iterator[str]:
    for note in make_notes():
        text = ""
        for line in note.splitlines(keepends=True):
            if text and len(text) + len(line) > length:
                yield text
                text = ""
            text += line[:length]


def batches_of(path: Path) -> Iterator[Any]:
    """The batches of a file."""
    yield from pq.ParquetFile(path).iter_batches(BATCH)


def loop(paths: Sequence[Path], scrub: Metered) -> None:
    """One batch after another."""
    for path in paths:
        for batch in batches_of(path):
            scrub(batch)


def note_by_note(folder: Path, scrub: Metered) -> None:
    """One note after another in this process, each by itself."""
    scrub.tick(0)
    scrubber = Scrubber.from_settings(scrub.settings)
    for path in sorted(folder.iterdir()):
        for batch in batches_of(path):
            for row in batch.to_pylist():
                scrubber.note(patient=row["mrn"]).scrub(row["note_text"])
            scrub.tick(batch.num_rows)


def in_two(folder: Path, scrub: Metered) -> None:
    """The loop in each of two processes, over half of the files each."""
    paths = sorted(folder.iterdir())
    halves = [multiprocessing.get_context("spawn").Process(target=loop, args=(paths[at::2], scrub)) for at in (0, 1)]
    for process in halves:
        process.start()
    for process in halves:
        process.join()


def in_one(folder: Path, scrub: Metered) -> None:
    """The loop in this process."""
    loop(sorted(folder.iterdir()), scrub)


def by_pandas(folder: Path, scrub: Metered) -> None:
    """All rows in one table."""
    import pandas as pd

    scrub(pa.Table.from_pandas(pd.read_parquet(folder), preserve_index=False)).to_pandas()


def by_polars(folder: Path, scrub: Metered) -> None:
    """Lazily, streamed."""
    import polars as pl

    def scrubbed(frame: Any) -> Any:
        return pl.from_arrow(scrub(frame.to_arrow()))

    lazy = pl.scan_parquet(folder / "*.parquet")
    lazy.map_batches(scrubbed, streamable=True, schema=lazy.collect_schema()).collect(engine="streaming")


def by_duckdb(folder: Path, scrub: Metered) -> None:
    """An Arrow function of SQL."""
    import duckdb

    def scrub_note(note_id: Any, mrn: Any, note_text: Any) -> Any:
        return scrub(pa.table({"note_id": note_id, "mrn": mrn, "note_text": note_text}))["note_text"]

    database = duckdb.connect()
    kinds = ["VARCHAR"] * 3
    database.create_function("scrub", scrub_note, kinds, "VARCHAR", type="arrow", null_handling="special")
    database.sql(f"SELECT note_id, scrub(note_id, mrn, note_text) FROM '{folder}/*.parquet'").fetchall()


def by_ray(folder: Path, scrub: Metered) -> None:
    """Two of its processes."""
    import ray

    os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    data = ray.data.read_parquet(str(folder)).map_batches(scrub, batch_format="pyarrow", batch_size=BATCH)
    data.take_all()
    ray.shutdown()


def by_dask(folder: Path, scrub: Metered) -> None:
    """Two processes."""
    import dask.dataframe as dd

    frame = dd.read_parquet(folder, split_row_groups=True)
    work = partial(_part, scrub=scrub)
    frame.map_partitions(work, meta=frame._meta).compute(scheduler="processes", num_workers=2)


def _part(part: Any, scrub: Metered) -> Any:
    return scrub(pa.Table.from_pandas(part, preserve_index=False)).to_pandas()


def by_spark(folder: Path, scrub: Metered) -> None:
    """``scrub_columns`` with two workers, written to Parquet."""
    from pyspark.sql import SparkSession

    from scrubber.spark import scrub_columns

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", str(BATCH)).getOrCreate()
    with patch("scrubber.spark.batch_scrubber", return_value=scrub):
        masked = scrub_columns(spark.read.parquet(str(folder)), columns=COLUMNS, patient="mrn")
    masked.write.parquet(str(scrub.folder.with_name("masked.parquet")), mode="overwrite")
    spark.stop()


Work = Callable[[Path, Metered], None]
LOOPS: Mapping[int, Work] = {1: in_one, 2: in_two}
"""By the number of processes."""
ENGINES: Mapping[str, tuple[int, Work]] = {
    "note by note": (1, note_by_note),
    "pandas": (1, by_pandas),
    "polars": (1, by_polars),
    "duckdb": (1, by_duckdb),
    "dask": (2, by_dask),
    "ray": (2, by_ray),
    "spark": (2, by_spark),
}


def measured(work: Work, folder: Path) -> Cost:
    """What some work takes, done in a new process."""
    with tempfile.TemporaryDirectory() as name:
        meters = Path(name) / "meters"
        meters.mkdir()
        scrub = Metered(Scrubber(language="en").settings, COLUMNS, patient="mrn", folder=meters)
        process = multiprocessing.get_context("spawn").Process(target=work, args=(folder, scrub))
        process.start()
        process.join()
        if process.exitcode:
            raise SystemExit("an engine failed")
        return cost(meters)


def main() -> None:
    """Measure, and print the table as it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=5000, metavar="N")
    parser.add_argument("--length", type=int, default=200, metavar="CHARACTERS")
    parser.add_argument("--engine", action="append", choices=ENGINES, help="of all by default; repeatable")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_notes(folder, given.notes, given.length)
        print_table(folder, given.notes, given.engine or list(ENGINES))


def print_table(folder: Path, notes: int, engines: Sequence[str]) -> None:
    """A row for every engine, below the loop with which it compares."""
    print("| | processes | processor seconds | notes a second and core | beside the loop |")
    print("|---|---|---|---|---|", flush=True)
    for processes in sorted({ENGINES[name][0] for name in engines}):
        loop_took = measured(LOOPS[processes], folder)
        print_row("loop of batches", loop_took, notes, loop_took)
        for name in engines:
            if ENGINES[name][0] == processes:
                print_row(name, measured(ENGINES[name][1], folder), notes, loop_took)


def print_row(name: str, took: Cost, notes: int, beside: Cost) -> None:
    """One row.

    Raises:
        SystemExit: some notes were masked twice or not at all.
    """
    if took.rows != notes:
        raise SystemExit(f"{name}: {took.rows} notes were masked, not {notes}")
    ratio = f"{took.seconds / beside.seconds - 1:+.1%}"
    row = (name, took.processes, f"{took.seconds:.1f}", f"{notes / took.seconds:.0f}", ratio)
    print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    from benchmarks import engines  # what is sent to workers must not be of a module that is called __main__

    engines.main()
