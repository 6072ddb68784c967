"""Identifiers that are known of a note beforehand: files of them, and the detector that finds them."""
