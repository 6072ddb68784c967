"""A DICOM file (PS3.10): its meta information, its dataset, and what scrub says it did."""

from __future__ import annotations

import logging
import re
import warnings
from typing import TYPE_CHECKING, BinaryIO

import pydicom
from pydicom import config
from pydicom.dataelem import RawDataElement
from pydicom.dataset import FileDataset
from pydicom.uid import UID, ImplicitVRLittleEndian

from scrubber.errors import NoteError, ScrubError
from scrubber.formats.dicom.dataset import Masking, learn
from scrubber.formats.dicom.profile import profile
from scrubber.formats.identifiers import Identifiers
from scrubber.formats.replaced_ids import ids_stay
from scrubber.formats.spool import drain, spool
from scrubber.formats.uids import is_public_uid, new_uid

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, Writable

LARGEST = 1024 * 1024 * 1024
"""Bytes: a file is in memory whole."""
PIXELS = "DICOM: pixels are not looked at: text burnt into the image, and faces, stay"
_DEFLATED = re.compile(rb"1\.2\.840\.10008\.1\.2\.1\.99[^0-9]")
_HEAD = 65_536
_DIRECTORY = "1.2.840.10008.1.3.10"
_UNDEFINED = 0xFFFFFFFF
_META_KEPT = frozenset(
    {
        "FileMetaInformationGroupLength", "FileMetaInformationVersion", "MediaStorageSOPClassUID",
        "MediaStorageSOPInstanceUID", "TransferSyntaxUID", "ImplementationClassUID", "ImplementationVersionName",
    }
)  # fmt: skip
_PIXEL_DATA = ("PixelData", "FloatPixelData", "DoubleFloatPixelData", "WaveformSequence", "PixelDataProviderURL")


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Mask a file: one note.

    Raises:
        NoteError: it is broken, too large, deflated, or says itself that its pixels show annotations.
    """
    logging.getLogger("pydicom").disabled = True  # it quotes values
    with warnings.catch_warnings(), config.disable_value_validation():
        warnings.simplefilter("ignore")
        try:
            dataset = _read(source)
            _mask(dataset, context)
            with spool() as out:
                dataset.save_as(out, **_written(dataset))
                drain(out, target.write)
        except (ScrubError, MemoryError, OSError):
            raise
        except Exception as error:
            raise NoteError(f"DICOM: broken or not handled ({type(error).__name__})") from None


def _has_meta(dataset: FileDataset) -> bool:
    """Whether the meta information says what it has to; a file in which it does not is written as it is."""
    return all(dataset.file_meta.get(keyword) for keyword in ("MediaStorageSOPClassUID", "MediaStorageSOPInstanceUID"))


def _written(dataset: FileDataset) -> dict[str, bool]:
    """How a file is written: one whose transfer syntax is newer than what pydicom knows as it was read."""
    if UID(dataset.file_meta.get("TransferSyntaxUID") or ImplicitVRLittleEndian).is_transfer_syntax:
        return {"enforce_file_format": _has_meta(dataset)}
    implicit, little = dataset.original_encoding
    return {"implicit_vr": bool(implicit), "little_endian": bool(little), "force_encoding": True}


def _read(source: BinaryIO) -> FileDataset:
    head = source.read(_HEAD)
    if head[128:132] != b"DICM":
        raise NoteError("DICOM: no file with a preamble (PS3.10)")
    if _DEFLATED.search(head):
        raise NoteError("DICOM: deflated files are not handled: convert it first")
    size = source.seek(0, 2)
    if size > LARGEST:
        raise NoteError(f"DICOM: more than {LARGEST >> 20} MB")
    source.seek(0)
    with config.strict_reading():  # else pydicom passes over what is cut off
        dataset = pydicom.dcmread(source)
    if not dataset or source.tell() != size or _cut_off(dataset, source):
        raise NoteError("DICOM: broken: it ends within an element")
    return dataset


def _cut_off(dataset: FileDataset, source: BinaryIO) -> bool:
    """Whether the last element's value is shorter than it should be, or a part of a further one follows."""
    last = dataset.get_item(max(dataset.keys()))
    if not isinstance(last, RawDataElement) or last.length == _UNDEFINED:
        return False
    if len(last.value or b"") != last.length:
        return True
    raws = [dataset.get_item(tag) for tag in sorted(dataset.keys())]
    ends = [raw.value_tell + raw.length for raw in raws if isinstance(raw, RawDataElement) and raw.length != _UNDEFINED]
    source.seek(max(ends))
    return bool(source.read().strip(b"\0"))


def _mask(dataset: FileDataset, context: FileContext) -> None:
    _check(dataset, context)
    map_ = profile(context.settings.maps)
    identifiers = Identifiers()
    learn(dataset, map_, identifiers)
    patient = str(dataset.get("PatientID") or "").strip()
    note = context.note(patient=patient or None, known=identifiers.known)
    masking = Masking(context, note, map_)
    masking.dataset(dataset)
    masking.finish()
    if not context.keeps:
        _mask_meta(dataset, context)
        _say(dataset, masking.dates)


def _check(dataset: FileDataset, context: FileContext) -> None:
    if str(dataset.file_meta.get("MediaStorageSOPClassUID", "")) == _DIRECTORY:
        raise NoteError("DICOM: directories (DICOMDIR) are not handled: make one of the masked files")
    if str(dataset.get("BurnedInAnnotation", "")).strip().upper() == "YES":
        raise NoteError("DICOM: says that its pixels show annotations, which are not handled")
    if any(keyword in dataset for keyword in _PIXEL_DATA):
        context.warn(PIXELS)


def _mask_meta(dataset: FileDataset, context: FileContext) -> None:
    """The preamble and the meta information: only what a reader needs stays."""
    dataset.preamble = b"\0" * 128
    for element in list(dataset.file_meta):
        if element.keyword not in _META_KEPT:
            del dataset.file_meta[element.tag]
    uid = str(dataset.file_meta.get("MediaStorageSOPInstanceUID") or "")
    if not is_public_uid(uid) and not ids_stay(context):
        dataset.file_meta.MediaStorageSOPInstanceUID = UID(new_uid(context.key, uid))


def _say(dataset: FileDataset, dates: str) -> None:
    """The attributes by which a file says what was done to it."""
    seen = any(keyword in dataset for keyword in _PIXEL_DATA) and str(dataset.get("BurnedInAnnotation", "")) != "NO"
    dataset.PatientIdentityRemoved = "NO" if seen else "YES"
    said = [v for v in _several(dataset.get("DeidentificationMethod")) if not v.startswith("scrub: ")]
    dataset.DeidentificationMethod = [*said, "scrub: attributes after PS3.15 E, texts by detection"]
    dataset.LongitudinalTemporalInformationModified = {"": "REMOVED", "kept": "UNMODIFIED"}.get(dates, "MODIFIED")


def _several(value: object) -> list[str]:
    if not value:
        return []
    return [value] if isinstance(value, str) else [str(one) for one in value]  # type: ignore[attr-defined]
