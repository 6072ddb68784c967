"""Gazetteers: phrases of lists, found in one pass."""
