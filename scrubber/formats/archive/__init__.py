"""Packed files: gzip, and zip archives of files of any format."""
