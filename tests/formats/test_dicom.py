"""DICOM: attributes after the profile, texts and reports by detection, UIDs that still agree; pixels as they were."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from formats.messages import context, found, masked
from formats.planted import seen

pydicom = pytest.importorskip("pydicom")

from pydicom.dataset import Dataset, FileDataset, FileMetaDataset  # noqa: E402
from pydicom.sequence import Sequence  # noqa: E402
from pydicom.uid import CTImageStorage, ExplicitVRLittleEndian, ImplicitVRLittleEndian  # noqa: E402

from scrubber.errors import DataError, NoteError  # noqa: E402
from scrubber.formats.registry import recognise  # noqa: E402

NAMES = (
    "Velankar", "Darius", "Joanne", "Quillon", "Marta", "4471902", "555-0137", "Elm Street", "Guelph", "19500412",
    "20210314", "Lakehurst", "ACC-77", "STATION-7", "SER-77", "9.9.77", "weaver", "OTHER-77",
)  # fmt: skip
UID = "1.2.826.0.1.9.9.77"
PIXELS = bytes(range(64)) * 2


def image(**changes: Any) -> FileDataset:
    """A small image with invented PHI in many places."""
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = CTImageStorage
    meta.MediaStorageSOPInstanceUID = f"{UID}.3"
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    meta.SourceApplicationEntityTitle = "VELANKAR"
    ds = FileDataset("x.dcm", {}, file_meta=meta, preamble=b"Darius Velankar".ljust(128, b"\0"))
    ds.SpecificCharacterSet = "ISO_IR 192"
    ds.SOPClassUID, ds.SOPInstanceUID = CTImageStorage, f"{UID}.3"
    ds.StudyInstanceUID, ds.SeriesInstanceUID = f"{UID}.1", f"{UID}.2"
    ds.PatientName, ds.PatientID = "Velankar^Darius^K^Mr", "4471902"
    ds.PatientBirthDate, ds.PatientSex, ds.PatientAge = "19500412", "M", "070Y"
    ds.OtherPatientIDs, ds.OtherPatientNames = ["OTHER-77", "OTHER-78"], "Velankar^D"
    ds.PatientAddress, ds.PatientTelephoneNumbers = "42 Elm Street, Guelph", "(416) 555-0137"
    ds.Occupation, ds.PatientComments = "weaver", "Mr. Velankar, call (416) 555-0137; has asthma."
    ds.StudyDate = ds.SeriesDate = ds.ContentDate = "20210314"
    ds.StudyTime, ds.AcquisitionDateTime = "101500", "20210314101500.000000-0500"
    ds.AccessionNumber, ds.StudyID = "ACC-77", "77"
    ds.InstitutionName, ds.StationName, ds.DeviceSerialNumber = "Lakehurst General", "STATION-7", "SER-77"
    ds.ReferringPhysicianName, ds.OperatorsName = "Quillon^Marta^^Dr", ["Quillon^Marta", "Quillon^Ann"]
    ds.StudyDescription, ds.SeriesDescription = "CT chest of Mr. Velankar", "AX 5mm"
    ds.Modality, ds.Manufacturer, ds.BodyPartExamined = "CT", "Acme", "CHEST"
    request = Dataset()
    request.RequestingPhysician = "Quillon^Marta"
    ds.RequestAttributesSequence = Sequence([request])
    referenced = Dataset()
    referenced.ReferencedSOPClassUID, referenced.ReferencedSOPInstanceUID = CTImageStorage, f"{UID}.3"
    ds.ReferencedImageSequence = Sequence([referenced])
    block = ds.private_block(0x0029, "LAKEHURST PRIVATE", create=True)
    block.add_new(0x01, "LO", "Darius Velankar")
    ds.add_new(0x60000010, "US", 8)
    ds.add_new(0x60003000, "OW", b"Velankar" * 2)
    ds.Rows, ds.Columns, ds.BitsAllocated, ds.BitsStored, ds.HighBit = 8, 8, 16, 12, 11
    ds.SamplesPerPixel, ds.PixelRepresentation, ds.PhotometricInterpretation = 1, 0, "MONOCHROME2"
    ds.PixelData, ds.BurnedInAnnotation = PIXELS, "NO"
    for keyword, value in changes.items():
        setattr(ds, keyword, value)
    return ds


def report() -> FileDataset:
    """A structured report."""
    ds = image(Modality="SR", PixelData=None)
    for keyword in ("PixelData", "Rows", "Columns", "BurnedInAnnotation"):
        delattr(ds, keyword)

    def item(type_: str, meaning: str, **values: Any) -> Dataset:
        concept = Dataset()
        concept.CodeValue, concept.CodingSchemeDesignator, concept.CodeMeaning = "121071", "DCM", meaning
        one = Dataset()
        one.RelationshipType, one.ValueType, one.ConceptNameCodeSequence = "CONTAINS", type_, Sequence([concept])
        for keyword, value in values.items():
            setattr(one, keyword, value)
        return one

    inner = item("TEXT", "Finding", TextValue="Mr. Velankar (MRN 4471902) was seen by Dr. Quillon on March 14, 2021.")
    ds.ContentSequence = Sequence(
        [
            item("CONTAINER", "Findings", ContentSequence=Sequence([inner])),
            item("TEXT", "Conclusion", TextValue="No change since the last study."),
            item("PNAME", "Person Observer Name", PersonName="Quillon^Marta"),
            item("DATETIME", "Observation time", DateTime="20210314101500"),
            item("UIDREF", "Series", UID=f"{UID}.2"),
        ]
    )
    observer = Dataset()
    observer.VerifyingObserverName, observer.VerifyingOrganization = "Quillon^Marta", "Lakehurst General"
    ds.VerifyingObserverSequence = Sequence([observer])
    return ds


def written(ds: FileDataset) -> bytes:
    out = io.BytesIO()
    ds.save_as(out, enforce_file_format=True)
    return out.getvalue()


def read(data: bytes) -> FileDataset:
    return pydicom.dcmread(io.BytesIO(data))


@pytest.mark.parametrize("profile", ["safe-harbor", "strict", "surrogates"])
@pytest.mark.parametrize("make", [image, report])
def test_nothing_planted_is_left(make: Any, profile: str) -> None:
    assert not seen(masked("dicom", written(make()), context(profile)), NAMES)


def test_implicit_value_representations() -> None:
    ds = image()
    ds.file_meta.TransferSyntaxUID = ImplicitVRLittleEndian
    out = io.BytesIO()
    pydicom.dcmwrite(out, ds, implicit_vr=True, little_endian=True, enforce_file_format=True)
    after = masked("dicom", out.getvalue())
    assert not seen(after, NAMES)
    assert read(after).PixelData == PIXELS


def test_what_an_image_becomes() -> None:
    at = context()
    new = read(masked("dicom", written(image()), at))
    assert str(new.PatientName) == "[PATIENT-1]^[PATIENT-1]^[PATIENT-1]^Mr"
    assert (new.PatientID, new.PatientSex, new.PatientAge) == ("[MEDICALRECORD-1]", "M", "070Y")
    assert (new.PatientBirthDate, new.StudyDate, new.StudyTime, new.AcquisitionDateTime) == ("", "", "", "")
    assert (new.AccessionNumber, new.StudyID) == ("[IDNUM-1]", "[IDNUM-2]")
    assert [str(name) for name in new.OperatorsName] == ["[DOCTOR-1]^[DOCTOR-1]", "[DOCTOR-2]^[DOCTOR-2]"]
    assert str(new.ReferringPhysicianName) == "[DOCTOR-1]^[DOCTOR-1]^^Dr"
    assert new.PatientComments == "Mr. [PATIENT-1], call [PHONE-1]; has asthma."
    assert new.StudyDescription == "CT chest of Mr. [PATIENT-1]"
    assert (new.SeriesDescription, new.Modality, new.Manufacturer, new.BodyPartExamined) == (
        "AX 5mm",
        "CT",
        "Acme",
        "CHEST",
    )
    assert (new.Rows, new.PixelData, new.PhotometricInterpretation) == (8, PIXELS, "MONOCHROME2")
    for gone in ("OtherPatientIDs", "PatientAddress", "Occupation", "RequestAttributesSequence", "OtherPatientNames"):
        assert gone not in new
    assert not [e for e in new if e.tag.is_private or e.tag.group == 0x6000]
    assert new.preamble == bytes(128)
    assert "SourceApplicationEntityTitle" not in new.file_meta
    assert (new.PatientIdentityRemoved, new.LongitudinalTemporalInformationModified) == ("YES", "REMOVED")
    assert any("pixels" in warning for warning in at.warnings)


def test_what_is_not_masked_stays_byte_for_byte() -> None:
    before, after = (
        pydicom.dcmread(io.BytesIO(data)) for data in (written(image()), masked("dicom", written(image())))
    )
    for keyword in ("Modality", "Rows", "SOPClassUID", "SeriesDescription", "PixelData", "BodyPartExamined"):
        tag = pydicom.datadict.tag_for_keyword(keyword)
        assert before.get_item(tag).value == after.get_item(tag).value


def test_uids_agree_within_and_between_files() -> None:
    one = read(masked("dicom", written(image())))
    two = read(masked("dicom", written(image(PatientComments="other", SOPInstanceUID=f"{UID}.4"))))
    assert one.StudyInstanceUID == two.StudyInstanceUID != f"{UID}.1"
    assert one.SOPInstanceUID == one.file_meta.MediaStorageSOPInstanceUID != two.SOPInstanceUID
    assert one.ReferencedImageSequence[0].ReferencedSOPInstanceUID == one.SOPInstanceUID
    assert one.SOPClassUID == CTImageStorage
    assert one.StudyInstanceUID.startswith("2.25.")
    assert one.StudyInstanceUID.is_valid


def test_dates_are_shifted_where_the_policy_does() -> None:
    new = read(masked("dicom", written(image()), context("surrogates")))
    assert len(new.StudyDate) == 8
    assert new.StudyDate == new.ContentDate != "20210314"
    assert new.AcquisitionDateTime == f"{new.StudyDate}101500.000000-0500"
    assert (new.StudyTime, new.LongitudinalTemporalInformationModified) == ("101500", "MODIFIED")
    assert len(new.PatientBirthDate) == 8
    limited = read(masked("dicom", written(image()), context("limited")))
    assert (limited.StudyDate, limited.StudyTime) == ("20210314", "101500")
    assert limited.LongitudinalTemporalInformationModified == "UNMODIFIED"


def test_what_a_report_becomes() -> None:
    at = context()
    new = read(masked("dicom", written(report()), at))
    items = new.ContentSequence
    assert (
        items[0]
        .ContentSequence[0]
        .TextValue.startswith("Mr. [PATIENT-1] (MRN [MEDICALRECORD-1]) was seen by Dr. [DOCTOR-1] on [DATE-")
    )
    assert items[1].TextValue == "No change since the last study."
    assert str(items[2].PersonName) == "[DOCTOR-1]^[DOCTOR-1]"  # the one whom the text names
    assert items[3].DateTime == ""
    assert new.SeriesInstanceUID == items[4].UID
    assert items[0].ConceptNameCodeSequence[0].CodeMeaning == "Findings"
    assert new.VerifyingObserverSequence[0].VerifyingOrganization == "[HOSPITAL-1]"
    assert not at.warnings


def test_documents_within() -> None:
    text = b"Mr. Velankar, MRN 4471902\n"
    new = read(masked("dicom", written(image(EncapsulatedDocument=text, MIMETypeOfEncapsulatedDocument="text/plain"))))
    assert new.EncapsulatedDocument.rstrip(b"\0") == b"Mr. [PATIENT-1], MRN [MEDICALRECORD-1]\n"
    at = context()
    new = read(masked("dicom", written(image(EncapsulatedDocument=b"\x00\x01Velankar")), at))
    assert not new.EncapsulatedDocument
    assert any("taken out" in warning for warning in at.warnings)


def test_ages_from_ninety_on() -> None:
    assert read(masked("dicom", written(image(PatientAge="093Y")))).PatientAge == ""


def test_replacements_fit_their_representation() -> None:
    ds = image(SpecificCharacterSet="ISO_IR 100", StationName="SIXTEEN-LETTERS1", AccessionNumber="1" * 16)
    new = read(masked("dicom", written(ds), context("strict")))
    assert len(new.AccessionNumber) <= 16
    assert new.StationName == "[DEVICE-1]"


def test_attributes_that_nobody_knows_are_removed() -> None:
    ds = image()
    ds.add_new(0x00081234, "LO", "Darius Velankar")
    at = context()
    new = read(masked("dicom", written(ds), at))
    assert 0x00081234 not in new
    assert any("no dictionary" in warning for warning in at.warnings)


def test_burnt_in_annotation_is_refused() -> None:
    with pytest.raises(NoteError, match="pixels"):
        masked("dicom", written(image(BurnedInAnnotation="YES")))
    new = read(masked("dicom", written(image(BurnedInAnnotation=""))))
    assert new.PatientIdentityRemoved == "NO"


def deflated() -> bytes:
    ds = image()
    ds.file_meta.TransferSyntaxUID = pydicom.uid.DeflatedExplicitVRLittleEndian
    return written(ds)


def cut(ds: FileDataset, at: int) -> bytes:
    return written(ds)[:at]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Velankar" * 40,
        b"\0" * 128 + b"DICM",
        b"\0" * 128 + b"DICMVelankar" * 9,
        deflated(),
        cut(report(), 900),
        cut(report(), -9),
        cut(image(), -1),
    ],
)
def test_what_cannot_be_handled_is_an_error(data: bytes) -> None:
    with pytest.raises(NoteError) as error:
        masked("dicom", data)
    assert not seen(str(error.value).encode(), NAMES)


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "dicom.toml"
    own.write_text('[tags]\nManufacturer = "remove"\nStudyDescription = "keep"\n')
    new = read(masked("dicom", written(image()), context(maps=(own,))))
    assert "Manufacturer" not in new
    assert new.StudyDescription == "CT chest of Mr. [PATIENT-1]"  # kept, but for the patient whom the file names
    (tmp_path / "b").mkdir()
    wrong = tmp_path / "b" / "dicom.toml"
    wrong.write_text('[tags]\nNoSuchThing = "remove"\n')
    with pytest.raises(DataError, match="NoSuchThing"):
        masked("dicom", written(image()), context(maps=(wrong,)))


def test_searching_finds_and_what_is_masked_is_clean() -> None:
    out = context(keep=True)
    assert read(masked("dicom", written(image()), out)).PatientName == "Velankar^Darius^K^Mr"
    assert out.spans > 10
    out = context(keep=True)
    masked("dicom", masked("dicom", written(image())), out)
    assert out.spans == 0


def test_it_is_recognised() -> None:
    for name in ("a.dcm", "IM0001"):
        assert (format_ := recognise(name, written(image())[:4096])) is not None
        assert format_.name == "dicom"


def test_found_keeps_the_file() -> None:
    places = found("dicom", masked("dicom", written(image())))
    assert places == []


def test_what_is_kept_tells_nothing_that_is_known() -> None:
    after = read(masked("dicom", written(image(PatientName="Velankar^Darius", Manufacturer="Acme for Velankar"))))
    assert str(after.Manufacturer) == "Acme for [PATIENT-1]"


def test_a_file_that_ends_within_the_head_of_an_element_is_refused() -> None:
    data = written(image())
    with pytest.raises(NoteError, match="ends within an element"):
        masked("dicom", data + b"\xfc\xff\xfc\xffOB")
    assert masked("dicom", data + b"\0\0\0\0")


@pytest.mark.parametrize("missing", ["MediaStorageSOPClassUID", "MediaStorageSOPInstanceUID"])
def test_meta_information_that_lacks_what_it_should_say(missing: str) -> None:
    ds = image()
    delattr(ds.file_meta, missing)
    out = io.BytesIO()
    ds.save_as(out, enforce_file_format=False)
    after = masked("dicom", out.getvalue())
    assert seen(after) == []
    assert missing not in read(after).file_meta
    assert read(after).Rows == ds.Rows
    assert found("dicom", out.getvalue())


def with_value(keyword: str, value: str) -> bytes:
    """An image as bytes, one element of which holds what its representation does not allow."""
    data = written(image(InstanceNumber="7", SliceThickness="1.5", ScanOptions="AXIAL"))
    tag = pydicom.datadict.tag_for_keyword(keyword)
    head = tag.to_bytes(4, "big")[1::-1] + tag.to_bytes(4, "big")[:1:-1]
    at = data.index(head + pydicom.datadict.dictionary_VR(tag).encode()) + 6
    old = int.from_bytes(data[at : at + 2], "little")
    new = value.encode() + b" " * (len(value) % 2)
    return data[:at] + len(new).to_bytes(2, "little") + new + data[at + 2 + old :]


@pytest.mark.parametrize("value", ["Velankar", "Okonkwo^Ada", "12 Okonkwo"])
@pytest.mark.parametrize("keyword", ["InstanceNumber", "SliceThickness", "PatientAge", "StudyTime", "StudyDate"])
def test_a_name_where_a_number_should_be(keyword: str, value: str) -> None:
    data = with_value(keyword, value)
    assert value.encode() in data
    after = masked("dicom", data, context("limited"))
    assert value.split()[-1].encode() not in after
    assert read(after).PixelData == PIXELS


def test_the_patients_name_where_a_code_should_be() -> None:
    assert b"VELANKAR" not in masked("dicom", with_value("ScanOptions", "VELANKAR"))
    assert b"VELANKAR" not in masked("dicom", with_value("BodyPartExamined", "VELANKAR"))


def test_a_term_of_the_standard_stays_though_a_patient_is_called_so() -> None:
    data = masked("dicom", written(image(PatientName="STUDY-HEADNECK-0003", BodyPartExamined="HEADNECK")))
    assert read(data).BodyPartExamined == "HEADNECK"
    assert b"STUDY-HEADNECK" not in data


@pytest.mark.parametrize(("keyword", "value"), [("SliceThickness", "0.12345678901234567"), ("InstanceNumber", " 7.0")])
def test_numbers_that_are_too_long_stay(keyword: str, value: str) -> None:
    assert value.encode() in masked("dicom", with_value(keyword, value))


def test_a_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubber.formats.dicom.file.LARGEST", 100)
    with pytest.raises(NoteError, match="more than"):
        masked("dicom", written(image()))


def test_a_file_of_a_transfer_syntax_that_is_newer_than_its_reader() -> None:
    ds = image()
    ds.file_meta.TransferSyntaxUID = "1.2.840.10008.1.2.8.1"
    file = io.BytesIO()
    ds.save_as(file, implicit_vr=False, little_endian=True, force_encoding=True)
    after = pydicom.dcmread(io.BytesIO(masked("dicom", file.getvalue())))
    assert not seen(str(after).encode(), NAMES)
    assert after.PixelData == PIXELS
