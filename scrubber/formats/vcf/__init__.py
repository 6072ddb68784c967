"""The variant call format (VCF)."""
