"""Excel workbooks (XLSX): rows as notes, and every other place in which a workbook holds text."""
