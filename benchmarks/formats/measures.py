"""Which measure goes with which format; a format without one is only timed."""

from __future__ import annotations

from benchmarks.formats import dicom, documents, fhir, hl7, tables, xml
from benchmarks.formats.counts import Measure

MEASURES: dict[str, Measure] = {
    "csv": tables.of_csv,
    "tsv": tables.of_csv,
    "json": tables.of_json,
    "jsonl": tables.of_json,
    "parquet": tables.of_parquet,
    "xlsx": tables.of_xlsx,
    "docx": documents.of_docx,
    "eml": documents.of_eml,
    "mbox": documents.of_mbox,
    "pdf": documents.of_pdf,
    "vcard": documents.of_vcard,
    "html": documents.of_html,
    "rtf": documents.of_rtf,
    "vcf": tables.of_vcf,
    "hl7": hl7.of_hl7,
    "fhir": fhir.of_fhir,
    "xml": xml.of_xml,
    "dicom": dicom.of_dicom,
}
"""By the name that ``--input-format`` takes."""
