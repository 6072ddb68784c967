"""Parquet: PHI is in no column, statistic or metadata afterwards; types, row groups and codecs stay."""

from __future__ import annotations

import datetime
import io
from typing import Any

import pytest
from formats.planted import plain, rewritten, seen

from scrubber.errors import NoteError
from scrubber.formats.registry import recognise

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

BORN = datetime.date(1960, 3, 4)


def written(table: Any, **how: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out, **how)
    return out.getvalue()


def masked(table: Any, how: dict[str, Any] | None = None, **settings: object) -> Any:
    data, _ = rewritten("parquet", written(table, **(how or {})), name="a.parquet", **settings)
    return pq.read_table(io.BytesIO(data))


def sample() -> Any:
    return pa.table(
        {
            "mrn": pa.array([4471902, 4471903], pa.int64()),
            "surname": pa.array(["Velankar", None]),
            "dob": pa.array([BORN, None], pa.date32()),
            "seen": pa.array([datetime.datetime(2021, 3, 5, 10), None], pa.timestamp("us")),
            "sodium": pa.array([140, 139], pa.int32()),
            "status": pa.array(["final", "Mr. Darius Velankar"]).dictionary_encode(),
            "note": pa.array(["Velankar (MRN 4471902), born March 4, 1960.", ""], pa.large_string()),
        }
    )


def test_values_types_and_known_identifiers() -> None:
    table = masked(sample())
    rows = table.to_pylist()
    assert rows[0] == {
        "mrn": "[MEDICALRECORD-1]",
        "surname": "[PATIENT-1]",
        "dob": "[DATE-1]",
        "seen": "[DATE-2]",
        "sodium": 140,
        "status": "final",
        "note": "[PATIENT-1] (MRN [MEDICALRECORD-1]), born [DATE-3].",
    }
    assert plain(rows[1]["status"]) == "Mr. [NAME]"
    assert (rows[1]["surname"], rows[1]["dob"], rows[1]["note"]) == (None, None, "")
    before = sample().schema
    for name in ("sodium", "status", "note", "surname"):
        assert table.schema.field(name).type == before.field(name).type


def test_nothing_is_left_in_the_bytes() -> None:
    table = sample().replace_schema_metadata({"author": "Dr. Ekwueme", "phone": "(416) 555-0137"})
    data, _ = rewritten("parquet", written(table, compression="none", use_dictionary=False))
    assert not seen(data)
    stats = pq.ParquetFile(io.BytesIO(data)).metadata.row_group(0).column(1).statistics
    assert "Velankar" not in str(stats)


def test_row_groups_and_codecs_stay() -> None:
    table = pa.table({"a": [f"Mr. Darius Velankar {n}" for n in range(2500)], "b": range(2500)})
    data, context = rewritten("parquet", written(table, row_group_size=1100, compression={"a": "zstd", "b": "gzip"}))
    after = pq.ParquetFile(io.BytesIO(data))
    sizes = [after.metadata.row_group(n).num_rows for n in range(after.num_row_groups)]
    assert sizes == [1100, 1100, 300]
    assert [after.metadata.row_group(0).column(n).compression for n in (0, 1)] == ["ZSTD", "GZIP"]
    assert after.read().column("b").to_pylist() == list(range(2500))
    assert context.notes == 2500
    assert not seen("".join(after.read().column("a").to_pylist()).encode())


def test_nested_values() -> None:
    table = pa.table(
        {
            "notes": pa.array([["Mr. Darius Velankar", None, "fever"], None]),
            "phones": pa.array([["(416) 555-0137"], []]),
            "person": pa.array([{"surname": "Velankar", "age": 45, "born": BORN, "on": True}, None]),
            "kv": pa.array([[("k", "Mr. Velankar")], None], pa.map_(pa.string(), pa.string())),
        }
    )
    rows = masked(table, column_actions={"phones": "PHONE"}).to_pylist()
    assert rows[0]["notes"] == ["Mr. [PATIENT-1]", None, "fever"]
    assert rows[0]["phones"] == ["[PHONE-1]"]
    assert rows[0]["person"] == {"surname": "[PATIENT-1]", "age": "45", "born": "[DATE-1]", "on": True}
    assert rows[0]["kv"] == [("k", "Mr. [PATIENT-1]")]
    assert rows[1] == {"notes": None, "phones": [], "person": None, "kv": None}


def test_texts_of_a_nested_value_know_of_each_other() -> None:
    people = pa.array([{"contact": "Mr. Darius Velankar", "remark": "velankar sleeps", "bytes": b"Mr. Velankar"}])
    (row,) = masked(pa.table({"people": people})).to_pylist()
    assert row["people"] == {"contact": "Mr. [PATIENT-1]", "remark": "[PATIENT-1] sleeps", "bytes": b"Mr. [PATIENT-1]"}


def test_nested_bytes_that_are_no_text_must_be_decided_on() -> None:
    table = pa.table({"scans": [[b"\xff\x00Velankar"]], "x": ["y"]})
    with pytest.raises(NoteError, match="column 1 holds a nested value that is binary"):
        masked(table)
    assert masked(table, column_actions={"scans": "drop"}).schema.names == ["x"]


def test_actions() -> None:
    table = masked(sample(), columns=("note",), patient_column="mrn", column_actions={"dob": "drop", "seen": "keep"})
    assert table.schema.names == ["mrn", "surname", "seen", "sodium", "status", "note"]
    row = table.to_pylist()[0]
    assert row["mrn"].startswith("[MEDICALRECORD:")
    assert row["seen"] == datetime.datetime(2021, 3, 5, 10)
    assert table.to_pylist()[1]["status"] == "Mr. Darius Velankar"


def test_binary_columns_must_be_decided_on() -> None:
    table = pa.table({"scan": [b"\x00Velankar"], "x": ["y"]})
    with pytest.raises(NoteError, match="column 1 is binary"):
        masked(table)
    assert masked(table, column_actions={"scan": "drop"}).schema.names == ["x"]
    assert masked(table, column_actions={"scan": "keep"}).column("scan").to_pylist() == [b"\x00Velankar"]


def test_what_pandas_says_stays_true() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"dob": [pd.Timestamp(BORN)], "note": ["Mr. Darius Velankar"], "n": [1.5]}, index=["Velankar"])
    out = io.BytesIO()
    frame.to_parquet(out)
    data, _ = rewritten("parquet", out.getvalue(), column_actions={"__index_level_0__": "hash"})
    after = pd.read_parquet(io.BytesIO(data))
    assert list(after.columns) == ["dob", "note", "n"]
    assert after["dob"].iloc[0] == "[DATE-1]"
    assert after["n"].iloc[0] == 1.5
    assert after.index[0].startswith("[IDNUM:")
    assert not seen(data)


@pytest.mark.parametrize("data", [b"PAR1", b"PAR1 no such PAR1", b"PAR1" + b"\0" * 40 + b"PARE"])
def test_broken_and_encrypted_files_are_errors(data: bytes) -> None:
    with pytest.raises(NoteError):
        rewritten("parquet", data)


def test_a_damaged_row_group_is_an_error() -> None:
    data = bytearray(written(sample(), compression="zstd"))
    data[4:200] = b"\xff" * 196
    with pytest.raises(NoteError):
        rewritten("parquet", bytes(data))


def test_signature() -> None:
    assert recognise("export", b"PAR1\x15\x04").name == "parquet"  # type: ignore[union-attr]
    assert recognise("note.txt", b"PARENT called about a rash\n" * 9) is None
    assert recognise("note.txt", b"PAR1 is a receptor\n") is None


def test_text_that_is_not_marked_as_such_is_read() -> None:
    for kind in (pa.binary(), pa.large_binary()):
        table = pa.table(
            {"note": pa.array([b"Mr. Darius Velankar", None], kind), "mrn": pa.array([b"4471902", b""], kind)}
        )
        after = masked(table)
        assert after.schema.types == [kind, kind]
        assert after.column("note").to_pylist()[0].startswith(b"Mr. [PATIENT-")
        assert after.column("mrn").to_pylist() == [b"[MEDICALRECORD-1]", b""]


def test_int96() -> None:
    table = pa.table(
        {"dob": pa.array([datetime.datetime(1960, 3, 4), datetime.datetime(9999, 1, 1)], pa.timestamp("us"))}
    )
    out = io.BytesIO()
    pq.write_table(table, out, use_deprecated_int96_timestamps=True)
    data, _ = rewritten("parquet", out.getvalue())
    assert pq.read_table(io.BytesIO(data)).column("dob").to_pylist() == ["[DATE-1]", "[DATE-1]"]


def test_a_time_that_no_calendar_has_is_refused_with_a_way_on() -> None:
    table = pa.table({"seen": pa.array([2**62], pa.int64()).cast(pa.timestamp("us"))})
    with pytest.raises(NoteError, match=r"column 1 holds times .*keep or drop"):
        masked(table)


@pytest.mark.parametrize("limit", ["LARGEST_CHUNK", "MOST_VALUES"])
def test_a_column_beyond_the_limits_is_refused(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"scrubber.formats.parquet.file.{limit}", 1)
    with pytest.raises(NoteError, match="in one row group"):
        masked(pa.table({"x": ["a", "b"]}))
