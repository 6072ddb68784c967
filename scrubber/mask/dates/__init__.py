"""Dates: read in whatever form they are written, moved by whole days, written back in the same form."""
