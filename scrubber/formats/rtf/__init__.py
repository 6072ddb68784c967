"""Rich text (RTF)."""
