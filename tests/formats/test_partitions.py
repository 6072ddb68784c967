"""Folders of a partitioned table: values in the names of folders are columns, and masked as such."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubber.formats.partitions import masked_place, partition_values, plain_folder
from scrubber.formats.settings import FormatSettings
from scrubber.mask.keys import key_from_text, new_key_text
from scrubber.policy import load_policy

pa = pytest.importorskip("pyarrow")
ds = pytest.importorskip("pyarrow.dataset")
pq = pytest.importorskip("pyarrow.parquet")

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
KEY = key_from_text(new_key_text(), "here")
TABLE = pa.table(
    {
        "year": [2020, 2020, 2021, 2021],
        "mrn": ["4471902", "4471903", "4471902", None],
        "note_text": [
            "Velankar (MRN 4471902) was seen by Dr. Ekwueme.",
            "Ms. Okonjo called from (416) 555-0137.",
            "Seen again, 4471902.",
            "No change.",
        ],
    }
)


def test_values_of_folders() -> None:
    assert partition_values("year=2020/mrn=44%2F71/part-0.parquet") == {"year": "2020", "mrn": "44/71"}
    assert partition_values("mrn=__HIVE_DEFAULT_PARTITION__/a=b.parquet") == {"mrn": None}
    assert partition_values("notes/part-0.parquet") == {}


@pytest.mark.parametrize(
    ("folder", "settings", "stays"),
    [
        ("mrn=4471902", {}, False),
        ("mrn=4471902", {"column_actions": {"mrn": "keep"}}, True),
        ("mrn=__HIVE_DEFAULT_PARTITION__", {}, True),
        ("year=2020", {}, True),
        ("dob=1960-03-04", {}, False),
        ("state=Ohio", {}, True),  # safe-harbor keeps states
        ("site=4", {"column_actions": {"site": "hash"}}, False),
        ("site=4", {"column_actions": {"site": "drop"}}, False),
        ("chart=4", {"patient_column": "chart"}, False),
        ("last%20name=Quillon", {}, False),
        ("notes", {}, True),
    ],
)
def test_which_folders_get_other_names(folder: str, settings: dict[str, Any], stays: bool) -> None:
    place = masked_place(Path(folder, "a.parquet"), FormatSettings(**settings), load_policy("safe-harbor"), KEY)
    assert (place == Path(folder, "a.parquet")) is stays
    assert place.name == "a.parquet"
    assert place.parts[0].split("=")[0] == folder.split("=")[0]


def test_a_name_is_the_same_under_the_same_key() -> None:
    def of(mrn: str) -> str:
        return masked_place(Path(f"mrn={mrn}", "a"), FormatSettings(), load_policy("safe-harbor"), KEY).parts[0]

    assert of("4471902") == of("4471902") != of("4471903")
    assert plain_folder(of("4471902")).startswith("mrn: [MEDICALRECORD:")
    assert "447" not in of("4471902")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table as an engine leaves it: partitions, a summary with statistics, a mark that the job was done."""
    parts = ds.partitioning(pa.schema([("year", pa.int64()), ("mrn", pa.string())]), flavor="hive")
    ds.write_dataset(TABLE, tmp_path / "in", format="parquet", partitioning=parts)
    (tmp_path / "in" / "_SUCCESS").touch()
    pq.write_metadata(TABLE.schema, tmp_path / "in" / "_metadata")
    (tmp_path / "key").write_text(new_key_text())
    (tmp_path / "key").chmod(0o600)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rows(folder: Path) -> list[dict[str, Any]]:
    table = ds.dataset(folder, format="parquet", partitioning="hive", exclude_invalid_files=True).to_table()
    return sorted(table.to_pylist(), key=lambda row: str(row["note_text"]))


def test_masked_in_parallel_to_the_same_bytes(folder: Path, real_scrub: Run) -> None:
    how = ("--column", "note_text", "--key-file", "key")
    for jobs in ("1", "2"):
        run = real_scrub("in", "-o", f"out{jobs}", "-j", jobs, *how, cwd=folder)
        assert run.returncode == 0, run.stderr
        assert b"left out in/_metadata: a summary of Parquet files" in run.stderr
        assert b"may hold PHI" not in run.stderr
    made = files(folder / "out1")
    assert made == files(folder / "out2")
    assert len(made) == 5
    assert not any("447190" in name for name in made)
    masked = rows(folder / "out1")
    assert [row["note_text"] for row in masked] == [
        "Ms. [PATIENT-1] called from [PHONE-1].",
        "No change.",
        "Seen again, [MEDICALRECORD-1].",
        "[PATIENT-1] (MRN [MEDICALRECORD-1]) was seen by Dr. [DOCTOR-1].",
    ]
    assert [row["year"] for row in masked] == [2020, 2021, 2021, 2020]
    assert masked[1]["mrn"] is None
    assert masked[2]["mrn"] == masked[3]["mrn"] != masked[0]["mrn"]
    checked = real_scrub("check", "out1", "--column", "note_text", cwd=folder)
    assert checked.returncode == 0, checked.stdout


def test_the_patient_of_a_folder_is_one_patient(folder: Path, real_scrub: Run) -> None:
    how = ("--column", "note_text", "--patient-column", "mrn", "--profile", "surrogates", "--key-file", "key")
    assert real_scrub("in", "-o", "out", *how, cwd=folder).returncode == 0
    again, first = sorted(
        (r["note_text"] for r in rows(folder / "out") if "een " in r["note_text"] or "MRN" in r["note_text"]), key=len
    )
    number = again.removeprefix("Seen again, ").removesuffix(".")
    assert number.isdigit()
    assert number != "4471902"
    assert f"(MRN {number})" in first


def test_in_place_is_refused_and_changes_nothing(folder: Path, real_scrub: Run) -> None:
    before = files(folder / "in")
    run = real_scrub("in", "--in-place", "--column", "note_text", cwd=folder)
    assert run.returncode == 2
    assert b"values of a column that is masked: --output FOLDER" in run.stderr
    assert files(folder / "in") == before
    kept = real_scrub("in", "--in-place", "--column", "note_text", "--column-action", "mrn=keep", cwd=folder)
    assert kept.returncode == 0


def test_resumed_under_the_same_key_alone(folder: Path, real_scrub: Run) -> None:
    how = ("in", "-o", "out", "--column", "note_text")
    bad = folder / "in" / "year=2020" / "mrn=4471903" / "part-0.parquet"
    whole = bad.read_bytes()
    bad.write_bytes(whole[:-9])
    assert real_scrub(*how, "--key-file", "key", cwd=folder).returncode == 2
    written = {path: path.stat().st_mtime_ns for path in (folder / "out").rglob("*.parquet")}
    assert len(written) == 3
    bad.write_bytes(whole)
    refused = real_scrub(*how, "--resume", cwd=folder)
    assert refused.returncode == 2
    assert b"--resume needs the key" in refused.stderr
    assert real_scrub(*how, "--resume", "--key-file", "key", cwd=folder).returncode == 0
    after = {path: path.stat().st_mtime_ns for path in (folder / "out").rglob("*.parquet")}
    assert len(after) == 4
    assert {path: time for path, time in after.items() if path in written} == written


def test_without_a_key_the_run_says_so(folder: Path, real_scrub: Run) -> None:
    run = real_scrub("in", "-o", "out", "--column", "note_text", cwd=folder)
    assert run.returncode == 0
    assert b"names of folders are derived from a key made for this run alone" in run.stderr


def test_a_value_of_an_unknown_column_is_searched_as_a_name(folder: Path, real_scrub: Run) -> None:
    (folder / "in" / "year=2020").rename(folder / "in" / "x=Dr. Ekwueme")
    run = real_scrub("in", "-o", "out", "--column", "note_text", "--key-file", "key", cwd=folder)
    assert b"2 names of output files may hold PHI" in run.stderr
