"""Tables in memory: types and nulls stay, and what becomes of a row does not depend on the rows around it."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from scrubber import KeyReference, Note, Scrubber, Span
from scrubber.batches import BatchScrubber, Counts, batch_scrubber, scrub_batch
from scrubber.errors import NoteError, UsageError
from scrubber.mask.keys import new_key_text

FRENCH = "M. Jean Tremblay a été vu aujourd'hui à la clinique pour une douleur au genou droit depuis hier."
NOTES = [
    "Mrs. Velankar was seen on 3/12/2023 by Dr. Quillon.",
    None,
    "",
    "Okafor called, VELANKAR did not; chart ZQ-0048213. Next visit 4/2.",
    "Quillon saw her on 3/12/2023.",
]
TABLE = pa.table(
    {
        "note_id": [f"n{at}" for at in range(5)],
        "mrn": ["0048213", "0048213", None, "0051199", "0048213"],
        "surname": ["Velankar", "Velankar", None, "Okafor", "Velankar"],
        "ward": pa.array(["5 SW", None, "ER", "ER", "5 SW"]).dictionary_encode(),
        "weight_kg": pa.array([71.5, None, 80.25, 3.0, 71.5], pa.float32()),
        "score": pa.array([1, 2, None, 4, 5], pa.int16()),
        "note_text": pa.array(NOTES, pa.large_string()),
    }
)
COLUMNS = {"note_text": "text", "mrn": "keep", "note_id": "keep"}


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Scrubber:
    path = tmp_path_factory.mktemp("key") / "key"
    path.write_text(new_key_text())
    path.chmod(0o600)
    return Scrubber("surrogates", key=KeyReference(f"file:{path}"))


def test_types_and_nulls_stay() -> None:
    done = scrub_batch(TABLE, columns=COLUMNS).data
    assert done.schema.equals(TABLE.schema)
    for name in ("note_id", "mrn", "ward", "weight_kg", "score"):
        assert done[name].equals(TABLE[name])
    texts = done["note_text"].to_pylist()
    assert texts[1:3] == [None, ""]
    assert texts[0] == "Mrs. [PATIENT-1] was seen on [DATE-1] by Dr. [DOCTOR-1]."


def test_what_other_columns_say_is_found_in_the_texts() -> None:
    texts = scrub_batch(TABLE, columns=COLUMNS, patient="mrn").data["note_text"].to_pylist()
    assert texts[3].startswith("[PATIENT-1] called")
    odd = TABLE.rename_columns(["note_id", "mrn", "x1", "ward", "weight_kg", "score", "note_text"])
    texts = scrub_batch(odd, columns={**COLUMNS, "x1": "keep"}, known={"PATIENT": ["x1"]}).data["note_text"].to_pylist()
    assert texts[3].startswith("[PATIENT-1] called")
    masked = scrub_batch(odd, columns=COLUMNS, known={"PATIENT": ["x1"]}).data["x1"].to_pylist()
    assert masked == ["[PATIENT-1]", "[PATIENT-1]", None, "[PATIENT-1]", "[PATIENT-1]"]


def test_counts_tell_nothing() -> None:
    counts = scrub_batch(TABLE, columns=COLUMNS).counts
    assert (counts.rows, counts.quarantined) == (5, 0)
    assert counts.spans["DATE"] == 3
    assert not any(word in repr(counts) for word in ("Velankar", "Quillon", "0048213", "n0"))
    total = Counts()
    total.add(counts)
    total.add(counts)
    assert (total.rows, total.spans["DATE"]) == (10, 6)


@pytest.mark.parametrize("profile", ["tags", "surrogates"])
def test_batch_order_and_neighbours_do_not_matter(profile: str, keyed: Scrubber) -> None:
    scrubber = Scrubber() if profile == "tags" else keyed
    scrub = batch_scrubber(scrubber, columns=COLUMNS, patient="mrn")
    whole = scrub(TABLE).to_pylist()
    assert scrub(TABLE.take([4, 3, 2, 1, 0])).to_pylist() == whole[::-1]
    for size in (1, 2, 3):
        parts = TABLE.to_batches(max_chunksize=size)
        assert [row for part in parts for row in scrub(part).to_pylist()] == whole
    assert scrub(TABLE.slice(2, 1)).to_pylist() == whole[2:3]


def test_rows_without_patient_and_id_are_masked_by_what_they_hold(keyed: Scrubber) -> None:
    scrub = batch_scrubber(keyed, columns={"note_text": "text"})
    one = pa.table({"note_text": ["Mrs. Velankar was seen by Dr. Quillon."]})
    two = pa.table({"note_text": ["Seen.", *one["note_text"].to_pylist()]})
    assert scrub(two)["note_text"][1] == scrub(one)["note_text"][0]


def test_as_the_plain_loop(keyed: Scrubber) -> None:
    scrub = batch_scrubber(keyed, columns={**COLUMNS, "surname": "drop"}, patient="mrn")
    rows = pa.table({"mrn": ["P1", "P2"], "note_text": [NOTES[0], NOTES[4]]})
    plain = [keyed.note(patient=row["mrn"], place="batch").scrub(row["note_text"]) for row in rows.to_pylist()]
    scrub = batch_scrubber(keyed, columns={"note_text": "text", "mrn": "keep"}, patient="mrn")
    assert scrub(rows)["note_text"].to_pylist() == plain


def test_a_record_batch_stays_one() -> None:
    (batch,) = TABLE.to_batches()
    done = scrub_batch(batch, columns=COLUMNS).data
    assert isinstance(done, pa.RecordBatch)
    assert done.schema.equals(batch_scrubber(columns=COLUMNS).schema(TABLE.schema))
    empty = scrub_batch(batch.slice(0, 0), columns=COLUMNS).data
    assert isinstance(empty, pa.RecordBatch)
    assert (empty.num_rows, empty.schema) == (0, done.schema)


def test_ids_are_hashed_under_a_key(keyed: Scrubber) -> None:
    done = scrub_batch(TABLE, keyed, columns={"note_text": "text"}, patient="mrn", row_id="note_id").data
    assert done["mrn"][0].as_py().startswith("[MEDICALRECORD:")
    assert done["mrn"][0] == done["mrn"][1] != done["mrn"][3]
    assert len(set(done["note_id"].to_pylist())) == 5
    with pytest.raises(UsageError, match="hashed with a key"):
        scrub_batch(TABLE, columns={"note_text": "text"}, patient="mrn")


BAD = TABLE.set_column(6, "note_text", pa.array([NOTES[0], FRENCH, *NOTES[2:]], pa.large_string()))


def test_a_bad_row_fails_its_batch_without_its_text() -> None:
    with pytest.raises(NoteError) as caught:
        scrub_batch(BAD, columns=COLUMNS)
    assert "row 2 of a batch cannot be masked" in str(caught.value)
    assert "Tremblay" not in str(caught.value)


def test_a_bad_row_is_quarantined() -> None:
    data, counts = scrub_batch(BAD, columns=COLUMNS, quarantine="not_masked")
    good = scrub_batch(TABLE, columns=COLUMNS).data
    assert counts.quarantined == 1
    assert data.column_names == [*TABLE.column_names, "not_masked"]
    texts = good["note_text"].to_pylist()
    assert data["note_text"].to_pylist() == [texts[0], None, *texts[2:]]
    reasons = data["not_masked"].to_pylist()
    assert [reason is None for reason in reasons] == [True, False, True, True, True]
    assert data["note_id"][1].as_py() == "n1"
    assert "Tremblay" not in str(data.to_pylist())
    assert data.schema.equals(batch_scrubber(columns=COLUMNS, quarantine="not_masked").schema(BAD.schema))


def test_an_internal_error_is_told_without_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(note: Note, text: str) -> list[Span]:
        if "Okafor" in text:
            raise ValueError(f"no good: {text}")
        return find(note, text)

    find = Note.find
    monkeypatch.setattr(Note, "find", fail)
    with pytest.raises(NoteError, match=r"row 4 of a batch cannot be masked: .*ValueError") as caught:
        scrub_batch(TABLE, columns=COLUMNS)
    assert "Okafor" not in str(caught.value)
    data, counts = scrub_batch(TABLE, columns=COLUMNS, quarantine="why")
    assert counts.quarantined == 1
    assert "ValueError" in data["why"][3].as_py()
    assert "Okafor called" not in str(data.to_pylist())


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"columns": {"mrn": "keep"}}, "name one that holds text"),
        ({"columns": {"note_text": "txt"}}, "txt"),
        ({"columns": COLUMNS, "known": {"NAME": ["surname"]}}, "no type 'NAME'"),
        ({"columns": COLUMNS, "known": {"PATIENT": "surname"}}, "takes a list"),
    ],
)
def test_what_is_said_wrongly(how: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        batch_scrubber(**how)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"columns": {"note": "text"}}, "no column 'note'"),
        ({"columns": COLUMNS, "patient": "mrm"}, "no column 'mrm'"),
        ({"columns": COLUMNS, "known": {"PATIENT": ["last"]}}, "no column 'last'"),
        ({"columns": COLUMNS, "quarantine": "ward"}, "there already"),
    ],
)
def test_columns_that_are_not_there(how: dict[str, Any], message: str) -> None:
    with pytest.raises(NoteError, match=message):
        batch_scrubber(**how).schema(TABLE.schema)


def test_it_travels(keyed: Scrubber, tmp_path: Path) -> None:
    scrub = batch_scrubber(keyed, columns=COLUMNS, patient="mrn", known={"PATIENT": ["surname"]})
    sent = pickle.dumps(scrub)
    assert keyed.masking.key.secret not in sent
    there = pickle.loads(sent)
    assert isinstance(there, BatchScrubber)
    assert there(TABLE).equals(scrub(TABLE))
