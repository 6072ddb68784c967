"""Every byte accounted for: nothing that was planted in any part of a file is to be read in what comes out."""

from __future__ import annotations

import pytest
from formats.canaries import Plant, Planter, documents, found, mail, standards, tables
from formats.planted import rewritten

PLANTS: dict[str, Plant] = {
    "csv": tables.plant_csv,
    "json": tables.plant_json,
    "jsonl": tables.plant_jsonl,
    "parquet": tables.plant_parquet,
    "xlsx": tables.plant_xlsx,
    "docx": documents.plant_docx,
    "pdf": documents.plant_pdf,
    "rtf": documents.plant_rtf,
    "html": documents.plant_html,
    "eml": mail.plant_eml,
    "mbox": mail.plant_mbox,
    "vcard": mail.plant_vcard,
    "vcf": mail.plant_vcf,
    "hl7": standards.plant_hl7,
    "fhir": standards.plant_fhir,
    "xml": standards.plant_cda,
    "dicom": standards.plant_dicom,
    "gzip": mail.plant_gzip,
    "zip": mail.plant_zip,
}
"""By format, as ``--input-format`` names it."""


@pytest.mark.parametrize("name", PLANTS)
def test_no_canary_is_left(name: str) -> None:
    planter = Planter()
    data = PLANTS[name](planter)
    unseen = set(planter.planted.values()) - set(found(data, planter))
    assert not unseen, "the hunt does not see what was planted"
    assert found(rewritten(name, data)[0], planter) == []
