"""A real Spark, in local mode: two workers, Arrow batches, the same bytes as a plain loop."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.timeout(600)]
pytest.importorskip("pyspark", reason="Spark is not installed: pip install 'scrub-phi[spark]'")
if shutil.which("java") is None:
    pytest.skip("no Java: install a JDK 17 (Debian: openjdk-17-jdk-headless)", allow_module_level=True)

from pyspark.sql import DataFrame, SparkSession  # noqa: E402

from scrubber import KeyReference, Scrubber  # noqa: E402
from scrubber.batches import batch_scrubber  # noqa: E402
from scrubber.errors import UsageError  # noqa: E402
from scrubber.mask.keys import key_from_text, new_key_text  # noqa: E402
from scrubber.spark import SparkCounts, register, scrub_columns  # noqa: E402

NOTES = (
    "Mrs. Velankar was seen on 3/12/2023 by Dr. Quillon.",
    "Okafor, 44, c/o chest pain; chart MRN 0048213. Next visit 4/2.",
    "No fever, BP 120/80. Metoprolol 25 mg.",
    "Dr. Quillon called Prado at 555-0142 on Tuesday.",
    None,
)
FRENCH = "M. Jean Tremblay a été vu aujourd'hui à la clinique pour une douleur au genou droit depuis hier."
COLUMNS = {"note_text": "text", "mrn": "keep", "row": "keep"}
RULE = """
[[rule]]
id = "ours-locker"
why = "our lockers"
type = "IDNUM"
weight = 95
keywords = ["zq"]
pattern = 'ZQ-[0-9]{4}(?!\\w)'
hit = ["locker [[ZQ-1234]]"]
miss = ["ZQ 1234"]
"""


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "key"
    path.write_text(new_key_text())
    path.chmod(0o600)
    return path


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="module")
def spark(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2,4]")
        .appName("scrub")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.dir", logs.as_uri())
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def table(spark: SparkSession, size: int, texts: Iterable[str | None] = NOTES) -> DataFrame:
    given = list(texts)
    data = [(at, f"MR{at % 97:06}", given[at % len(given)]) for at in range(size)]
    return spark.createDataFrame(data, "row int, mrn string, note_text string").repartition(4, "row")


def plain(scrubber: Scrubber, rows: int) -> list[str | None]:
    """The texts, masked in a loop."""
    made: dict[tuple[str, str], str] = {}
    result: list[str | None] = []
    for at in range(rows):
        text, mrn = NOTES[at % len(NOTES)], f"MR{at % 97:06}"
        if text is not None and (mrn, text) not in made:
            made[mrn, text] = scrubber.note(patient=mrn).scrub(text)
        result.append(None if text is None else made[mrn, text])
    return result


def texts(df: DataFrame) -> list[str | None]:
    return [row["note_text"] for row in rows(df)]


def rows(df: DataFrame) -> list[Any]:
    """Collected, and sorted here: Spark would mask everything twice to sort it."""
    return sorted(df.collect(), key=lambda row: row["row"])


def test_as_the_plain_loop(spark: SparkSession, key_file: Path) -> None:
    scrubber = Scrubber("surrogates", key=KeyReference(f"file:{key_file}"))
    counts = SparkCounts(spark)
    df = scrub_columns(table(spark, 10_000), scrubber, columns=COLUMNS, patient="mrn", counts=counts)
    assert df.schema == table(spark, 1).schema
    assert texts(df) == plain(scrubber, 10_000)
    assert counts.value.rows == 10_000
    assert counts.value.spans["DOCTOR"] >= 4000
    assert "Velankar" not in repr(counts.value)


def test_the_key_stands_nowhere(
    spark: SparkSession, key_file: Path, logs: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    scrubber = Scrubber("surrogates", key=KeyReference(f"file:{key_file}"))
    df = scrub_columns(table(spark, 50), scrubber, columns=COLUMNS, patient="mrn")
    df.explain(extended=True)
    df.collect()
    shown = capfd.readouterr()
    secret, derived = key_file.read_text().strip(), scrubber.masking.key.secret
    assert "MapInArrow" in shown.out
    assert secret not in shown.out + shown.err
    spark._jsc.sc().listenerBus().waitUntilEmpty()
    events = [path.read_bytes() for path in logs.rglob("*") if path.is_file()]
    assert sum(map(len, events)) > 10_000
    for form in (secret.encode(), derived, derived.hex().encode()):
        assert not any(form in event for event in events)
    with pytest.raises(UsageError, match="KeyReference"):
        scrub_columns(df, Scrubber("surrogates", key=key_from_text(secret, "here")), columns=COLUMNS)


def test_a_killed_task_is_done_again(spark: SparkSession, tmp_path: Path) -> None:
    flag = str(tmp_path / "killed")

    def once(batches: Iterable[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        for number, batch in enumerate(batches):
            context = TaskContext.get()
            assert context is not None
            if number == 0 and context.partitionId() == 1 and not os.path.exists(flag):
                with open(flag, "w"):
                    pass
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch

    scrubber = Scrubber()
    df = scrub_columns(table(spark, 400), scrubber, columns=COLUMNS, patient="mrn")
    assert texts(df.mapInArrow(once, df.schema)) == plain(scrubber, 400)
    assert os.path.exists(flag)


def test_a_bad_row(spark: SparkSession) -> None:
    df = table(spark, 20, [*NOTES, FRENCH])
    with pytest.raises(Exception, match="cannot be masked") as caught:
        scrub_columns(df, columns=COLUMNS).collect()
    assert "Tremblay" not in str(caught.value)
    done = rows(scrub_columns(df, columns=COLUMNS, quarantine="not_masked"))
    bad = [row for row in done if row["not_masked"]]
    assert [row["row"] for row in bad] == [5, 11, 17]
    assert all(row["note_text"] is None and "French" in row["not_masked"] for row in bad)
    assert [row["note_text"] for row in done if row["row"] < 5] == plain(Scrubber(), 5)


def test_in_sql(spark: SparkSession) -> None:
    register(spark)
    table(spark, 10).createOrReplaceTempView("notes")
    df = spark.sql("SELECT row, scrub(note_text) AS note_text, scrub(note_text, mrn) AS other FROM notes")
    assert texts(df) == plain(Scrubber(), 10)
    assert [row["other"] for row in rows(df)] == plain(Scrubber(), 10)


def test_rules_that_spark_sends_along(spark: SparkSession, tmp_path: Path) -> None:
    rules, sent = tmp_path / "here" / "our-locker-rules", tmp_path / "sent" / "our-locker-rules"
    for folder in (rules, sent):
        folder.mkdir(parents=True)
        (folder / "lockers.toml").write_text(RULE)
    df = scrub_columns(table(spark, 4, ["Locker ZQ-4711.", "Locker 12."]), Scrubber(rules=[rules]), columns=COLUMNS)
    spark.sparkContext.addFile(str(sent), recursive=True)
    shutil.rmtree(rules)
    assert texts(df) == ["Locker [IDNUM-1].", "Locker 12."] * 2


def test_a_stream_is_written_once(spark: SparkSession, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    table(spark, 40).write.parquet(str(source))
    scrub = {"columns": COLUMNS, "patient": "mrn"}
    written: list[int] = []

    def write(batch: DataFrame, number: int) -> None:
        # a batch that is tried again overwrites what its first try left
        scrub_columns(batch, **scrub).write.mode("overwrite").parquet(f"{out}/batch={number}")
        written.append(number)
        if len(written) == 1:
            raise RuntimeError("stopped after the first write")

    def run() -> None:
        stream = spark.readStream.schema(table(spark, 1).schema).parquet(str(source)).writeStream
        query = stream.foreachBatch(write).option("checkpointLocation", str(tmp_path / "checkpoint"))
        query.trigger(availableNow=True).start().awaitTermination()

    with pytest.raises(Exception, match="stopped"):
        run()
    run()
    assert written == [0, 0]
    assert texts(spark.read.parquet(str(out))) == plain(Scrubber(), 40)


def test_schema_of_masked_columns(spark: SparkSession) -> None:
    df = spark.createDataFrame(
        [(1, "Velankar", 93, ["a"], "Velankar is 93.")],
        "row bigint, surname string, age int, l array<string>, note string",
    )
    made = scrub_columns(df, columns={"note": "text"}, quarantine="why")
    assert dict(made.dtypes) == {
        "row": "bigint", "surname": "string", "age": "string", "l": "array<string>", "note": "string", "why": "string",
    }  # fmt: skip
    (row,) = made.collect()
    assert row["note"] == "[PATIENT-1] is [AGE-1]."
    assert batch_scrubber(columns={"note": "text"}).settings == Scrubber().settings
