"""XML: CDA, FHIR, and any other. Texts, chosen attributes and comments are masked; every other byte stays."""
