"""DICOM files: attributes after the basic confidentiality profile, texts and structured reports by detection."""
