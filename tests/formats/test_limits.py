"""Every limit of a reader is reached: what keeps to it is masked, and what is larger, longer or deeper is refused."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest
from formats.planted import rewritten

from scrubber.errors import NoteError

MESSAGE = b"MSH|^~\\&|LAB|X|||20210314||ORU^R01|1|P|2.5\rPID|1||4471902\rOBX|1|TX|a||fever\r"
MAIL = (
    b"From: a@lakehurst.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    b"--b\r\n\r\nfever\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nfever\r\n--b--\r\n"
)
ATTACHED = (
    b"From: a@lakehurst.example\r\nMIME-Version: 1.0\r\nContent-Type: text/rtf\r\n"
    b"Content-Disposition: attachment; filename=a.rtf\r\n\r\n{\\rtf1 fever}\r\n"
)
VARIANTS = b"##fileformat=VCFv4.3\n##source=x\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t1\t.\tA\tC\t.\t.\t.\n"
CARD = b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Darius Velankar\r\nEND:VCARD\r\n"


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files.items():
            package.writestr(f"{name}.txt", data)
    return out.getvalue()


LIMITS: list[tuple[str, str, int, bytes]] = [
    ("csv", "csv.records.RECORD_LIMIT", 10, b"a,b\n1,2\n" + b'"long ' + b"x" * 100 + b'",2\n'),
    ("jsonl", "json.lines.RECORD_LIMIT", 10, b'{"a": "x"' + b" " * 200_000 + b"}\n"),
    ("json", "json.file.WHOLE", 10, b'{"a": "x"' + b" " * 200_000 + b"}"),
    ("json", "json.file.WHOLE", 10, b'[{"a": "x"' + b" " * 200_000 + b"}]"),
    ("json", "json.nodes.DEPTH", 2, b'{"a": {"b": ["x"]}}'),
    ("fhir", "fhir.file.LARGEST", 40, b'{"resourceType": "Patient",\n "gender": "male"}'),
    ("fhir", "fhir.file.LARGEST", 40, b'{"resourceType": "Patient", "gender": "male"}\n' * 2),
    ("fhir", "json.nodes.DEPTH", 2, b'{"resourceType": "Patient", "name": [{"use": "usual"}]}'),
    ("hl7", "hl7.file.LONGEST", 40, MESSAGE),
    ("xml", "xml.file.LARGEST", 10, b"<?xml version='1.0'?><a>fever</a>"),
    ("xml", "xml.tokens.DEPTH", 2, b"<?xml version='1.0'?><a><b><c>fever</c></b></a>"),
    ("vcf", "vcf.file.LONGEST", 30, VARIANTS),
    ("vcard", "vcard.file.LARGEST", 30, CARD),
    ("html", "html.file.MOST", 10, b"<html><p>fever</p></html>"),
    ("eml", "eml.file.LARGEST", 10, MAIL),
    ("eml", "eml.file.MOST_PARTS", 2, MAIL),
    ("eml", "eml.parts.DEPTH", 1, MAIL),
    ("eml", "nested.DEPTH", 0, ATTACHED),
    ("mbox", "eml.mbox.LARGEST", 80, b"From a@b.example Mon May  2 16:07:05 2005\n" + MAIL.replace(b"\r\n", b"\n")),
    ("rtf", "rtf.file.LARGEST", 10, b"{\\rtf1 fever}"),
    ("rtf", "rtf.reader.DEPTH", 2, b"{\\rtf1 {\\b {\\i fever}}}"),
    ("gzip", "archive.gz.UNPACKED", 1000, gzip.compress(b"fever " * 1000, mtime=0)),
    ("gzip", "packages.RATIO", 2, gzip.compress(b"fever " * 1000, mtime=0)),
    ("zip", "packages.MEMBERS", 1, zipped(a=b"fever", b=b"fever")),
    ("zip", "packages.TOTAL_BYTES", 8, zipped(a=b"fever", b=b"fever")),
    ("zip", "packages.MEMBER_BYTES", 4, zipped(a=b"fever")),
    ("zip", "packages.RATIO", 2, zipped(a=b"fever " * 1000)),
]


@pytest.mark.parametrize(("format_name", "limit", "least", "data"), LIMITS)
def test_what_is_beyond_a_limit_is_refused(
    format_name: str, limit: str, least: int, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrubber.formats.packages._RATIO_FROM", 1000)
    rewritten(format_name, data, name="file.txt")
    monkeypatch.setattr(f"scrubber.formats.{limit}", least)
    with pytest.raises(NoteError, match=r"more than|longer than|deep|bomb"):
        rewritten(format_name, data, name="file.txt")
