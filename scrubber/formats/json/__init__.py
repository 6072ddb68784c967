"""JSON files and JSON lines."""
