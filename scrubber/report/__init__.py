"""Part of scrub."""
