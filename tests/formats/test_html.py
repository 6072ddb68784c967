"""HTML: nothing planted in text, attributes, comments or scripts is left; the rest is the same to the byte."""

from __future__ import annotations

import html.parser
import re

import pytest
from formats.planted import PHI, plain, rewritten, seen
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html as lxml_html

from scrubber.errors import NoteError
from scrubber.formats.html.tokens import tokens
from scrubber.formats.maps import load_map

NAME = "Mr. Darius Velankar"
ELEMENTS = load_map("html", ())["elements"]


def scrubbed(page: str, codec: str = "utf-8", **settings: object) -> str:
    data, _ = rewritten("html", page.encode(codec), **settings)
    assert not seen(data)
    return data.decode(codec)


def text_of(page: str) -> str:
    """The text as lxml, an independent reader, sees it."""
    return str(lxml_html.document_fromstring(page).text_content())


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (f"<p>Seen: {NAME}, stable.</p>", "Seen: Mr. [NAME], stable."),
        ("<p>Mr. <b>Vel</b><i>an</i>kar came.</p>", "Mr. [NAME] came."),
        ("<p>Seen: Mr. Darius\r\n      Velankar today</p>", "Seen: Mr. [NAME] today"),
        ("<p>Mr. Dari&#117;s&nbsp;Velank&aacute;r</p>", "Mr. [NAME]"),
        ("<p>MRN&nbsp;447&#x31;902 &amp; more &lt; 5</p>", "MRN [MEDICALRECORD] & more < 5"),
        ("<table><tr><td>MRN</td>\n <td>4471902</td></tr></table>", "MRN [MEDICALRECORD]"),
        ("<p>Mr. Dar&shy;ius Vel<wbr>ankar came", "Mr. [NAME] came"),
        ("<title>MRN 4471902</title><p>x", "MRN [MEDICALRECORD]x"),
        ("<textarea>Call (416) 555-0137</textarea>", "Call [PHONE]"),
        ("<pre>MRN 4471902\n  next</pre>", "MRN [MEDICALRECORD] next"),
        ("<svg><text>MRN 4471902</text></svg>", "MRN [MEDICALRECORD]"),
        ("<p>MRN 447<del>2</del><ins>1902</ins>, x", "MRN [MEDICALRECORD], x"),
        ("<p>MRN 4471902 & co > 5</p>", "MRN [MEDICALRECORD] & co > 5"),
    ],
)
def test_text(page: str, text: str) -> None:
    assert plain(" ".join(text_of(scrubbed(page)).split())) == text


@pytest.mark.parametrize(
    "page",
    [
        f'<img alt="{NAME}" title="MRN 4471902" src="photos/Darius_Velankar.jpg">',
        '<a href="mailto:darius.velankar@lakehurst.example?subject=MRN%204471902">write</a>',
        "<a href='tel:+14165550137'>call</a><a href=\"tel:416-555-0137\">call</a>",
        '<a href="https://emr.lakehurst.example/p/4471902">chart</a>',
        '<a href="file:///C:/Users/Velankar/x.html">x</a>',
        '<input name="mrn" value="4471902"><input name=mrn value=4471902>',
        f'<meta name="author" content="Darius Velankar"><meta name="description" content="Letter on {NAME}">',
        f'<div data-mrn="4471902" aria-label="{NAME}" onclick="show(\'{NAME}\')">x</div>',
        f"<!-- for {NAME}, MRN 4471902 --><p>x</p>",
        f"<!--[if mso]><p>Mr. <b>Vel</b>ankar</p><p>{NAME}</p><![endif]-->",
        f'<script type="application/ld+json">{{"patient": {{"mrn": 4471902, "name": "{NAME}"}}}}</script>',
        '<script type="application/json">{"note": "MRN\\u0020\\u0034471902"}</script>',
        f"<script>var who = '{NAME}'; // (416) 555-0137</script>",
        f"<noscript>{NAME}</noscript><template>MRN 4471902</template><iframe>{NAME}</iframe>",
        f'<iframe srcdoc="&lt;p title=&quot;{NAME}&quot;&gt;MRN 4471902&lt;/p&gt;"></iframe>',
        f"<![CDATA[{NAME}]]><? {NAME} ?><! {NAME} ></ {NAME} >",
        f"<p style='color:red>{NAME}</p>",
        f'<p title="{NAME}',
        f"<p title={NAME}>x",
        f'<p {NAME}, MRN 4471902="{NAME}">x</p>',
        f"<!-- never closed {NAME}",
        f"<script>never closed {NAME}",
        '<map name="Darius_Velankar"></map><img usemap="#Darius_Velankar">',
    ],
)
def test_everywhere_else(page: str) -> None:
    data, _ = rewritten("html", page.encode())
    assert not seen(re.sub(rb"\s+", b" ", data))


def test_anchors_still_meet() -> None:
    page = scrubbed(f'<a href="#Darius_Velankar">up</a><h1 id="Darius_Velankar">{NAME}</h1><h2 id="plan">Plan</h2>')
    assert 'href="#place1"' in page
    assert 'id="place1"' in page
    assert 'id="plan"' in page


def test_json_stays_json_and_the_page_stays_a_page() -> None:
    page = scrubbed('<script type="application/json">{"mrn": 4471902, "n": 5, "s": "MRN 4471902 \\u00b5g"}</script>')
    assert page == (
        '<script type="application/json">{"mrn": "[MEDICALRECORD-1]", "n": 5, '
        '"s": "MRN [MEDICALRECORD-1] \\u00b5g"}</script>'
    )


def test_pictures_in_the_page_become_blank() -> None:
    page = '<img src="data:image/png;base64,VmVsYW5rYXI="><a href="data:text/html,x">x</a>'
    data, context = rewritten("html", page.encode())
    assert b"VmVsYW5rYXI" not in data
    assert b'href="data:,"' in data
    assert len(context.warnings) == 2
    assert b"VmVsYW5rYXI" in rewritten("html", page.encode(), pictures="keep")[0]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_stay(codec: str) -> None:
    page = "<p class=a>The cough is < 3 weeks old &amp dry. <br/>Fever of 38\u00b0 at night.\r\n<A HREF=x.html>Rest</A>"
    data = page.encode(codec)
    assert rewritten("html", data)[0] == data


def test_a_declared_encoding_is_used() -> None:
    page = '<meta charset="iso-8859-2"><p>\u0141uk, MRN 4471902</p>'
    data, _ = rewritten("html", page.encode("iso-8859-2"))
    assert data.decode("iso-8859-2").endswith("MRN [MEDICALRECORD-1]</p>")


WORD = """<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html xmlns:o="urn:schemas-microsoft-com:office:office"><HEAD><meta http-equiv="Content-Type" content="text/html;
charset=utf-8"><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><o:p>x</o:p></xml><![endif]-->
<style><!-- @font-face {font-family:Georgia; panose-1:2 4 5 2 5 4 5 2 3 3;} p.MsoNormal {margin:0in 416px} --></style>
<link rel="stylesheet" href="style.css"></HEAD>
<body lang=EN-US style='tab-interval:.5in'><p class=MsoNormal ><span
style='font-family:"Georgia",serif'>BP 120/80 &mdash; pulse 72, &copy no fever.<o:p></o:p></span></p>
<ul><li>Aspirin 81&nbsp;mg<li>Rest</ul><p>5 < 6 & 7 > 2 </p><img src=logo.png width=10><br/></body></html>
"""


def test_what_holds_no_phi_is_not_touched() -> None:
    assert scrubbed(WORD) == WORD


def test_entities_and_unknown_encodings_are_refused() -> None:
    with pytest.raises(NoteError, match="entities"):
        rewritten("html", b'<!DOCTYPE html [<!ENTITY n "Velankar">]><p>&n;</p>')
    with pytest.raises(NoteError, match="encoding"):
        rewritten("html", b"\xef\xbb\xbf<p>\xff</p>")
    deep = "<p>x</p>"
    for _ in range(10):
        deep = f"<!--[if mso]>{deep}<![endif]-->"
    assert scrubbed(deep) == deep


_SOUP = st.lists(
    st.sampled_from(
        [
            "<p",
            ">",
            "<",
            "</",
            "/>",
            "=",
            '"',
            "'",
            " ",
            "\n",
            "x",
            "&amp;",
            "&#",
            ";",
            "<!--",
            "-->",
            "<!",
            "<?",
            "]]>",
            "<![CDATA[",
            "<script>",
            "</script>",
            "<title>",
            "</title",
            "Mr. Velankar",
            "title=",
        ]
    ),
    max_size=20,
).map("".join)


@given(_SOUP)
@example("<p title='x")
@example("<script></script")
def test_tokens_joined_are_the_page(page: str) -> None:
    found = list(tokens(page, ELEMENTS["raw"], ELEMENTS["escaped"]))
    assert "".join(t.raw for t in found) == page
    for token in found:
        if token.attributes:
            parts = "".join(a.before + (a.value or "") for a in token.attributes)
            assert token.raw.endswith(parts + token.end)


class _Texts(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@given(_SOUP)
def test_no_soup_hides_a_record_number(page: str) -> None:
    data, _ = rewritten("html", (page + "<p>MRN 4471902 </p>MRN 4471902 ").encode())
    reader = _Texts()
    reader.feed(data.decode())
    reader.close()
    assert "MRN 4471902" not in "".join(reader.texts)
    assert not seen(data, ("4471902",))


def test_half_a_megabyte_of_nothing_closed_is_read_in_one_go() -> None:
    for piece in ("<", "<p ", "<!--", "</", "&", '<p a="', "<script", "<![CDATA[", " " * 9 + "<"):
        page = piece * (200_000 // len(piece))
        assert len(list(tokens(page, ELEMENTS["raw"], ELEMENTS["escaped"]))) <= len(page)


def test_phi_list_is_what_the_tests_look_for() -> None:
    assert seen(" ".join(PHI).encode()) == list(PHI)


def test_numbers_of_neighbouring_cells_are_not_one() -> None:
    page = "<table><tr><td>Mr. Velankar</td><td>416-555-0137</td><td>92</td></tr></table>"
    assert "<td>92</td>" in rewritten("html", page.encode())[0].decode()


def test_what_an_element_is_called_stays() -> None:
    page = '<meta property="og:title" content="Mr. Velankar"><p itemprop="description">x</p>'
    assert rewritten("html", page.encode())[0].decode() == page.replace("Velankar", "[PATIENT-1]")
