"""Tables with canaries, written by the csv and json modules, pyarrow and openpyxl."""

from __future__ import annotations

import csv
import io
import json

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
from formats.canaries import Planter
from formats.planted import members, repacked
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule, Rule
from openpyxl.packaging.custom import IntProperty, StringProperty
from openpyxl.styles import NamedStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableColumn


def plant_csv(plant: Planter) -> bytes:
    """Columns that are known and columns that are not, quotes and line ends within."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["FIRST", "LAST", "MRN", "Prénom", "EMAIL", "note", "remark"])
    for row in range(2):
        writer.writerow(
            [
                plant.name(f"FIRST {row}").split()[1],
                plant.name(f"LAST {row}").split()[1],
                plant.number(f"MRN {row}"),
                plant.name(f"Prénom {row}").split()[1],
                plant.mail(f"EMAIL {row}"),
                'He said "yes".\r\n' + plant.text(f"note {row}"),
                plant.text(f"remark {row}"),
            ]
        )
    return file.getvalue().encode()


def plant_json(plant: Planter) -> bytes:
    """Keys that are known, keys that are not, keys that are values, numbers, texts in arrays."""
    return json.dumps(
        {
            "patient": {"firstName": plant.name("firstName"), "mrn": int(plant.number("number under mrn"))},
            "notes": [{"text": plant.text("item")}, {"text": plant.text("item 2"), "email": plant.mail("email")}],
            "list": ["ok", plant.text("string in an array")],
            plant.text("key"): 1,
            "escaped": "Seen by Dr\\u002e " + plant.name("beside an escape"),
        }
    ).encode()


def plant_jsonl(plant: Planter) -> bytes:
    """A record a line."""
    lines = [{"mrn": plant.number(f"mrn {n}"), "text": plant.text(f"text {n}")} for n in range(3)]
    return "\n".join(map(json.dumps, lines)).encode()


def plant_parquet(plant: Planter) -> bytes:
    """Text, bytes, dictionaries, nested values, names of columns, metadata of table and field."""
    columns = {
        "mrn": pa.array([plant.number("mrn")]),
        "note": pa.array([plant.text("note")]),
        "bytes": pa.array([plant.text("bytes").encode()]),
        "word": pa.array([plant.text("dictionary")]).dictionary_encode(),
        "list": pa.array([[plant.text("list")]]),
        "struct": pa.array([{"last_name": plant.name("struct"), "x": plant.text("struct text")}]),
        "map": pa.array([[(plant.text("map key"), plant.text("map value"))]], pa.map_(pa.string(), pa.string())),
        plant.short("column name"): pa.array([1]),
    }
    table = pa.table(columns)
    note = table.schema.field("note").with_metadata({"comment": plant.text("field metadata")})
    schema = table.schema.set(1, note).with_metadata(
        {"author": plant.text("metadata"), plant.text("metadata key"): "x"}
    )
    file = io.BytesIO()
    pq.write_table(table.cast(schema), file)
    return file.getvalue()


def plant_xlsx(plant: Planter) -> bytes:
    """Every place that openpyxl can write, and parts that only Excel writes."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = plant.short("sheet's name")
    sheet.append(["MRN", "last_name", "note", "more"])
    sheet.append([int(plant.number("number in a column")), plant.name("name"), plant.text("text"), "ok"])
    sheet.append([plant.number("text in a column"), "", CellRichText(["Seen: ", _bold(plant.short("rich text"))]), 2])
    sheet["D4"] = plant.filled('=IF(A2>1,"[[text formula]]","no")')
    sheet["D2"].comment = Comment(plant.text("comment"), plant.name("comment's author"))
    sheet["D3"].hyperlink = plant.link("link")
    sheet["D3"].hyperlink.tooltip = plant.text("tooltip")
    sheet.row_dimensions[3].hidden = True
    sheet.oddHeader.center.text = plant.text("header")
    sheet.evenFooter.left.text = plant.text("even footer")
    rule = DataValidation(type="list", formula1=plant.filled('"[[short list of values]],b"'))
    rule.prompt, rule.promptTitle = plant.text("prompt"), plant.short("title of a prompt")
    rule.error, rule.errorTitle = plant.text("error"), plant.short("title of an error")
    rule.add("D9")
    sheet.add_data_validation(rule)
    sheet.conditional_formatting.add("A1", CellIsRule("equal", formula=[plant.filled('"[[text condition]]"')]))
    text_rule = Rule(type="containsText", operator="containsText", text=plant.short("text of a rule"), formula=["1"])
    sheet.conditional_formatting.add("A2", text_rule)
    sheet.print_title_rows = "1:1"
    _add_table(sheet, plant)
    chart = BarChart()
    chart.title = plant.text("chart's title")
    chart.add_data(Reference(sheet, min_col=1, min_row=2, max_row=3))
    sheet.add_chart(chart, "H1")
    hidden = book.create_sheet("hidden")
    hidden.sheet_state = "veryHidden"
    hidden["A1"] = plant.text("hidden sheet")
    hidden["A2"].style = NamedStyle(name=plant.short("style's name"))
    hidden["A3"] = 7
    hidden["A3"].number_format = plant.filled('0" [[short number format]]"')
    book.defined_names["x"] = DefinedName(
        "x", attr_text=plant.filled('"[[text defined value]]"'), comment=plant.text("defined")
    )
    secret = plant.anchor("defined name")
    book.defined_names[secret] = DefinedName(secret, attr_text="1")
    for name in ("creator", "lastModifiedBy"):
        setattr(book.properties, name, plant.name(name))
    for name in ("title", "subject", "description", "keywords", "category", "identifier", "contentStatus", "version"):
        setattr(book.properties, name, plant.text(name))
    book.custom_doc_props.append(StringProperty(name="Patient", value=plant.name("property")))
    book.custom_doc_props.append(IntProperty(name="MRN", value=int(plant.number("number of a property"))))
    book.custom_doc_props.append(StringProperty(name=plant.short("property's name"), value="x"))
    file = io.BytesIO()
    book.save(file)
    return _with_parts(file.getvalue(), plant)


def _bold(text: str) -> TextBlock:
    return TextBlock(InlineFont(b=True), text)


def _add_table(sheet: object, plant: Planter) -> None:
    sheet["F1"], sheet["G1"] = "one", "two"  # type: ignore[index]
    sheet["F2"], sheet["G2"] = plant.text("table"), 3  # type: ignore[index]
    table = Table(displayName=plant.anchor("table's name"), ref="F1:G3", totalsRowCount=1)
    table.tableColumns = [
        TableColumn(id=1, name="one", totalsRowLabel=plant.short("total")),
        TableColumn(id=2, name="two"),
    ]
    table.comment = plant.text("table's comment")
    sheet.add_table(table)  # type: ignore[attr-defined]


_PARTS = {
    "customXml/item1.xml": "<a>[[text custom XML]]</a>",
    "xl/persons/person.xml": "<personList><person displayName='[[name person]]'/></personList>",
    "xl/threadedComments/threadedComment1.xml": "<a>[[text thread]]</a>",
    "xl/drawings/drawing9.xml": "<a>[[text text box]]</a>",
}
_APP = "<Manager>[[name manager]]</Manager><Company>[[text company]]</Company></Properties>"


def _with_parts(data: bytes, plant: Planter) -> bytes:
    """Parts that Excel writes and openpyxl does not read."""
    app = members(data)["docProps/app.xml"].replace(b"</Properties>", plant.filled(_APP).encode())
    printer = {"xl/printerSettings/printerSettings1.bin": plant.text("printer").encode("utf-16-le")}
    parts = {name: plant.filled(template).encode() for name, template in _PARTS.items()}
    return repacked(data, {"docProps/app.xml": app, **printer, **parts})
