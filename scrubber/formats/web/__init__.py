"""HTML: cut into tokens without losing a byte, read as text, written back with nothing but the PHI changed."""
