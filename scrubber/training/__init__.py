"""Training: how the CRF of a language is learned from marked notes, and lessons that networks have too.

Nothing here runs while notes are scrubbed.
"""
