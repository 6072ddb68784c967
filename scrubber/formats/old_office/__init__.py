"""Old Office files (DOC, XLS), through LibreOffice."""
