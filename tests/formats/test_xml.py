"""CDA, FHIR as XML, and any other XML: texts, attributes and comments masked, every other byte as it was."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from formats.messages import context, found, masked
from formats.planted import seen

from scrubber.errors import DataError, NoteError
from scrubber.formats.registry import recognise

NAMES = (
    "Velankar", "Darius", "Joanne", "Quillon", "Marta", "4471902", "555-0137", "Elm Street", "Guelph", "N1G 2W1",
    "19500412", "20210314", "Lakehurst", "TT988", "77812", "0c3151bd", "nowhere.example", "Weaver Mill",
)  # fmt: skip
V3 = {"v3": "urn:hl7-org:v3"}
CDA = """<?xml version="1.0" encoding="UTF-8" standalone='yes'?>
<?xml-stylesheet type="text/xsl" href="CDA.xsl"?>
<!-- exported for Mr. Darius Velankar, MRN 4471902 -->
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:sdtc="urn:hl7-org:sdtc">
  <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
  <templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/>
  <id root="2.16.840.1.113883.19.5.99999.1" extension="TT988"/>
  <setId root="0C3151BD-1CBF-4D64-B04D-CD9187A4C6E0"/>
  <title>Discharge summary &amp; plan</title>
  <effectiveTime value="20210314101500-0500"/>
  <recordTarget><patientRole>
    <id root="2.16.840.1.113883.19.5" extension='4471902' assigningAuthorityName="Lakehurst General"/>
    <addr use="HP">
      <streetAddressLine>42 Elm Street</streetAddressLine><city>Guelph</city><state>ON</state>
      <postalCode>N1G 2W1</postalCode><country>CA</country>
    </addr>
    <telecom value="tel:(416)555-0137" use="HP"/><telecom value="mailto:dv@nowhere.example"/>
    <patient>
      <name use="L"><prefix>Mr.</prefix><given>Darius</given><given qualifier="IN">K</given>
        <family>Velankar</family></name>
      <administrativeGenderCode code="M" codeSystem="2.16.840.1.113883.5.1" displayName="Male"/>
      <birthTime value="19500412"/><sdtc:deceasedTime value="20210314"/>
      <guardian><guardianPerson><name><given>Joanne</given><family>Velankar</family></name></guardianPerson></guardian>
    </patient>
    <providerOrganization><name>Lakehurst General</name></providerOrganization>
  </patientRole></recordTarget>
  <author><time value="20210314"/><assignedAuthor><id root="1.2.3" extension="77812"/>
    <assignedPerson><name>Dr. Marta Quillon</name></assignedPerson></assignedAuthor></author>
  <component><structuredBody><component><section>
    <code code="8648-8" codeSystem="2.16.840.1.113883.6.1" displayName="Hospital course"/>
    <text><paragraph ID="p1">Mr. <content styleCode="Bold">Dar</content><content>ius</content>
           Vel&#x61;nkar was seen by Dr. Quillon on March 14, 2021, BP &lt; 120/80 mmHg.</paragraph>
      <table><tbody><tr><th>Daughter</th><td>Joanne Velankar</td></tr>
        <tr><td>BP</td><td>120/80</td></tr></tbody></table>
      <![CDATA[MRN 4471902 & <more>]]><linkHtml href="https://ehr.nowhere.example/4471902">chart</linkHtml></text>
    <entry><observation classCode="OBS" moodCode="EVN">
      <value xsi:type="PQ" value="72" unit="/min"/><reference value="#p1"/></observation></entry>
    <entry><observationMedia classCode="OBS" moodCode="EVN">
      <value mediaType="text/plain" representation="B64">TXIuIFZlbGFua2FyLCBNUk4gNDQ3MTkwMg==</value>
      <value mediaType="image/png" representation="B64">iVBORw0KGgoAAAAA</value></observationMedia></entry>
  </section></component></structuredBody></component>
</ClinicalDocument>
<!-- end: Dr. Marta Quillon -->
"""
MASKED = 'nullFlavor="MSK"'
OTHER = """<?xml version='1.0' encoding="iso-8859-1"?>
<export date="2021-03-14" made='by &quot;Dr. Marta Quillon&quot;'><row id="7">
<PatientName>Velankar, Darius</PatientName><DOB>1950-04-12</DOB><city>Guelph</city><employer>Weaver Mill</employer>
<note author="Marta Quillon">Seen: Mr. Velankar &lt;again&gt;, caf\xe9, 5 &amp; 6.</note>
<dose unit="mg">5</dose></row></export>"""


@pytest.mark.parametrize("profile", ["safe-harbor", "strict", "surrogates"])
def test_nothing_planted_is_left_in_a_cda(profile: str) -> None:
    at = context(profile)
    after = masked("xml", CDA.encode(), at)
    inner = [base64.b64decode(text) for text in re.findall(rb'"B64">([^<]*)<', after)]
    assert not seen([after, *inner], NAMES)
    assert inner[1] == b""
    assert any("taken out" in warning for warning in at.warnings)
    root = ElementTree.fromstring(after)
    assert root.findtext(".//v3:patient/v3:name/v3:prefix", namespaces=V3) == "Mr."


def test_the_rest_of_a_cda_stays() -> None:
    after = masked("xml", CDA.encode()).decode()
    after = after.replace(MASKED, 'value="[X-1]"')
    blank = re.compile(r"\[[A-Z-]+-\d+\]|%5B[A-Z]+-\d+%5D|2\.25\.\d+|[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}")
    expected = CDA
    for old in (
        "Darius Velankar", "4471902", "TT988", "0C3151BD-1CBF-4D64-B04D-CD9187A4C6E0", "20210314101500-0500",
        "20210314", "Lakehurst General", "42 Elm Street", "Guelph", "N1G 2W1", "19500412", "77812", "Marta Quillon",
        "March 14, 2021", "Joanne", "Quillon", "https://ehr.nowhere.example/4471902", "(416)555-0137",
        "dv@nowhere.example",
    ):  # fmt: skip
        expected = expected.replace(old, "[X-1]")
    for whole, new in (
        ("<content styleCode=\"Bold\">Dar</content><content>ius</content>\n           Vel&#x61;nkar was",
         '<content styleCode="Bold">[X-1]</content><content></content> was'),
        (">Darius<", ">[X-1]<"), (">Velankar<", ">[X-1]<"), ('"IN">K<', '"IN">[X-1]<'), ("[X-1] Velankar<", "[X-1]<"),
        ("TXIuIFZlbGFua2FyLCBNUk4gNDQ3MTkwMg==", ""), ("iVBORw0KGgoAAAAA", ""),
        ('"https://ehr.nowhere.example/[X-1]"', '"[X-1][X-1]"'),
    ):  # fmt: skip
        expected = expected.replace(whole, new)
    after = re.sub(r'"B64">[^<]*<', '"B64"><', blank.sub("[X-1]", after)).replace("[X-1] [X-1]<", "[X-1]<")
    assert after == expected


def test_people_of_a_cda() -> None:
    root = ElementTree.fromstring(masked("xml", CDA.encode()))

    def text(path: str) -> str:
        return str(root.findtext(f".//v3:{path.replace('/', '/v3:')}", namespaces=V3))

    assert text("patient/name/given") == text("patient/name/family") == "[PATIENT-1]"
    assert text("assignedPerson/name") == "Dr. [DOCTOR-1]"
    paragraph = root.find(".//v3:paragraph", V3)
    assert paragraph is not None
    assert "".join(paragraph.itertext()).startswith("Mr. [PATIENT-1] was seen by Dr. [DOCTOR-1] on [DATE-")
    media = root.find(".//v3:observationMedia/v3:value", V3)
    assert media is not None
    assert base64.b64decode(str(media.text)) == b"Mr. [PATIENT-1], MRN [MEDICALRECORD-1]"


def test_a_year_of_birth_that_tells_an_age_from_ninety_on_is_masked() -> None:
    for year, new in (("1910", MASKED), ("1931", MASKED), ("1932", 'value="1932"'), ("1988", 'value="1988"')):
        data = masked("xml", CDA.replace("19500412", year).encode())
        assert f"<birthTime {new}/>".encode() in data


def test_other_documents_are_read_by_the_names_of_their_elements() -> None:
    after = masked("xml", OTHER.encode("latin-1")).decode("latin-1")
    assert not seen(after.encode(), NAMES)
    assert "<PatientName>[PATIENT-1]</PatientName><DOB>[DATE-2]</DOB><city>[CITY-1]</city>" in after
    assert 'Seen: Mr. [PATIENT-1] &lt;again&gt;, café, 5 &amp; 6.</note>\n<dose unit="mg">5</dose>' in after
    assert after.startswith(
        '<?xml version=\'1.0\' encoding="iso-8859-1"?>\n<export date="[DATE-1]" made=\'by &quot;Dr. '
    )


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_encodings(codec: str) -> None:
    declared = codec.replace("-sig", "")
    text = f'<?xml version="1.0" encoding="{declared}"?><a><b>Mr. Velankar, has na\xefve T cells</b></a>'
    after = masked("xml", text.encode(codec))
    assert after.decode(codec) == text.replace("Velankar", "[PATIENT-1]")


def test_without_declaration() -> None:
    assert (
        masked("xml", "<a>Mr. Velankar has naïve T cells</a>".encode()).decode()
        == "<a>Mr. [PATIENT-1] has naïve T cells</a>"
    )


def test_soft_hyphens_and_references_hide_nothing() -> None:
    text = "<a>Mr. Vel\u00adankar; Mr. Ve&#173;lankar; MRN\u00a0447&#49;902</a>"
    after = masked("xml", text.encode()).decode()
    assert after.count("[PATIENT-1]") == 2
    assert "1902" not in after.replace("&#49;", "1")


def test_words_for_codes() -> None:
    oids = ("2.16.840.1.113883.6.1", "2.16.840.1.113883.3.77")
    public, local = (f'<code code="1" codeSystem="{oid}" displayName="Mr. Okonjo"/>' for oid in oids)
    text = f'<ClinicalDocument xmlns="urn:hl7-org:v3">{public}{local}</ClinicalDocument>'
    assert masked("xml", text.encode()).decode() == text.replace(local, local.replace("Okonjo", "[PATIENT-1]"))


def test_processing_instructions_and_comments() -> None:
    after = masked("xml", b"<a><?note Mr. Velankar?><!-- Mr. Velankar --><b/></a>").decode()
    assert after == "<a><?note Mr. [PATIENT-1]?><!-- Mr. [PATIENT-1] --><b/></a>"


def test_a_comment_parts_no_word() -> None:
    text = "<a>Mr. Vel<!-- by Dr. Quillon -->ankar <?x y?>left, MRN 447<![CDATA[19]]>02</a>"
    after = masked("xml", text.encode()).decode()
    assert after == "<a>Mr. [PATIENT-1]<!-- by Dr. [DOCTOR-1] --> <?x y?>left, MRN [MEDICALRECORD-1]<![CDATA[]]></a>"


REASON = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
ABSENT = f'<extension url="{REASON}"><valueCode value="masked"/></extension>'
FHIR = """<Patient xmlns="http://hl7.org/fhir"><id value="abc"/><text><status value="generated"/>
<div xmlns="http://www.w3.org/1999/xhtml"><p>Mr. <b>Vel</b>ankar</p></div></text>
<identifier><system value="http://hl7.org/fhir/sid/us-ssn"/><value value="4471902"/></identifier>
<name><family value="Velankar"/><given value="Darius"/></name><telecom><value value="(416) 555-0137"/></telecom>
<gender value="male"/><birthDate value="1950-04-12"/><address><city value="Guelph"/><state value="ON"/></address>
<managingOrganization><reference value="Organization/lakehurst"/><display value="Lakehurst General"/>
</managingOrganization></Patient>"""


def test_fhir_as_xml() -> None:
    after = masked("xml", FHIR.encode()).decode()
    assert not seen(after.encode(), NAMES)
    assert '<gender value="male"/><birthDate>' + ABSENT + "</birthDate><address>" in after
    assert '<address><city value="[CITY-1]"/><state value="ON"/>' in after
    assert '<family value="[PATIENT-1]"/><given value="[PATIENT-1]"/>' in after
    assert "<p>Mr. <b>[PATIENT-1]</b></p>" in after
    assert re.search(r'<id value="[0-9a-f]{24}"/>', after)
    assert re.search(r'<reference value="Organization/[0-9a-f]{24}"/>', after)


def test_an_element_of_fhir_as_xml_that_holds_more_than_its_masked_value() -> None:
    text = '<f:Patient xmlns:f="http://hl7.org/fhir"><f:birthDate value="1950-04-12" use="a"><f:extension url="x"/>'
    after = masked("xml", f"{text}</f:birthDate></f:Patient>".encode()).decode()
    absent = ABSENT.replace("<", "<f:").replace("<f:/", "</f:")
    head = text.replace(' value="1950-04-12"', "").removesuffix('<f:extension url="x"/>')
    assert after == f'{head}{absent}<f:extension url="x"/></f:birthDate></f:Patient>'


def test_an_extension_of_fhir_as_xml_says_in_the_place_of_its_value_that_it_is_masked() -> None:
    head = '<Patient xmlns="http://hl7.org/fhir"><extension url="http://hl7.org/latitude">'
    after = masked("xml", f'{head}<valueDecimal value="43.54"/></extension></Patient>'.encode()).decode()
    said = f'<extension url="{REASON}"><valueCode value="masked"/></extension>'
    assert after == f"{head}{said}</extension></Patient>"


def test_a_resource_within_other_xml() -> None:
    inner = '<Patient xmlns="http://hl7.org/fhir"><name><family value="Velankar"/></name>PLACE<x value="7"/></Patient>'
    text = f"<feed><title>Mr. Okonjo</title><content>{inner}</content></feed>"
    after = masked("xml", text.replace("PLACE", '<birthDate value="1950-04-12"/>').encode()).decode()
    new = text.replace("PLACE", f"<birthDate>{ABSENT}</birthDate>").replace("Velankar", "[PATIENT-1]")
    assert after == new.replace("Okonjo", "[PATIENT-2]")


def test_patients_of_a_bundle_in_xml_are_told_apart() -> None:
    people = "".join(
        f'<entry><resource><Patient><id value="{id_}"/><name><family value="{family}"/></name></Patient></resource>'
        "</entry>"
        for id_, family in (("a", "Velankar"), ("b", "Okonjo"))
    )
    at = context()
    after = masked("xml", f'<Bundle xmlns="http://hl7.org/fhir">{people}<!-- Mr. Okonjo --></Bundle>'.encode(), at)
    assert at.notes == 3  # and the Bundle's own
    assert not seen(after, (*NAMES, "Okonjo"))


def test_facts_of_fhir_as_xml() -> None:
    inner = """<active value="true"/><valueQuantity><value value="120"/><unit value="mm Hg"/>
<system value="http://local.example/units"/><code value="mm[Hg]"/></valueQuantity><valueInteger value="1916"/>
<code><coding><system value="http://snomed.info/sct"/><code value="38341003"/><display value="White"/></coding></code>
<dosage><sequence value="2"/><timing><repeat><period value="4"/></repeat></timing></dosage>"""
    text = f'<Observation xmlns="http://hl7.org/fhir">{inner}</Observation>'
    assert masked("xml", text.encode()).decode() == text


def test_fhir_as_xml_is_read_with_what_stands_beside_it() -> None:
    text = """<Basic xmlns="http://hl7.org/fhir"><identifier><type><coding><code value="MR"/></coding></type>
<value value="4471902"/></identifier><telecom><value value="x@nowhere.example"/><system value="email"/></telecom>
<actor><reference value="Practitioner/7"/><display value="Wren Oakhollow"/></actor>
<extension url="http://x.example/latitude"><valueDecimal value="43.5448"/></extension>
<valueString value="(416) 555-0137"/></Basic>"""
    after = masked("xml", text.encode())
    assert not seen(after, (*NAMES, "Oakhollow", "43.5448"))
    for tag in (b"[MEDICALRECORD-1]", b"[EMAIL-1]", b"[DOCTOR-1]"):
        assert tag in after


def test_a_patient_of_fhir_is_the_same_in_json_and_xml() -> None:
    json_form = b'{"resourceType": "Patient", "id": "abc", "birthDate": "1950-04-12"}'
    day = re.compile(r'birthDate"?[ :a-z=]*"(\d{4}-\d\d-\d\d)"')
    one, two = (day.search(masked(kind, data, context("surrogates")).decode()) for kind, data in (
        ("fhir", json_form), ("xml", FHIR.encode())
    ))  # fmt: skip
    assert one is not None
    assert two is not None
    assert one[1] == two[1] != "1950-04-12"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<a>",
        b"<a><b></a></b>",
        b"<a>&unknown;</a>",
        b'<!DOCTYPE a SYSTEM "http://nowhere.example/Velankar.dtd"><a/>',
        b'<!DOCTYPE a [<!ENTITY e "Velankar">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>',
        b"<a>" * 600 + b"</a>" * 600,
        b'<?xml version="1.0" encoding="utf-7"?><a>+AGEAYg-</a>',
        b'<?xml version="1.0" encoding="shift_jis"?><a>x</a>',
        b"<a>\xff</a>",
        b'<ClinicalDocument xmlns="urn:hl7-org:v3"><text representation="B64">no base64!</text></ClinicalDocument>',
    ],
)
def test_what_cannot_be_handled_is_an_error(data: bytes) -> None:
    with pytest.raises(NoteError) as error:
        masked("xml", data)
    assert not seen(str(error.value).encode(), NAMES)


def test_a_vocabulary_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "xml.toml"
    own.write_text(
        '[namespaces]\n"urn:ours" = "ours"\n[ours]\ninline = ["w"]\n'
        '[ours.elements]\n"who" = "PATIENT"\n"code" = "keep"\n[ours.attributes]\n"@nr" = "IDNUM"\n'
    )
    text = '<x xmlns="urn:ours" nr="77"><who>Anybody</who><code>MRN 4471902</code><p>Mr. <w>Vel</w>ankar</p></x>'
    after = masked("xml", text.encode(), context(maps=(own,))).decode()
    assert after == (
        '<x xmlns="urn:ours" nr="[IDNUM-1]"><who>[PATIENT-1]</who><code>MRN 4471902</code>'
        "<p>Mr. <w>[PATIENT-2]</w></p></x>"
    )
    (tmp_path / "b").mkdir()
    wrong = tmp_path / "b" / "xml.toml"
    wrong.write_text('[namespaces]\n"urn:ours" = "none"\n')
    with pytest.raises(DataError, match="none"):
        masked("xml", b"<a/>", context(maps=(wrong,)))


def test_searching_changes_nothing_and_what_is_masked_is_clean() -> None:
    assert ("MEDICALRECORD", "patientRole.id@extension") in found("xml", CDA.encode())
    for text in (CDA, FHIR):
        assert found("xml", masked("xml", text.encode())) == []


def test_it_is_recognised() -> None:
    for name, data in (("a.xml", b"<a/>"), ("export", CDA.encode()), ("export", CDA.encode("utf-16"))):
        assert (format_ := recognise(name, data)) is not None
        assert format_.name == "xml"


def test_base64_in_unknown_documents_is_read() -> None:
    hidden = base64.b64encode(b"Seen by Dr. Ekwueme, MRN: 4471902, in clinic").decode()
    after = masked("xml", f'<a><b>{hidden}</b><c d="{hidden}"/></a>'.encode())
    root = ElementTree.fromstring(after)
    for text in (root[0].text, root[1].get("d")):
        assert seen(base64.b64decode(text or "")) == []


def test_the_target_of_a_processing_instruction_stays() -> None:
    after = masked("xml", b'<?Velankar-sheet href="x"?><a><?x?><?pt Mr. Velankar?><b>Mr. Velankar</b></a>')
    assert after == b'<?Velankar-sheet href="x"?><a><?x?><?pt Mr. [PATIENT-1]?><b>Mr. [PATIENT-1]</b></a>'


def test_quantities_codes_and_links_within_a_cda_are_facts() -> None:
    inner = """<templateId root="1.2.3" extension="2015-08-01"/><text><paragraph ID="v1">Mr. Velankar</paragraph></text>
<value xsi:type="PQ" value="24.4" unit="kg/m2"/><value xsi:type="INT" value="1916"/><value xsi:type="BL" value="true"/>
<value xsi:type="IVL_PQ"><low value="92" unit="%"/><high value="98"/></value><value xsi:type="REAL" value="14.4"/>
<code code="C1" codeSystem="2.16.840.1.113883.3.26.1.1" codeSystemName="NCI Thesaurus"/>
<effectiveTime xsi:type="PIVL_TS"><period value="12" unit="h"/></effectiveTime><repeatNumber value="3"/>
<preferenceInd value="true"/><reference value="#v1"/>"""
    for head in ('<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="x">', "<section>"):
        text = f"{head}{inner}</{head[1:].split(' ')[0].rstrip('>')}>"
        assert masked("xml", text.encode()).decode() == text.replace("Velankar", "[PATIENT-1]")


def test_a_part_of_a_cda_without_namespace() -> None:
    text = """<performer><assignedEntity><code code="207RG0100X" codeSystem="2.16.840.1.113883.6.101"/><addr use="WP"/>
<assignedPerson><name><family>Primary</family></name></assignedPerson></assignedEntity></performer>"""
    assert masked("xml", text.encode()).decode() == text.replace(">Primary<", ">[DOCTOR-1]<")


def test_every_part_of_an_address_is_masked_and_every_element_is_what_its_schema_says() -> None:
    inner = """<addr><streetNameType>Rue</streetNameType><direction>N</direction><unitType>Apt</unitType>
<deliveryInstallationArea>Guelph</deliveryInstallationArea><delimiter>,</delimiter></addr>
<lengthOfStayQuantity value="1950412"/><copyTime value="1950"/><value x:type="h:IVXB_PQ" value="2021031"/>"""
    text = f'<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:h="urn:hl7-org:v3" xmlns:x="x">{inner}</ClinicalDocument>'
    after = masked("xml", text.encode(), context("strict")).decode()
    assert not any(part in after for part in (">Rue<", ">N<", ">Apt<", "Guelph", '"1950"'))
    assert all(part in after for part in (">,<", "1950412", "2021031"))


def test_times_words_and_long_numbers_of_a_cda_are_no_facts() -> None:
    for inner in (
        '<value xsi:type="IVL_TS"><low value="20210314"/></value>',
        '<effectiveTime><low value="202103141015"/></effectiveTime>',
        '<effectiveTime xsi:type="IVL_TS" value="20210314"/>', '<value xsi:type="PQ" value="Mr. Velankar" unit="kg"/>',
        '<other value="20210314"/>', '<telecom value="tel:416-555-0137"/>',
        '<reference value="http://nowhere.example/TT988"/>',
    ):  # fmt: skip
        text = f'<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="x">{inner}</ClinicalDocument>'
        after = masked("xml", text.encode())
        assert not seen(after, (*NAMES, "202103141015", "416-555")), inner
