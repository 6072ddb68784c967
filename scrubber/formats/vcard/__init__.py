"""vCards: every property by its type, notes by detection; lines without PHI stay byte for byte."""
