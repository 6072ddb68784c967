"""The variant call format (VCF)."""

from scrubber.formats.vcf.file import rewrite

__all__ = ["rewrite"]
