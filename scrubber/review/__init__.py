"""What reviewers marked on the review page, and what becomes of it in the configuration."""
