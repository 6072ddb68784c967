"""HTML and XHTML pages."""
