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
from engines_page import BLOCKS, ROWS, Page
from engines_page import texts as page_texts

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
LOG = """
rootLogger.level = info
rootLogger.appenderRef.file.ref = file
appender.file.type = File
appender.file.name = file
appender.file.fileName = {}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %p %c: %m%n%ex
"""
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
def scrubber(key_file: Path) -> Scrubber:
    """One for most tests, so that workers keep theirs from test to test."""
    return Scrubber("surrogates", key=KeyReference(f"file:{key_file}"))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where event files and the log go."""
    folder = tmp_path_factory.mktemp("logs")
    (folder / "log4j2.properties").write_text(LOG.format(folder / "spark.log"))
    return folder


@pytest.fixture(scope="module")
def spark(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """Two workers; a task may fail once."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2,2]")
        .appName("scrub")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.extraJavaOptions", f"-Dlog4j2.configurationFile={logs / 'log4j2.properties'}")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.dir", logs.as_uri())
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        .getOrCreate()
    )
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


def test_as_the_plain_loop(spark: SparkSession, scrubber: Scrubber) -> None:
    counts = SparkCounts(spark)
    df = scrub_columns(table(spark, 10_000), scrubber, columns=COLUMNS, patient="mrn", counts=counts)
    assert df.schema == table(spark, 1).schema
    assert texts(df) == plain(scrubber, 10_000)
    assert counts.value.rows == 10_000
    assert counts.value.spans["DOCTOR"] >= 4000
    assert "Velankar" not in repr(counts.value)


def test_the_key_stands_nowhere(
    spark: SparkSession, scrubber: Scrubber, key_file: Path, logs: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    df = scrub_columns(table(spark, 50), scrubber, columns=COLUMNS, patient="mrn")
    df.explain(extended=True)
    df.collect()
    shown = capfd.readouterr()
    assert "MapInArrow" in shown.out
    spark._jsc.sc().listenerBus().waitUntilEmpty()
    written = {path.name: path.read_bytes() for path in logs.rglob("*") if path.is_file()}
    assert b"Executor: Finished task" in written["spark.log"]
    assert sum(map(len, written.values())) > 20_000
    secret, derived = key_file.read_text().strip(), scrubber.masking.key.secret
    for form in (secret.encode(), derived, derived.hex().encode()):
        assert form not in (shown.out + shown.err).encode()
        assert not any(form in content for content in written.values())
    with pytest.raises(UsageError, match="KeyReference"):
        scrub_columns(df, Scrubber("surrogates", key=key_from_text(secret, "here")), columns=COLUMNS)


def test_a_killed_task_is_done_again(spark: SparkSession, scrubber: Scrubber, tmp_path: Path) -> None:
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

    df = scrub_columns(table(spark, 400), scrubber, columns=COLUMNS, patient="mrn")
    assert texts(df.mapInArrow(once, df.schema)) == plain(scrubber, 400)
    assert os.path.exists(flag)


def test_a_bad_row(spark: SparkSession, scrubber: Scrubber, logs: Path) -> None:
    df = table(spark, 20, [*NOTES, FRENCH]).coalesce(1)
    with pytest.raises(Exception, match="cannot be masked") as caught:
        scrub_columns(df, scrubber, columns=COLUMNS).collect()
    assert "Tremblay" not in str(caught.value)
    assert b"Tremblay" not in (logs / "spark.log").read_bytes()
    counts = SparkCounts(spark)
    how = {"columns": COLUMNS, "patient": "mrn", "quarantine": "not_masked", "counts": counts}
    done = rows(scrub_columns(df, scrubber, **how))
    bad = [row for row in done if row["not_masked"]]
    assert [row["row"] for row in bad] == [5, 11, 17]
    assert all(row["note_text"] is None and "French" in row["not_masked"] for row in bad)
    assert [row["note_text"] for row in done if row["row"] < 5] == plain(scrubber, 5)
    assert (counts.value.rows, counts.value.quarantined) == (20, 3)


def test_in_sql(spark: SparkSession, scrubber: Scrubber) -> None:
    register(spark, scrubber)
    table(spark, 10).createOrReplaceTempView("notes")
    df = spark.sql("SELECT row, scrub(note_text) AS alone, scrub(note_text, mrn) AS note_text FROM notes")
    assert texts(df) == plain(scrubber, 10)
    assert all("Velankar" not in (row["alone"] or "") for row in rows(df))


def test_what_spark_sends_along(spark: SparkSession, tmp_path: Path) -> None:
    here, sent = tmp_path / "here", tmp_path / "sent"
    for folder in (here, sent):
        (folder / "our-locker-rules").mkdir(parents=True)
        (folder / "our-locker-rules" / "lockers.toml").write_text(RULE)
        (folder / "our-patients.csv").write_text("patient,name\nMR000000,Ozquell\n")
    made = Scrubber(rules=[here / "our-locker-rules"], known=here / "our-patients.csv", crf=False)
    given = table(spark, 2, ["Locker ZQ-4711 of ozquell.", "Locker 12."])
    df = scrub_columns(given, made, columns=COLUMNS, patient="mrn")
    spark.sparkContext.addFile(str(sent / "our-locker-rules"), recursive=True)
    if spark.version >= "4":
        spark.addArtifacts(str(sent / "our-patients.csv"), file=True)
    else:
        spark.sparkContext.addFile(str(sent / "our-patients.csv"))
    shutil.rmtree(here)
    assert texts(df) == ["Locker [IDNUM-1] of [PATIENT-1].", "Locker 12."]


def test_a_stream_is_written_once(spark: SparkSession, scrubber: Scrubber, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    table(spark, 40).write.parquet(str(source))
    written: list[int] = []

    def write(batch: DataFrame, number: int) -> None:
        # a batch that is tried again overwrites what its first try left
        masked = scrub_columns(batch, scrubber, columns=COLUMNS, patient="mrn")
        masked.write.mode("overwrite").parquet(f"{out}/batch={number}")
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
    assert texts(spark.read.parquet(str(out))) == plain(scrubber, 40)


def test_the_examples_of_the_page(spark: SparkSession, key_file: Path, tmp_path: Path) -> None:
    page = Page(tmp_path, key_file)
    names = dict(page.names)
    first, stream = (code for kind, code in BLOCKS if kind == "spark")
    page.run(first, names)
    assert page_texts(names["masked"]) == page.expected_of_sql
    assert page_texts(spark.read.parquet(str(tmp_path / "masked.parquet"))) == page.expected
    assert names["counts"].value.rows == ROWS
    page.run(stream, names)
    assert page_texts(names["masked"]) == page.expected


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
