"""HL7 v2, FHIR, CDA and DICOM with canaries: segments by hand, the rest by json, ElementTree and pydicom."""

from __future__ import annotations

import base64
import io
import json
import warnings
from typing import Any
from xml.etree import ElementTree

from formats.canaries import Planter

_HEAD = "MSH|^~\\&|LAB|LAKEHURST|||20210314||ORU^R01|1|P|2.5.1"
_NAMED = {
    "PID": (5, 6, 9), "NK1": (2, 30), "GT1": (3, 4), "IN1": (16,), "MRG": (7,), "CON": (24,), "PRD": (2,), "STF": (3,),
    "CTD": (2,), "PDA": (), "PSH": (), "LAN": (),
}  # fmt: skip
_STAFF = {
    "PV1": (7, 8, 9, 17),
    "ORC": (10, 12),
    "OBR": (16, 28),
    "TXA": (5, 9, 22),
    "ROL": (4,),
    "AIP": (3,),
    "RXA": (10,),
}
_NUMBERS = {"PID": (2, 3, 4, 18, 19, 21), "PV1": (5, 19, 50), "MRG": (1, 3), "IN1": (49,), "ORC": (2, 3), "SPM": (30,)}
_TEXTS = {"OBX": (5,), "NTE": (3,), "PV2": (24,), "ZPD": (2, 3, 4), "AL1": (5,), "DG1": (4,), "RXO": (6,), "IAM": (8,)}


def plant_hl7(plant: Planter) -> bytes:
    """Names, numbers and texts in segments that every version has, in repetitions, escapes, results and attachments."""
    lines = [_HEAD]
    for segment in sorted({*_NAMED, *_STAFF, *_NUMBERS, *_TEXTS}):
        fields = {at: "^".join(reversed(plant.name(f"{segment}-{at}").split())) for at in _NAMED.get(segment, ())}
        fields |= {at: f"77^{plant.name(f'{segment}-{at}').split()[1]}^Darius" for at in _STAFF.get(segment, ())}
        fields |= {at: plant.number(f"{segment}-{at}") for at in _NUMBERS.get(segment, ())}
        fields |= {at: plant.text(f"{segment}-{at}") for at in _TEXTS.get(segment, ())}
        if segment == "OBX":
            fields[2] = "TX"
        lines.append("|".join([segment, *(fields.get(at, "") for at in range(1, max(fields, default=0) + 1))]))
    lines += [
        f"OBX|2|FT|1^Report^L||first~{plant.text('repetition')}\\.br\\{plant.text('line')}",
        f"OBX|3|ED|||LAB^TEXT^^Base64^{base64.b64encode(plant.text('attachment').encode()).decode()}",
        f"OBX|4|XCN|||77^{plant.name('result').split()[1]}^Darius",
        f"{plant.text('a line that is no segment')}",
    ]
    return "\r".join(lines).encode() + b"\r"


def plant_fhir(plant: Planter) -> bytes:
    """A Bundle of resources with what tells of people in each, extensions, narrative, attachments, references."""
    attachment = base64.b64encode(plant.text("attachment").encode()).decode()
    patient: dict[str, Any] = {
        "resourceType": "Patient",
        "id": plant.anchor("id").lower().replace("_", "-"),
        "text": {"status": "generated", "div": f"<div title='{plant.text('title')}'>{plant.text('div')}</div>"},
        "identifier": [{"system": "http://registry.example", "value": plant.number("identifier")}],
        "name": [{"family": plant.name("family").split()[1], "text": plant.name("name text")}],
        "telecom": [{"system": "email", "value": plant.mail("telecom")}],
        "address": [{"line": [f"42 {plant.name('line').split()[1]} Street"], "city": plant.name("city").split()[1]}],
        "contact": [{"name": {"given": [plant.name("contact").split()[1]]}}],
        "extension": [{"url": "http://lakehurst.example/x", "valueString": plant.text("extension")}],
        "_birthDate": {"extension": [{"url": "x", "valueHumanName": {"family": plant.name("inner").split()[1]}}]},
        "unknownElement": plant.text("unknown element"),
        "contained": [{"resourceType": "Practitioner", "name": [{"family": plant.name("contained").split()[1]}]}],
    }
    others: list[dict[str, Any]] = [
        {"resourceType": "Observation", "valueString": plant.text("value"), "note": [{"text": plant.text("note")}],
         "performer": [{"display": plant.name("performer")}], "subject": {"display": plant.name("subject")}},
        {"resourceType": "Media", "content": {"data": attachment, "title": plant.text("attachment title")}},
        {"resourceType": "Appointment", "comment": plant.text("comment"), "description": plant.text("description"),
         "participant": [{"actor": {"display": plant.name("actor")}}]},
        {"resourceType": "Invented", "who": {"family": plant.name("invented"), "text": plant.text("invented text")}},
    ]  # fmt: skip
    entries = [{"fullUrl": f"https://{plant.mail('fullUrl')}/Patient/1", "resource": one} for one in (patient, *others)]
    return json.dumps({"entry": entries, "type": "collection", "resourceType": "Bundle"}).encode()


def plant_cda(plant: Planter) -> bytes:
    """A CDA document: header, narrative, entries, comments."""
    root = ElementTree.Element("ClinicalDocument", {"xmlns": "urn:hl7-org:v3"})
    role = _below(root, "recordTarget/patientRole")
    ElementTree.SubElement(role, "id", {"root": "2.16.840.1.113883.3.77", "extension": plant.number("id")})
    ElementTree.SubElement(role, "telecom", {"value": f"mailto:{plant.mail('telecom')}"})
    _below(role, "addr/streetAddressLine").text = f"42 {plant.name('street').split()[1]} Street"
    _below(role, "patient/name/given").text = plant.name("given").split()[1]
    _below(role, "patient/name/family").text = plant.name("family").split()[1]
    for place in ("author/assignedAuthor/assignedPerson/name", "informant/assignedEntity/assignedPerson/name"):
        _below(root, f"{place}/family").text = plant.name(place).split()[1]
    _below(root, "custodian/assignedCustodian/representedCustodianOrganization/name").text = plant.name("custodian")
    section = _below(root, "component/structuredBody/component/section")
    _below(section, "title").text = plant.text("title")
    text = _below(section, "text")
    _below(text, "table/tbody/tr/td").text = plant.text("cell")
    _below(text, "content").text = plant.text("content")
    ElementTree.SubElement(section, "entry", {"unknown": plant.text("attribute")})
    ElementTree.SubElement(_below(section, "entry/observation"), "value", {"value": plant.text("value")})
    section.append(ElementTree.Comment(f" {plant.text('comment')} "))
    section.append(ElementTree.ProcessingInstruction("note", plant.text("instruction")))
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def _below(element: ElementTree.Element, path: str) -> ElementTree.Element:
    for name in path.split("/"):
        element = ElementTree.SubElement(element, name)
    return element


def plant_dicom(plant: Planter) -> bytes:
    """Text attributes of every kind, in sequences, private blocks and meta information too."""
    from pydicom.dataset import Dataset, FileMetaDataset
    from pydicom.filewriter import dcmwrite

    warnings.simplefilter("ignore")
    dataset = Dataset()
    for keyword in ("PatientName", "ReferringPhysicianName", "OperatorsName", "OtherPatientNames"):
        setattr(dataset, keyword, "^".join(reversed(plant.name(keyword).split())))
    for keyword in ("PatientID", "AccessionNumber", "StudyID", "AdmissionID"):
        setattr(dataset, keyword, plant.number(keyword))
    for keyword in (
        "StudyDescription", "SeriesDescription", "PatientComments", "ImageComments", "InstitutionName",
        "PatientAddress", "RequestedProcedureDescription", "AdditionalPatientHistory", "Occupation", "BeamDescription",
    ):  # fmt: skip
        setattr(dataset, keyword, plant.text(keyword))
    item = Dataset()
    item.TextValue, item.PersonName = plant.text("TextValue"), "^".join(plant.name("PersonName").split())
    dataset.ContentSequence = [item]
    dataset.private_block(0x0011, "LAKEHURST", create=True).add_new(1, "LO", plant.text("private"))
    dataset.file_meta = FileMetaDataset()
    dataset.file_meta.TransferSyntaxUID = "1.2.840.10008.1.2.1"
    dataset.file_meta.MediaStorageSOPClassUID = dataset.SOPClassUID = "1.2.840.10008.5.1.4.1.1.7"
    dataset.file_meta.MediaStorageSOPInstanceUID = dataset.SOPInstanceUID = "1.2.3.4"
    dataset.file_meta.SourceApplicationEntityTitle = plant.anchor("meta")[:16]
    out = io.BytesIO()
    dcmwrite(out, dataset, enforce_file_format=True)
    return out.getvalue()
