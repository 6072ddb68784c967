"""Surrogates: replacements that read like the real thing, the same for the same original under the same key."""
