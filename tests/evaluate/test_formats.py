"""Gold formats: what is read is what was marked, and what is written is read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.errors import DataError, NoteError, UsageError
from scrubber.evaluate.brat import read_brat, write_brat
from scrubber.evaluate.gold import matched, read_gold, read_predictions
from scrubber.evaluate.i2b2 import read_i2b2, write_i2b2
from scrubber.evaluate.inline import read_inline
from scrubber.evaluate.marks import Mark, MarkedNote, in_order, mark
from scrubber.evaluate.schemes import load_scheme, schemes
from scrubber.policy import phi_types

TEXT = "Mr. Amara Osei,\r\nDOB 3/14/1950 ]]> & <b>\ttab\nDr. İpek\nÖzdemir called."
NOTE = MarkedNote(
    "n",
    TEXT,
    in_order(
        [
            mark("PATIENT", 4, 14),
            mark("DATE", TEXT.index("3/14"), TEXT.index(" ]]>")),
            mark("DOCTOR", TEXT.index("İpek"), TEXT.index(" called")),
        ]
    ),
)


def covered(note: MarkedNote) -> list[tuple[str, str]]:
    return [(m.type, " ".join(note.text[s:e] for s, e in m.parts)) for m in note.marks]


def test_inline_marks_are_taken_out_and_located() -> None:
    note = read_inline("n", "Mr. [[PATIENT|Amara Osei]], [[AGE|67]]yo\r\n")
    assert note.text == "Mr. Amara Osei, 67yo\r\n"
    assert covered(note) == [("PATIENT", "Amara Osei"), ("AGE", "67")]


@pytest.mark.parametrize("broken", ["[[PATIENT|Amara", "[[PATIENT|Amara\nOsei]]", "[[PATIENT|a [[AGE|67]]]]"])
def test_a_broken_inline_mark_is_an_error_that_quotes_nothing(broken: str) -> None:
    with pytest.raises(NoteError, match=r"n: line 2") as caught:
        read_inline("n", f"first\n{broken}")
    assert "Amara" not in str(caught.value)


def test_brat_round_trip_over_lines() -> None:
    written = write_brat(NOTE)
    assert written.splitlines()[0] == "T1\tPATIENT 4 14\tAmara Osei"
    assert ";" in written.splitlines()[2]
    assert read_brat("n", TEXT, written) == NOTE


def test_brat_keeps_discontinuous_entities_and_skips_other_lines() -> None:
    lines = "T1\tNAME 0 5;10 14\tAmara Osei\nR1\tRel Arg1:T1 Arg2:T1\n#1\tNote T1\tsure\nA1\tNeg T1\n"
    note = read_brat("n", "Amara and Osei", lines)
    assert note.marks == (Mark("NAME", ((0, 5), (10, 14))),)
    assert read_brat("n", note.text, write_brat(note)) == note


@pytest.mark.parametrize("line", ["T1\tNAME zero 5\tx", "T1\tNAME 5 5\t", "T1\tNAME 0 99\tx", "T1 NAME 0 1 x"])
def test_a_broken_brat_line_is_an_error(line: str) -> None:
    with pytest.raises(NoteError, match="line 1"):
        read_brat("n", "Amara", line)


def test_i2b2_round_trip_keeps_carriage_returns_and_markup() -> None:
    assert read_i2b2("n", write_i2b2(NOTE)) == NOTE


def test_i2b2_names_the_element_by_category() -> None:
    written = write_i2b2(load_scheme("i2b2").write_note(MarkedNote("n", "10.0.0.1 x", (mark("IPADDRESS", 0, 8),))))
    assert '<CONTACT id="P0" start="0" end="8" text="10.0.0.1" TYPE="IPADDR" comment="" />' in written


def test_i2b2_reads_the_tasks_own_spelling() -> None:
    xml = (
        '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n<TEXT><![CDATA[\nOsei at the lake]]></TEXT>\n<TAGS>\n'
        '<NAME id="P0" start="1" end="5" text="Osei" TYPE="PATIENT" comment=""/>\n'
        '<LOCATION id="P1" start="13" end="17" text="lake" TYPE="OTHER" comment=""/>\n</TAGS>\n</deIdi2b2>\n'
    )
    assert covered(read_i2b2("n", xml)) == [("PATIENT", "Osei"), ("LOCATION-OTHER", "lake")]


@pytest.mark.parametrize(
    "xml",
    [
        "<deIdi2b2><TEXT>",
        "<a/>",
        '<!DOCTYPE x [<!ENTITY a "b">]><deIdi2b2><TEXT/><TAGS/></deIdi2b2>',
        '<deIdi2b2><TEXT>ab</TEXT><TAGS><AGE id="P0" start="1" end="9" TYPE="AGE"/></TAGS></deIdi2b2>',
        '<deIdi2b2><TEXT>ab</TEXT><TAGS><AGE id="P0" start="x" end="9" TYPE="AGE"/></TAGS></deIdi2b2>',
    ],
)
def test_a_broken_i2b2_file_is_an_error(xml: str) -> None:
    with pytest.raises(NoteError):
        read_i2b2("n", xml)


def test_i2b2_refuses_control_characters() -> None:
    with pytest.raises(NoteError, match="offset 1"):
        write_i2b2(MarkedNote("n", "a\x0cb", ()))


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]) | st.sampled_from("\r\n\t "))


@given(texts, st.data())
def test_whatever_is_written_is_read_again(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [(s, e) for s, e in zip(cuts[::2], cuts[1::2], strict=False) if text[s:e].strip()]
    # Without outer white space, as every span of scrub is.
    tight = [(e - len(text[s:e].lstrip()), s + len(text[s:e].rstrip())) for s, e in spans]
    note = MarkedNote("n", text, tuple(mark("DATE", s, e) for s, e in tight))
    assert read_brat("n", text, write_brat(note)) == note
    if "\ufffe" not in text and "\uffff" not in text:
        assert read_i2b2("n", write_i2b2(note)) == note


def test_every_scheme_reads_what_it_writes() -> None:
    for scheme in schemes().values():
        assert all(scheme.written(scheme.ours(theirs)) == theirs for theirs in scheme.write.values())
        assert {scheme.ours(theirs) for theirs in {*scheme.read, *scheme.write.values()}} <= set(phi_types())


def test_an_unknown_scheme_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="choose from"):
        load_scheme("nonesuch")


def test_a_folder_may_mix_formats(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("[[AGE|67]]yo")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.txt").write_text("Osei")
    (tmp_path / "sub" / "b.ann").write_text("T1\tPATIENT 0 4\tOsei\n")
    (tmp_path / "c.xml").write_text(write_i2b2(NOTE))
    (tmp_path / "d.jsonl").write_text('{"path": "x/d.txt", "text": "Osei", "spans": [[0, 4, "PATIENT"]]}\n')
    (tmp_path / "e.jsonl").write_text('{"doc": "x/e", "marked": "[[PATIENT|Osei]]"}\n')
    assert [(n.name, len(n.marks)) for n in read_gold(tmp_path)] == [
        ("a", 1),
        ("c", 3),
        ("x/d", 1),
        ("x/e", 1),
        ("sub/b", 1),
    ]


def test_missing_or_empty_gold_is_an_error(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none"):
        with pytest.raises(UsageError):
            read_gold(place)


@pytest.mark.parametrize("line", ["{", "[]", '{"spans": []}', '{"doc": "a"}', '{"doc": "a", "spans": [[3, 1, "AGE"]]}'])
def test_a_broken_prediction_line_is_an_error(tmp_path: Path, line: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f'{{"doc": "ok", "spans": []}}\n{line}\n')
    with pytest.raises(DataError, match="line 2"):
        read_predictions(path)


def test_predictions_find_their_notes() -> None:
    notes = [MarkedNote(name, "", ()) for name in ("001", "dev/002", "sub/003")]
    one, two, three = ((mark("AGE", 0, n),) for n in (1, 2, 3))
    paired, missing = matched(notes, {"out/gold-001": one, "dev-002": two, "sub/003": three}, "gold")
    assert paired == {"001": one, "dev/002": two, "sub/003": three}
    assert missing == []


def test_an_ambiguous_stem_matches_nothing() -> None:
    notes = [MarkedNote("001", "", ()), MarkedNote("002", "", ())]
    paired, missing = matched(notes, {"a/001": (), "b/001": (), "002": ()})
    assert (list(paired), missing) == (["002"], ["001"])


def test_brat_counts_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("\ufeffNombre: Iria".encode())
    (tmp_path / "a.ann").write_text("T1\tPATIENT 9 13\tIria\n")
    [note] = read_gold(tmp_path)
    assert note == MarkedNote("a", "Nombre: Iria", (mark("PATIENT", 8, 12),))
    assert write_brat(note, 1) == "T1\tPATIENT 9 13\tIria\n"
