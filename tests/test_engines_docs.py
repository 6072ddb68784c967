"""docs/engines.md is true: every engine runs, and gives what a plain loop gives."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scrubber.mask.keys import new_key_text

PAGE = (Path(__file__).parent.parent / "docs" / "engines.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python ?([^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ENGINES = ["pandas", "polars", "duckdb", "ray", "dask", "spark"]
MARKS: dict[str, Any] = {"spark": pytest.mark.spark, "ray": pytest.mark.slow}
NOTES = [
    "Velankar was seen by Dr. Ekwueme on 3/12/2023.",
    None,
    "Okonjo called from (416) 555-0137; BP 120/80.",
    "",
    "Next visit 4/2.",
]
ROWS = 300


def table() -> pa.Table:
    return pa.table(
        {
            "note_id": [f"n{at}" for at in range(ROWS)],
            "mrn": [f"44719{at % 7}" for at in range(ROWS)],
            "surname": ["Velankar", "Okonjo", None] * (ROWS // 3),
            "note_text": [NOTES[at % 5] for at in range(ROWS)],
        }
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("engines")
    (path / "key").write_text(new_key_text())
    (path / "key").chmod(0o600)
    pq.write_table(table(), path / "notes.parquet", row_group_size=50)
    (path / "stream-in").mkdir()
    shutil.copy(path / "notes.parquet", path / "stream-in" / "notes.parquet")
    with chdir(path):
        yield path


@pytest.fixture(scope="module")
def names(folder: Path) -> dict[str, Any]:
    """What the page's first example defines."""
    defined: dict[str, Any] = {}
    assert not BLOCKS[0][0]
    out = StringIO()
    with redirect_stdout(out):
        exec(
            compile(BLOCKS[0][1].replace("/run/secrets/scrub-key", str(folder / "key")), "engines.md", "exec"), defined
        )
    assert out.getvalue().startswith(f"{ROWS} 0 {{")
    return defined


def texts(masked: Any) -> dict[str, str | None]:
    """Ids and notes of what an engine made, whatever it calls a table."""
    if hasattr(masked, "toArrow"):
        masked = masked.toArrow()
    if hasattr(masked, "to_dicts"):
        masked = masked.to_dicts()
    elif hasattr(masked, "iterrows"):
        masked = pa.Table.from_pandas(masked, preserve_index=False).to_pylist()
    elif hasattr(masked, "to_pylist"):
        masked = masked.to_pylist()
    rows = [row if isinstance(row, dict) else dict(zip(("note_id", "note_text"), row, strict=True)) for row in masked]
    return {row["note_id"]: row["note_text"] for row in rows}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("engine", [pytest.param(name, marks=MARKS.get(name, ())) for name in ENGINES])
def test_the_same_bytes(engine: str, names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark" if engine == "spark" else engine)
    if engine == "spark" and shutil.which("java") is None:
        pytest.skip("no Java: install a JDK 17 (Debian: openjdk-17-jdk-headless)")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    blocks = [code for kind, code in BLOCKS if kind == engine]
    assert blocks
    expected = texts(names["masked"])
    without_surname = {**expected}
    if engine in ("duckdb", "spark"):  # their functions of SQL are not told of surnames
        scrubber = names["scrubber"]
        for row in table().to_pylist():
            text = row["note_text"]
            without_surname[row["note_id"]] = text and scrubber.note(patient=row["mrn"], place="batch").scrub(text)
    own = dict(names)
    try:
        for number, code in enumerate(blocks):
            with redirect_stdout(StringIO()):
                exec(compile(code, "engines.md", "exec"), own)
            by_sql = engine == "duckdb" or (engine == "spark" and number == 0)
            wanted = without_surname if by_sql else expected
            assert texts(own["masked"]) == wanted
        if engine == "spark":
            assert texts(own["spark"].read.parquet("masked.parquet")) == expected
            assert own["counts"].value.rows == ROWS
    finally:
        if engine == "spark" and "spark" in own:
            own["spark"].stop()
    assert not any(name in str(expected) for name in ("Velankar", "Okonjo", "Ekwueme", "0137"))
    assert os.path.exists("notes.parquet")
