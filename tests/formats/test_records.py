"""Records of delimited text: the same as the csv module finds, without loss, however the text comes in."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.errors import NoteError
from scrubber.formats.context import Mark
from scrubber.formats.csv.dialect import NO_DELIMITER, sniff_dialect
from scrubber.formats.csv.records import Dialect, complete_records, records

VALUES = st.lists(
    st.lists(st.text(alphabet='ab ,;"\n\r\té…\\', max_size=8), min_size=1, max_size=4).filter(lambda row: row != [""]),
    max_size=6,
)


def values(text: str, dialect: Dialect) -> list[list[str]]:
    rows = []
    for record in records([text], dialect):
        contents = [(record.text[f.start : f.end], f.quoted) for f in record.fields]
        rows.append([text.replace('""', '"') if quoted else text for text, quoted in contents])
    return rows


@pytest.mark.fuzz
@given(
    VALUES,
    st.sampled_from(",;\t|"),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.booleans(),
)
def test_what_the_csv_module_writes_is_read_as_it_was(
    rows: list[list[str]], sign: str, end: str, quoting: int, open_end: bool
) -> None:
    if quoting == csv.QUOTE_MINIMAL:
        end = "\r\n"  # for other line ends the module leaves a lone CR or LF without quotes
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=sign, lineterminator=end, quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    text = out.getvalue()
    if open_end:
        text = text.removesuffix(end)
    assert values(text, Dialect(sign)) == rows
    assert "".join(r.text for r in records([text], Dialect(sign))) == text


@pytest.mark.fuzz
@given(st.text(alphabet='ab,"\n\r ', max_size=40))
def test_any_text_is_read_as_the_csv_module_reads_it_or_refused(text: str) -> None:
    try:
        found = values(text, Dialect(","))
    except NoteError:
        with pytest.raises(csv.Error):
            list(csv.reader(io.StringIO(text, newline=""), strict=True))
        return
    assert found == list(csv.reader(io.StringIO(text, newline=""), strict=True))


@pytest.mark.fuzz
@given(
    st.text(alphabet='ab,"\\\n\r ', max_size=40),
    st.integers(1, 7),
    st.sampled_from([Dialect(","), Dialect(",", backslash=True), Dialect(",", spaced=True)]),
)
def test_it_does_not_matter_how_the_text_is_portioned(text: str, size: int, dialect: Dialect) -> None:
    def read(chunks: list[str]) -> object:
        try:
            return list(records(chunks, dialect))
        except NoteError:
            return None

    assert read([text[at : at + size] for at in range(0, len(text), size)]) == read([text])


def test_a_quote_that_is_never_closed_is_an_error() -> None:
    with pytest.raises(NoteError, match="row 2"):
        list(records(['a,b\n1,"x\n', "2,3\n"], Dialect(",")))


def test_complete_records_of_a_beginning() -> None:
    assert [r.text for r in complete_records('a,b\n1,"x\ny', Dialect(","), whole=False)] == ["a,b\n"]
    with pytest.raises(NoteError):
        list(complete_records('a,b\n1,"x\ny', Dialect(","), whole=True))


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("a,b,c\n1,2,3\n", Dialect(",")),
        ("a;b\n1,5;2\n1;2\n", Dialect(";")),
        ("a\tb\nx, y\tz\n", Dialect("\t")),
        ('a|b\n"x|y"|z\n', Dialect("|")),
        ("note\nsome text, with commas\n", Dialect(NO_DELIMITER)),
        ('note\n"some text, with commas"\n', Dialect(",")),
        ('a,b\n1,"say \\"x\\", then"\n', Dialect(",", backslash=True)),
        ('a, b\n1, "x, y"\n2, z\n', Dialect(",", spaced=True)),
        ("a,b\n1,2,3\n", Dialect(",")),
    ],
)
def test_dialects_are_told_apart(sample: str, expected: Dialect) -> None:
    assert sniff_dialect(sample, True) == expected


def test_a_sample_may_end_anywhere() -> None:
    assert sniff_dialect('a;b\n1;"x, y, z\nand', False) == Dialect(";")
    assert sniff_dialect("a b", True, "\t") == Dialect("\t")


def test_escapes_are_shown_as_what_they_mean_at_the_same_length() -> None:
    assert Dialect().shown('say ""x""', True) == 'say  "x "'
    assert Dialect().shown('say ""x""', False) == 'say ""x""'
    assert Dialect(backslash=True).shown('a\\nb \\"c\\" \\\\', True) == 'a \nb  "c "  \\'


def test_a_mark_never_splits_an_escape() -> None:
    content = 'x ""Zeb"" y'
    assert Dialect().unsplit(content, [Mark(3, 8, "[N]")]) == [Mark(2, 9, "[N]")]
    assert Dialect().unsplit(content, [Mark(4, 7, "[N]")]) == [Mark(4, 7, "[N]")]
