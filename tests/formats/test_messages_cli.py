"""Messages on the command line: a folder of them, and what cannot be handled: exit 2, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest
from formats import test_fhir, test_hl7, test_vcard, test_vcf, test_xml
from formats.planted import seen

SAMPLES = {
    "a.hl7": test_hl7.message(),
    "deep/b.json": test_fhir.bundle(),
    "c.xml": test_xml.CDA.encode(),
    "d.vcf": test_vcf.FILE,
    "e.vcf": test_vcard.card(),
}
BROKEN = {
    "x1.hl7": b"MSH|||Velankar\r",
    "x2.json": b'{"resourceType": "Patient", "name": "Velankar"',
    "x3.xml": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "Velankar">]><a>&e;</a>',
    "x4.dcm": b"\0" * 128 + b"DICMVelankar",
    "x5.vcf": b"##fileformat=VCFv4.3\nVelankar\n",
    "x6.vcf": b"BEGIN:VCARD\nFN:Velankar\n",
}
NAMES = ("Velankar", "Darius", "4471902", "Quillon", "Elm Street")


def test_a_folder_of_messages(real_scrub, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for name, data in (SAMPLES | BROKEN).items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    run = real_scrub(tmp_path / "in", "-o", tmp_path / "out", "--no-crf", "--jobs", "1")
    assert run.returncode == 2
    assert not seen(run.stderr, ("Velankar",))
    for name in BROKEN:
        assert name.encode() in run.stderr
    written = {
        str(p.relative_to(tmp_path / "out")): p.read_bytes() for p in (tmp_path / "out").rglob("*") if p.is_file()
    }
    assert set(SAMPLES) <= set(written)
    assert not set(BROKEN) & set(written)
    for name in SAMPLES:
        assert not seen(written[name], NAMES), name


def test_a_message_through_a_pipe(real_scrub) -> None:  # type: ignore[no-untyped-def]
    run = real_scrub("--input-format", "hl7", "--no-crf", input=test_hl7.message())
    assert run.returncode == 0
    assert not seen(run.stdout, NAMES)
    assert run.stdout.startswith(b"MSH|^~\\&|LAB|")


@pytest.mark.parametrize(("name", "code"), [("a.hl7", 1), ("x1.hl7", 2)])
def test_the_gate(real_scrub, tmp_path: Path, name: str, code: int) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / name
    path.write_bytes((SAMPLES | BROKEN)[name])
    assert real_scrub("check", path, "--no-crf").returncode == code
