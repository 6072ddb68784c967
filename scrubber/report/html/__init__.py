"""The review page: one self-contained HTML file that shows notes with what was found in them."""
