"""PDF: a new file from the words alone; nothing of the old one, seen or unseen, is in it."""

from __future__ import annotations

import base64
import io
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from formats.planted import plain, rewritten, seen
from formats.test_runs import Finder
from PIL import Image
from pypdf.annotations import FreeText, Link
from pypdf.generic import DictionaryObject, NameObject, NumberObject, TextStringObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from scrubber.errors import NoteError
from scrubber.formats.pdf.draw import font_of
from scrubber.formats.pdf.letters import Letters
from scrubber.formats.pdf.reading import scrub_sheet, sheet_text
from scrubber.formats.pdf.sheets import Sheet, Word
from scrubber.formats.pictures import _PNG

NAME = "Mr. Darius Velankar"
Draw = Callable[[Canvas], object]


def pdf(*pages: Draw, **options: object) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(600, 800), invariant=1, **options)  # type: ignore[arg-type]
    for draw in pages:
        canvas.setFont("Helvetica", 12)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def at(x: float, y: float, text: str) -> Draw:
    return lambda canvas: canvas.drawString(x, y, text)


def all_of(*draws: Draw) -> Draw:
    return lambda canvas: [draw(canvas) for draw in draws]


def unpacked(data: bytes) -> bytes:
    """A PDF's bytes with every stream unpacked."""
    found = [data]
    for match in re.finditer(rb"stream\r?\n", data):
        body = data[match.end() : data.find(b"endstream", match.end())].strip()
        for decode in (zlib.decompress, lambda b: zlib.decompress(base64.a85decode(b))):
            try:
                found.append(decode(body.removesuffix(b"~>")))
            except (zlib.error, ValueError):
                continue
    return b"\n".join(found)


def scrubbed(data: bytes, **settings: object) -> pypdf.PdfReader:
    after, _ = rewritten("pdf", data, **settings)
    assert not seen(unpacked(after))
    return pypdf.PdfReader(io.BytesIO(after))


def words(reader: pypdf.PdfReader, page: int = 0) -> str:
    return plain(" ".join(reader.pages[page].extract_text().split()))


def test_text_is_masked_and_stays_where_it_was() -> None:
    reader = scrubbed(pdf(all_of(at(72, 700, f"Seen today: {NAME}, stable."), at(72, 680, "Aspirin 81 mg."))))
    assert words(reader) == "Seen today: Mr. [NAME], stable. Aspirin 81 mg."
    assert reader.pages[0].mediabox[2:] == [600, 800]
    places: list[tuple[str, float, float]] = []
    reader.pages[0].extract_text(visitor_text=lambda t, cm, tm, f, s: places.append((t.strip(), tm[4], tm[5])))
    found = {text: (x, y) for text, x, y in places if text}
    assert found["Seen"] == pytest.approx((72, 700), abs=1)
    assert found["Aspirin"] == pytest.approx((72, 680), abs=1)


def test_a_label_and_its_value_far_to_the_right() -> None:
    draws = [at(72, 700, "MRN"), at(400, 700, "4471902"), at(72, 300, "Phone"), at(400, 300.5, "(416) 555-0137")]
    assert words(scrubbed(pdf(all_of(*draws)))) == "MRN [MEDICALRECORD] Phone [PHONE]"


def test_pieces_of_a_word_and_a_name_over_a_line_end() -> None:
    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(72, 700)
        for piece in ("MRN 44", "719", "02 and M"):
            text.textOut(piece)
        text.textLine("r. Darius")
        text.textLine("Velankar, today")
        canvas.drawText(text)

    assert words(scrubbed(pdf(draw))) == "MRN [MEDICALRECORD] and Mr. [NAME], today"


def test_letters_printed_twice_to_look_bold() -> None:
    twice = all_of(at(72, 700, "MRN 4471902, no change"), at(72.3, 700, "MRN 4471902, no change"))
    assert words(scrubbed(pdf(twice))) == "MRN [MEDICALRECORD], no change"


def test_text_in_forms_within_forms_and_on_turned_pages() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("stamp")
        canvas.drawString(72, 700, "MRN 4471902")
        canvas.endForm()
        canvas.doForm("stamp")

    assert words(scrubbed(pdf(draw))) == "MRN [MEDICALRECORD]"
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf(at(72, 300, "MRN 4471902"), at(72, 300, "x"))))
    for angle in (90, 180, 270):
        writer.pages[0][NameObject("/Rotate")] = NumberObject(angle)
        file = io.BytesIO()
        writer.write(file)
        with pytest.raises(NoteError, match="turned"):
            rewritten("pdf", file.getvalue())


def test_a_page_turned_so_that_its_text_is_upright() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.rotate(90)
        canvas.drawString(100, -100, "MRN 4471902, no change")

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf(draw)))
    writer.pages[0][NameObject("/Rotate")] = NumberObject(90)
    file = io.BytesIO()
    writer.write(file)
    reader = scrubbed(file.getvalue())
    assert words(reader) == "MRN [MEDICALRECORD], no change"
    assert reader.pages[0].mediabox[2:] == [800, 600]


def hidden() -> bytes:
    """A PDF with PHI in every place but its text."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf(at(72, 700, "No complaints."), at(72, 700, "Page two."))))
    writer.add_metadata({"/Title": NAME, "/Author": "Ngozi Ekwueme", "/MRN": "4471902"})
    writer.add_attachment("Velankar.txt", b"MRN 4471902")
    writer.add_outline_item(title=NAME, page_number=0)
    writer.add_annotation(0, FreeText(text=f"Ask {NAME}", rect=(50, 550, 200, 650)))
    writer.add_annotation(0, Link(rect=(50, 50, 100, 100), url="mailto:dv@lakehurst.example"))
    script = {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("alert('Velankar')")}
    writer.root_object[NameObject("/OpenAction")] = DictionaryObject(script)
    writer.xmp_metadata = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{NAME}</x:xmpmeta>".encode()
    writer.add_named_destination("Velankar", 0)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue() + b"\n% MRN 4471902 after the end\n"


def test_nothing_but_the_words_gets_into_the_new_file() -> None:
    data = hidden()
    assert len(seen(unpacked(data))) >= 4
    reader = scrubbed(data)
    assert [words(reader, n) for n in (0, 1)] == ["No complaints.", "Page two."]
    assert not reader.attachments
    assert not reader.outline
    assert reader.xmp_metadata is None
    _, context = rewritten("pdf", data)
    assert any("notes" in warning for warning in context.warnings)


def test_form_fields_are_read_as_they_are_shown() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "MRN")
        canvas.acroForm.textfield(name="f", value="4471902", x=120, y=692, width=150, height=22, fontSize=12)

    reader = scrubbed(pdf(draw))
    assert words(reader) == "MRN [MEDICALRECORD]"
    assert not reader.get_fields()


@pytest.mark.parametrize("mode", ["L", "RGB", "P", "CMYK"])
def test_pictures_are_kept_where_asked_and_nothing_of_their_files(mode: str) -> None:
    picture = io.BytesIO()
    image = Image.new("RGB", (40, 30), (200, 30, 30)).convert(mode)
    image.save(picture, "PNG" if mode in "LP" else "JPEG", **({} if mode in "LP" else {"exif": b"Exif\0\0Velankar"}))
    page = all_of(at(50, 700, NAME), lambda canvas: canvas.drawImage(ImageReader(picture), 100, 200, 80, 60))
    after, context = rewritten("pdf", pdf(page), pictures="keep")
    assert not seen(unpacked(after), ("Velankar",))
    found = pypdf.PdfReader(io.BytesIO(after)).pages[0].images
    assert [one.image.size for one in found] == [(40, 30)]
    red = found[0].image.convert("RGB").getpixel((20, 15))
    assert max(red) == red[0] or mode == "L"
    assert "kept" in context.warnings[0]
    assert not pypdf.PdfReader(io.BytesIO(rewritten("pdf", pdf(page))[0])).pages[0].images


def test_pictures_are_left_out_and_scanned_pages_refused() -> None:
    def picture(width: float) -> Draw:
        return lambda canvas: canvas.drawImage(ImageReader(io.BytesIO(_PNG)), 0, 0, width, width)

    data, context = rewritten("pdf", pdf(all_of(picture(100), at(72, 700, "Seen today."))))
    assert not re.search(rb"/Subtype\s*/Image", data)
    assert "pictures" in context.warnings[0]
    for page in (picture(100), all_of(picture(600), at(72, 700, "Fax 1 of 2"))):
        with pytest.raises(NoteError, match="page 2: a picture"):
            rewritten("pdf", pdf(at(72, 700, "Seen today."), page))


def test_a_page_of_strokes_is_refused() -> None:
    def draw(canvas: Canvas) -> None:
        for x in range(300):
            canvas.line(x, 0, x, 9)

    with pytest.raises(NoteError, match="drawn"):
        rewritten("pdf", pdf(draw))


def test_turned_text_is_left_out() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "Seen today, no complaints.")
        canvas.rotate(90)
        canvas.drawString(100, -500, NAME)

    data, context = rewritten("pdf", pdf(draw))
    assert not seen(unpacked(data))
    assert "turned" in context.warnings[0]


def test_as_text() -> None:
    data, _ = rewritten("pdf", pdf(at(72, 700, "MRN 4471902"), at(72, 700, "Page two.")), pdf_as="text")
    assert data == b"MRN [MEDICALRECORD-1]\n\fPage two.\n"


def test_a_sign_after_a_name_of_two_words_stays_behind_the_mask() -> None:
    texts = ("Mr.", "Darius", "Velankar,", "stable")
    line = [Word(text, 50.0 * n, 50.0 * n + 40, 700, 12, "Helvetica") for n, text in enumerate(texts)]
    sheet = Sheet(600, 800, [[line]])
    scrub_sheet(sheet, Finder("Darius Velankar"), "page 1")  # type: ignore[arg-type]
    assert sheet_text(sheet) == "Mr. [X], stable\n"


def test_letters_that_standard_fonts_lack() -> None:
    letters = Letters()
    assert letters.drawable("5 µg “ok” – 38°, Ø") == "5 µg “ok” – 38°, Ø"
    assert not letters.changed
    assert letters.drawable("Łódź ☑ \U0001f600 ≥ 10⁵ 2⅓ H₂O α-Δ") == "Lódz [x] ? >= 10^5 2 1/3 H2O alpha-Delta"
    assert letters.changed
    with pytest.raises(NoteError, match="letters"):
        letters.drawable("Дариус")


def test_fonts() -> None:
    names = ("ABCDEF+Arial-BoldMT", "TimesNewRomanPS-ItalicMT", "CourierNew", "OpenSans", "MSSansSerif", "PTSerif-Bold")
    assert [font_of(name) for name in names] == [
        *("Helvetica-Bold", "Times-Italic", "Courier", "Helvetica", "Helvetica", "Times-Bold")
    ]


def test_two_runs_give_the_same_bytes() -> None:
    data = hidden()
    assert rewritten("pdf", data)[0] == rewritten("pdf", data)[0]


def test_a_long_mask_stays_on_the_page() -> None:
    data = pdf(at(500, 700, "MRN 4471902 and MRN 4471903"))
    reader = scrubbed(data)
    assert words(reader) == "MRN [MEDICALRECORD] and MRN [MEDICALRECORD]"


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
def test_pdftotext_agrees(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    out.write_bytes(rewritten("pdf", pdf(at(72, 700, f"Seen today: {NAME}, 5 µg – é, stable.")))[0])
    text = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, check=True).stdout.decode()
    assert " ".join(plain(text).split()) == "Seen today: Mr. [NAME], 5 µg – é, stable."


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_an_empty_password_is_none(algorithm: str) -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf(at(72, 700, "Mr. Darius Velankar is fine."))))
    writer.encrypt("", "owner", algorithm=algorithm)
    file = io.BytesIO()
    writer.write(file)
    data, _ = rewritten("pdf", file.getvalue())
    after = pypdf.PdfReader(io.BytesIO(data))
    assert not after.is_encrypted
    assert after.pages[0].extract_text().strip() == "Mr. [PATIENT-1] is fine."


def test_lines_and_boxes_are_drawn_again() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "Mr. Darius Velankar is fine.")
        canvas.line(72, 690, 300, 690)
        canvas.rect(60, 600, 300, 120)
        canvas.bezier(10, 10, 20, 40, 60, 40, 70, 10)

    data, context = rewritten("pdf", pdf(draw))
    content = pypdf.PdfReader(io.BytesIO(data)).pages[0].get_contents()
    assert content is not None
    assert content.get_data().count(b" l\n") == 5
    assert any("drawings are left out" in warning for warning in context.warnings)
