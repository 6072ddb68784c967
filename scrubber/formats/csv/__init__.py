"""Delimited tables (CSV, TSV)."""
