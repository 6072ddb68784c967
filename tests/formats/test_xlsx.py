"""XLSX: nothing planted anywhere in a workbook is left, and what holds none is as it was."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from formats.planted import members, plain, repacked, rewritten, seen

from scrubber.errors import NoteError
from scrubber.formats.registry import recognise

openpyxl = pytest.importorskip("openpyxl")

from openpyxl.cell.rich_text import CellRichText, TextBlock  # noqa: E402
from openpyxl.cell.text import InlineFont  # noqa: E402
from openpyxl.comments import Comment  # noqa: E402
from openpyxl.formatting.rule import CellIsRule, Rule  # noqa: E402
from openpyxl.packaging.custom import StringProperty  # noqa: E402
from openpyxl.styles import Font, PatternFill  # noqa: E402
from openpyxl.workbook.defined_name import DefinedName  # noqa: E402
from openpyxl.worksheet.datavalidation import DataValidation  # noqa: E402
from openpyxl.worksheet.filters import FilterColumn, Filters  # noqa: E402
from openpyxl.worksheet.formula import ArrayFormula  # noqa: E402
from openpyxl.worksheet.table import Table  # noqa: E402

NAME = "Mr. Darius Velankar"
ROW = (4471902, "Velankar", datetime.datetime(1960, 3, 4), "Velankar (MRN 4471902) was seen.", 140, True)
HEAD = ("mrn", "surname", "dob", "note", "sodium", "active")


def book(change: Callable[[Any, Any], object] | None = None) -> Any:
    wb = openpyxl.Workbook()
    ws = wb.active
    ws.append(HEAD)
    ws.append(ROW)
    if change:
        change(wb, ws)
    return wb


def saved(wb: Any) -> bytes:
    out = io.BytesIO()
    wb.save(out)
    return out.getvalue()


def masked(wb: Any, **settings: object) -> tuple[Any, bytes, list[str]]:
    data, context = rewritten("xlsx", saved(wb), name="a.xlsx", **settings)
    return openpyxl.load_workbook(io.BytesIO(data), rich_text=True), data, context.warnings


def test_a_workbook_of_the_strict_kind() -> None:
    usual = re.compile(rb"http://schemas.openxmlformats.org/(\w+)/2006/(?!content|metadata)")
    strict = {
        name: usual.sub(rb"http://purl.oclc.org/ooxml/\1/", part) for name, part in members(saved(book())).items()
    }
    data, _ = rewritten("xlsx", repacked(saved(book()), strict), name="a.xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert [c.value for c in sheet[1]] == list(HEAD)
    assert [c.value for c in sheet[2]][3:] == ["[PATIENT-1] (MRN [MEDICALRECORD-1]) was seen.", 140, True]


def test_rows_are_notes_and_types_and_styles_stay() -> None:
    wb = book()
    ws = wb.active
    ws["D2"].font = Font(bold=True, color="FF0000")
    ws["E2"].fill = PatternFill("solid", "FFFF00")
    ws["E2"].number_format = "0.0"
    ws.column_dimensions["D"].width = 77
    ws.merge_cells("A5:B5")
    ws.freeze_panes = "A2"
    after, data, _ = masked(wb)
    sheet = after.active
    assert [c.value for c in sheet[1]] == list(HEAD)
    assert [c.value for c in sheet[2]] == [
        "[MEDICALRECORD-1]",
        "[PATIENT-1]",
        "[DATE-1]",
        "[PATIENT-1] (MRN [MEDICALRECORD-1]) was seen.",
        140,
        True,
    ]
    assert sheet["D2"].font.bold
    assert sheet["E2"].fill.fgColor.rgb.endswith("FFFF00")
    assert sheet["E2"].number_format == "0.0"
    assert sheet.column_dimensions["D"].width == 77
    assert [str(r) for r in sheet.merged_cells.ranges] == ["A5:B5"]
    assert sheet.freeze_panes == "A2"
    assert not seen(members(data).values())


def plant(wb: Any, ws: Any) -> None:
    """PHI wherever a workbook holds text."""
    ws["G1"] = "extra"
    ws["G2"] = f'=IF(E2>1,"{NAME}",D2&" (416) 555-0137")'
    ws["H1"] = "more"
    ws["H2"] = CellRichText(
        "Seen: Mr. Darius ",
        TextBlock(InlineFont(b=True), "Velank"),
        TextBlock(InlineFont(i=True), "ar, MRN 4471902"),
        " today",
    )
    ws["I2"] = ArrayFormula("I2:I3", f'=LEN("{NAME}")')
    ws["D2"].comment = Comment(f"{NAME} called from (416) 555-0137", "Dr. Ekwueme")
    ws["D2"].hyperlink = "mailto:dvelankar@lakehurst.example"
    ws["D2"].hyperlink.tooltip = NAME
    ws["A9"] = f"List of {NAME}"
    ws.oddHeader.center.text = f"&B{NAME}"
    ws.firstFooter.left.text = "MRN 4471902"
    rule = DataValidation(
        type="list", formula1=f'"{NAME},Dr. Ekwueme"', prompt=NAME, error=NAME, promptTitle="MRN 4471902"
    )
    rule.add("E2")
    ws.add_data_validation(rule)
    ws.conditional_formatting.add("A1:A9", CellIsRule(operator="equal", formula=[f'"{NAME}"']))
    ws.conditional_formatting.add(
        "B1:B9", Rule(type="containsText", operator="containsText", text=NAME, formula=[f'SEARCH("{NAME}",B1)'])
    )
    ws.auto_filter.ref = "A1:F2"
    ws.auto_filter.filterColumn.append(FilterColumn(colId=1, filters=Filters(filter=["Velankar"])))
    hidden = wb.create_sheet("Mr Darius Velankar")
    hidden.sheet_state = "veryHidden"
    hidden.append(["surname", "x"])
    hidden.append(["Ekwueme", 1])
    hidden.row_dimensions[2].hidden = True
    ws["J2"] = "='Mr Darius Velankar'!B2+1"
    wb.defined_names["who"] = DefinedName("who", attr_text=f'"{NAME}"', comment=NAME)
    wb.defined_names["there"] = DefinedName("there", attr_text="'Mr Darius Velankar'!$B$2")
    properties = wb.properties
    properties.creator, properties.lastModifiedBy = "Dr. Ekwueme", "dvelankar"
    properties.title = properties.subject = properties.description = properties.keywords = properties.category = NAME
    wb.custom_doc_props.append(StringProperty(name="patient", value=NAME))


def test_nothing_planted_is_left() -> None:
    after, data, warnings = masked(book(plant))
    assert not seen(members(data).values())
    assert not seen(name.encode() for name in members(data))
    sheet, hidden = after.worksheets
    assert plain(sheet["G2"].value) == '=IF(E2>1,"Mr. [NAME]",D2&" [PHONE]")'
    rich = sheet["H2"].value
    assert plain(str(rich)) == "Seen: Mr. [NAME], MRN [MEDICALRECORD] today"
    assert [part.font.i for part in rich if isinstance(part, TextBlock)][-1]
    assert plain(sheet["I2"].value.text) == '=LEN("Mr. [NAME]")'
    assert plain(sheet["D2"].comment.text) == "Mr. [NAME] called from [PHONE]"
    assert hidden.sheet_state == "veryHidden"
    assert hidden.title == "Sheet2"
    assert sheet["J2"].value == "=Sheet2!B2+1"
    assert after.defined_names["there"].attr_text == "Sheet2!$B$2"
    assert hidden["B2"].value == 1
    assert sheet.auto_filter.ref == "A1:F2"
    assert "criteria of filters are left out" in warnings
    assert after.calculation.fullCalcOnLoad


def test_the_bytes_are_the_same_every_time() -> None:
    data = saved(book(plant))
    first, _ = rewritten("xlsx", data)
    assert rewritten("xlsx", data)[0] == first


def test_tables_agree_with_their_headers() -> None:
    def change(wb: Any, ws: Any) -> None:
        ws["B1"] = "Mr. Darius Velankar 7"
        ws.add_table(Table(displayName="List1", ref="A1:F2"))

    after, data, _ = masked(book(change))
    sheet = after.active
    assert [c.name for c in sheet.tables["List1"].tableColumns] == [str(c.value) for c in sheet[1]]
    assert not seen(members(data).values())


def test_actions_and_columns() -> None:
    settings: dict[str, Any] = {
        "columns": ("note",),
        "patient_column": "MRN",
        "column_actions": {"dob": "drop", "sodium": "hash"},
    }
    after, _, warnings = masked(book(), **settings)
    row = [c.value for c in after.active[2]]
    assert row[0].startswith("[MEDICALRECORD:")
    assert row[2] is None
    assert row[4].startswith("[IDNUM:")
    assert row[5] is True
    assert any("are kept as they are" in warning for warning in warnings)
    with pytest.raises(NoteError, match="no column 'nope'"):
        masked(book(), columns=("nope",))


def test_a_sheet_without_a_header() -> None:
    wb = openpyxl.Workbook()
    wb.active.append([1, f"{NAME} was seen"])
    wb.active.append([datetime.date(1960, 3, 4), "(416) 555-0137"])
    after, data, _ = masked(wb)
    assert [c.value for c in after.active[1]] == [1, "Mr. [PATIENT-1] was seen"]
    assert [c.value for c in after.active[2]] == ["[DATE-1]", "[PHONE-1]"]
    assert not seen(members(data).values())


def test_a_far_away_cell_costs_nothing() -> None:
    wb = book()
    wb.active["XFD1048576"] = NAME
    after, _, _ = masked(wb)
    assert plain(after.active["XFD1048576"].value) == "Mr. [NAME]"


def test_copies_of_the_data_are_left_out() -> None:
    from openpyxl.chart import BarChart, Reference

    def change(wb: Any, ws: Any) -> None:
        chart = BarChart()
        chart.title = NAME
        chart.add_data(Reference(ws, min_col=5, min_row=1, max_row=2), titles_from_data=True)
        ws.add_chart(chart, "K1")

    _, data, warnings = masked(book(change))
    assert not seen(members(data).values())
    assert any("charts are left out" in warning for warning in warnings)
    extra = {"xl/threadedComments/t.xml": f"<x>{NAME}</x>".encode(), "docProps/thumbnail.jpeg": b"\xff\xd8Velankar"}
    data, context = rewritten("xlsx", repacked(saved(book()), extra))
    assert not seen(members(data).values())
    assert any("threads" in warning for warning in context.warnings)


def test_formulas_on_other_workbooks_become_their_values() -> None:
    wb = book()
    wb.active["G2"] = "=[1]Other!A1"
    data = saved(wb)
    sheet = members(data)["xl/worksheets/sheet1.xml"].replace(
        b"<f>[1]Other!A1</f><v />", b"<f>[1]Other!A1</f><v>17</v>"
    )
    sheet = re.sub(rb"<f>\[1\]Other!A1</f><v\s*/?>(?:</v>)?", b"<f>[1]Other!A1</f><v>17</v>", sheet)
    after, _ = rewritten("xlsx", repacked(data, {"xl/worksheets/sheet1.xml": sheet}))
    assert openpyxl.load_workbook(io.BytesIO(after)).active["G2"].value == 17


def _encrypted(data: bytes) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + data


def _bomb(data: bytes) -> bytes:
    return repacked(data, {"xl/media/x.xml": b"\0" * (64 * 1024 * 1024)})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: repacked(d, {"xl/vbaProject.bin": b"x"}), "macros"),
        (
            lambda d: repacked(
                d, {"xl/workbook.xml": b'<!DOCTYPE x [<!ENTITY e "y">]>' + members(d)["xl/workbook.xml"]}
            ),
            "entities",
        ),
        (lambda d: d[: len(d) // 2], "broken"),
        (lambda d: repacked(d, {"xl/workbook.xml": b"<workbook"}), "broken"),
        (_encrypted, "encrypted"),
        (_bomb, "bomb"),
        (lambda d: b"", "broken"),
    ],
)
def test_what_is_not_handled_is_an_error(change: Callable[[bytes], bytes], message: str) -> None:
    with pytest.raises(NoteError, match=message):
        rewritten("xlsx", change(saved(book())))


def test_signature() -> None:
    assert recognise("export", saved(book())[:4096]).name == "xlsx"  # type: ignore[union-attr]


def test_a_stranger_reads_it() -> None:
    """Another reader than the one that wrote it."""
    pd = pytest.importorskip("pandas")
    _, data, _ = masked(book())
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        assert package.testzip() is None
    assert pd.read_excel(io.BytesIO(data)).iloc[0]["surname"] == "[PATIENT-1]"


def test_other_workbooks_by_their_names() -> None:
    from scrubber.formats.xlsx.formulas import links_out

    assert links_out("='[Velankar D.xlsx]S'!A1")
    assert links_out("=SUM('C:\\Users\\v\\[x.xls]S 1'!A1:A2)")
    assert not links_out("=Table1[note.text]*2")
    assert not links_out("=Table1[Total]+Sheet2!A1")


def test_a_workbook_without_settings_of_calculation() -> None:
    data = saved(book())
    xml = re.sub(rb"<calcPr[^>]*/>", b"", members(data)["xl/workbook.xml"])
    after, _ = rewritten("xlsx", repacked(data, {"xl/workbook.xml": xml}))
    assert not seen(members(after).values())


def test_a_form_on_its_side_and_links_in_formulas() -> None:
    book = openpyxl.Workbook()
    for row in (("Name", "Darius Velankar"), ("MRN", 4471902), ("Weight", 72.5), ("DOB", datetime.date(1960, 3, 4))):
        book.active.append(row)
    book.active["D1"] = '=HYPERLINK("mailto:dv@lakehurst.example","mail")'
    out = io.BytesIO()
    book.save(out)
    sheet = openpyxl.load_workbook(io.BytesIO(rewritten("xlsx", out.getvalue())[0])).active
    assert [[cell.value for cell in row[:2]] for row in sheet.iter_rows()] == [
        ["Name", "[PATIENT-1]"], ["MRN", "[MEDICALRECORD-1]"], ["Weight", 72.5], ["DOB", "[DATE-1]"],
    ]  # fmt: skip
    assert sheet["D1"].value == '=HYPERLINK("mailto:%5BEMAIL-1%5D","mail")'
