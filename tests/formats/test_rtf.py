"""RTF: nothing planted in any group is left, the rest is the same to the byte."""

from __future__ import annotations

import io
import re

import pytest
from formats.planted import Target, plain, rewritten, seen
from hypothesis import given
from hypothesis import strategies as st

import scrubber.formats.rtf.file as rtf_module
from scrubber.errors import NoteError
from scrubber.formats.context import FileContext
from scrubber.formats.rtf.tokens import tokens
from scrubber.formats.settings import FormatSettings
from scrubber.pipeline import Scrubber

NAME = "Mr. Darius Velankar"
HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}"
    r"{\f2\fcharset128 MS Mincho;}}{\colortbl;\red0\green0\blue255;}{\stylesheet{\s0 Normal;}}" + "\r\n"
)


def rtf(body: str) -> bytes:
    return (HEAD + body + "}").encode("latin-1")


def scrubbed(body: str, **settings: object) -> str:
    data, _ = rewritten("rtf", rtf(body), **settings)
    text = data.decode("ascii")
    assert not seen(text.replace("\r\n", "").encode())
    assert text.count("{") - text.count("\\{") == text.count("}") - text.count("\\}")
    assert text.startswith(HEAD)
    assert text.endswith("}")
    return text[len(HEAD) : -1]


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (rf"\pard Seen: {NAME}, stable.\par", r"\pard Seen: Mr. [NAME], stable.\par"),
        (r"\pard Mr. {\b Vel}{\i an}kar came\par", r"\pard Mr. {\b [NAME]}{\i } came\par"),
        (r"\pard MRN 44\b 719\b0 02\par", r"\pard MRN [MEDICALRECORD]\b \b0 \par"),
        (r"MRN\~44719\'302, temp 38\'b0\par", r"MRN\~[MEDICALRECORD], temp 38\'b0\par"),
        (r"MRN\cell 4471902\cell\row", r"MRN\cell [MEDICALRECORD]\cell\row"),
        (r"MRN 447\-19\u48?2, no change", r"MRN [MEDICALRECORD]\-, no change"),
        (r"{\uc2 MRN 447190\u50 ab, x}", r"{\uc2 MRN [MEDICALRECORD], x}"),
        (r"MRN 4471" + "\r\n" + "902, no change", r"MRN [MEDICALRECORD]" + "\r\n" + ", no change"),
        (r"Call (416) 555\_0137 now", r"Call [PHONE] now"),
        (r"{\footnote MRN 4471902}", r"{\footnote MRN [MEDICALRECORD]}"),
        (r"MR{\footnote x}N 4471902\par", r"MR{\footnote x}N [MEDICALRECORD]\par"),
        (r"{\header\pard MRN 4471902\par}", r"{\header\pard MRN [MEDICALRECORD]\par}"),
        (r"{\v MRN 4471902}", r"{\v MRN [MEDICALRECORD]}"),
        (r"{\*\unheardof MRN 4471902}", r"{\*\unheardof MRN [MEDICALRECORD]}"),
        (r"{\*\userprops{\propname MRN}\proptype30{\staticval 4471902}}", None),
        (r"{\*\docvar {MRN}{4471902}}", r"{\*\docvar {MRN}{[MEDICALRECORD]}}"),
        (r"{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv MRN 4471902}}{\sp{\sn fillColor}{\sv 16777215}}}}", None),
        (r"{\*\protusertbl{velankard}}{\*\nextfile C:\\Velankar.rtf}x", None),
        (r"{\*\template C:\\Users\\Velankar\\x.dot}x", "x"),
    ],
)
def test_text(body: str, after: str | None) -> None:
    new = plain(scrubbed(body))
    assert after is None or new == after


def test_letters_of_many_encodings() -> None:
    assert plain(scrubbed(r"{\f1 \'cc\'e0\'f0\'e8\'ff, MRN 4471902}")).endswith("[MEDICALRECORD]}")
    dose = r"{\f2 takes \'83\'65\'83\'58 10 mg daily. "
    assert plain(scrubbed(dose + "MRN 4471902}")) == dose + "MRN [MEDICALRECORD]}"


def test_properties_people_and_dates() -> None:
    info = (
        rf"{{\info{{\title Letter on {NAME}}}{{\author Darius Velankar}}{{\operator Ngozi Ekwu\'65me}}"
        r"{\creatim\yr2024\mo3\dy5\hr10}{\*\company Lakehurst.example}{\nofpages1}{\hlinkbase file:///C:/Velankar}}"
    )
    body = r"{\*\revtbl{Unknown;}{Ngozi Ekwu\'65me;}}\pard {\*\atnid NE}{\*\atnauthor Ngozi Ekwueme}\chatn "
    new = scrubbed(info + body + r"{\revised\revauth1\revdttm1814563204 x}")
    assert "2024" not in new
    assert "revdttm" not in new
    assert "{Unknown;}{[DOCTOR-" in new
    assert ";}}" in new
    assert "nofpages1" in new
    assert "atnid NE" not in new


def test_dates_stay_where_the_policy_keeps_them() -> None:
    target = Target()
    data = rtf(r"{\info{\creatim\yr2024\mo3\dy5}}x")
    context = FileContext(Scrubber("limited", crf=False), FormatSettings(), name="f")
    rtf_module.rewrite(io.BytesIO(data), target, context)
    assert target.data == data


def test_fields_links_and_bookmarks() -> None:
    body = (
        r"{\*\bkmkstart Mr_Darius_Velankar}x{\*\bkmkend Mr_Darius_Velankar}"
        r'{\field{\*\fldinst{HYPERLINK "mailto:dv@lake}{hurst.example"}}{\fldrslt{write to dv@lakehurst.example}}}'
    )
    new = scrubbed(body)
    assert new.startswith(r"{\*\bkmkstart place1}x{\*\bkmkend place1}")
    assert "mailto:%5BEMAIL-1%5D" in new
    assert new.endswith("{write to [EMAIL-1]}}}")
    scrubbed(r'{\field{\*\fldinst INCLUDEPICTURE "C:\\\\Users\\\\Velankar\\\\x.png" \\d}{\fldrslt x}}')


def test_deleted_text_is_read_as_it_was() -> None:
    new = plain(scrubbed(r"Seen: Mr. Darius {\deleted Velankar}{\revised Velankar-Ekwueme} came\par"))
    assert new.endswith(r" came\par")


def test_pictures_become_blank() -> None:
    body = (
        r"\pard{\*\shppict{\pict{\*\picprop{\sp{\sn a}{\sv Velankar}}}\picw10\jpegblip" + "\r\nffd8ff0102\r\n}}x\\par"
    )
    data, context = rewritten("rtf", rtf(body))
    assert b"ffd8ff0102" not in data
    assert not seen(data)
    assert re.search(rb"\\picw10\\pngblip [\r\n]*89504e470d0a1a0a[0-9a-f]+\}\}x", data)
    assert "blank" in context.warnings[0]
    data, context = rewritten("rtf", rtf(r"{\pict\picw10\jpegblip ffd8}"), pictures="keep")
    assert b"ffd8" in data
    assert "not looked at" in context.warnings[0]
    data, _ = rewritten("rtf", rtf(r"{\pict\pngblip\bin4 }}{{}x"))
    assert b"}}{{" not in data


def test_what_holds_no_phi_is_not_touched() -> None:
    body = (
        r"{\*\generator Riched20 10.0.19041}\viewkind4\uc1 \pard\sa200\sl276\slmult1\f0\fs22\lang9 BP 120/80 \{x\} \\ "
        r"\endash  \ldblquote ok\rdblquote\par" + "\r\n"
        r"\trowd\cellx100 a\cell b\cell\row {\listtext 1.\tab}Aspirin 81 mg \u956?g \'b5g\line\par" + "\n\0"
    )
    assert rewritten("rtf", rtf(body))[0] == rtf(body)


REFUSED = {
    "no RTF": (b"Velankar", "no RTF"),
    "object": (rtf(r"{\object\objemb{\*\objdata 0105}}"), "embedded object"),
    "hidden object": (rtf(r"{\*\x{\*\objdata 0105}}"), "embedded object"),
    "binary": (rtf(r"{\*\x\bin4 abcd}"), "binary"),
    "deep": (rtf("{" * 3000 + "}" * 3000), "deep"),
    "ends within": (rtf("x") + b"\\", "broken"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_handled_is_refused(what: str) -> None:
    data, words = REFUSED[what]
    with pytest.raises(NoteError, match=words) as caught:
        rewritten("rtf", data)
    assert not seen(str(caught.value).encode())


_SOUP = st.lists(
    st.sampled_from(["{", "}", "\\", "\\'", "e9", "\\u233", "?", " ", "x", "\\b", "\\*", "\\par", "\r\n", "\\bin3 "]),
    max_size=20,
).map("".join)


@given(_SOUP)
def test_tokens_joined_are_the_file(text: str) -> None:
    try:
        found = "".join(t.raw for t in tokens(text))
    except NoteError:
        return
    assert found == text


@given(_SOUP)
def test_no_soup_hides_a_record_number(text: str) -> None:
    try:
        data, _ = rewritten("rtf", rtf(text + r"\par MRN 4471902 \par}"[: 18 + text.count("{")]))
    except NoteError:
        return
    assert not seen(data, ("4471902",))


@pytest.mark.parametrize("end", [(-1, b""), (None, b"}"), (None, b"} Mr. Velankar")])
def test_a_brace_too_many_or_too_few(end: tuple[int | None, bytes]) -> None:
    data = rtf("Mr. Darius Velankar")[: end[0]] + end[1]
    masked, _ = rewritten("rtf", data)
    assert not seen(masked)
    assert masked.count(b"}") == data.count(b"}")
