"""JSON and JSON lines: strings are masked as their keys say, every other byte stays."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from formats.planted import PHI, plain, rewritten, seen
from hypothesis import given
from hypothesis import strategies as st

from scrubber.errors import NoteError
from scrubber.formats.json.file import _items
from scrubber.formats.json.record import is_at
from scrubber.formats.registry import recognise
from scrubber.note import Note

RECORD: dict[str, Any] = {
    "mrn": 4471902,
    "patient": {"lastName": "Velankar", "first_name": "Darius", "birthDate": "1960-03-04"},
    "phone": ["(416) 555-0137", None],
    "active": True,
    "count": 3,
    "note": 'Mr. Velankar said "café".\nBorn on March 4, 1960.',
}
LINE = ' {"mrn":4471902,  "a\\u0062c": "Mr. \\u0056elankar\\nwas \\/ seen" , "n":1e5}'


def lines(text: str, **settings: object) -> str:
    return rewritten("jsonl", text.encode(), name="a.jsonl", **settings)[0].decode()


def document(text: str, **settings: object) -> str:
    return rewritten("json", text.encode(), name="a.json", **settings)[0].decode()


def test_values_are_masked_by_their_keys_and_feed_the_text() -> None:
    record = json.loads(lines(json.dumps(RECORD, ensure_ascii=False)))
    assert record == {
        "mrn": "[MEDICALRECORD-1]",
        "patient": {"lastName": "[PATIENT-1]", "first_name": "[PATIENT-1]", "birthDate": "[DATE-1]"},
        "phone": ["[PHONE-1]", None],
        "active": True,
        "count": 3,
        "note": 'Mr. [PATIENT-1] said "café".\nBorn on [DATE-2].',
    }


def test_names_in_parts_are_one_person() -> None:
    record = {"name": {"first": "Darius", "last": "Velankar"}, "text": "Velankar was seen."}
    assert json.loads(lines(json.dumps(record))) == {
        "name": {"first": "[PATIENT-1]", "last": "[PATIENT-1]"},
        "text": "[PATIENT-1] was seen.",
    }


def test_every_other_byte_stays() -> None:
    text = f"{LINE}\r\n\n{LINE}"
    after = lines(text)
    masked = LINE.replace("4471902", '"[MEDICALRECORD-1]"').replace("\\u0056elankar", "[PATIENT-1]")
    assert after == f"{masked}\r\n\n{masked}"
    bom, _ = rewritten("jsonl", b"\xef\xbb\xbf" + LINE.encode())
    assert bom == b"\xef\xbb\xbf" + masked.encode()


def test_selection_by_key_and_pointer() -> None:
    text = '{"a":{"text":"Mr. Velankar"},"b":[{"text":"Ms. Ekwueme"}],"c":"Mr. Velankar","mrn":"4471902"}'
    assert json.loads(plain(lines(text, columns=("text",)))) == {
        "a": {"text": "Mr. [NAME]"},
        "b": [{"text": "Ms. [NAME]"}],
        "c": "Mr. Velankar",
        "mrn": "[MEDICALRECORD]",
    }
    chosen = json.loads(lines(text, columns=("/b/*/text",), column_actions={"a": "drop", "mrn": "hash"}))
    assert chosen["a"] == {"text": None}
    assert plain(chosen["b"][0]["text"]) == "Ms. [NAME]"
    assert chosen["c"] == "Mr. Velankar"
    assert chosen["mrn"].startswith("[MEDICALRECORD:")


@pytest.mark.parametrize(
    ("path", "wanted", "expected"),
    [
        (("a", "b"), "b", True),
        (("a", "b"), "B", True),
        (("a", "b"), "a", False),
        (("a", "*"), "a", True),
        (("a", "*", "b"), "/a/0/b", True),
        (("a", "*", "b"), "/a/*/b", True),
        (("a", "*", "b"), "/a/b", False),
        (("a/b",), "/a~1b", True),
        (("a",), "", False),
    ],
)
def test_pointers(path: tuple[str, ...], wanted: str, expected: bool) -> None:
    assert is_at(path, wanted) is expected


def test_patients_and_ids() -> None:
    rows = [
        {"pid": "P1", "note": 7, "text": "Mr. Darius Velankar was seen."},
        {"pid": "P1", "note": 7, "text": "Velankar is well."},
        {"pid": "P2", "note": 8, "text": "Ms. Ekwueme was seen."},
    ]
    text = "\n".join(map(json.dumps, rows))
    found = [json.loads(line) for line in lines(text, patient_column="pid", id_column="note").splitlines()]
    assert [row["text"] for row in found] == [
        "Mr. [PATIENT-1] was seen.",
        "[PATIENT-1] is well.",
        "Ms. [PATIENT-1] was seen.",
    ]
    assert found[0]["pid"] == found[1]["pid"] != found[2]["pid"]
    assert found[0]["note"] == found[1]["note"] != found[2]["note"]


def test_keys_that_are_values_are_masked() -> None:
    after = document('{"MRN 4471902": {"x": 1}, "Mr. Darius Velankar": 2, "status": "final"}')
    assert not seen(after.encode())
    assert json.loads(after)["status"] == "final"


def test_no_object_has_one_masked_key_twice() -> None:
    after = document('{"Mr. Darius Velankar": 1, "Mr. D. Velankar": 2, "b": {"Mr. D. Velankar": 3}, "c": [4]}')
    one, two, *_ = json.loads(after)
    assert two == f"{one} 2"
    assert json.loads(after) == {one: 1, two: 2, "b": {one: 3}, "c": [4]}


def test_many_keys_are_read_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """300,000 keys one by one took minutes."""
    reads: list[str] = []
    find = Note.find
    monkeypatch.setattr(Note, "find", lambda self, text: reads.append(text) or find(self, text))
    after = document(json.dumps({f"Mr. Velankar {n}": "Seen." for n in range(2_000)}))
    assert "Velankar" not in after
    assert after.count('"Seen."') == 2_000
    assert len(reads) < 10


@pytest.mark.parametrize("space", ["", " ", "\n\t"])
def test_an_array_is_read_item_by_item(space: str) -> None:
    items = [json.dumps({"surname": f"Velankar{n}x", "t": f'[x], {{Velankar{n}x}} \\ "'}) for n in range(3)]
    text = f"{space}[{space}" + f"{space},{space}".join(items) + f"{space}]{space}\n"
    data, context = rewritten("json", text.encode())
    assert context.notes == 3
    assert not seen(data)
    assert data.decode().split("{")[0] == text.split("{")[0]
    assert len(json.loads(data)) == 3


@given(
    st.lists(
        st.recursive(
            st.none() | st.text(alphabet='a"\\[]{},'), lambda v: st.lists(v) | st.dictionaries(st.text(max_size=2), v)
        )
    ),
    st.integers(1, 9),
)
@pytest.mark.fuzz
def test_items_are_those_of_the_array_however_it_is_portioned(values: list[Any], size: int) -> None:
    text = json.dumps(values)[1:] + " "
    chunks = iter([text[at : at + size] for at in range(0, len(text), size)])
    found = list(_items("", chunks))
    assert "".join(item + end for item, end in found) == text
    assert [json.loads(item) for item, _ in found if item.strip()] == values


def test_records_in_a_document_are_notes_of_their_own() -> None:
    text = '{"by":"Dr. Ekwueme","rows":[{"surname":"Velankar","t":"Velankar"},{"surname":"Ruiz","t":"Velankar Ruiz"}]}'
    data, context = rewritten("json", text.encode())
    assert context.notes == 3
    assert json.loads(data)["rows"][0] == {"surname": "[PATIENT-1]", "t": "[PATIENT-1]"}


@pytest.mark.parametrize(
    "text", ["[1,]", "[,1]", "[1 2]", "[1", '["a', "[1]]", "[1] x", "{", "nul", '{"a":1}}', "[{]}"]
)
def test_what_is_no_json_is_an_error(text: str) -> None:
    with pytest.raises(NoteError):
        document(text)
    with pytest.raises(NoteError):
        lines(text)


@pytest.mark.parametrize("text", ["", "[]", "[ ]\n", "{}", "3", '"x"', "null", "[[]]"])
def test_small_documents(text: str) -> None:
    assert document(text) == text


def test_formats_are_told_apart() -> None:
    fhir = b'{"resourceType": "Patient"}'
    assert [
        f and f.name for f in (recognise("a.json", b"{}"), recognise("a.jsonl", b"{}"), recognise("a.json", fhir))
    ] == [
        "json",
        "jsonl",
        "fhir",
    ]


def test_jobs_and_broken_lines(real_scrub: Run, tmp_path: Path) -> None:
    text = "".join(json.dumps(RECORD | {"n": n}) + "\n" for n in range(400))
    (tmp_path / "in.jsonl").write_text(text)
    for jobs in ("1", "2"):
        out = tmp_path / f"out{jobs}.jsonl"
        run = real_scrub(tmp_path / "in.jsonl", "-o", out, "--no-crf", "--isolated", "-j", jobs)
        assert run.returncode == 0, run.stderr.decode()
    assert (tmp_path / "out1.jsonl").read_bytes() == (tmp_path / "out2.jsonl").read_bytes()
    assert not seen((tmp_path / "out1.jsonl").read_bytes(), PHI)
    (tmp_path / "in.jsonl").write_text(text + '{"a": Velankar}')
    run = real_scrub(tmp_path / "in.jsonl", "-o", tmp_path / "new" / "x.jsonl", "--no-crf", "--isolated")
    assert run.returncode == 2
    assert b"record 401: broken: no valid JSON" in run.stderr
    assert b"Velankar" not in run.stderr
    assert not list((tmp_path / "new").iterdir())


def test_base64_of_text_is_read_and_of_anything_else_kept() -> None:
    hidden = base64.b64encode(b"Seen by Dr. Ekwueme, MRN: 4471902, in clinic").decode()
    digest = base64.b64encode(bytes(48)).decode()
    new = json.loads(document(json.dumps({"a": hidden, "b": digest})))
    assert new["b"] == digest
    meant = base64.b64decode(new["a"])
    assert seen(meant) == []
    assert meant.startswith(b"Seen by Dr. [")


def test_codes_are_kept_by_their_keys_as_columns_are() -> None:
    data = b'{"icd_code": "Z80.3", "drug_id": "6923", "note": "Mr. Velankar"}'
    assert rewritten("json", data)[0] == data.replace(b"Velankar", b"[PATIENT-1]")
