"""Word documents (DOCX, DOTX)."""
