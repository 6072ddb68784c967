"""HL7 v2: fields by the map, free text with what PID says, every other byte as it was."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from formats.messages import context, found, masked, scrubber
from formats.planted import plain, seen

from scrubber.errors import DataError, NoteError
from scrubber.formats.context import FileContext
from scrubber.formats.hl7.file import messages
from scrubber.formats.hl7.syntax import Syntax
from scrubber.formats.registry import recognise
from scrubber.formats.settings import FormatSettings
from scrubber.mask.patient import parse_patient_source

hl7 = pytest.importorskip("hl7")

NAMES = (
    "Velankar", "Darius", "Joanne", "Quillon", "Marta", "4471902", "555-0137", "555-0138", "Elm Street", "Guelph",
    "N1G", "19500412", "046-454-286", "ACC77812", "LAKEHURST", "77-12", "POL-88123", "Bytown", "SPEC-5512", "weaver",
    "nowhere",
)  # fmt: skip
HEAD = "MSH|^~\\&|LAB|LAKEHURST GENERAL|EHR|MAPLE|20210314101500-0500||ORU^R01|MSG-77-12|P|2.5.1"
PID = (
    "PID|1||4471902^^^LAKEHURST^MR~9876543225^^^ON^JHN||Velankar^Darius^K^^Mr||19500412|M|||42 Elm Street^Apt 4^Guelph"
    "^ON^N1G 2W1^CAN||(416) 555-0137^PRN^PH~^NET^Internet^dv@nowhere.example|||M||ACC77812|046-454-286"
)
ORU = [
    HEAD,
    PID,
    "NK1|1|Velankar^Joanne|SPO|42 Elm Street^^Guelph^ON^N1G 2W1|416-555-0138||||||weaver",
    "PV1|1|I|3WEST^12^A^LAKEHURST||||77120^Quillon^Marta^^^Dr",
    "GT1|1||Velankar^Joanne||42 Elm Street^^Guelph",
    "IN1|1|PLAN1|INS7712|Bytown Mutual||||||||||||Velankar^Darius|SELF|19500412||||||||||||||||||POL-88123",
    "MRG|4471903^^^LAKEHURST^MR||||||Velankar^D",
    "ORC|RE|ORD-77-12|ACC-77-12|||||||||77120^Quillon^Marta",
    "OBR|1|ORD-77-12|ACC-77-12|24627-2^CT Chest^LN|||20210314093000|||||||||77120^Quillon^Marta",
    "OBX|1|FT|24627-2^CT Chest^LN||Mr. Velankar \\T\\ wife seen.\\.br\\MRN 4471902~Dr. Quillon \\H\\agrees\\N\\, 72 kg."
    "||||||F",
    "OBX|2|NM|8867-4^Heart rate^LN||72|/min|60-100|N|||F|||20210314",
    "OBX|3|TX|||Discussed with his wife Joanne",
    "OBX|4|TX|||Velankar, who will call (416) 555-0137.",
    "OBX|5|CWE|||I10^Hypertension, told to Mr. Velankar^I10",
    "OBX|6|XCN|||77120^Quillon^Marta",
    "NTE|1||Call Joanne Velankar at 416-555-0138.",
    "SPM|1|SPEC-5512",
    "ZPD|1|Darius Velankar|internal|4471902|^MRN 4471902&and more",
]


def message(*lines: str, end: str = "\r") -> bytes:
    return (end.join(lines or ORU) + end).encode()


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize("profile", ["safe-harbor", "strict", "surrogates"])
def test_nothing_planted_is_left_and_the_rest_stays(end: str, profile: str) -> None:
    before = message(end=end)
    after = masked("hl7", before, context(profile))
    assert not seen(after, NAMES)
    old, new = before.decode().split(end), after.decode().split(end)
    assert len(old) == len(new)
    for a, b in zip(old, new, strict=True):
        assert a[:4] == b[:4]
        assert a.count("|") == b.count("|")
        assert a.count("^") == b.count("^")
    assert new[10] == old[10].replace("20210314", new[10].split("|")[14])
    assert "|24627-2^CT Chest^LN||Mr. " in new[9]
    assert " \\T\\ wife seen.\\.br\\MRN " in new[9]
    assert " \\H\\agrees\\N\\, 72 kg.||||||F" in new[9]
    assert "I10^Hypertension, told to Mr. " in new[13]
    assert "|internal|" in new[17]
    assert new[17].endswith("&and more")


def test_an_independent_reader_reads_it() -> None:
    parsed = hl7.parse(masked("hl7", message(), context("surrogates")).decode())
    names = [hl7.parse(message().decode()), parsed]
    assert [len(one) for one in names] == [len(ORU)] * 2
    pid = parsed.segment("PID")
    assert str(pid[5]).count("^") == 4
    assert len(str(pid[7])) == 8
    assert str(pid[7]) != "19500412"
    assert str(pid[8]) == "M"
    family = str(pid[5]).split("^")[0]
    assert str(parsed.segments("OBX")[3][5]).startswith(f"{family}, who will call")
    assert str(parsed.segment("NK1")[2]).startswith(family)


def test_names_of_a_field_are_one_person_and_known_in_texts() -> None:
    text = masked("hl7", message()).decode()
    assert "||[PATIENT-1]^[PATIENT-1]^" in text
    assert "Mr. [PATIENT-1] \\T\\ wife seen" in text
    assert "^[DOCTOR-1]^[DOCTOR-1]" in text
    assert "~Dr. [DOCTOR-1] \\H\\" in text


def test_a_name_over_two_lines_of_a_report() -> None:
    lines = [HEAD, "PID|1||4471902||Velankar^Darius", "OBX|1|TX|||seen by Dr. Marta", "OBX|2|TX|||Velasquez today"]
    assert not seen(masked("hl7", message(*lines)), ["Marta", "Velasquez", "Velankar"])


def test_an_escape_within_a_name() -> None:
    text = masked("hl7", message(HEAD, PID, "OBX|1|FT|||Mr. Vel\\H\\ankar left")).decode()
    assert "|||Mr. [PATIENT-1] left" in text


def test_lines_that_are_no_segments_belong_to_the_text_before() -> None:
    lines = [
        HEAD,
        PID,
        "OBX|1|TX|||first||||||F",
        "Mr. Velankar left",
        "Okonjo, Mr. Velankar | MRN 4471902",
        "NTE|1||x",
    ]
    after = masked("hl7", message(*lines)).decode()
    assert not seen(after.encode(), NAMES)
    assert plain(after).endswith("||F\rMr. [NAME] left\r[NAME], Mr. [NAME] | [DATE]\rNTE|1||x\r")


def test_words_for_codes() -> None:
    public, local = "860975^Mr. Okonjo 500 MG^RXNORM", "7^Mr. Okonjo^L"
    words = (public, local, public.replace("Okonjo", "Velankar"), "x^Mr. Okonjo")
    lines = [f"AL1|{number}||{coded}" for number, coded in enumerate(words)]
    after = masked("hl7", message(HEAD, PID, *lines)).decode().split("\r")[2:]
    assert after == [
        f"AL1|0||{public}",
        "AL1|1||7^Mr. [PATIENT-2]^L",
        "AL1|2||860975^Mr. [PATIENT-1] 500 MG^RXNORM",
        "AL1|3||x^Mr. [PATIENT-2]",
        "",
    ]


def test_names_of_tables_and_of_kinds_are_no_texts() -> None:
    blood = "OBR|1||||||||||||||BLD^Blood^HL70070"
    for line in ("SFT|Epic Systems^L|2019|EHR||5", blood, "AL1|1|FA|^Strawberry^L", "IAM|1||^Walnut"):
        after = masked("hl7", message(HEAD, line)).decode()
        assert line in after


def test_uids_are_the_same_in_fields_that_no_version_has() -> None:
    uid, public = "1.2.840.113619.2.62.994044785528", "1.2.840.10008.5.1.4.1.1.2"
    lines = (f"ZDS|{uid}^LAB^Application^DICOM", f"OBX|1|ST|113014^DICOM Study^DCM||{uid}||||||F", f"ZXX|{public}")
    after = masked("hl7", message(HEAD, *lines)).decode()
    assert uid not in after
    assert public in after
    assert len(set(re.findall(r"2[.]25[.]\d+", after))) == 1


def test_fields_go_by_their_data_types_in_every_version() -> None:
    lines = [
        "CON|1|||||||||||||||||||||||Velankar^Darius",
        "PRD|RP|Quillon^Marta|42 Elm Street^^Guelph^ON^N1G 2W1|||(416) 555-0137",
        "ROL|1|AD|CP^Primary^HL70443|77120^Quillon^Marta|||||408443003^General practice^SCT",
        "IAM|1|DA^Drug allergy^HL70127|^Peanut Allergy|MO^Moderate^HL70128",
        "OBX|1|SN|1^Weight^L||>^92.5|kg^kilogram^UCUM|||||F|||||||DEV-77-12^LAKEHURST",
        "DB1|1|PT|DB-4471902^^^LAKEHURST",
    ]
    after = masked("hl7", message(HEAD, "PID|1|||||||||20210314", *lines)).decode()
    assert not seen(after.encode(), [*NAMES, "20210314|"])
    for kept in (
        "|RP|",
        "|408443003^",
        "^HL70443|",
        "|MO^Moderate^HL70128",
        "^Peanut Allergy|",
        "|>^92.5|kg^kilogram^",
    ):
        assert kept in after


def test_an_english_message_is_english() -> None:
    """Whatever single codes and names in it could be."""
    at = context()
    masked(
        "hl7",
        message(HEAD, PID, "PV1|1|I|DELLA^^^SALA", "AL1|1||^Latte e uova", "NTE|1||The patient was seen today"),
        at,
    )
    assert at.notes == 1
    assert (
        "seen by Dr. [DOCTOR-"
        in masked(
            "hl7", message(HEAD, "PV1|1|I|DELLA^^^SALA", "AL1|1||^Uova", "NTE|1||She was seen by Dr. Okonjo today")
        ).decode()
    )


def test_misplaced_fields() -> None:
    lines = [HEAD, PID, "OBX|1|NM|a^b|Velankar^Darius|Mr. Okonjo left|77|4471902|||F", "PV1|1|4471902|^Velankar^Darius"]
    after = masked("hl7", message(*lines)).decode()
    assert not seen(after.encode(), [*NAMES, "Okonjo"])
    assert "OBX|1|NM|a^b|[PATIENT-1]^" in after
    assert "|77|[MEDICALRECORD-1]|||F" in after


def test_a_result_is_read_with_what_was_asked_for() -> None:
    after = masked("hl7", message(HEAD, "OBX|1|ST|1^Phone number||4165550142||||||F")).decode()
    assert "|1^Phone number||[PHONE-1]||||||F" in after


def test_endless_line_ends_take_linear_time() -> None:
    before = message(HEAD, "NTE|1||x") + b"\n" * 50_000 + b"a" + b"\r" * 50_000
    assert masked("hl7", before).endswith(b"x\r" + b"\n" * 50_000 + b"a" + b"\r" * 50_000)


def test_hexadecimal_escapes_hide_nothing() -> None:
    coded = "".join(f"{byte:02X}" for byte in b"MRN 4471902")
    assert "[MEDICALRECORD-1] ok" in masked("hl7", message(HEAD, f"OBX|1|TX|||\\X{coded}\\ ok")).decode()


def test_other_delimiters() -> None:
    lines = [line.translate(str.maketrans("|^~\\&", "!*%$@")) for line in ORU]
    after = masked("hl7", message(*lines))
    assert not seen(after, NAMES)
    assert b"MSH!*%$@!LAB!" in after


def test_replacements_are_escaped() -> None:
    syntax = Syntax("MSH|^~\\&|")
    assert syntax.escaped("Osei & Sons|^~\\\n") == "Osei \\T\\ Sons\\F\\\\S\\\\R\\\\E\\ "
    assert Syntax("MSH|^~|").escaped("a^b") == "a b"


def test_batches_frames_and_what_stands_between() -> None:
    frame = b"\x0b" + message(HEAD, PID) + b"\x1c\r"
    after = masked("hl7", frame * 3)
    assert not seen(after, NAMES)
    assert (after.count(b"\x0b"), after.count(b"\x1c\r")) == (3, 3)
    batch = [
        "FHS|^~\\&|LAB|LAKEHURST||||||Velankar.hl7",
        "BHS|^~\\&|LAB|LAKEHURST",
        HEAD,
        PID,
        "BTS|1|MRN 4471902",
        "FTS|1",
    ]
    at = context()
    after = masked("hl7", b"\xef\xbb\xbf" + message(*batch, end="\n"), at)
    assert not seen(after, NAMES)
    assert after.startswith(b"\xef\xbb\xbfFHS|^~\\&|LAB|[HOSPITAL-1]")
    assert after.endswith(b"\nFTS|1\n")
    assert at.notes == 3


def test_patients_that_the_message_does_not_name() -> None:
    source = parse_patient_source("header:chart (\\d+)")
    at = FileContext(scrubber("safe-harbor"), FormatSettings(), name="x", patients=source)
    masked("hl7", message("FHS|^~\\&|LAB", HEAD, PID, HEAD, "NTE|1||chart 77"), at)
    with pytest.raises(NoteError, match="no patient"):
        masked(
            "hl7",
            message(HEAD, "NTE|1||x"),
            FileContext(scrubber("safe-harbor"), FormatSettings(), name="x", patients=source),
        )


def test_each_message_is_a_note_of_its_own_patient() -> None:
    other = PID.replace("4471902", "5582013").replace("Velankar", "Okonjo").replace("Darius", "Ife")
    two = message(HEAD, PID, "NTE|1||Mr. Velankar") + message(HEAD, other, "NTE|1||Mr. Okonjo, not Velankar")
    shifts = {}
    for line in masked("hl7", two, context("surrogates")).decode().split("\r"):
        if line.startswith("PID"):
            shifts[line.split("|")[3]] = line.split("|")[7]
    assert len(set(shifts.values())) == 2  # two patients, two shifts of one date
    again = message(HEAD, PID) + message(HEAD, PID)
    dates = [
        line.split("|")[7] for line in masked("hl7", again, context("surrogates")).decode().split("\r") if "PID" in line
    ]
    assert dates[0] == dates[1]


def test_months_are_months() -> None:
    lines = [HEAD, PID.replace("19500412", "201012"), "PV1|" + "|" * 43 + "201012^D"]
    new = masked("hl7", message(*lines), context("surrogates")).decode().split("\r")
    assert re.fullmatch(r"20(?:09|10|11)(?:0\d|1[0-2])", new[1].split("|")[7])
    assert new[2].endswith(new[1].split("|")[7] + "^D")


def test_two_patients_in_one_message() -> None:
    other = PID.replace("Velankar", "Okonjo").replace("4471902", "5582013")
    at = context()
    masked("hl7", message(HEAD, PID, "NTE|1||x", other, "NTE|1||y"), at)
    assert at.notes == 2


def test_embedded_documents() -> None:
    note = base64.b64encode(b"Mr. Velankar, MRN 4471902").decode()
    picture = base64.b64encode(bytes(range(256))).decode()
    at = context()
    after = masked(
        "hl7", message(HEAD, PID, f"OBX|1|ED|||LAB^TEXT^^Base64^{note}", f"OBX|2|ED|||X^IM^PNG^Base64^{picture}"), at
    )
    first, second = [line for line in after.decode().split("\r") if line.startswith("OBX")]
    assert base64.b64decode(first.split("^")[-1]) == b"Mr. [PATIENT-1], MRN [MEDICALRECORD-1]"
    assert second == "OBX|2|ED|||X^IM^PNG^Base64^"
    assert any("taken out" in warning for warning in at.warnings)


def test_null_and_empty_fields_stay() -> None:
    before = message(HEAD, 'PID|1||""||""^""||""|""')
    assert masked("hl7", before).split(b"\rPID")[1] == before.split(b"\rPID")[1]


@pytest.mark.parametrize(
    ("codec", "charset"), [("utf-8", ""), ("latin-1", "8859/1"), ("cp1252", ""), ("utf-8", "8859/1")]
)
def test_encodings(codec: str, charset: str) -> None:
    head = HEAD + "|" * 6 + charset
    before = "\r".join([head, PID, "NTE|1||Sjögren syndrome; Mr. Velankar", "ZZZ|naïve to opioids"]) + "\r"
    after = masked("hl7", before.encode(codec))
    assert not seen(after, NAMES)
    assert after.decode(codec).endswith("NTE|1||Sjögren syndrome; Mr. [PATIENT-1]\rZZZ|naïve to opioids\r")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no message at all\r",
        b"stray text\rMSH|^~\\&|LAB\r",
        b"MSH|||LAB\rPID|1\r",
        b"MSH|^^^^|LAB\r",
        HEAD.encode() + b"\rNTE|1||\x00\r",
        (HEAD + "|" * 6 + "ISO IR87\r").encode() + b"NTE|1||\xff\xfe\r",
        HEAD.encode() + b"\rNTE|1||\x1b$B\r",
        HEAD.encode() + b"\rOBX|1|ED|||A^B^C^Base64^not base64!\r",
    ],
)
def test_what_cannot_be_handled_is_an_error(data: bytes) -> None:
    with pytest.raises(NoteError) as error:
        masked("hl7", data)
    assert not seen(str(error.value).encode(), NAMES)


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "hl7.toml"
    own.write_text('[ZPD]\n2 = "PROFESSION"\n3 = "keep"\n[PID]\n8 = "IDNUM"\n')
    after = masked("hl7", message(HEAD, PID, "ZPD|1|anything|MRN 5582013"), context(maps=(own,))).decode()
    assert "ZPD|1|[PROFESSION-1]|MRN 5582013" in after
    assert "|[DATE-2]|[IDNUM-" in after
    (tmp_path / "wrong").mkdir()
    wrong = tmp_path / "wrong" / "hl7.toml"
    wrong.write_text('[ZPD]\n2 = "NOTYPE"\n')
    with pytest.raises(DataError, match="NOTYPE"):
        masked("hl7", message(), context(maps=(wrong,)))
    (tmp_path / "other.toml").write_text("")
    with pytest.raises(DataError, match="named like"):
        masked("hl7", message(), context(maps=(tmp_path / "other.toml",)))


def test_searching_changes_nothing() -> None:
    places = found("hl7", message())
    assert ("PATIENT", "PID-5") in places
    assert ("DATE", "PID-7") in places


def test_what_is_masked_is_clean() -> None:
    assert found("hl7", masked("hl7", message())) == []


def test_it_is_recognised() -> None:
    for data in (message(), b"\x0b" + message(), b"FHS|^~\\&|\r"):
        assert (format_ := recognise("export", data)) is not None
        assert format_.name == "hl7"
    assert recognise("a.txt", b"MSHA is a word. MSH too") is None


def test_messages_of_any_size_come_one_by_one() -> None:
    class Chunks:
        def __init__(self, data: bytes) -> None:
            self.data = data

        def read(self, size: int = -1) -> bytes:
            chunk, self.data = self.data[:7], self.data[7:]
            return chunk

    data = b"\x0b" + message(HEAD, PID) + b"\x1c\r\x0b" + message(HEAD, "NTE|1||x") + b"\x1c\r"
    pieces = list(messages(Chunks(data)))  # type: ignore[arg-type]
    assert b"".join(pieces) == data
    assert len(pieces) == 3


def test_the_character_set_stays() -> None:
    head = b"MSH|^~\\&|A|B|C|D|20260301||ADT^A01|1|P|2.5|||||CAN|UNICODE UTF-8|\r"
    assert b"|CAN|UNICODE UTF-8|" in masked("hl7", head + b"PID|1||1||Velankar^Darius\r")


def test_a_message_that_cannot_be_read_is_left_out_where_asked() -> None:
    good, bad = message(), message(HEAD, "PID|||1\x1b$B1\x1b(B")
    skipping = FileContext(scrubber("safe-harbor"), FormatSettings(on_bad_row="skip"), name="file")
    assert masked("hl7", b"/* example */\r" + good + bad, skipping) == masked("hl7", good)
    with pytest.raises(NoteError, match="message 2: "):
        masked("hl7", good + bad)
