"""Reading and writing bytes: encodings, pieces of bounded size, whole-or-nothing files, folders."""
