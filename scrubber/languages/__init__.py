"""Languages: the pack of each, and which one a note is read in."""
