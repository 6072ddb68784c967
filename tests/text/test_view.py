"""Detection reads text without what copying, typesetting and terminals do to it."""

from __future__ import annotations

import pytest

from scrubber.explain import explain
from scrubber.languages.choice import Choice
from scrubber.note import Note
from scrubber.pipeline import Scrubber
from scrubber.policy import OperatorChoice
from scrubber.text.span import Span
from scrubber.text.view import view

SCRUBBER = Scrubber("strict", crf=False)


def test_offsets_lead_back_to_the_text_as_it_is() -> None:
    text = "\ufeffa\u00adb c\u200b\u200bd\u200f"
    seen = view(text)
    assert seen.text == "ab cd"
    back = seen.back(Span(0, 2, "PATIENT", "r", 80))
    assert text[back.start : back.end] == "a\u00adb"
    last = seen.back(Span(3, 5, "PATIENT", "r", 80))
    assert text[last.start : last.end] == "c\u200b\u200bd"


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "naïve — text",
        "10² m, «quoted»",
        "10⁹/L, m² (cm³/h)², done.¹² and⁵ 10⁻³ 3/⁴",
        "AT&T; a & b &nosuch; &#0;",
        "a\tb\nc",
        "é»: «PERÚ»",
        "C:\\notes\\new, D:\\Notes\\New",
        "a\\nb",
        "K 5.9* and 4.1*, HLA-A*02:01, *** late ***, [**Name**], snake_case_name, x_1 y_2",
        "p<b, <pt@lakehurst.example>, <a title='Osei'>",
        "lot QXT0RT, SpO2, H1N1, T4N1M0",
        "H2O2, I10, I50.22, L4/5, l4/5, O2 96, 10l, 20l-30l, A1c",
        "name  MRN     born",
        "- b ` c` 5´",
        "Really? x.php?s=1, range 3 - 5, 10 - 20 mg",
        "Why , he said , so.",
        "sat 95%20 min, 50%50 mix, 100%ee, 5%",
        "K=40, BMI=25, HR=E9, Total=\nNa 140",
        "=" * 70 + "\n\nPatient",
        "https://lakehurst.example/a%20b lakehurst.org/pt?name=John%20Smith",
        "%FF%C3 a%ED%A0%80",
    ],
)
def test_plain_text_is_read_as_it_is(text: str) -> None:
    assert view(text).text == text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Iba\u0301n\u0303ez", "Ibáñez"),
        ("2021\u201103\u201114", "2021-03-14"),
        ("416\u2013555\u20130137 \u2013 home", "416-555-0137 \u2013 home"),
        ("\u22125 and K1A\u00a00B6", "-5 and K1A 0B6"),
        ("\uff13\uff0f\uff11\uff14", "3/14"),
        ("\u0663\u0664", "34"),
        ("DOB ⁰³/⁰⁵/¹⁹⁶¹, #⁴⁴⁷¹", "DOB 03/05/1961, #4471"),
        ("\x1b[1;31mOsei\x1b[0m", "Osei"),
        ("O\x08Os\x08se\x08ei\x08i", "Osei"),
        ("Os\x02ei", "Osei"),
        ("Mr.&nbsp;O&#39;Shea &lt;5", "Mr. O'Shea <5"),
        ("O&amp;#39;Shea &amp;amp; co", "O'Shea & co"),
        ("“O’Shea” O´Shea O`Shea", "\"O'Shea\" O'Shea O'Shea"),
        ("Griﬃn of Suﬀolk", "Griffin of Suffolk"),
        ("Oâ€™Shea BegoÃ±a, â€œMs.Â\xa0Oseiâ€\x9d", 'O\'Shea Begoña, "Ms. Osei"'),
        ("a\r\nb\rc\x0cd\u2028e", "a\nb\nc\nd\ne"),
        ("Dr. Osei\\r\\nMRN 4471902\\nSeen\\tBego\\u00f1a", "Dr. Osei\nMRN 4471902\nSeen\tBegoña"),
        ("Dr. Osei\\.br\\MRN 4471902", "Dr. Osei\nMRN 4471902"),
        ("by *Dr.* **Kofi _Osei_** and `__Ama__`.", "by Dr. Kofi Osei and Ama."),
        ("by <b>Kofi</b> <span style='color: red'>Osei</span><br />\nx<td>y", "by Kofi Osei\nx\ty"),
        ("DlSCHARGE of FL0RENCE M0RENO, Dr. Costel1o", "DISCHARGE of FLORENCE MORENO, Dr. Costello"),
        ("Wi11iam Bil1ington, Hil1 St, 0kehampton, wil1 ca1l", "William Billington, Hill St, Okehampton, will call"),
        ("HbA1c 7.1, HbA1c 6.9, day1 week1 jsmith1@x.example", "HbA1c 7.1, HbA1c 6.9, day1 week1 jsmith1@x.example"),
        ("O?Shea said don?t; Osei?s", "O'Shea said don't; Osei's"),
        (
            "Mr. Osei , a 43 - year - old nurse ( RN ) , came . Follow - up at 10 : 30 , O ' Shea 's dog .",
            "Mr. Osei, a 43-year-old nurse (RN), came. Follow-up at 10:30, O'Shea's dog.",
        ),
        ("on 3 / 14 / 2021, tel 416 - 555 - 0134, 5 / 10", "on 3/14/2021, tel 416-555-0134, 5/10"),
        ("1O/l2/2O21 and 555-O1O3", "10/12/2021 and 555-0103"),
        ("  ".join("abcdefghijklmnopqrstuvw") + "    .", " ".join("abcdefghijklmnopqrstuvw") + "  ."),
        ("Ib&aacute;&ntilde;ez", "Ibáñez"),
        ("Salu\u0345d", "Salud"),
        (
            "Velankar%2C%20Darius%20(MRN%204471902)%0Aseen%20in%20Bego%C3%B1a",
            "Velankar, Darius (MRN 4471902)\nseen in Begoña",
        ),
        ("lakehurst.example/a%20Osei%20seen%0Aby", "lakehurst.example/a Osei seen\nby"),
        ("on%202021%2D03%2D14%20at%20night", "on 2021-03-14 at night"),
        ("Velankar%20Darius, sat 95%20", "Velankar Darius, sat 95%20"),
        ("Seen in Bego=C3=B1a=20by Osei=\n, K=3D4", "Seen in Begoña by Osei, K=4"),
        ("Bego=C3=\r\n=B1a Ib=C3=A1=C3=B1ez", "Begoña Ibáñez"),
        ("a " * 35 + "Velan=\r\nkar", "a " * 35 + "Velankar"),
    ],
)
def test_what_stands_for_a_character_is_read_as_it(text: str, seen: str) -> None:
    found = view(text)
    assert found.text == seen
    whole = found.back(Span(0, len(seen), "PATIENT", "r", 80))
    assert text[whole.start : whole.end] in (text, text[7:-4])


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (
            "Mr. Darius Velan\u00adkar, MRN 447\u200b1902, was seen.",
            "Mr. [PATIENT-1], MRN [MEDICALRECORD-1], was seen.",
        ),
        ("Seen by Dr. \x1b[1mOsei\x1b[0m.", "Seen by Dr. \x1b[1m[DOCTOR-1]\x1b[0m."),
        ("on\u00a02021\u201103\u201114\u00a0at", "on\u00a0[DATE-1]\u00a0at"),
        (
            "Seen%20by%20Dr.%20Osei%2C%20MRN%204471902%0A",
            "Seen%20by%20Dr.%20[DOCTOR-1]%2C%20MRN%20[MEDICALRECORD-1]%0A",
        ),
        ("Seen by Dr. Bego=C3=B1a Ib=C3=A1=\n=C3=B1ez.", "Seen by Dr. [DOCTOR-1]."),
        ("Mrs. Osei, Mrs. Os\u00adei", "Mrs. [PATIENT-1], Mrs. [PATIENT-1]"),
        ("Dr. **Osei**, <b>Dr.</b> <b>Kofi</b> <b>Osei</b>.", "Dr. **[DOCTOR-1]**, <b>Dr.</b> <b>[DOCTOR-1]</b>."),
        ("Dr. Osei\\nMRN 4471902\\n", "Dr. [DOCTOR-1]\\nMRN [MEDICALRECORD-1]\\n"),
    ],
)
def test_what_is_masked_is_found_in_the_text_as_it_is(text: str, masked: str) -> None:
    assert SCRUBBER.scrub(text) == masked
    assert list(SCRUBBER.scrub_texts([text])) == [masked]


@pytest.mark.parametrize("age", ["92", "9\u200b2", "9&#50;", "\uff19\uff12"])
def test_the_policy_and_the_operators_judge_what_is_seen(age: str) -> None:
    text = f"She is {age} years old."
    assert Scrubber("safe-harbor", crf=False).scrub(text) == "She is [AGE-1] years old."
    groups = Scrubber("strict", crf=False, operators={"AGE": OperatorChoice("generalise")})
    assert groups.scrub(text).startswith("She is 90+ years old")


@pytest.mark.parametrize("operator", ["tag", "surrogate", "hash"])
def test_what_shows_nothing_is_replaced_too(operator: str) -> None:
    note = Scrubber("strict", crf=False, operator=operator).note()
    assert note.replacements("\u200b", [Span(0, 1, "PATIENT", "field", 100)])[0]


def test_the_language_is_told_by_what_is_seen() -> None:
    text = "".join(f"{c}\u200b" for c in "La paciente vive en Toledo con su marido y tiene dos hijas.")
    for look in (Note.find, explain):
        note = Scrubber().note()
        look(note, text)
        assert note.choice == Choice("es")


def test_what_is_explained_stands_where_it_does_in_the_text() -> None:
    text = "\u200b\u200bSeen by Dr. Osei\u00ad."
    told = explain(SCRUBBER.note(), text)
    assert any(text[one.span.start : one.span.end] == "Osei" for one in told)
