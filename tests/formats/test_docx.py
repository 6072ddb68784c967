"""DOCX: nothing planted anywhere in the package is left, and nothing else is changed."""

from __future__ import annotations

import io
import re

import docx
import openpyxl
import pytest
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from formats.planted import members, plain, repacked, rewritten, seen

from scrubber.formats.pictures import _PNG

NAME = "Mr. Darius Velankar"
W = nsdecls("w")


def saved(document: Document) -> bytes:
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def scrubbed(document: Document, **settings: object) -> Document:
    data, _ = rewritten("docx", saved(document), **settings)
    assert not seen(members(data).values())
    return docx.Document(io.BytesIO(data))


def new() -> Document:
    document = docx.Document()
    document.core_properties.author = ""
    return document


def xml(document: Document, fragment: str) -> None:
    """Append to the body, before its section properties."""
    document.element.body.insert(len(document.element.body) - 1, parse_xml(fragment))


def test_a_name_split_over_runs_keeps_the_formatting() -> None:
    document = new()
    paragraph = document.add_paragraph("Seen today: Mr. ")
    for text, bold in (("Vel", True), ("an", False), ("kar", True), (", stable on ", None), ("aspirin", True)):
        paragraph.add_run(text).bold = bold
    after = scrubbed(document).paragraphs[0]
    assert plain(after.text) == "Seen today: Mr. [NAME], stable on aspirin"
    assert [(plain(r.text), r.bold) for r in after.runs] == [
        ("Seen today: Mr. ", None),
        ("[NAME]", True),
        ("", False),
        ("", True),
        (", stable on ", None),
        ("aspirin", True),
    ]


def test_tables_give_a_value_its_label() -> None:
    document = new()
    table = document.add_table(2, 2)
    for cell, text in zip((c for r in table.rows for c in r.cells), ("Patient", NAME, "MRN", "4471902"), strict=True):
        cell.text = text
    after = scrubbed(document).tables[0]
    cells = [plain(c.text) for r in after.rows for c in r.cells]
    assert cells == ["Patient", "Mr. [NAME]", "MRN", "[MEDICALRECORD]"]


def test_header_footer_and_properties() -> None:
    document = new()
    section = document.sections[0]
    section.header.paragraphs[0].text = f"Patient: {NAME}   MRN 4471902"
    section.footer.paragraphs[0].text = "Questions: (416) 555-0137"
    document.add_paragraph("No complaints.")
    properties = document.core_properties
    properties.author = properties.last_modified_by = "Darius Velankar"
    properties.title = f"Letter about {NAME}"
    properties.subject = "MRN 4471902"
    properties.keywords = "call (416) 555-0137"
    properties.comments = f"{NAME} called"
    after = scrubbed(document)
    assert after.sections[0].header.paragraphs[0].text.endswith("   MRN [MEDICALRECORD-1]")
    assert after.sections[0].footer.paragraphs[0].text == "Questions: [PHONE-1]"
    assert after.core_properties.author == "[PATIENT-1]"  # the one whom the header names
    assert after.core_properties.title.startswith("Letter about Mr. [")
    assert after.paragraphs[0].text == "No complaints."


def test_dates_of_properties_go_or_stay_as_the_policy_says() -> None:
    raw = members(saved(new()))["docProps/core.xml"]
    assert b"dcterms:created" in raw
    after, _ = rewritten("docx", saved(new()))
    assert b"dcterms:created" not in members(after)["docProps/core.xml"]


def tracked() -> Document:
    document = new()
    stamp = 'w:id="1" w:author="Dr. Ngozi Ekwueme" w:date="2024-03-05T10:11:12Z"'
    xml(
        document,
        f"""<w:p {W}><w:r><w:t xml:space="preserve">Seen by Mr. Darius </w:t></w:r>
        <w:del {stamp}><w:r><w:delText>Velankar</w:delText></w:r></w:del>
        <w:ins {stamp}><w:r><w:t>Velankar-Ekwueme</w:t></w:r></w:ins>
        <w:r><w:t xml:space="preserve"> for cough.</w:t></w:r></w:p>""",
    )
    return document


def test_tracked_changes_are_read_as_they_were_and_as_they_are() -> None:
    after = scrubbed(tracked())
    body = after.element.body.xml
    assert "2024-03-05" not in body
    assert "w:del " in body
    assert "w:ins " in body
    assert "".join(t.text or "" for t in after.element.body.iter(qn("w:t"))).endswith(" for cough.")
    assert all(plain(d.text or "") in ("", "[NAME]") for d in after.element.body.iter(qn("w:delText")))
    assert re.search(r'w:author="(Dr\. )?\[DOCTOR-\d+\]"', body)


def test_fields_links_bookmarks_and_alternative_texts() -> None:
    document = new()
    link = document.part.relate_to("mailto:darius.velankar@lakehurst.example", RT.HYPERLINK, is_external=True)
    share = document.part.relate_to("file:///C:/Users/Velankar/notes.docx", RT.HYPERLINK, is_external=True)
    known = document.part.relate_to("https://emr.lakehurst.example/p/4471902", RT.HYPERLINK, is_external=True)
    picture = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
    xml(
        document,
        f"""<w:p {W} {nsdecls("r")} xmlns:wp="{picture}">
        <w:bookmarkStart w:id="0" w:name="Darius_Velankar"/><w:bookmarkEnd w:id="0"/>
        <w:hyperlink r:id="{link}"><w:r><w:t>write</w:t></w:r></w:hyperlink>
        <w:hyperlink r:id="{share}"><w:r><w:t>notes</w:t></w:r></w:hyperlink>
        <w:hyperlink r:id="{known}" w:tooltip="Chart of {NAME}"><w:r><w:t>chart</w:t></w:r></w:hyperlink>
        <w:hyperlink w:anchor="Darius_Velankar"><w:r><w:t>above</w:t></w:r></w:hyperlink>
        <w:r><w:fldChar w:fldCharType="begin"><w:fldData>VmVsYW5rYXI=</w:fldData></w:fldChar></w:r>
        <w:r><w:instrText> HYPERLINK "mailto:darius.vel</w:instrText></w:r>
        <w:r><w:instrText>ankar@lakehurst.example" </w:instrText></w:r>
        <w:r><w:fldChar w:fldCharType="end"/></w:r>
        <w:r><w:instrText> INCLUDEPICTURE "C:\\\\Users\\\\Velan</w:instrText></w:r>
        <w:r><w:instrText>kar\\\\x.png" \\d </w:instrText></w:r>
        <w:fldSimple w:instr="INCLUDETEXT &quot;\\\\ward\\Velankar.docx&quot;"/>
        <w:fldSimple w:instr="AUTHOR {NAME}"><w:r><w:t>x</w:t></w:r></w:fldSimple>
        <w:r><w:drawing><wp:inline><wp:docPr id="1" name="Photo of {NAME}" descr="{NAME} at home" title="MRN 4471902"/>
        </wp:inline></w:drawing></w:r></w:p>""",
    )
    after = scrubbed(document)
    assert "VmVs" not in after.element.body.xml
    assert after.element.body.xml.count("place1") == 2
    targets = {r.target_ref for r in after.part.rels.values() if r.is_external}
    assert "mailto:%5BEMAIL-1%5D" in targets
    assert sum(target.startswith("%5BURL-") for target in targets) == 2


def test_text_boxes_footnotes_comments_and_content_controls() -> None:
    document = new()
    box = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in (f"Patient: {NAME}", "MRN 4471902"))
    xml(
        document,
        f"""<w:p {W} xmlns:v="urn:schemas-microsoft-com:vml"><w:r><w:t xml:space="preserve">Call </w:t></w:r>
        <w:r><w:pict><v:shape alt="{NAME}"><v:textbox><w:txbxContent>{box}</w:txbxContent></v:textbox>
        <v:textpath string="MRN 4471902"/></v:shape></w:pict></w:r>
        <w:r><w:t>(416) 555-0137.</w:t></w:r></w:p>""",
    )
    xml(
        document,
        f"""<w:sdt {W}><w:sdtPr><w:alias w:val="Name of {NAME}"/><w:tag w:val="MRN 4471902"/>
        <w:date w:fullDate="2024-03-05T00:00:00Z"/>
        <w:dropDownList><w:listItem w:displayText="{NAME}" w:value="MRN 4471902"/></w:dropDownList></w:sdtPr>
        <w:sdtContent><w:p><w:r><w:t>{NAME}</w:t></w:r></w:p></w:sdtContent></w:sdt>""",
    )
    paragraph = document.add_paragraph("Body.")
    comment = document.add_comment(paragraph.runs, text=f"Ask {NAME}", author="Ngozi Ekwueme", initials="NE")
    comment.add_paragraph("at (416) 555-0137")
    notes = (
        f'<w:footnotes {W}><w:footnote w:id="1"><w:p><w:r><w:t>See {NAME}</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    data = repacked(
        saved(document),
        {
            "word/footnotes.xml": notes.encode(),
            "word/endnotes.xml": notes.replace("foot", "end").encode(),
            "word/glossary/document.xml": f"<w:doc {W}><w:p><w:r><w:t>{NAME}</w:t></w:r></w:p></w:doc>".encode(),
            "word/people.xml": b'<p:people xmlns:p="urn:p"><p:person p:author="Ngozi Ekwueme"><p:presenceInfo '
            b'p:providerId="AD" p:userId="S::ngozi.ekwueme@lakehurst.example"/></p:person></p:people>',
        },
    )
    after, context = rewritten("docx", data)
    assert not seen(members(after).values())
    parts = members(after)
    assert b"2024-03-05" not in parts["word/document.xml"]
    assert b'w:initials="NE"' not in parts["word/comments.xml"]
    assert b"Call " in parts["word/document.xml"]
    assert context.spans > 10


def test_custom_properties_variables_and_custom_xml() -> None:
    custom = (
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" '
        'xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="MRN"><vt:i4>4471902</vt:i4></property>'
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="3" name="Patient">'
        f"<vt:lpwstr>{NAME}</vt:lpwstr></property>"
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="4" name="Seen">'
        "<vt:filetime>2024-03-05T10:00:00Z</vt:filetime></property>"
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="5" name="Copies"><vt:i4>4</vt:i4></property>'
        "</Properties>"
    )
    item = f'<chart xmlns="urn:x"><patient id="4471902">{NAME}</patient><mrn>4471902</mrn><unit>mg</unit></chart>'
    settings = members(saved(new()))["word/settings.xml"].decode()
    variables = f'<w:docVars><w:docVar w:name="MRN" w:val="4471902"/></w:docVars>{NAME}</w:settings>'
    data = repacked(
        saved(new()),
        {
            "docProps/custom.xml": custom.encode(),
            "customXml/item1.xml": item.encode(),
            "word/settings.xml": settings.replace("</w:settings>", variables).encode(),
        },
    )
    parts = members(rewritten("docx", data)[0])
    assert not seen(parts.values(), ("Velankar", "Darius"))
    assert b"<vt:lpwstr>[MEDICALRECORD-1]</vt:lpwstr>" in parts["docProps/custom.xml"]
    assert b"2024-03-05" not in parts["docProps/custom.xml"]
    assert b"<vt:i4>4</vt:i4>" in parts["docProps/custom.xml"]
    assert b"<mrn>[MEDICALRECORD-1]</mrn><unit>mg</unit>" in parts["customXml/item1.xml"]
    assert b'w:name="MRN" w:val="[MEDICALRECORD-1]"' in parts["word/settings.xml"]


def test_charts_and_the_template() -> None:
    chart = (
        '<c:chartSpace xmlns:c="urn:c" xmlns:a="urn:a"><a:p><a:r><a:t>Weight of Mr. Vel</a:t></a:r>'
        "<a:r><a:t>ankar</a:t></a:r></a:p><c:f>'Velankar, Darius'!$A$1:$A$5</c:f><c:pt><c:v>Mr. Darius Velankar</c:v>"
        "</c:pt><c:v>72</c:v></c:chartSpace>"
    )
    template = b"<Template>C:\\Users\\Velankar\\letter.dotx</Template></Properties>"
    app = members(saved(new()))["docProps/app.xml"].replace(b"</Properties>", template)
    parts = members(
        rewritten("docx", repacked(saved(new()), {"word/charts/chart1.xml": chart.encode(), "docProps/app.xml": app}))[
            0
        ]
    )
    assert not seen(parts.values())
    assert b"<c:v>72</c:v>" in parts["word/charts/chart1.xml"]


def test_pictures_become_blank_and_the_thumbnail_goes() -> None:
    document = new()
    picture = io.BytesIO(_PNG.replace(b"IEND", b"IEND") + b"Velankar")
    document.add_picture(picture)
    data = saved(document)
    assert "docProps/thumbnail.jpeg" in members(data)
    after, context = rewritten("docx", data)
    parts = members(after)
    assert "docProps/thumbnail.jpeg" not in parts
    assert b"thumbnail" not in parts["_rels/.rels"]
    assert parts["word/media/image1.png"] == _PNG
    assert len(context.warnings) == 1
    assert "blank" in context.warnings[0]
    kept, context = rewritten("docx", data, pictures="keep")
    assert members(kept)["word/media/image1.png"].endswith(b"Velankar")
    assert "not looked at" in context.warnings[0]
    assert len(docx.Document(io.BytesIO(after)).inline_shapes) == 1


def test_names_of_parts_that_tell_something() -> None:
    document = new()
    document.add_picture(io.BytesIO(_PNG))
    data = saved(document)
    parts = members(data)
    relations = parts["word/_rels/document.xml.rels"].replace(b"media/image1.png", b"media/Mr%20Darius%20Velankar.png")
    types = parts["[Content_Types].xml"].replace(
        b"</Types>", b'<Override PartName="/word/media/Mr%20Darius%20Velankar.png" ContentType="image/png"/></Types>'
    )
    renamed = repacked(
        data,
        {
            "word/media/Mr Darius Velankar.png": _PNG,
            "word/_rels/document.xml.rels": relations,
            "[Content_Types].xml": types,
        },
    )
    after, _ = rewritten("docx", renamed)
    assert not seen(after)
    assert not seen(members(after).values())
    assert "word/media/place1.png" in members(after)
    picture = docx.Document(io.BytesIO(after)).inline_shapes[0]
    assert picture.type is not None


def test_an_embedded_document_is_scrubbed_too() -> None:
    inner = new()
    inner.add_paragraph(f"Patient: {NAME}, MRN 4471902")
    data = repacked(saved(new()), {"word/embeddings/Document1.docx": saved(inner)})
    after, context = rewritten("docx", data)
    part = members(after)["word/embeddings/Document1.docx"]
    assert not seen(members(part).values())
    assert context.notes == 1
    text = docx.Document(io.BytesIO(part)).paragraphs[0].text
    assert plain(text) == "Patient: Mr. [NAME], MRN [MEDICALRECORD]"


def test_an_embedded_workbook_is_scrubbed_too() -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["MRN", "4471902"])
    file = io.BytesIO()
    book.save(file)
    data = repacked(saved(new()), {"word/embeddings/Microsoft_Excel_Sheet.xlsx": file.getvalue()})
    part = members(rewritten("docx", data)[0])["word/embeddings/Microsoft_Excel_Sheet.xlsx"]
    assert not seen(members(part).values())
    assert openpyxl.load_workbook(io.BytesIO(part)).sheetnames == ["Sheet"]


def test_what_holds_no_phi_is_not_touched() -> None:
    document = new()
    document.add_paragraph("Take aspirin 81 mg daily.", style="List Bullet")
    document.add_table(1, 1).rows[0].cells[0].text = "BP 120/80"
    data = saved(document)
    before, after = members(data), members(rewritten("docx", data)[0])
    same = [name for name in before if name in after and before[name] == after[name]]
    assert "word/document.xml" in same
    assert "word/styles.xml" in same
    assert "word/numbering.xml" in same
    changed = set(before) - set(same)
    assert changed == {"docProps/core.xml", "docProps/app.xml", "docProps/thumbnail.jpeg", "_rels/.rels"}


def test_two_runs_give_the_same_bytes() -> None:
    data = saved(tracked())
    assert rewritten("docx", data)[0] == rewritten("docx", data)[0]


def test_invisible_characters_do_not_hide_a_name() -> None:
    document = new()
    document.add_paragraph("Seen: Mr. Dar\u00adius Vel\u200bankar, MRN 4471\u200b902.")
    after = scrubbed(document)
    assert plain(after.paragraphs[0].text) == "Seen: Mr. [NAME], MRN [MEDICALRECORD]."


def test_tab_stops_are_no_tabs() -> None:
    document = new()
    paragraph = document.add_paragraph(f"{NAME} came")
    stops = OxmlElement("w:tabs")
    stops.append(OxmlElement("w:tab"))
    paragraph._p.get_or_add_pPr().append(stops)
    assert plain(scrubbed(document).paragraphs[0].text) == "Mr. [NAME] came"


def test_what_smart_tags_know_goes() -> None:
    document = new()
    xml(
        document,
        f'<w:p {nsdecls("w")}><w:smartTag w:uri="u" w:element="date">'
        '<w:smartTagPr><w:attr w:name="Year" w:val="4471902"/>'
        "</w:smartTagPr><w:r><w:t>today</w:t></w:r></w:smartTag></w:p>",
    )
    after = rewritten("docx", saved(document))[0]
    assert seen(members(after).values()) == []
    assert b"today" in members(after)["word/document.xml"]


@pytest.mark.parametrize(
    "planted",
    [
        b'<w:p xmlns:q="urn:q" q:note="Mr. Darius Velankar"/>',
        b'<w:p w:remark="Mr. Darius Velankar"/>',
        b'<q:x xmlns:q="urn:q" val="Mr. Darius Velankar"/>',
    ],
)
def test_attributes_that_nobody_knows_are_read(planted: bytes) -> None:
    document = members(saved(new()))["word/document.xml"].replace(b"<w:body>", b"<w:body>" + planted, 1)
    after, _ = rewritten("docx", repacked(saved(new()), {"word/document.xml": document}))
    assert not seen(members(after).values())
    assert b"[PATIENT-1]" in members(after)["word/document.xml"]
