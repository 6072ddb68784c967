"""Word documents: what their parts are, the text of a story, and what stands in attributes and properties."""
