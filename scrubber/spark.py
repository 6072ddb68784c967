"""Apache Spark: columns of a DataFrame masked through Arrow batches, by one Scrubber in each worker process.

What is sent to the workers are settings: the key by reference, rules and lists by name and hash. A worker finds them
at their own paths or among the files that Spark sent along (``addFile``, ``addArtifacts``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa
from pyspark.accumulators import AccumulatorParam
from pyspark.sql.functions import pandas_udf
from pyspark.sql.pandas.types import from_arrow_type, to_arrow_schema
from pyspark.sql.types import StructField, StructType

from scrubber.batches import BatchScrubber, Counts, batch_scrubber
from scrubber.errors import UsageError
from scrubber.pipeline import Scrubber
from scrubber.settings import ScrubberSettings

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_TEXT, _ID = "text", "id"


def scrub_columns(
    df: DataFrame,
    scrubber: Scrubber | ScrubberSettings | None = None,
    *,
    columns: Mapping[str, str],
    counts: SparkCounts | None = None,
    **how: Any,
) -> DataFrame:
    """A DataFrame, streaming or not, with its columns masked.

    Args:
        scrubber: by default one with Safe Harbor's profile; never sent itself.
        columns, how: as :class:`~scrubber.batches.BatchScrubber` takes them.
        counts: is told what was done.

    Raises:
        UsageError: the key stands nowhere from where workers could read it. NoteError: a column is not there.
    """
    scrub = batch_scrubber(scrubber, columns=columns, **how)
    after = scrub.schema(to_arrow_schema(df.schema))
    return df.mapInArrow(_Work(scrub, counts), _spark_schema(df.schema, after))


def register(spark: SparkSession, scrubber: Scrubber | ScrubberSettings | None = None, *, name: str = "scrub") -> None:
    """Make a function of SQL: ``scrub(note_text)``, or ``scrub(note_text, mrn)`` with the patient's id.

    Raises:
        UsageError: as :func:`scrub_columns`.
    """
    settings = batch_scrubber(scrubber, columns={_TEXT: "text"}).settings

    def masked(*given: pd.Series) -> pd.Series:
        names = (_TEXT, _ID)[: len(given)]
        arrays = [pa.Array.from_pandas(series, type=pa.string()) for series in given]
        patient = _ID if len(given) > 1 else ""
        scrub = BatchScrubber(settings, {_TEXT: "text", **({_ID: "keep"} if patient else {})}, patient=patient)
        (done,) = _Work(scrub)([pa.RecordBatch.from_arrays(arrays, names=list(names))])
        return done.column(0).to_pandas()

    # the module's annotations are texts, which Spark would look up in the worker
    masked.__annotations__ = {"given": pd.Series, "return": pd.Series}
    spark.udf.register(name, pandas_udf(masked, "string"))


class SparkCounts:
    """What was done, gathered from all workers. As Spark's accumulators, it counts a stage that is run again twice.

    Raises:
        UsageError: the session has no accumulators (Spark Connect).
    """

    def __init__(self, spark: SparkSession) -> None:
        try:
            context = spark.sparkContext
        except Exception:
            raise UsageError("a session of Spark Connect has no accumulators: leave out counts") from None
        self._total = context.accumulator(Counts(), _Adding())

    def add(self, counts: Counts) -> None:
        """Add what was done to a batch."""
        self._total.add(counts)

    @property
    def value(self) -> Counts:
        """The sum so far; on the driver only."""
        total: Counts = self._total.value
        return total


class _Adding(AccumulatorParam[Counts]):
    """How Spark adds counts."""

    def zero(self, value: Counts) -> Counts:
        return Counts()

    def addInPlace(self, value1: Counts, value2: Counts) -> Counts:
        value1.add(value2)
        return value1


@dataclass(frozen=True)
class _Work:
    """What a worker does with the batches of its task."""

    scrub: BatchScrubber
    counts: SparkCounts | None = None

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        scrub = replace(self.scrub, settings=self.scrub.settings.found_in(_sent()))
        for batch in batches:
            done = scrub.counted(batch)
            if self.counts is not None:
                self.counts.add(done.counts)
            yield done.data


def _sent() -> list[Path]:
    """The folders into which Spark puts what it sends along."""
    from pyspark import SparkFiles

    try:
        return [Path(SparkFiles.getRootDirectory()), Path.cwd()]
    except Exception:  # Spark Connect: artifacts lie in the working folder alone
        return [Path.cwd()]


def _spark_schema(before: StructType, after: Any) -> StructType:
    """Spark's schema of the masked table: its own fields where the type stays."""
    arrow = to_arrow_schema(before)
    fields = []
    for field in after:
        same = field.name in arrow.names and arrow.field(field.name).type == field.type
        fields.append(
            StructField(
                field.name,
                before[field.name].dataType if same else from_arrow_type(field.type),
                field.nullable,
                before[field.name].metadata if field.name in arrow.names else None,
            )
        )
    return StructType(fields)
