"""Runs over files, folders and pipes: what is read, in which processes, and what is written."""
