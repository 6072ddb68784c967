"""DICOM files: attributes after the basic confidentiality profile, texts and structured reports by detection."""

from scrubber.formats.dicom.file import rewrite

__all__ = ["rewrite"]
