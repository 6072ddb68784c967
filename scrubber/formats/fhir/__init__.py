"""FHIR resources as JSON and NDJSON: only what is masked changes."""

from scrubber.formats.fhir.file import rewrite

__all__ = ["rewrite"]
