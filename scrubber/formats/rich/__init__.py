"""RTF: cut into tokens without losing a byte, its text gathered group by group."""
