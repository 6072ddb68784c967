"""The CRF: columns of what is seen of tokens, templates that join them, the chain, its file and its training."""
