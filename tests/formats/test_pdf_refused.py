"""PDFs that are broken, encrypted or bombs: refused, without a word of them."""

from __future__ import annotations

import base64
import io
import zlib
from collections.abc import Callable

import pypdf
import pytest
from formats.planted import rewritten, seen
from formats.test_pdf import NAME, at, pdf, scrubbed, words

from scrubber import budget
from scrubber.errors import NoteError
from scrubber.formats.pdf import streams


def encrypted() -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf(at(72, 700, NAME))))
    writer.encrypt("user", "owner", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def bomb(wrap: Callable[[bytes], bytes] = bytes, filters: bytes = b"/FlateDecode") -> bytes:
    packed = zlib.compress(b"0 " * (40 * 1024 * 1024), 9)
    head = b"%%PDF-1.4\n1 0 obj <</Length 9 /Filter %s>>\nstream\n" % filters
    return head + wrap(packed) + b"\nendstream endobj\ntrailer <<>>\n"


def old_bomb(filters: bytes) -> bytes:
    return b"%%PDF-1.4\n1 0 obj <</Filter %s>>\nstream\n" % filters + b"x" * 2_000_000 + b"\nendstream"


def damaged() -> bytes:
    data = pdf(at(72, 700, NAME), pageCompression=0)
    packed = zlib.compress(b"BT ET" * 100)
    stream = b"<</Length %d /Filter /FlateDecode>>\nstream\n" % len(packed)
    return data + b"\n99 0 obj " + stream + packed[:-20] + b"\x00" * 20 + b"\nendstream endobj"


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "no PDF": (lambda: b"Velankar", "no PDF"),
    "nothing": (lambda: b"%PDF-1.4\nVelankar", "broken"),
    "cut off": (lambda: pdf(at(72, 700, NAME))[:300], "broken"),
    "encrypted": (encrypted, "encrypted"),
    "bomb": (bomb, "bomb"),
    "bomb in letters": (lambda: bomb(base64.a85encode, b"[/ASCII85Decode /FlateDecode]"), "bomb"),
    "bomb in digits": (lambda: bomb(lambda data: data.hex().encode(), b"[/AHx /Fl]"), "bomb"),
    "old bomb": (lambda: old_bomb(b"/LZWDecode"), "bomb"),
    "bomb of runs": (lambda: old_bomb(b"[/RunLengthDecode]"), "bomb"),
    "packed twice": (lambda: b"%PDF-1.4\n1 0 obj <</Filter [/FlateDecode /FlateDecode]>>\nstream\n", "bomb"),
    "damaged": (damaged, "broken"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_handled_is_refused(what: str, caplog: pytest.LogCaptureFixture) -> None:
    make, message = REFUSED[what]
    with pytest.raises(NoteError, match=message) as caught:
        rewritten("pdf", make())
    assert not seen(str(caught.value).encode())
    assert not caplog.records


def greedy() -> bytes:
    """A PDF of a kilobyte whose font says what four thousand million codes mean."""
    table = b"1 beginbfrange <00000000> <ffffffff> <0041> endbfrange"
    parts = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 6 0 R /Resources <</Font <</F 4 0 R>>>>>>",
        b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(table), table),
        b"<</Length 24>>\nstream\nBT /F 9 Tf (MRN) Tj ET   \nendstream",
    ]
    return (
        b"%PDF-1.4\n"
        + b"".join(b"%d 0 obj %s endobj\n" % (n, part) for n, part in enumerate(parts, 1))
        + (b"trailer <</Root 1 0 R /Size 7>>\n%%EOF")
    )


def bounded_rewrite(data: bytes) -> None:
    """Mask a PDF within its budget."""
    with budget.file_budget(0):
        rewritten("pdf", data)


def test_what_takes_too_long_or_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FILE_SECONDS", 0.3)
    with pytest.raises(NoteError, match="longer"):
        bounded_rewrite(greedy())
    monkeypatch.setattr(budget, "FILE_SECONDS", 60)
    monkeypatch.setattr(budget, "FILE_MEMORY", 50_000_000)
    with pytest.raises(NoteError, match="larger"):
        bounded_rewrite(greedy())
    assert words(scrubbed(pdf(at(72, 700, "MRN 4471902")))) == "MRN [MEDICALRECORD]"


@pytest.mark.parametrize(
    ("limit", "about"),
    [
        ("TOTAL_BYTES", b"/FlateDecode"),
        ("STREAM_BYTES", b"/FlateDecode"),
        ("IMAGE_BYTES", b"/FlateDecode /Subtype /Image"),
        ("RAW_BYTES", b"/LZWDecode"),
    ],
)
def test_a_stream_beyond_a_limit_is_refused(limit: str, about: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = zlib.compress(b"x" * 100) if about.startswith(b"/Flate") else b"\x80\x0b\x60\x50"
    data = b"1 0 obj <</Filter " + about + b">>\nstream\n" + packed + b"\nendstream"
    streams.check_streams(data)
    monkeypatch.setattr(streams, limit, 3)
    with pytest.raises(NoteError, match="bomb"):
        streams.check_streams(data)


def test_a_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubber.formats.pdf.file.MOST", 100)
    with pytest.raises(NoteError, match="more than"):
        rewritten("pdf", pdf(at(72, 700, "fever")))
