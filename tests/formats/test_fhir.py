"""FHIR: elements by the map, ids that still agree, narrative and attachments, every other byte as it was."""

from __future__ import annotations

import base64
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from formats.messages import KEY, context, found, masked
from formats.planted import seen

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext
from scrubber.formats.fhir.elements import element_map
from scrubber.formats.fhir.ids import new_id, new_reference, type_of
from scrubber.formats.fhir.resource import Walker
from scrubber.formats.json.nodes import parse_json
from scrubber.formats.registry import format_of, recognise
from scrubber.formats.settings import FormatSettings
from scrubber.formats.uids import new_uid
from scrubber.pipeline import Scrubber
from scrubber.policy import OperatorChoice

UUID = "0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0"
NAMES = (
    "Velankar", "Darius", "Joanne", "Quillon", "Marta", "4471902", "555-0137", "555-0138", "Elm Street", "Guelph",
    "N1G 2W1", "1950-04-12", "2021-03-14", "lakehurst", "nowhere.example", UUID, "prac-77", "43.5448", "80.2482",
    "JVBER", "ENC-77",
)  # fmt: skip
NOTE = "Mr. Velankar, MRN 4471902, was seen by Dr. Quillon on March 14, 2021. Call (416) 555-0137."
DIV = (
    '<div xmlns="http://www.w3.org/1999/xhtml"><p title="Darius Velankar">Mr. <b>Dar</b>ius <i>Velankar</i>'
    ", MRN 4471902</p><table><tr><td>Born</td><td>1950-04-12</td></tr></table>"
    '<a href="mailto:dv@nowhere.example">m</a>&amp; 5 mg</div>'
)
ABSENT = {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}]}
GEO = "http://hl7.org/fhir/StructureDefinition/geolocation"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": UUID,
    "meta": {"lastUpdated": "2021-03-14T10:15:00.000Z", "source": "https://ehr.lakehurst.example/x"},
    "text": {"status": "generated", "div": DIV},
    "identifier": [
        {
            "type": {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0203", "code": "MR"}]},
            "system": "http://registry.example/mrn",
            "value": "4471902",
        },
        {"system": "http://hl7.org/fhir/sid/us-ssn", "value": "078-05-1120"},
    ],
    "name": [{"use": "official", "family": "Velankar", "given": ["Darius", "K"], "text": "Mr. Darius Velankar"}],
    "telecom": [{"system": "phone", "value": "(416) 555-0137"}, {"system": "email", "value": "dv@nowhere.example"}],
    "gender": "male",
    "birthDate": "1950-04-12",
    "_birthDate": {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/patient-birthTime",
                                  "valueDateTime": "1950-04-12T04:05:00Z"}]},
    "deceasedDateTime": "2021-03-14T10:15:00Z",
    "extension": [
        {"url": GEO, "extension": [{"url": "latitude", "valueDecimal": 43.5448},
                                   {"url": "longitude", "valueDecimal": -80.2482}]},
        {"url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName", "valueString": "Joanne Quillon"},
        {"url": "http://hl7.org/fhir/StructureDefinition/patient-birthPlace", "valueAddress": {"city": "Guelph"}},
    ],
    "address": [{"line": ["42 Elm Street", "Apt 4"], "city": "Guelph", "state": "ON", "postalCode": "N1G 2W1"}],
    "contact": [{"name": {"family": "Velankar", "given": ["Joanne"]}, "telecom": [{"value": "416-555-0138"}]}],
    "photo": [{"contentType": "image/png", "data": b64(b"\x89PNG\r\n\x1a\n" + bytes(40))}],
    "generalPractitioner": [{"reference": "Practitioner/prac-77", "display": "Dr. Marta Quillon"}],
    "multipleBirthInteger": 2,
    "active": True,
}  # fmt: skip
PRACTITIONER = {"resourceType": "Practitioner", "id": "prac-77", "name": [{"family": "Quillon", "given": ["Marta"]}]}
DOCUMENT = {
    "resourceType": "DocumentReference",
    "id": "d1",
    "status": "current",
    "subject": {"reference": f"urn:uuid:{UUID}", "display": "Darius Velankar"},
    "content": [
        {"attachment": {"contentType": "text/plain; charset=utf-8", "data": b64(NOTE.encode())}},
        {"attachment": {"contentType": "application/pdf", "data": b64(b"%PDF-1.4\x00\xffVelankar")}},
    ],
}
OBSERVATION = {
    "resourceType": "Observation",
    "id": "o1",
    "status": "final",
    "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4", "display": "Heart rate"}]},
    "subject": {"reference": f"Patient/{UUID}"},
    "encounter": {"reference": "https://ehr.lakehurst.example/fhir/Encounter/ENC-77"},
    "effectiveDateTime": "2021-03-14",
    "valueQuantity": {"value": 72, "unit": "/min", "system": "http://unitsofmeasure.org", "code": "/min"},
    "note": [{"text": "Told Mr. Velankar’s wife,\nJoanne Velankar, at 416-555-0138."}],
}
CONDITION = {
    "resourceType": "Condition",
    "id": "c1",
    "subject": {"reference": f"Patient/{UUID}"},
    "onsetAge": {"value": 93, "unit": "a"},
    "abatementAge": {"value": 12},
}


def bundle(**how: Any) -> bytes:
    entries = [
        {"fullUrl": f"urn:uuid:{UUID}", "resource": PATIENT, "request": {"method": "PUT", "url": f"Patient/{UUID}"}},
        *({"resource": resource} for resource in (PRACTITIONER, DOCUMENT, OBSERVATION, CONDITION)),
    ]
    return json.dumps({"resourceType": "Bundle", "type": "transaction", "entry": entries}, **how).encode()


def resources(data: bytes) -> list[dict[str, Any]]:
    return [entry["resource"] for entry in json.loads(data)["entry"]]


@pytest.mark.parametrize("how", [{}, {"indent": 2}, {"ensure_ascii": False}])
@pytest.mark.parametrize("profile", ["safe-harbor", "surrogates"])
def test_nothing_planted_is_left(how: dict[str, Any], profile: str) -> None:
    after = masked("fhir", bundle(**how), context(profile))
    inner = [base64.b64decode(text) for text in re.findall(rb'"data": "([^"]*)"', after)]
    assert not seen([after, *inner], NAMES)
    assert [inner[0], *inner[2:]] == [b"", b""]


def test_an_extension_goes_by_the_one_around_it_too() -> None:
    inner = {"url": "text", "valueString": "White"}
    for end, what in (("us-core-race", "ETHNICITY"), ("notes", "text")):
        outer = {"url": f"http://nowhere.example/{end}", "extension": [inner]}
        data = json.dumps({"resourceType": "Patient", "extension": [outer]})
        assert list(Walker(element_map(())).leaves(parse_json(data)))[-1].what == what


def test_a_food_that_somebody_does_not_bear_is_no_name() -> None:
    data = b'{"resourceType":"AllergyIntolerance","code":{"text":"Strawberry"}}'
    assert masked("fhir", data) == data


def test_everything_else_stays() -> None:
    before = re.sub(rb' "_birthDate": \{.*?\]\n    \},', b' "birthTime": 1,', bundle(indent=1), flags=re.DOTALL)
    old, new = before.decode().split("\n"), masked("fhir", before).decode().split("\n")
    assert len(old) == len(new)
    changed = {
        line.strip().split('"')[1] for line, other in zip(old, new, strict=True) if line != other and '": ' in line
    }
    assert changed == {
        "fullUrl", "id", "lastUpdated", "source", "div", "value", "family", "text", "birthDate", "reference",
        "deceasedDateTime", "valueDecimal", "valueString", "city", "postalCode", "data", "display",
        "url", "effectiveDateTime",
    }  # fmt: skip
    patient, _, _, observation, condition = resources("\n".join(new).encode())
    assert (patient["gender"], patient["active"], patient["multipleBirthInteger"]) == ("male", True, 2)
    assert patient["identifier"][0]["type"] == PATIENT["identifier"][0]["type"]
    assert patient["identifier"][1]["system"] == "http://hl7.org/fhir/sid/us-ssn"
    assert observation["code"] == OBSERVATION["code"]
    assert observation["valueQuantity"] == OBSERVATION["valueQuantity"]
    assert (condition["onsetAge"], condition["abatementAge"]) == ({"_value": ABSENT, "unit": "a"}, {"value": 12})
    assert patient["extension"][0]["extension"] == [
        {"url": "latitude", **ABSENT},
        {"url": "longitude", **ABSENT},
    ]


def test_types_and_tags() -> None:
    patient, practitioner, document, observation, _ = resources(masked("fhir", bundle()))
    assert patient["identifier"][0]["value"] == "[MEDICALRECORD-1]"
    assert patient["identifier"][1]["value"] == "[SSN-1]"
    assert (patient["name"][0]["family"], patient["name"][0]["given"][0]) == ("[PATIENT-1]", "[PATIENT-1]")
    assert patient["name"][0]["text"] == "Mr. [PATIENT-1]"
    assert practitioner["name"] == [{"family": "[DOCTOR-1]", "given": ["[DOCTOR-1]"]}]
    assert patient["generalPractitioner"][0]["display"] == "Dr. [DOCTOR-1]"
    text = base64.b64decode(document["content"][0]["attachment"]["data"]).decode()
    assert text.startswith("Mr. [PATIENT-1], MRN [MEDICALRECORD-1], was seen by Dr. [DOCTOR-1] on [DATE-")
    assert document["content"][1]["attachment"]["data"] == ""
    assert observation["note"][0]["text"].startswith("Told Mr. [PATIENT-1]’s wife,\n")
    assert '<p title="[PATIENT-1]">Mr. <b>[PATIENT-1]</b><i></i>, MRN [MEDICALRECORD-1]</p>' in patient["text"]["div"]
    assert patient["text"]["div"].endswith("&amp; 5 mg</div>")


def test_ids_still_agree() -> None:
    patient, practitioner, document, observation, _ = resources(masked("fhir", bundle()))
    first = json.loads(masked("fhir", bundle()))["entry"][0]
    assert first["fullUrl"] == f"urn:uuid:{patient['id']}"
    assert first["request"]["url"] == f"Patient/{patient['id']}"
    assert document["subject"]["reference"] == f"urn:uuid:{patient['id']}"
    assert observation["subject"]["reference"] == f"Patient/{patient['id']}"
    assert patient["generalPractitioner"][0]["reference"] == f"Practitioner/{practitioner['id']}"
    assert re.fullmatch(r"\[URL-\d+\]/Encounter/[0-9a-f]{24}", observation["encounter"]["reference"])
    alone = json.loads(masked("fhir", json.dumps(OBSERVATION).encode()))
    assert alone["subject"] == observation["subject"]


def test_dates_are_shifted_alike_in_every_file_of_a_patient() -> None:
    day = {
        "resourceType": "Observation",
        "subject": {"reference": f"Patient/{UUID}"},
        "effectiveDateTime": "1950-04-12",
    }
    lines = masked("fhir", json.dumps(day).encode(), context("surrogates"))
    patient = resources(masked("fhir", bundle(), context("surrogates")))[0]
    assert json.loads(lines)["effectiveDateTime"] == patient["birthDate"] != "1950-04-12"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT10:15:00Z", patient["deceasedDateTime"])


def test_lines_of_many_resources() -> None:
    other = {**OBSERVATION, "id": "o2", "subject": {"reference": "Patient/p2"}}
    before = "\n".join(json.dumps(r) for r in (PATIENT, OBSERVATION, other)) + "\n\n"
    at = context()
    after = masked("fhir", before.encode(), at)
    assert not seen(after, NAMES)
    assert after.endswith(b"}\n\n")
    assert at.notes == 3
    assert [json.loads(line)["resourceType"] for line in after.split(b"\n")[:3]] == [
        "Patient",
        "Observation",
        "Observation",
    ]


def test_patients_of_a_bundle_are_told_apart() -> None:
    second = {**PATIENT, "id": "p2", "name": [{"family": "Okonjo", "given": ["Ife"]}]}
    theirs = {**OBSERVATION, "subject": {"reference": "Patient/p2"}}
    entries = [{"resource": r} for r in (PATIENT, second, OBSERVATION, theirs)]
    at = context("surrogates")
    data = json.dumps({"resourceType": "Bundle", "entry": entries}).encode()
    one, two, *days = resources(masked("fhir", data, at))
    assert at.notes == 3  # and the Bundle's own
    assert one["birthDate"] != two["birthDate"]
    assert days[0]["effectiveDateTime"] != days[1]["effectiveDateTime"]


def test_contained_resources_and_extensions_of_primitives() -> None:
    data = {
        "resourceType": "ServiceRequest",
        "contained": [{"resourceType": "Practitioner", "id": "p", "name": [{"family": "Quillon"}]}],
        "requester": {"reference": "#p"},
        "_status": {"extension": [{"url": "http://lakehurst.example/why", "valueString": "MRN 4471902"}]},
        "subject": {"reference": "Patient?identifier=http://lakehurst.example/mrn|4471902"},
    }
    new = json.loads(masked("fhir", json.dumps(data).encode()))
    assert new["requester"]["reference"] == f"#{new['contained'][0]['id']}"
    assert new["contained"][0]["name"][0]["family"] == "[DOCTOR-1]"
    assert new["subject"]["reference"] == "Patient?[IDNUM-1]"
    assert not seen(json.dumps(new).encode(), NAMES)


def test_words_for_codes() -> None:
    public = {"system": "http://loinc.org", "code": "1", "display": "Mr. Okonjo"}
    codings = [public, {**public, "system": "http://lakehurst.example"}, {"display": "Mr. Okonjo"}]
    data = {"resourceType": "Observation", "code": {"coding": codings}}
    new = json.loads(masked("fhir", json.dumps(data).encode()))["code"]["coding"]
    first, second, third = (one["display"] for one in new)
    assert first == "Mr. Okonjo", "the code system's own words stay"
    for said in (second, third):
        assert re.fullmatch(r"Mr\. \[(PATIENT|DOCTOR)-1\]", said)


def test_identifiers_of_images_agree_with_dicom() -> None:
    data = {"resourceType": "ImagingStudy", "identifier": [{"system": "urn:dicom:uid", "value": "urn:oid:1.2.826.77"}],
            "series": [{"uid": "1.2.826.77"}]}  # fmt: skip
    new = json.loads(masked("fhir", json.dumps(data).encode()))
    assert new["series"][0]["uid"] == new_uid(KEY, "1.2.826.77")
    assert new["identifier"][0]["value"] == "urn:oid:" + new["series"][0]["uid"]


def test_a_text_is_read_with_what_it_is() -> None:
    data = {"resourceType": "Basic", "phoneNumber": "4165550142"}
    new = json.loads(masked("fhir", json.dumps(data).encode()))
    assert new == {"resourceType": "Basic", "phoneNumber": "[PHONE-1]"}


def test_words_in_the_place_of_a_code_are_text() -> None:
    data = {"resourceType": "Observation", "status": "final", "code": {"coding": [{"code": "told Mr. Velankar so"}]}}
    new = json.loads(masked("fhir", json.dumps(data).encode()))
    assert new["status"] == "final"
    assert re.fullmatch(r"told Mr\. \[(PATIENT|DOCTOR)-1\] so", new["code"]["coding"][0]["code"])


def test_entities_of_html() -> None:
    data = json.dumps({**PATIENT, "text": {"div": "<div>Mr.&nbsp;<b>Velank</b>&#97;r &copy; x</div>"}}).encode()
    assert json.loads(masked("fhir", data))["text"]["div"] == "<div>Mr.&nbsp;<b>[PATIENT-1]</b> &copy; x</div>"


@pytest.mark.parametrize(
    "div", ["<div><p>Mr. Velankar<br></div>", "<div>Mr. Velankar &bogus; x</p>", "Mr. Velankar < 5"]
)
def test_narrative_that_is_no_xml_is_read_as_text(div: str) -> None:
    data = json.dumps({**PATIENT, "text": {"div": div}}).encode()
    new = json.loads(masked("fhir", data))["text"]["div"]
    assert new == div.replace("Velankar", "[PATIENT-1]")


@pytest.mark.parametrize(
    "data",
    [
        b'{"resourceType": "Patient", "id": 1',
        b'{"resourceType": "Patient"} trailing',
        b'{"resourceType": "Patient"}\n{"resourceType": "Velankar"',
        b'{"resourceType": "Patient", "name": "\xff"}',
        b'{"resourceType": "Patient", "x": ' + b"[" * 300 + b"]" * 300 + b"}",
        b'{"resourceType": "Patient", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"resourceType": "Binary", "data": "no base64!"}',
    ],
)
def test_what_cannot_be_handled_is_an_error(data: bytes) -> None:
    with pytest.raises(NoteError) as error:
        masked("fhir", data)
    assert not seen(str(error.value).encode(), NAMES)


def test_names_repeated_in_an_object_are_all_masked() -> None:
    data = b'{"resourceType": "Patient", "birthDate": "1950-04-12", "birthDate": "1950-04-12"}'
    absent = json.dumps(ABSENT)
    assert masked("fhir", data).decode() == (
        f'{{"resourceType": "Patient", "_birthDate": {absent}, "_birthDate": {absent}}}'
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"birthDate": "1950-04-12"}', '{"_birthDate": MASKED}'),
        ('{"birthDate":"1950-04-12" , "_birthDate":{"use":"a"}}', '{"_birthDate":{"extension": [REASON], "use":"a"}}'),
        (
            '{"birthDate": "1950-04-12", "_birthDate": {"extension": [{"url": "x", "valueCode": "y"}]}}',
            '{"_birthDate": {"extension": [{"url": "x", "valueCode": "y"}, REASON]}}',
        ),
        ('{"timing": {"event": ["1950-04-12", "2021-03"]}}', '{"timing": {"_event": [MASKED, MASKED]}}'),
        ('{"multipleBirthInteger": 2, "active": true}', '{"multipleBirthInteger": 2, "active": true}'),
        ('{"deceasedDateTime": "[DATE-1]"}', '{"deceasedDateTime": "[DATE-1]"}'),
    ],
)
def test_what_cannot_hold_a_mask_says_that_it_is_masked(before: str, after: str) -> None:
    [reason] = ABSENT["extension"]
    expected = after.replace("MASKED", json.dumps(ABSENT)).replace("REASON", json.dumps(reason))
    assert masked("fhir", f'{{"resourceType": "Patient", {before[1:]}'.encode()).decode() == (
        f'{{"resourceType": "Patient", {expected[1:]}'
    )


def test_references() -> None:
    def mask(value: str, type_: str) -> str:
        return f"<{type_}>"

    old, new = "Patient/abc", f"Patient/{new_id(KEY, 'abc')}"
    assert new_reference(KEY, old, mask) == new
    assert new_reference(KEY, old + "/_history/3", mask) == new + "/_history/3"
    assert new_reference(KEY, "http://x.example/fhir/" + old, mask) == "<URL>/" + new
    assert new_reference(KEY, "Patient", mask) == "Patient"
    assert new_reference(KEY, "#", mask) == "#"
    assert new_reference(KEY, "urn:oid:1.2.3", mask).startswith("urn:oid:2.25.")
    assert new_reference(KEY, "anything else", mask) == "<URL>"
    assert new_reference(KEY, UUID.upper(), mask) == new_id(KEY, UUID)


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "fhir.toml").write_text('[elements]\n"Patient.gender" = "IDNUM"\n"name.family" = "keep"\n')
    new = json.loads(masked("fhir", json.dumps(PATIENT).encode(), context(maps=(tmp_path / "fhir.toml",))))
    assert (new.get("gender"), new["_gender"]) == (None, ABSENT)
    assert new["name"][0]["family"] == "Velankar"


def test_searching_changes_nothing_and_what_is_masked_is_clean() -> None:
    assert ("MEDICALRECORD", "Patient.identifier.value") in found("fhir", bundle())
    assert found("fhir", masked("fhir", bundle())) == []


def test_what_only_holds_a_resource_is_none() -> None:
    outer = json.dumps({"prefetch": {"patient": PATIENT}}).encode()
    assert (format_ := recognise("x.json", outer)) is not None
    assert format_.name == "json"


def test_an_array_of_resources() -> None:
    before = json.dumps([PATIENT, OBSERVATION]).encode()
    assert (format_ := recognise("x.json", before)) is not None
    assert format_.name == "fhir"
    after = masked("fhir", before)
    assert not seen(after, NAMES)
    patient, observation = json.loads(after)
    assert observation["subject"]["reference"] == f"Patient/{patient['id']}"
    assert observation["valueQuantity"] == OBSERVATION["valueQuantity"]


def test_values_go_by_their_types() -> None:
    """Of every release; and what is a code in one resource is text in another."""
    server = "https://fhir.lakehurst.example/FHIR/Argonaut"
    claim = {
        "resourceType": "Claim",
        "priority": {"coding": [{"system": "http://lakehurst.example/codes", "code": "stat"}]},
        "total": {"value": 1207.5, "currency": "USD"},
        "provider": {"reference": f"{server}/Practitioner/prac-77", "display": "Marta Quillon"},
        "insurer": {"display": "Quillon Mutual"},
        "patient": {"reference": "Patient?identifier=4471902", "display": "Darius Velankar"},
        "item": [
            {"quantity": {"value": 14.4, "unit": "beats per minute"}, "programCode": [{"text": "told Mr. Okonjo"}]}
        ],
    }
    new = json.loads(masked("fhir", json.dumps(claim).encode()))
    assert (new["priority"], new["total"]) == (claim["priority"], claim["total"])
    assert new["item"] == [{**claim["item"][0], "programCode": [{"text": "told Mr. [PATIENT-2]"}]}]  # type: ignore[index]
    assert "Practitioner/" in new["provider"]["reference"]
    assert new["patient"]["reference"].startswith("Patient?")
    assert new["provider"]["display"] == "[DOCTOR-1]"
    assert new["patient"]["display"] == "[PATIENT-1]"
    assert not seen(json.dumps([new["provider"], new["insurer"], new["patient"]]).encode(), NAMES)


def test_it_is_recognised() -> None:
    for name in ("a.json", "a.ndjson", "a.fhir.json", "export"):
        assert (format_ := recognise(name, bundle())) is not None
        assert format_.name == "fhir"


@pytest.mark.parametrize(
    ("name", "expected"), [("a.json", "fhir"), ("a.jsonl", "fhir"), ("export", "fhir"), ("a.txt", "")]
)
def test_a_resource_that_says_late_what_it_is(name: str, expected: str) -> None:
    late = {"entry": [{"resource": PATIENT}] * 20, "note": 'a "}" \\', "resourceType": "Bundle"}
    late["entry"].insert(0, {"filler": "x" * 5000})  # type: ignore[attr-defined]
    file = BytesIO(json.dumps(late).encode())
    format_ = format_of(file, name)
    assert (format_.name if format_ else "") == expected
    assert file.tell() == 0


def test_json_that_is_no_resource() -> None:
    for text in ('{"a": [{"x": "%s", "resourceType": "Patient"}]}', '{"a": "%s"} {"resourceType": "Patient"}'):
        format_ = format_of(BytesIO((text % ("x" * 5000)).encode()), "a.json")
        assert format_ is not None
        assert format_.name == "json"


def test_a_policy_that_keeps_numbers_keeps_ids() -> None:
    kept = Scrubber(crf=False, operators={"IDNUM": OperatorChoice("keep")})
    before = b'{"resourceType": "Observation", "id": "abc", "subject": {"reference": "Patient/def"}}'
    assert masked("fhir", before, FileContext(kept, FormatSettings(), name="x")) == before


def test_pictures_within_narrative_go() -> None:
    shown = base64.b64encode(b"Seen by Dr. Ekwueme").decode()
    div = f'<div xmlns="http://www.w3.org/1999/xhtml"><img src="data:image/png;base64,{shown}" alt="x"/></div>'
    after = masked("fhir", json.dumps({"resourceType": "Basic", "text": {"div": div}}).encode())
    assert shown.encode() not in after
    assert b"data:image/gif;base64," in after


def test_keys_that_are_values_and_codes_that_are_addresses() -> None:
    resource = {"resourceType": "Basic", "Dr. Ekwueme 4471902": 1, "valueCode": "d.velankar@lakehurst.example"}
    after = masked("fhir", json.dumps(resource).encode())
    assert seen(after) == []
    assert json.loads(after)["resourceType"] == "Basic"


def test_codes_that_no_text_holds_stay() -> None:
    resource = {
        "resourceType": "Claim", "total": {"value": 12.5, "currency": "USD"}, "clinicalStatus": "resolved",
        "meta": {"profile": ["http://local.example/fhir/StructureDefinition/claim|1.0"]},
        "type": {"coding": [{"system": "http://local.example/codes", "code": "a1"}]}, "fhirVersion": "4.0.1",
        "use": {"system": "http://local.example/use", "code": "a1"},
    }  # fmt: skip
    data = json.dumps(resource).encode()
    assert masked("fhir", data) == data
    dated = {"resourceType": "Provenance", "signature": [{"when": "2021-03-14T10:15:00Z"}]}
    assert b"2021" not in masked("fhir", json.dumps(dated).encode())


@pytest.mark.parametrize(
    ("holder", "reference", "expected"),
    [
        ("actor", "https://x.example/FHIR/Argonaut/Practitioner/T0E_x-y.z", "[DOCTOR-1]"),
        ("actor", "Practitioner?identifier=http://x.example|9941339108", "[DOCTOR-1]"),
        ("actor", "RelatedPerson/7", "[PATIENT-1]"),
        ("performer", f"urn:uuid:{UUID}", "[DOCTOR-1]"),
        ("beneficiary", f"urn:uuid:{UUID}", "[PATIENT-1]"),
    ],
)
def test_displays_of_references_to_people(holder: str, reference: str, expected: str) -> None:
    resource = {"resourceType": "Basic", holder: {"reference": reference, "display": "Wren Oakhollow"}}
    new = json.loads(masked("fhir", json.dumps(resource).encode()))[holder]
    assert new["display"] == expected
    assert type_of(new["reference"]) == type_of(reference)
    assert not {"9941339108", "T0E_x-y.z"} & set(re.split("[/|]", new["reference"]))


def test_links_whose_type_is_written_small_agree_with_the_others() -> None:
    small = {**OBSERVATION, "subject": {"reference": f"patient/{UUID}", "display": "Darius Velankar"}}
    at = context()
    lines = masked("fhir", "\n".join(map(json.dumps, (PATIENT, small))).encode(), at)
    patient, observation = map(json.loads, lines.split(b"\n"))
    assert observation["subject"] == {"reference": f"patient/{patient['id']}", "display": "[PATIENT-1]"}
    assert type_of("velankar/4471902") == ""
