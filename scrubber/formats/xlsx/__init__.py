"""Excel workbooks (XLSX): rows as notes, and every other place in which a workbook holds text."""

from scrubber.formats.xlsx.file import rewrite

__all__ = ["rewrite"]
