"""XML: CDA, FHIR, and any other. Texts, chosen attributes and comments are masked; every other byte stays."""

from scrubber.formats.xml.file import rewrite

__all__ = ["rewrite"]
