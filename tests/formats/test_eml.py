"""EML: headers, bodies and attachments hold nothing planted; what is not PHI is as it was."""

from __future__ import annotations

import email
import io
from email.message import EmailMessage, Message
from email.policy import SMTP, default

import docx
import pytest
from formats.planted import PHI, plain, rewritten, seen
from formats.test_pdf import at, pdf

from scrubber.errors import NoteError
from scrubber.formats.pictures import _PNG

NAME = "Mr. Darius Velankar"


def message(body: str = "No complaints.\n") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Ngozi Ekwueme <ngozi.ekwueme@lakehurst.example>"
    mail["To"] = '"Velankar, Darius" <dv@lakehurst.example>, front@lakehurst.example'
    mail["Subject"] = f"{NAME}, MRN 4471902"
    mail["Date"] = "Tue, 05 Mar 2024 10:11:12 -0500"
    mail["Message-ID"] = "<4471902.abc@lakehurst.example>"
    mail["References"] = "<1.abc@lakehurst.example> <4471902.abc@lakehurst.example>"
    mail.set_content(body)
    return mail


def scrubbed(mail: EmailMessage | bytes, **settings: object) -> EmailMessage:
    data, _ = rewritten("eml", mail if isinstance(mail, bytes) else mail.as_bytes(), **settings)
    assert not seen(data)
    after = email.message_from_bytes(data, policy=default)
    assert isinstance(after, EmailMessage)
    for part in after.walk():
        if not part.is_multipart():
            assert not seen(part.get_payload(decode=True))
    return after


def test_headers() -> None:
    mail = message()
    mail["Received"] = (
        "from ward4.lakehurst.example ([10.1.2.3]) by mx.lakehurst.example; Tue, 5 Mar 2024 10:11:12 -0500"
    )
    mail["DKIM-Signature"] = "v=1; d=lakehurst.example"
    mail["X-Originating-IP"] = "[10.1.2.3]"
    mail["Reply-To"] = "=?utf-8?q?Dari=75s_Velankar?= <dv@lakehurst.example>"
    mail["Importance"] = "high"
    after = scrubbed(mail)
    assert after["From"].startswith("[PATIENT-") or after["From"].startswith('"[PATIENT-')
    assert set(after.keys()) == {
        *("From", "To", "Subject", "Date", "Message-ID", "References", "Reply-To", "Importance"),
        *("Content-Type", "Content-Transfer-Encoding", "MIME-Version"),
    }
    raw = email.message_from_bytes(rewritten("eml", mail.as_bytes())[0])
    assert raw["Date"] == "[DATE-1]"
    assert raw["Message-ID"] in raw["References"].split()
    assert plain(raw["Subject"]) == "Mr. [NAME], MRN [MEDICALRECORD]"


@pytest.mark.parametrize("encoding", ["7bit", "8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_bodies_keep_their_encoding(encoding: str, line_end: str) -> None:
    body = f"Seen today: {NAME}, MRN 4471902.\nStable on aspirin 81 mg.\n"
    if encoding != "7bit":
        body += "Temp 38\u00b0, no d\u00e9j\u00e0 vu.\n"
    mail = message()
    mail.set_content(body, cte=encoding)
    after = scrubbed(mail.as_bytes(policy=SMTP if line_end == "\r\n" else default))
    text = plain(after.get_content()).replace("\r\n", "\n")
    assert text.startswith("Seen today: Mr. [NAME], MRN [MEDICALRECORD].\nStable on aspirin 81 mg.\n")
    assert ("d\u00e9j\u00e0" in text) == (encoding != "7bit")
    assert after["Content-Transfer-Encoding"] == encoding


def test_people_of_the_headers_are_known_in_the_text() -> None:
    after = scrubbed(message("thanks, darius velankar\n"))
    assert "darius" not in after.get_content()


def test_html_with_its_pictures() -> None:
    mail = message()
    page = f'<p>Mr. <b>Vel</b>ankar</p><img src="cid:pic.{PHI[3]}@lakehurst.example" alt="{NAME}">'
    mail.add_alternative(page, subtype="html")
    html = mail.get_payload()[1]
    assert isinstance(html, EmailMessage)
    html.add_related(
        b"\x89PNG\r\n\x1a\nVelankar", "image", "png", cid="<pic.4471902@lakehurst.example>", filename="Velankar.png"
    )
    after = scrubbed(mail)
    parts = list(after.walk())
    assert 'src="cid:part1@mail"' in next(p for p in parts if p.get_content_type() == "text/html").get_content()
    part = next(p for p in parts if p.get_content_type() == "image/png")
    assert part["Content-ID"] == "<part1@mail>"
    assert part.get_filename() == "attachment-1.png"
    assert part.get_payload(decode=True) == _PNG


def test_attachments() -> None:
    document = docx.Document()
    document.add_paragraph(f"Patient: {NAME}, MRN 4471902")
    file = io.BytesIO()
    document.save(file)
    mail = message()
    word = "vnd.openxmlformats-officedocument.wordprocessingml.document"
    mail.add_attachment(file.getvalue(), "application", word, filename="Velankar letter.docx")
    mail.add_attachment(f"MRN 4471902 {NAME}".encode(), "text", "plain", filename="Velankar.txt")
    mail.add_attachment(f"<p>MRN 4471902 {NAME}</p>".encode(), "application", "octet-stream", filename="x.html")
    mail.add_attachment(b"Velankar\x00\x01", "application", "x-dose", filename="Velankar.dose")
    mail.add_attachment(message(f"{NAME}\n"))
    after = scrubbed(mail)
    _, context = rewritten("eml", mail.as_bytes())
    assert context.warnings == ["attachments of formats that are not handled are taken out"]
    parts = list(after.iter_attachments())
    assert [p.get_filename() for p in parts[:3]] == ["attachment-1.docx", "attachment-2.txt", "attachment-3.html"]
    letter = docx.Document(io.BytesIO(parts[0].get_payload(decode=True)))
    assert plain(letter.paragraphs[0].text) == "Patient: Mr. [NAME], MRN [MEDICALRECORD]"
    assert parts[3].get_content() == "[attachment removed]\n"
    assert parts[4].get_content_type() == "message/rfc822"
    assert plain(parts[4].get_content().get_content()) == "Mr. [NAME]\n"


def test_a_pdf_stays_a_pdf() -> None:
    mail = message()
    mail.add_attachment(pdf(at(72, 700, "MRN 4471902")), "application", "pdf", filename="Velankar.pdf")
    after = scrubbed(mail, pdf_as="text")
    assert next(after.iter_attachments()).get_payload(decode=True).startswith(b"%PDF-")


def test_preamble_names_and_dates_of_attachments_and_reports() -> None:
    raw = f"""From dv@lakehurst.example Tue Mar  5 10:11:12 2024
From: dv@lakehurst.example
Subject: =?iso-8859-1?q?Call_=28416=29_555-0137?=
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

Preamble, MRN 4471902.
--b
Content-Type: text/plain; charset=us-ascii; x-owner="Velankar"
Content-Disposition: attachment; filename*0="Vel"; filename*1="ankar.txt"; creation-date="Tue, 5 Mar 2024"

{NAME}
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.lakehurst.example
Final-Recipient: rfc822; darius.velankar@lakehurst.example

--b
Content-Type: text/rfc822-headers

Subject: MRN 4471902
--b--
Epilogue, MRN 4471902.
"""
    after = scrubbed(raw.encode())
    assert after.get_payload()[0].get_filename() == "attachment-1.txt"
    assert b"2024" not in after.as_bytes()


def test_a_signature_is_taken_out() -> None:
    raw = f"""From: a@lakehurst.example
Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha1; boundary="b"

--b

{NAME}
--b
Content-Type: application/pkcs7-signature; name=smime.p7s

Velankar
--b--
"""
    data, context = rewritten("eml", raw.encode())
    assert not seen(data)
    assert b"multipart/mixed" in data
    assert "signature" in context.warnings[0]


def test_raw_bytes_and_unknown_charsets() -> None:
    raw = b"From: Ngozi Ekwu\xe9 <ne@lakehurst.example>\nSubject: MRN 4471902 \xff\n"
    raw += b"Content-Type: text/plain; charset=x-klingon\n\n"
    data, _ = rewritten("eml", raw + "Mr. Darius Velankar, temp 38\u00b0.\n".encode("cp1252"))
    assert not seen(data)
    assert data.endswith(b", temp 38\xb0.\n")


def test_what_holds_no_phi_is_not_touched() -> None:
    raw = (
        b"Subject: lab results\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=zz\n\n--zz\n"
        b"Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\n"
        b"BP 120/80 =E2=82=AC =\nsoft\n--zz\nContent-Type: text/csv; charset=utf-8\n"
        b"Content-Transfer-Encoding: base64\n\nYSxiCjEsMgo=\n\n--zz--\n"
    )
    assert rewritten("eml", raw)[0] == raw


DOCX_BAD = b"PK\x03\x04Velankar"
REFUSED = {
    "no headers": (b"\n\nVelankar", "headers"),
    "binary": (b"From: x\n\x00\x00", "binary"),
    "S/MIME": (b"From: x\nContent-Type: application/pkcs7-mime; name=smime.p7m\n\nVelankar", "encrypted"),
    "PGP": (b"From: x\nContent-Type: multipart/encrypted; boundary=b\n\n--b\n\nVelankar\n--b--\n", "encrypted"),
    "inline PGP": (b"From: x\n\n-----BEGIN PGP MESSAGE-----\nVelankar\n", "encrypted"),
    "no parts": (b"From: x\nContent-Type: multipart/mixed; boundary=b\n\nVelankar \xe9\n", "do not begin"),
    "attachment": (b"From: x\nContent-Type: application/x; name=a.docx\n\n" + DOCX_BAD, "broken"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_handled_is_refused(what: str) -> None:
    raw, words = REFUSED[what]
    with pytest.raises(NoteError, match=words) as caught:
        rewritten("eml", raw)
    assert not seen(str(caught.value).encode())


def test_messages_too_deep_are_refused() -> None:
    inner: Message = message()
    for _ in range(25):
        outer = EmailMessage()
        outer["Subject"] = "x"
        outer.set_content(inner)
        inner = outer
    with pytest.raises(NoteError, match="deep"):
        rewritten("eml", inner.as_bytes())


def report(blocks: str, headers: str = "") -> bytes:
    return f"""From: mailer@other.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status
{headers}
{blocks}
--b--
""".encode()


def test_text_of_a_delivery_report_is_read() -> None:
    blocks = f"Reporting-MTA: dns; mx.other.example\n\nAction: failed\nno field at all: {NAME}\n{NAME}, MRN 4471902\n"
    data, _ = rewritten("eml", report(blocks))
    assert not seen(data)
    assert b"Action: failed" in data


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_parts_inside_a_transfer_encoding_are_refused(encoding: str) -> None:
    with pytest.raises(NoteError, match="inside a transfer encoding"):
        rewritten("eml", report("TVJOIDQ0NzE5MDI=\n", f"Content-Transfer-Encoding: {encoding}\n"))


@pytest.mark.parametrize(
    ("encoding", "body", "error"),
    [
        ("x-own", "TVJOIDQ0NzE5MDI=", "not handled"),
        ("base64", "TVJOI", "no base64"),
        ("7bit", "begin 644 a.txt\n#86%B\n`\nend", "uuencoded"),
    ],
)
def test_encoded_text_that_is_not_read_is_refused(encoding: str, body: str, error: str) -> None:
    raw = f"From: a@b.example\nContent-Type: text/plain\nContent-Transfer-Encoding: {encoding}\n\n{body}\n"
    with pytest.raises(NoteError, match=error):
        rewritten("eml", raw.encode())


def test_an_attachment_has_one_name_that_says_what_it_is() -> None:
    part = (
        "Content-Type: text/csv; name=Velankar.csv\nContent-Disposition: attachment; filename*=utf-8''Velankar%20l.csv"
    )
    body = f"From: a@lakehurst.example\nMIME-Version: 1.0\n{part}\n\nname\nVelankar\n"
    after = rewritten("eml", body.encode())[0].decode()
    assert after.count('"attachment-1.csv"') == 2


def test_a_calendar_in_a_message_is_read_as_one() -> None:
    lines = ("BEGIN:VCALENDAR", "DTSTART:20210314T101500Z", "SUMMARY:Mr. Velankar", "END:VCALENDAR", "")
    body = "From: a@lakehurst.example\nMIME-Version: 1.0\nContent-Type: text/calendar\n\n" + "\n".join(lines)
    after = rewritten("eml", body.encode())[0].decode()
    assert after.endswith("BEGIN:VCALENDAR\nSUMMARY:Mr. [PATIENT-1]\nEND:VCALENDAR\n")
