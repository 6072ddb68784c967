"""Text: notes, their tokens and what is known of each distinct word."""
