"""PDF: the words of every page with their places, and new pages drawn from them."""
