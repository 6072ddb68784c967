"""Numbers to the last digit: openpyxl writes 16 digits where a float may need 17, and counts days anew from dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO, Any
from xml.etree.ElementTree import iterparse
from zipfile import ZipFile

from openpyxl.compat import safe_string
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.utils.datetime import to_excel

_NUMBERS = (None, "n")


class ExactNumbers:
    """The numbers of a workbook that openpyxl would write otherwise than they stood in the file.

    Args:
        parts: the names of the package's members that hold the book's sheets, in the order of its worksheets.
    """

    def __init__(self, book: Any, package: ZipFile, parts: Sequence[str]) -> None:
        self._found: list[tuple[Any, Any, str]] = []
        """A cell, its value, and how that stood in the file."""
        for sheet, part in zip(book.worksheets, parts, strict=True):
            with package.open(part) as file:
                for place, text in _numbers(file):
                    cell = sheet._cells.get(place)
                    if cell is not None and _written(cell, book.epoch) != text:
                        self._found.append((cell, cell.value, text))

    def restore(self) -> None:
        """Let every cell that still has its value be written as it stood in the file."""
        for cell, value, text in self._found:
            if cell.value is value and cell.data_type in "nd":
                cell.data_type, cell._value = "n", text


def _numbers(file: IO[bytes]) -> Iterator[tuple[tuple[int, int], str]]:
    """Row and column of each number in a sheet, and its digits."""
    for _, element in iterparse(file):
        name = element.tag.rpartition("}")[2]
        if name == "c":
            value = next((e.text for e in element if e.tag.endswith("}v")), None)
            formula = any(e.tag.endswith("}f") for e in element)
            if value and not formula and element.get("t") in _NUMBERS and (place := element.get("r")):
                yield coordinate_to_tuple(place), value
        if name == "row":
            element.clear()


def _written(cell: Any, epoch: Any) -> str:
    """The digits that openpyxl writes for a cell."""
    try:
        return str(safe_string(to_excel(cell.value, epoch) if cell.data_type == "d" else cell.value))
    except (TypeError, ValueError, OverflowError):
        return ""
