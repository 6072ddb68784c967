"""Training: how the CRF of a language is learned from marked notes. Nothing here runs while notes are scrubbed."""
