"""CSV and TSV: PHI goes, every other byte stays."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from conftest import Run
from formats.planted import PHI, Target, rewritten, scrubber, seen

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext
from scrubber.formats.csv import file as delimited
from scrubber.formats.settings import FormatSettings
from scrubber.io.encoding import named

ROW = (
    '4471902,Velankar,Darius,1960-03-04,"Mr. Velankar says ""hello"", b. March 4, 1960.\r\nCall (416) 555-0137.",83\r\n'
)
TABLE = "mrn,PatientLastName,first_name,dob,note_text,weight\r\n" + ROW


def masked(text: str, **settings: object) -> str:
    return rewritten("csv", text.encode(), name="table.csv", **settings)[0].decode()


def read(text: str, **how: object) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True, **how))  # type: ignore[arg-type]


def test_columns_are_masked_by_their_names_and_feed_the_notes() -> None:
    text = masked(TABLE)
    assert text == (
        "mrn,PatientLastName,first_name,dob,note_text,weight\r\n"
        '[MEDICALRECORD-1],[PATIENT-1],[PATIENT-1],[DATE-1],"Mr. [PATIENT-1] says ""hello"", b. [DATE-2].\r\n'
        'Call [PHONE-1].",83\r\n'
    )


def test_a_name_that_only_the_row_gives_away_is_found() -> None:
    assert masked("surname,comment\nQuorl,quorl was seen; no rash\n") == (
        "surname,comment\n[PATIENT-1],[PATIENT-1] was seen; no rash\n"
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le-bom", "cp1252", "iso8859-15"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_stay(encoding: str, end: str) -> None:
    asked = None if encoding != "iso8859-15" else named(encoding)
    text = end.join(["surname;comment", '"Velankar";"stable, ""naïve"""', "", " Velankar ; no fever \t", ""])
    bom, codec = {"utf-8-sig": (b"\xef\xbb\xbf", "utf-8"), "utf-16-le-bom": (b"\xff\xfe", "utf-16-le")}.get(
        encoding, (b"", encoding)
    )
    kept = {"comment": "keep"}  # what detection finds is not tested here
    data, _ = rewritten("csv", bom + text.encode(codec), name="a.csv", encoding=asked, column_actions=kept)
    assert data == bom + text.replace("Velankar", "[PATIENT-1]").encode(codec)


def test_actions() -> None:
    text = masked(
        "pid,a,b,c,d,e\nP1,x,y,Zurich,4471902,Mr. Velankar\nP1,,y,,,\n",
        columns=("e",),
        patient_column="pid",
        column_actions={"a": "drop", "c": "CITY", "d": "hash"},
    )
    rows = read(text)
    assert rows[0] == ["pid", "b", "c", "d", "e"]
    assert rows[1][0] == rows[2][0] != "P1"
    assert rows[1][0].startswith("[MEDICALRECORD:")
    assert rows[1][1:3] == ["y", "[CITY-1]"]
    assert rows[1][3].startswith("[IDNUM:")
    assert rows[1][4] == "Mr. [PATIENT-1]"
    assert rows[2][1:] == ["y", "", "", ""]


def test_dropped_columns_leave_the_others_byte_for_byte() -> None:
    text = 'low,"b",mean ,"high"\n1,"2, ""x""", 3,"4"\n,"",,""'
    assert masked(text, column_actions={"b": "drop"}) == 'low,mean ,"high"\n1, 3,"4"\n,,""'
    assert masked(text, column_actions={"high": "drop", "low": "drop"}) == '"b",mean \n"2, ""x""", 3\n"",'
    with pytest.raises(NoteError, match="no column is left"):
        masked(text, column_actions={"*": "drop"})


def test_kept_columns_are_told_of_and_unknown_ones_are_errors() -> None:
    data, context = rewritten("csv", b"a,b\n1,Mr. Velankar\n", columns=("a",))
    assert b"Velankar" in data
    assert context.warnings == ["1 of 2 columns are kept as they are (column 2): see --column-action"]
    for settings in (
        {"column_actions": {"z": "drop"}},
        {"columns": ("z",)},
        {"patient_column": "z"},
        {"id_column": "z"},
    ):
        with pytest.raises(NoteError, match="has no column 'z'"):
            rewritten("csv", b"a,b\n1,2\n", **settings)


def test_rows_with_one_id_are_one_note() -> None:
    text = "note_id,line,text\n7,1,Mr. Darius Velankar was seen.\n7,2,Velankar is well.\n8,1,Ms. Ekwueme was seen.\n"
    rows = read(masked(text, id_column="note_id", columns=("text",)))
    assert [row[2] for row in rows[1:]] == [
        "Mr. [PATIENT-1] was seen.",
        "[PATIENT-1] is well.",
        "Ms. [PATIENT-1] was seen.",
    ]
    assert rows[1][0] == rows[2][0] != rows[3][0]


def test_without_a_header_columns_have_numbers() -> None:
    assert masked("4471902,Mr. Velankar\n", header=False, column_actions={"1": "MEDICALRECORD"}) == (
        "[MEDICALRECORD-1],Mr. [PATIENT-1]\n"
    )


def test_a_first_row_that_is_no_header_is_masked_and_told_of() -> None:
    data, context = rewritten("csv", b"no,Mr. Darius Velankar\n8,was seen\n")
    assert data == b"no,Mr. [PATIENT-1]\n8,was seen\n"
    assert "--no-header" in context.warnings[0]


def test_ragged_rows_and_broken_quotes_are_errors() -> None:
    with pytest.raises(NoteError, match=r"row 3: has 3 fields, where the first row has 2"):
        masked("a,b\n1,2\n1,2,3\n")
    with pytest.raises(NoteError, match=r"row 2: its quotes"):
        masked('a,b\n1,"2"x\n')


def test_what_excel_and_spark_write() -> None:
    assert masked("sep=;\r\na;b\r\n1;Mr. Velankar\r\n") == "sep=;\r\na;b\r\n1;Mr. [PATIENT-1]\r\n"
    assert masked('a,b\n1,"the \\"Mr. Velankar\\", \\n left"\n') == 'a,b\n1,"the \\"Mr. [PATIENT-1]\\", \\n left"\n'
    assert masked("") == ""
    assert masked("a,b\n") == "a,b\n"


def test_a_replacement_that_needs_quotes_gets_them() -> None:
    from scrubber.formats.csv.records import Dialect

    assert Dialect(";").needs_quotes("a;b")
    assert not Dialect(";").needs_quotes("a,b")


def test_tags_are_no_findings() -> None:
    once = masked(TABLE, patient_column="mrn")
    data, context = rewritten("csv", once.encode(), patient_column="mrn")
    assert data.decode() == once
    assert context.spans == 0


def big(rows: int) -> bytes:
    lines = [
        f'{4471000 + n % 97},N{n},"Mr. Darius Velankar (MRN 4471902) was seen,\nrow {n}. Call (416) 555-0137."\r\n'
        for n in range(rows)
    ]
    return ("pid,note_id,note\r\n" + "".join(lines)).encode()


@pytest.mark.parametrize("options", [(), ("--id-column", "note_id"), ("--profile", "surrogates")])
def test_jobs_on_one_file_give_the_same_bytes(real_scrub: Run, tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "in.csv").write_bytes(big(1500))
    (tmp_path / "key").write_text("7c1e09f4b2d85a63e90f17c4a8d2b563")
    (tmp_path / "key").chmod(0o600)
    outs = []
    for jobs in ("1", "2"):
        out = tmp_path / f"out{jobs}.csv"
        fixed = ("--no-crf", "--isolated", "--key-file", tmp_path / "key", "--patient-column", "pid", "-j", jobs)
        run = real_scrub(tmp_path / "in.csv", "-o", out, *fixed, *options)
        assert run.returncode == 0, run.stderr.decode()
        outs.append((out.read_bytes(), run.stderr.decode().split(", 0 errors")[0]))
    assert outs[0] == outs[1]
    assert "1,500 notes" in outs[0][1]
    assert not seen(outs[0][0], PHI if "surrogates" not in options else PHI[:1])


def test_a_bad_row_far_down_leaves_nothing_behind(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes(big(1500) + b"1,2\r\n")
    for jobs in ("1", "2"):
        run = real_scrub(tmp_path / "in.csv", "-o", tmp_path / "out" / "a.csv", "--no-crf", "--isolated", "-j", jobs)
        assert run.returncode == 2
        assert b"row 1502: has 2 fields" in run.stderr
        assert not list((tmp_path / "out").iterdir())
        run = real_scrub(tmp_path / "in.csv", "--no-crf", "--isolated")
        assert (run.returncode, run.stdout) == (2, b"")


def test_a_pipe_and_a_folder(real_scrub: Run, tmp_path: Path) -> None:
    run = real_scrub("--input-format", "csv", "--no-crf", "--isolated", input=TABLE.encode())
    assert run.returncode == 0
    assert run.stdout.decode() == masked(TABLE)
    named_run = real_scrub("--stdin-filename", "x.csv", "--no-crf", "--isolated", input=TABLE.encode())
    assert named_run.stdout == run.stdout
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Velankar.csv").write_bytes(TABLE.encode())
    (tmp_path / "in" / "x.bin").write_bytes(b"\0")
    run = real_scrub(tmp_path / "in", "-o", tmp_path / "out", "--rename", "--no-crf", "--isolated")
    [out] = (tmp_path / "out").glob("*.csv")
    assert out.read_bytes().decode() == masked(TABLE)
    assert "Velankar" not in out.name
    assert b"left out" in run.stderr


def test_progress_is_told_in_bytes_up_to_the_end() -> None:
    told: list[int] = []
    data = "\ufeffx\n".encode() + b"no change / stable\n" * 9000
    target = Target()
    delimited.rewrite(
        io.BytesIO(data), target, FileContext(scrubber(), FormatSettings(header=False), name="a", progress=told.append)
    )
    assert target.data == data
    assert told == sorted(told)
    assert len(told) > 2
    assert told[-1] == len(data)


def test_a_first_row_whose_words_stand_below_it_is_data() -> None:
    _, context = rewritten("csv", b"Velankar,F,final\nOkonjo,M,final\nRuiz,F,prelim\n")
    assert "--no-header" in context.warnings[0]
    again = b"sex,status\nF,final\nsex,status\nM,final\n"
    assert rewritten("csv", again)[1].warnings == []
    assert rewritten("csv", b"1,0\n1,1\n0,1\n")[1].warnings == []


SPANISH = (
    "id,comentario\n1,Acude a la consulta con su hija por dolor de espalda desde hace una semana.\n"
    "2,nacida en Lugo\n3,No refiere alergias conocidas ni toma medicación de forma habitual.\n"
)


def test_cells_that_do_not_tell_are_read_in_the_language_of_the_others() -> None:
    lines = masked(SPANISH).splitlines()
    assert lines[2].endswith(",nacida en [CITY-1]")
    english = masked(
        "id,comment\n1,The patient came in with her daughter for back pain.\n2,nacida en Lugo\n"
    ).splitlines()
    assert english[2] != lines[2]


def test_a_header_of_known_names_is_one_whatever_else_it_holds() -> None:
    head = "encounter_id,patient_nbr,num_medications,age,unitadmittime24,1/22/20\n"
    assert masked(f"{head}2278392,8222157,18,71,250.83,4\n").startswith(head.replace("1/22/20", "[DATE-1]"))


def test_letters_that_stand_for_something_are_not_read_as_initials() -> None:
    text = "payer,change,surname\nMC,Ch,Li\n?,No,Osei\nBC,No,Ng\n"
    after = read(masked(text))
    assert [row[:2] for row in after] == [row[:2] for row in read(text)]
    assert {row[2] for row in after[1:]} == {"[PATIENT-1]"}


def test_a_uuid_is_an_identifier_as_a_whole() -> None:
    uuid = "6e2f1a2d-27bd-3701-8d08-dae202c58632"
    assert masked(f"payer,note\n{uuid},Mr. Velankar\n") == "payer,note\n[IDNUM-1],Mr. [PATIENT-1]\n"


def test_the_parts_of_a_name_are_one_person_where_nothing_is_read_too() -> None:
    text = masked("Nom,Prénom,Médecin\nVelankar,Darius,Dra. Ana Ekwueme\n")
    assert text == "Nom,Prénom,Médecin\n[PATIENT-1],[PATIENT-1],Dra. [DOCTOR-1]\n"


def test_a_form_on_its_side_is_read_by_its_labels() -> None:
    form = "Name,Darius Velankar\nMRN,4471902\nWeight,72.5\nDOB,1960-03-04\nNote,seen by Dr. Ekwueme\n"
    assert masked(form) == (
        "Name,[PATIENT-1]\nMRN,[MEDICALRECORD-1]\nWeight,72.5\nDOB,[DATE-1]\nNote,seen by Dr. [DOCTOR-1]\n"
    )
    assert masked(f"field,value\n{form}").startswith("field,value\nName,[PATIENT-1]\n")
    about = "column,what\nperson_id,number\nbirth_date,day of birth\nzip_code,where\n"
    assert masked(about) == about
