"""Documents with canaries, written by python-docx, reportlab and pypdf, or by hand where no library writes the part."""

from __future__ import annotations

import io
import re

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from formats.canaries import Planter
from formats.canaries.tables import plant_xlsx
from formats.planted import members, repacked
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText, Text
from pypdf.generic import DictionaryObject, NameObject, TextStringObject
from reportlab.pdfgen.canvas import Canvas


def plant_docx(plant: Planter) -> bytes:
    """Body, tables, headers, comments, fields, forms, changes, properties, and parts by hand."""
    document = docx.Document()
    paragraph = document.add_paragraph(plant.text("paragraph"))
    whole = plant.text("runs")
    for piece in (whole[:12], whole[12:]):
        paragraph.add_run(piece)
    document.add_comment(paragraph.runs, text=plant.text("comment"), author=plant.name("author"), initials="DZ")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Patient:", plant.name("cell")
    section = document.sections[0]
    section.header.paragraphs[0].text, section.footer.paragraphs[0].text = plant.text("header"), plant.text("footer")
    document.styles.add_style(plant.short("style's name"), 1)
    for name in ("author", "last_modified_by"):
        setattr(document.core_properties, name, plant.name(name))
    for name in ("title", "subject", "comments", "keywords", "category", "identifier", "content_status", "version"):
        setattr(document.core_properties, name, plant.text(name))
    body = parse_xml(f"<w:body {nsdecls('w', 'wp', 'r')}>{plant.filled(_BLOCKS)}</w:body>")
    for block in list(body):
        document.element.body.insert(0, block)
    variable = plant.filled('<w:docVar w:name="Patient" w:val="[[name variable]]"/>')
    document.settings.element.append(parse_xml(f"<w:docVars {nsdecls('w')}>{variable}</w:docVars>"))
    file = io.BytesIO()
    document.save(file)
    return _with_parts(file.getvalue(), plant)


_OLD_APP = re.compile(rb"<(Company|Manager|Template)>[^<]*</\1>|<(?:Company|Manager|Template)/>")
_BLOCKS = """
<w:p><w:fldSimple w:instr=' HYPERLINK "[[link simple field]]" '><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>
<w:p><w:r><w:instrText>HYPERLINK "[[link field code]]"</w:instrText></w:r></w:p>
<w:p><w:ins w:id="9" w:author="[[name insertion's author]]"><w:r><w:t>[[text insertion]]</w:t></w:r></w:ins></w:p>
<w:p><w:del w:id="8" w:author="[[name deletion's author]]">
<w:r><w:delText>[[text deletion]]</w:delText></w:r></w:del></w:p>
<w:p><w:bookmarkStart w:id="7" w:name="[[anchor bookmark]]"/><w:bookmarkEnd w:id="7"/></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="[[anchor form field]]"/>
<w:helpText w:val="[[text help]]"/><w:statusText w:val="[[text status]]"/>
<w:textInput><w:default w:val="[[text default]]"/></w:textInput></w:ffData></w:fldChar></w:r></w:p>
<w:p><w:sdt><w:sdtPr><w:alias w:val="[[short control]]"/><w:tag w:val="[[short tag]]"/></w:sdtPr>
<w:sdtContent><w:r><w:t>[[text text of a control]]</w:t></w:r></w:sdtContent></w:sdt></w:p>
<w:p><w:r><w:drawing><wp:inline><wp:docPr id="5" name="[[short picture]]" descr="[[text alternative text]]"
title="[[text picture's title]]"/></wp:inline></w:drawing></w:r></w:p>
<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>[[text hidden text]]</w:t></w:r></w:p>
"""
"""Paragraphs that python-docx has no function for."""
_APP = (
    "<Company>[[text company]]</Company><Manager>[[name manager]]</Manager>"
    "<Template>[[link template]]</Template></Properties>"
)
_CUSTOM = """<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">
<property name="Patient"><vt:lpwstr>[[name property]]</vt:lpwstr></property>
<property name="MRN"><vt:i4>[[number number of a property]]</vt:i4></property></Properties>"""
_PEOPLE = """<p:people xmlns:p="http://schemas.microsoft.com/office/word/2012/wordml">
<p:person p:author="[[name person]]"/></p:people>"""


def _with_parts(data: bytes, plant: Planter) -> bytes:
    """Parts that Word writes and python-docx does not."""
    app = _OLD_APP.sub(b"", members(data)["docProps/app.xml"])
    note = "<w:footnote><w:p><w:r><w:t>[[text footnote]]</w:t></w:r></w:p></w:footnote>"
    return repacked(
        data,
        {
            "docProps/app.xml": app.replace(b"</Properties>", plant.filled(_APP).encode()),
            "docProps/custom.xml": plant.filled(_CUSTOM).encode(),
            "word/footnotes.xml": plant.filled(f"<w:footnotes {nsdecls('w')}>{note}</w:footnotes>").encode(),
            "word/people.xml": plant.filled(_PEOPLE).encode(),
            "customXml/item1.xml": plant.filled("<a><patient>[[name custom XML]]</patient></a>").encode(),
            "word/embeddings/Microsoft_Excel_Sheet1.xlsx": plant_xlsx(plant),
            "docProps/thumbnail.emf": plant.text("thumbnail").encode("utf-16-le"),
            "word/printerSettings1.bin": plant.text("printer").encode("utf-16-le"),
        },
    )


def plant_pdf(plant: Planter) -> bytes:
    """Text, hidden text, metadata, outlines, annotations, forms, links, attachments, labels, scripts."""
    file = io.BytesIO()
    canvas = Canvas(file, pageCompression=0)
    canvas.setAuthor(plant.name("author"))
    canvas.setTitle(plant.text("title"))
    canvas.setSubject(plant.text("subject"))
    canvas.setKeywords([plant.text("keywords")])
    canvas.drawString(72, 700, plant.text("text"))
    canvas.setFillColorRGB(1, 1, 1)
    canvas.drawString(72, 600, plant.text("white text"))
    canvas.bookmarkPage("one")
    canvas.addOutlineEntry(plant.text("outline"), "one")
    canvas.linkURL(plant.link("link"), (10, 10, 50, 50))
    canvas.acroForm.textfield(
        name="field", value=plant.text("form value"), tooltip=plant.text("form tooltip"), x=72, y=500
    )
    canvas.showPage()
    canvas.save()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(file.getvalue())))
    writer.add_annotation(0, FreeText(text=plant.text("free text"), rect=(72, 400, 300, 420)))
    writer.add_annotation(0, Text(text=plant.text("note"), rect=(72, 300, 90, 320)))
    writer.add_attachment("a.txt", plant.text("attachment").encode())
    script = {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject(plant.text("script"))}
    writer.root_object[NameObject("/OpenAction")] = DictionaryObject(script)
    writer.xmp_metadata = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{plant.text('XMP')}</x:xmpmeta>".encode()
    writer.set_page_label(0, 0, style="/D", prefix=plant.short("page label"))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue() + f"\n% {plant.text('behind the end')}\n".encode()


_RTF = r"""{\rtf1\ansi{\fonttbl{\f0 Times;}}{\stylesheet{\s1 [[short style]];}}
{\info{\author [[name author]]}{\operator [[name operator]]}{\title [[text title]]}{\subject [[text subject]]}
{\*\company [[text company]]}{\*\manager [[name manager]]}{\doccomm [[text remark]]}{\keywords [[text keywords]]}}
{\*\userprops{\propname Patient}\proptype30{\staticval [[name property]]}}{\*\docvar {Patient}{[[name variable]]}}
{\*\revtbl{Unknown;}{[[name reviser]];}}{\header [[text header]]\par}{\footerf [[text footer]]\par}[[text body]]\par
HEX\par
WIDE\par
{\v [[text hidden]]}\par{\deleted [[text deleted]]}\par{\*\bkmkstart [[anchor bookmark]]}
{\field{\*\fldinst HYPERLINK "[[link field]]"}{\fldrslt x}}{\footnote [[text footnote]]}
{\*\atnauthor [[name annotator]]}{\*\atnid DZ}{\*\annotation [[text annotation]]}
{\*\unknownthing [[text unknown destination]]}{\*\template [[link template]]}{\*\xmlopen [[text xml]]}
{\*\formfield{\*\ffname [[anchor form]]}{\*\ffdeftext [[text default]]}{\*\ffhelptext [[text help]]}}
\par}"""
_HTML = """<!DOCTYPE html><html><head><title>[[text title]]</title>
<meta name="author" content="[[name meta]]"><link rel="author" href="mailto:[[mail link]]">
<style>p:before { content: "[[text style]]"; } /* [[text comment in a style]] */</style>
<script>var patient = "[[text script]]"; // [[text comment in a script]]
</script><script type="application/json">{"name": "[[name JSON]]"}</script></head>
<body data-patient="[[name data attribute]]" onload="show('[[text handler]]')">
<!-- [[text comment]] --><p>[[text paragraph]]</p><p title="[[text tooltip]]">Seen: Mr. <b>[[name tag]]</b></p>
<img src="photos/[[anchor file]].jpg" alt="[[text alternative text]]">
<input value="[[name value]]" placeholder="[[text placeholder]]"><textarea>[[text textarea]]</textarea>
<select><option label="[[text label]]">[[text option]]</option></select><noscript>[[text noscript]]</noscript>
<template>[[text template]]</template><svg><text>[[text svg]]</text><desc>[[text svg description]]</desc></svg>
<iframe srcdoc="&lt;p&gt;[[text srcdoc]]&lt;/p&gt;"></iframe><p hidden>[[text hidden]]</p>
<p id="[[anchor id]]">x</p><p aria-label="[[text aria-label]]" style="--x: '[[text inline style]]'">y</p>
<!--[if IE]>[[text conditional]]<![endif]--><table><caption>[[text caption]]</caption>
<tr><td>Patient</td><td>[[name cell]]</td></tr></table>
<x-record name="[[text unknown element]]">[[text inside it]]</x-record><p>ENTITIES</p></body></html>"""


def plant_rtf(plant: Planter) -> bytes:
    """Every destination that holds words."""
    escaped = "".join(f"\\'{ord(sign):02x}" for sign in plant.text("hex"))
    wide = "".join(f"\\u{ord(sign)}?" for sign in plant.text("unicode"))
    return plant.filled(_RTF.replace("HEX", escaped).replace("WIDE", wide)).encode()


def plant_html(plant: Planter) -> bytes:
    """Every place of a page that is not layout."""
    return plant.filled(
        _HTML.replace("ENTITIES", "".join(f"&#{ord(sign)};" for sign in plant.text("entities")))
    ).encode()
