"""Rules matched on batches of notes: the prefilter says which rules can match where, the matcher asks them."""
