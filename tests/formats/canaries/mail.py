"""Mail, cards, variants and archives with canaries, written by the standard library, or by hand."""

from __future__ import annotations

import gzip
import io
import mailbox
import tempfile
import zipfile
from email.encoders import encode_base64
from email.message import EmailMessage, Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

from formats.canaries import Planter
from formats.canaries.documents import plant_docx, plant_pdf
from formats.canaries.tables import plant_csv, plant_xlsx

_HEADERS = ("X-Patient", "Comments", "Keywords", "Organization", "List-Id", "Thread-Topic", "In-Reply-To", "References")


def plant_eml(plant: Planter) -> bytes:
    """Headers known and unknown, text in every encoding, attachments, reports, what stands between the parts."""
    message = MIMEMultipart("mixed", boundary=plant.short("boundary").replace(". ", "_"))
    for name in ("From", "To", "Cc", "Reply-To"):
        message[name] = f"{plant.name(name)} <{plant.mail(name)}>"
    message["Subject"] = plant.text("subject")
    message["Message-ID"] = f"<{plant.mail('Message-ID')}>"
    message["Received"] = f"from {plant.mail('Received')} by x; Tue, 5 Mar 2024 10:11:12 +0000"
    for name in _HEADERS:
        message[name] = f"<{plant.mail(name)}>" if name in ("In-Reply-To", "References") else plant.text(name)
    message.preamble, message.epilogue = plant.text("preamble"), plant.text("epilogue")
    message.attach(MIMEText(plant.text("plain"), "plain", "us-ascii"))
    message.attach(MIMEText(plant.text("base64") + " é", "plain", "utf-8"))
    message.attach(MIMEText(f"<p title='{plant.text('title')}'>{plant.text('page')}</p>", "html", "utf-8"))
    message.attach(MIMEText(f"BEGIN:VCALENDAR\nSUMMARY:{plant.text('calendar')}\nEND:VCALENDAR\n", "calendar"))
    for name, data in (
        ("t.csv", plant_csv(plant)),
        ("b.xlsx", plant_xlsx(plant)),
        ("d.docx", plant_docx(plant)),
        ("p.pdf", plant_pdf(plant)),
        ("u.bin", plant.text("unknown attachment").encode()),
    ):
        message.attach(_attachment(plant, name, data))
    inner = EmailMessage()
    inner["From"], inner["Subject"] = plant.mail("inner From"), plant.text("inner subject")
    inner.set_content(plant.text("inner text"), cte="quoted-printable")
    wrapper = MIMEBase("message", "rfc822")
    wrapper.attach(inner)
    message.attach(wrapper)
    message.attach(_report(plant))
    return message.as_bytes()


def _attachment(plant: Planter, name: str, data: bytes) -> Message:
    part = MIMEBase("application", "octet-stream")
    part.set_payload(data)
    encode_base64(part)
    part["Content-Disposition"] = f'attachment; filename="{plant.short(f"name of {name}")} {name}"'
    part["Content-Description"] = plant.text(f"description of {name}")
    part["Content-ID"] = f"<{plant.mail(f'id of {name}')}>"
    return part


def _report(plant: Planter) -> Message:
    part = MIMEBase("message", "delivery-status")
    blocks = []
    for at in range(2):
        block = Message()
        block["Reporting-MTA"] = f"dns; {plant.mail(f'report {at}')}"
        block["Diagnostic-Code"] = f"smtp; 550 {plant.text(f'diagnosis {at}')}"
        blocks.append(block)
    part.set_payload(blocks)
    return part


def plant_mbox(plant: Planter) -> bytes:
    """Bodies in every encoding, and the lines that part the messages."""
    with tempfile.TemporaryDirectory() as folder:
        box = mailbox.mbox(Path(folder) / "box")
        for encoding in ("base64", "quoted-printable", "7bit"):
            mail = EmailMessage()
            mail["From"] = plant.mail(f"From, {encoding}")
            mail.set_content(plant.text(encoding) + "\n\nFrom here on nothing.\n", cte=encoding)
            message = mailbox.mboxMessage(mail)
            message.set_from(f"{plant.mail(f'line before, {encoding}')} Tue Mar  5 10:11:12 2024")
            box.add(message)
        box.close()
        return (Path(folder) / "box").read_bytes()


_CARD = """BEGIN:VCARD
VERSION:3.0
FN:[[name FN]]
N:[[name N]];Darius;;;
NICKNAME:[[name NICKNAME]]
item1.EMAIL;TYPE=work:[[mail EMAIL]]
item1.X-ABLabel:[[text label]]
ADR:;;[[name ADR]] Street;Lakehurst;;;
ORG:[[name ORG]]
NOTE:[[text NOTE]]
X-PATIENT:[[text unknown property]]
URL:[[link URL]]
UID:[[number UID]]
TEL;TYPE="[[short parameter]]":+1 416 555 0137
RELATED;VALUE=text:[[name RELATED]]
AGENT;VALUE=uri:mailto:[[mail AGENT]]
PHOTO;VALUE=uri:[[link PHOTO]]
SORT-STRING:[[name SORT-STRING]]
END:VCARD
"""
_VARIANTS = """##fileformat=VCFv4.2
##source=[[link source]]
##patient=[[name unknown key]]
##INFO=<ID=NOTE,Number=1,Type=String,Description="[[text description]]">
##SAMPLE=<ID=SUBJECT,Description="[[text description of a sample]]">
#CHROM	POS	ID	REF	ALT	QUAL	FILTER	INFO	FORMAT	SUBJECT	[[anchor name of a sample]]
20	14370	SUBJECT_1	G	A	29	PASS	NOTE=INFO;DP=14	GT	0|0	1|0
"""


def plant_vcard(plant: Planter) -> bytes:
    """Every property that tells, known or not."""
    return plant.filled(_CARD).replace("\n", "\r\n").encode()


def plant_vcf(plant: Planter) -> bytes:
    """Header lines, samples, INFO text, identifiers of variants."""
    info = plant.text("INFO").replace(" ", "_")
    return plant.filled(_VARIANTS).replace("SUBJECT", plant.number("sample")).replace("=INFO;", f"={info};").encode()


def plant_gzip(plant: Planter) -> bytes:
    """A table in gzip, with the name of its file."""
    file = io.BytesIO()
    with gzip.GzipFile(f"{plant.short('name in the header')}.csv", "wb", fileobj=file) as packed:
        packed.write(plant_csv(plant))
    return file.getvalue()


def plant_zip(plant: Planter) -> bytes:
    """Files of several formats, their names and comments."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        package.comment = plant.text("comment").encode()
        package.writestr(f"{plant.short('folder')}/note.txt", plant.text("note"))
        package.writestr("table.csv", plant_csv(plant))
        package.writestr("letter.docx", plant_docx(plant))
    return file.getvalue()
