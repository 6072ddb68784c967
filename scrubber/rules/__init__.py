"""Rules: patterns as data, a prefilter, the match and its validator."""
