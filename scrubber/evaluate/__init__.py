"""Gold annotations: reading, writing, and measuring predictions against them."""
