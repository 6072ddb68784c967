"""A workbook as a file: what is refused, how it is opened, and how it is written the same every time."""

from __future__ import annotations

import re
import warnings
import zipfile
from typing import Any, BinaryIO

from openpyxl.reader.excel import ExcelReader

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.packages import open_package, read_member, write_package
from scrubber.formats.spool import spool
from scrubber.formats.xlsx.book import scrub_book
from scrubber.formats.xlsx.numbers import ExactNumbers

_MACROS = ("vbaproject.bin", "xl/macrosheets/", "xl/dialogsheets/", "xl/activex/", "customui/")
_LEFT_OUT = {
    "xl/externallinks/": "links to other workbooks are left out, with what was cached of them",
    "xl/pivot": "pivot tables are left out, with their copies of the data",
    "xl/charts/": "charts are left out, with their copies of the data",
    "xl/embeddings/": "embedded files are left out",
    "xl/diagrams/": "drawings are left out",
    "xl/querytables/": "queries are left out",
    "xl/connections.xml": "connections to data sources are left out",
    "xl/slicers/": "slicers are left out",
    "xl/timelines/": "timelines are left out",
    "xl/models/": "the data model is left out",
    "xl/threadedcomments/": "threads of comments become plain comments",
    "xl/ctrlprops/": "form controls are left out",
    "customxml/": "custom XML is left out",
}
_RELATIONS = "_rels/.rels"
_STRICT, _USUAL = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/"), rb"http://schemas.openxmlformats.org/\1/2006/"
"""How names of elements and relations begin in workbooks of the standard's strict kind, and in all others."""
_ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
_NO_TIME = rb"\g<1>2000-01-01T00:00:00Z"


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a workbook, masked.

    Raises:
        NoteError: it is broken or encrypted, holds macros or XML entities, unpacks to more than the limits, or a column
            that is needed is in none of its sheets.
    """
    with open_package(source) as package:
        _refuse(package)
        for start, message in _LEFT_OUT.items():
            if any(name.lower().startswith(start) for name in package.namelist()):
                context.warn(message)
    with spool() as file:
        _rewrite(_transitional(source, file), target, context)


def _transitional(source: BinaryIO, file: BinaryIO) -> BinaryIO:
    """The workbook with the usual names of everything; one of the strict kind is written anew into the file."""
    with open_package(source) as package:
        if _RELATIONS not in package.namelist() or not _STRICT.search(_member(package, _RELATIONS)):
            return source
        names = (name for name in package.namelist() if not name.endswith("/"))
        write_package(file, ((name, _STRICT.sub(_USUAL, _member(package, name))) for name in names))
    return file


def _member(package: zipfile.ZipFile, name: str) -> bytes:
    return read_member(package, package.getinfo(name))


def _rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    reader = _loaded(source, values=False)
    book = reader.wb
    values = _loaded(source, values=True).wb if _links_out(book) else None
    with open_package(source) as package:
        exact = ExactNumbers(book, package, _sheet_parts(reader))
    scrub_book(book, context, values)
    if context.keeps:
        return
    exact.restore()
    with spool() as file:
        book.save(file)
        file.seek(0)
        with zipfile.ZipFile(file) as package:
            members = [(name, _MODIFIED.sub(_NO_TIME, package.read(name))) for name in package.namelist()]
    write_package(target, members)


def _refuse(package: zipfile.ZipFile) -> None:
    for info in package.infolist():
        name = info.filename.lower()
        if any(part in name for part in _MACROS):
            raise NoteError("holds macros or controls, which are not handled: save it as .xlsx without them")
        if name.endswith((".xml", ".rels", ".vml")):
            data = read_member(package, info)
            if _ENTITY.search(data.replace(b"\0", b"")):
                raise NoteError("its XML declares entities, which are refused")
            if name == "[content_types].xml" and b"macroenabled" in data.lower():
                raise NoteError("holds macros or controls, which are not handled: save it as .xlsx without them")


def _loaded(source: BinaryIO, *, values: bool) -> Any:
    """A reader that has read the workbook with its formulas, or with the values that were computed last."""
    source.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it leaves out; told of above
            reader = ExcelReader(source, rich_text=True, keep_links=False, data_only=values)
            reader.read()
            return reader
    except Exception as error:  # whatever openpyxl meets in a broken file
        raise NoteError("broken: not a workbook that can be read") from error


def _sheet_parts(reader: Any) -> list[str]:
    """The names of the members that hold sheets of cells, in the book's order."""
    sheets = (rel for _, rel in reader.parser.find_sheets() if rel.target in reader.valid_files)
    return [rel.target for rel in sheets if "chartsheet" not in rel.Type]


def _links_out(book: Any) -> bool:
    """Whether formulas refer to other workbooks, which are not there any more afterwards."""
    from scrubber.formats.xlsx.formulas import links_out

    return any(links_out(c.value) for sheet in book.worksheets for c in sheet._cells.values() if c.data_type == "f")
