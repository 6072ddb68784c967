"""FHIR resources as JSON and NDJSON: only what is masked changes."""
