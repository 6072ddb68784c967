"""Surrogates: they fit, agree with one another, and belong to nobody."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.gb import nhs

from scrubber.errors import UsageError
from scrubber.mask.book import Book
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.mask.names import fold_word, parse_name, without_accents
from scrubber.mask.nicknames import short_forms
from scrubber.mask.people import People
from scrubber.mask.surrogate.ids import dea_is_valid, npi_is_valid, ramq_is_valid, vin_is_valid
from scrubber.mask.surrogate.pools import lexicon_list, surrogate_table
from scrubber.mask.surrogate.regions import regions
from scrubber.mask.surrogate.shape import randomise
from scrubber.mask.surrogate.surrogates import Surrogates
from scrubber.policy import OperatorChoice, load_policy
from scrubber.text.span import Span
from tests.mask.gold import notes

KEY = Key(b"k" * 32)
SURROGATES = Surrogates()


def swap(type_: str, *texts: str, key: Key = KEY, partial: bool = False) -> list[str]:
    """The surrogates of several texts of one note."""
    whole, spans = marked([(text, "PATIENT") for text in texts])
    book = Book()
    people = book.people.whom(whole, spans)
    return [
        SURROGATES.replace(text, type_, key, "", book, person, partial=partial)
        for text, person in zip(texts, people, strict=True)
    ]


def marked(texts: Iterable[tuple[str, str]], signs: str = "\n") -> tuple[str, list[Span]]:
    """Texts in one note, each with its type."""
    whole, spans = "", []
    for text, type_ in texts:
        spans.append(Span(len(whole), len(whole) + len(text), type_, "test", 100))
        whole += text + signs
    return whole, spans


def test_one_person_stays_one_person() -> None:
    full, surname, shouted, initial, given, letters = swap(
        "PATIENT", "Amara Osei", "Osei", "OSEI, AMARA J", "A. Osei", "amara", "AO"
    )
    first, last = full.split()
    assert surname == last
    assert re.fullmatch(rf"{last.upper()}, {first.upper()} [A-Z]", shouted)
    assert initial == f"{first[0]}. {last}"
    assert given == first.lower()
    assert letters == first[0] + last[0]


def test_a_name_in_another_order_is_the_same_persons() -> None:
    running, comma, word = swap("PATIENT", "HAILEY ERYN", "HAILEY, ERYN", "Eryn")
    assert running == comma.replace(",", "")
    assert comma.endswith(f", {word.upper()}")


def test_relatives_keep_their_name_in_common() -> None:
    father, daughter = swap("PATIENT", "Matthew Carter", "Laurie Carter-Nadeau")
    assert daughter.split()[1].split("-")[0] == father.split()[1]


def test_particles_and_suffixes_stay() -> None:
    name = swap("PATIENT", "Ana de la Cruz Jr.")[0]
    assert re.fullmatch(r"\w+ de la \w+ Jr\.", name)


@pytest.mark.parametrize(
    ("local", "made"),
    [
        ("swoodburn", r"{g}{last}"),
        ("sam.woodburn", r"{first}\.{last}"),
        ("woodburns", r"{last}{g}"),
        ("samw", r"{first}{l}"),
        ("swoodbur", r"{g}{start}"),
    ],
)
def test_handles_agree_with_names(local: str, made: str) -> None:
    book = Book()
    book.people.person("DOCTOR", "Sam Woodburn")
    first, last = SURROGATES.replace("Sam Woodburn", "DOCTOR", KEY, "", book).lower().split()
    pattern = made.format(first=first, last=last, g=first[0], l=last[0], start=last[:7])
    assert re.fullmatch(pattern, SURROGATES.replace(local, "USERNAME", KEY, "", book))
    address = SURROGATES.replace(f"{local}@hospital.example.net", "EMAIL", KEY, "", book)
    assert re.fullmatch(pattern + r"@\w+\.example\.(com|org|net)", address)


@pytest.mark.parametrize(
    ("type_", "text", "valid"),
    [
        ("HEALTHPLAN", "9876-543-217", lambda n: luhn.is_valid(n[:10])),
        ("HEALTHPLAN", "1234 567 897 KL", lambda n: luhn.is_valid(n[:10])),
        ("HEALTHPLAN", "943 476 5919", nhs.is_valid),
        ("HEALTHPLAN", "OSEA 7462 1418", ramq_is_valid),
        ("LICENSE", "1245319599", npi_is_valid),
        ("LICENSE", "AC1147722", dea_is_valid),
        ("VEHICLE", "1M8GDM9AXKP042788", vin_is_valid),
        ("ACCOUNT", "4539 1488 0343 6467", luhn.is_valid),
        ("ACCOUNT", "GB82 WEST 1234 5698 7654 32", lambda n: iban.is_valid(n, check_country=False)),
        ("SSN", "046 454 286", luhn.is_valid),
    ],
)
def test_check_digits_are_right(type_: str, text: str, valid) -> None:  # type: ignore[no-untyped-def]
    def compact(number: str) -> str:
        return re.sub(r"[ -]", "", number)

    assert valid(compact(text)), "the example itself is wrong"
    made = swap(type_, text)[0]
    assert made != text
    assert valid(compact(made))
    digit = r"\d|X" if type_ == "VEHICLE" else r"\d"  # a check digit of ten
    assert re.sub(r"[A-Z]", "A", re.sub(digit, "0", made)) == re.sub(r"[A-Z]", "A", re.sub(digit, "0", text))


@pytest.mark.parametrize(
    ("type_", "text", "pattern"),
    [
        ("PHONE", "(416) 555-0199", r"\([2-9]\d\d\) 555-01\d\d"),
        ("PHONE", "+1 416 867 5309", r"\+1 [2-9]\d\d 555 01\d\d"),
        ("PHONE", "416.867.5309 x12", r"[2-9]\d\d\.555\.01\d\d x\d\d"),
        ("PHONE", "867-5309", r"555-01\d\d"),
        ("PHONE", "4165550199", r"[2-9]\d\d55501\d\d"),
        ("PHONE", "1-800-222-1222", r"1-800-555-01\d\d"),
        ("PHONE", "01632 960 441", r"01632 960 \d\d\d"),
        ("PHONE", "08 5550 1182", r"08 \d555 01\d\d"),
        ("PHONE", "0151-5550 4410", r"01\d\d-\d555 01\d\d"),
        ("PHONE", "(905) 555-0199", r"\((2|3|4|5|6|7|8|9)\d\d\) 555-01\d\d"),
        ("PHONE", "207", r"\d{3}"),
        ("PHONE", "416", r"[2-9]\d\d"),
        ("PHONE", "44123", r"[1-9]\d{4}"),
        ("FAX", "+48 22 555 01 14", r"\+48 2\d 555 01 \d\d"),
        ("SSN", "318-90-0047", r"9\d\d-\d\d-\d{4}"),
        ("SSN", "xxx-xx-4471", r"xxx-xx-\d{4}"),
        ("ZIP", "04011", r"0\d{4}"),
        ("ZIP", "K6A1A4", r"[A-Z]\d[A-Z]\d[A-Z]\d"),
        ("ZIP", "n6c 3p5", r"[a-z]\d[a-z] \d[a-z]\d"),
        ("IPADDRESS", "10.44.18.203", r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"),
        ("IPADDRESS", "2001:db8:41ac::9:1e", r"2001:db8:[0-9a-f]+::[0-9a-f]+"),
        ("IPADDRESS", "AC:DE:48:00:11:22", r"00:00:5E:00:53:[0-9A-F]{2}"),
        ("URL", "https://pay.cmortho.com/s/9921?x=1", r"https://\w+\.example\.(com|org|net)/[a-z]/\d{4}\?[a-z]=\d"),
        ("URL", "- lakeside.example.org/visit", r"- \w+\.example\.(com|org|net)/[a-z]{5}"),
        ("MEDICALRECORD", "00-48-29-13", r"00-\d\d-\d\d-\d\d"),
        ("STREET", "329 Maquoit Road, Apt 4B", r"\d{3} [A-Z][A-Za-z]+ Road, Apt \d[A-Z]"),
        ("HOSPITAL", "MID COAST REGIONAL HOSPITAL", r"[A-Z]+ [A-Z]+ REGIONAL HOSPITAL"),
        ("HOSPITAL", "TGH", r"[A-Z]{3}"),
        ("COUNTRY", "Kenyan", r"[A-Z][A-Za-z -]+"),
        ("STATE", "ME", r"[A-Z]{2}"),
    ],
)
def test_shapes_and_reserved_ranges(type_: str, text: str, pattern: str) -> None:
    for n in range(20):
        made = swap(type_, text, key=Key(bytes([n]) * 32))[0]
        assert re.fullmatch(pattern, made), made
        assert made != text


def in_note(
    *spans: tuple[str, str, str],
    operator: str = "surrogate",
    moves: bool = False,
    key: Key = KEY,
    options: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
) -> list[str]:
    """The surrogates of (text, type, what stands behind it) in one note, states kept unless they ``move``; ``options``
    are those of types."""
    policy = load_policy("strict" if moves else "surrogates").with_operators(operator, {})
    policy = policy.with_operators(None, {type_: OperatorChoice(operator, dict(o)) for type_, o in options.items()})
    text, marks = "", []
    for old, type_, behind in spans:
        marks.append(Span(len(text), len(text) + len(old), type_, "test", 100))
        text += old + behind
    return Masking(policy, key).note("n", None).replacements(text, marks)


def test_places_stay_in_the_state_that_is_kept() -> None:
    known = regions("en")
    town, code, phone, hospital = in_note(
        ("Brunswick", "CITY", ", ME "), ("04011", "ZIP", " "), ("207-867-5309", "PHONE", " "),
        ("Brunswick General Hospital", "HOSPITAL", " "),
    )  # fmt: skip
    homes = {fold_word(row[0]): row[1] for row in surrogate_table("en", "city_regions")}
    assert homes[fold_word(town)] == "Maine"
    assert known.of_code(code) == known.by_name["maine"]
    assert phone.startswith("207-555-01")
    assert hospital == f"{town} General Hospital"


def test_a_town_becomes_one_of_its_nearest_neighbours() -> None:
    spots = {row[0]: (row[1], float(row[2]), float(row[3])) for row in surrogate_table("en", "city_regions")}
    state, north, east = spots["Akron"]
    assert (state, north, east) == ("Ohio", 41.1, -81.5)

    def away(town: str) -> float:
        _, latitude, longitude = spots[town]
        return math.hypot(latitude - north, (longitude - east) * math.cos(math.radians(north)))

    ohio = sorted((town for town in spots if spots[town][0] == "Ohio" and "Akron" not in town), key=away)
    made = set()
    for n in range(40):
        town, hospital = in_note(
            ("Akron", "CITY", ", OH "), ("Akron General Hospital", "HOSPITAL", " "), key=Key(bytes((n,)) * 32),
            options={"CITY": {"nearest": 3}},
        )  # fmt: skip
        assert hospital == f"{town} General Hospital"
        assert away(town) <= away(ohio[2])
        made.add(town)
    assert len(made) == 3


@pytest.mark.parametrize(("nearest", "moves"), [(-1, False), (3, True)])
def test_neighbours_of_a_state_that_goes_are_refused(nearest: int, moves: bool) -> None:
    with pytest.raises(UsageError, match="nearest"):
        in_note(("Akron", "CITY", " "), moves=moves, options={"CITY": {"nearest": nearest}})


def test_a_listed_hospital_stays_in_its_country() -> None:
    homes = {without_accents(name): country for name, country in surrogate_table("en", "hospitals")}
    assert homes["Sunnybrook"] == "CA"
    assert homes["Lilavati"] == "India"
    listed: Mapping[str, Mapping[str, object]] = {"HOSPITAL": {"listed": True}}
    for n in range(20):
        key = Key(bytes((n,)) * 32)
        short, full, indian = in_note(
            ("Sunnybrook", "HOSPITAL", " "), ("SUNNYBROOK HEALTH SCIENCES CENTRE", "HOSPITAL", " "),
            ("Lilavati Hospital", "HOSPITAL", " "), key=key, options=listed,
        )  # fmt: skip
        assert homes[short] == "CA"
        assert full == f"{short.upper()} HEALTH SCIENCES CENTRE"
        assert homes[indian.removesuffix(" Hospital")] == "India"
        # one of no list, by the state of the note; letters and towns as ever
        town, unknown, letters, own = in_note(
            ("Norwich", "CITY", ", England "), ("the Trewmor Infirmary", "HOSPITAL", " "), ("ZH", "HOSPITAL", " "),
            ("Norwich Hospital", "HOSPITAL", " "), key=key, options=listed,
        )  # fmt: skip
        assert homes[unknown.removeprefix("the ").removesuffix(" Infirmary")] == "GB"
        assert re.fullmatch("[A-Z]{2}", letters)
        assert own == f"{town} Hospital"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("43.6532, -79.3832", r"\d\d\.\d{4}, -\d\d\.\d{4}"),
        ("43.6532 N,79.3832 W", r"\d\d\.\d{4} N,\d\d\.\d{4} W"),
        ("+43.65321,-79.38321", r"\+\d\d\.\d{5},-\d\d\.\d{5}"),
    ],
)
def test_coordinates_stay_in_the_state_that_is_kept(text: str, pattern: str) -> None:
    """Those of Toronto become those of a town of Ontario, in the same form."""
    for n in range(5):
        (made,) = in_note((text, "LOCATION-OTHER", " "), key=Key(bytes((n,)) * 32))
        assert re.fullmatch(pattern, made)
        north, east = (float(number) for number in re.findall(r"\d+\.\d+", made))
        assert any(
            row[1] == "Ontario" and abs(float(row[2]) - north) < 0.06 and abs(float(row[3]) + east) < 0.06
            for row in surrogate_table("en", "city_regions")
        )


@pytest.mark.parametrize("moves", [False, True])
def test_a_state_in_a_name_goes_as_states_do(moves: bool) -> None:
    hospital, insurer, _ = in_note(
        ("Northwest Illinois Community Hosp", "HOSPITAL", " "), ("Zork IL PPO", "ORGANIZATION", " "),
        ("Springfield", "CITY", " "), moves=moves,
    )  # fmt: skip
    found = re.fullmatch(r"(\w+) ([\w ]+) Community Hosp", hospital)
    assert found is not None
    assert moves or found[1] != "Northwest"
    region = regions("en").by_name[found[2].lower()]
    assert (region.name != "Illinois") is moves
    assert insurer.split()[1] == region.code


def test_a_number_has_one_surrogate_whatever_it_is_taken_for() -> None:
    spaced, bare, other = in_note(
        ("943 476 5919", "HEALTHPLAN", " and "), ("9434765919", "PHONE", " "), ("330-867-5309", "PHONE", "")
    )
    assert bare == spaced.replace(" ", "")
    assert nhs.is_valid(bare)
    assert "-555-01" in other


def test_a_letter_behind_a_title_is_that_of_the_only_surname() -> None:
    name, letter = in_note(("Dr NEUBAUER", "DOCTOR", " or DR "), ("N", "DOCTOR", " called"))
    assert letter == name.split()[1][0]


def test_two_given_names_without_the_surname_are_the_same_ones() -> None:
    full, given, tagged = in_note(
        ("Ana Liz Rezende", "PATIENT", ", "), ("Ana Liz", "PATIENT", ", "), ("Ana Rezende", "PATIENT", "")
    )
    assert given == " ".join(full.split()[:2])
    assert tagged == f"{full.split()[0]} {full.split()[2]}"


def test_a_town_abroad_stays_in_its_country() -> None:
    homes = {fold_word(row[0]): row[1] for row in surrogate_table("en", "city_regions")}
    for town, country in (("Spiesen-Elversberg", "Germany"), ("Durban", "South Africa")):
        made, _ = in_note((town, "CITY", f", {country} "), ("Toledo", "CITY", ", OH"))
        assert homes[fold_word(made)] == country


def test_a_british_town_and_its_postcode_stay_in_their_nation() -> None:
    homes = {fold_word(row[0]): row[1] for row in surrogate_table("en", "city_regions")}
    for town, code, nation in (("Norwich", "NR1 3DY", "England"), ("Perth", "PH1 5NL", "Scotland")):
        for key in (KEY, *(Key(bytes((n,)) * 32) for n in range(5))):
            made, new = in_note((town, "CITY", " "), (code, "ZIP", "\n"), key=key)
            assert homes[fold_word(made)] == nation
            assert re.fullmatch(r"[A-Z]{1,2}\d \d[A-Z]{2}", new)
            assert new != code
            region = regions("en").of_code(new)
            assert region is not None
            assert region.name == nation


def test_every_area_code_has_its_region() -> None:
    known = regions("en").by_area
    assert {known[code].code for code in ("203", "310", "713", "718", "905")} == {"CT", "CA", "TX", "NY", "ON"}


@pytest.mark.parametrize(
    ("type_", "text", "pattern"),
    [
        ("ORGANIZATION", "Costco optical", r"[A-Z]\w+ optical"),
        ("LOCATION-OTHER", "Brisbin small boat harbor", r"[A-Z]\w+ small boat harbor"),
        ("ORGANIZATION", "Vetter HS", r"[A-Z]\w+ HS"),
        ("ORGANIZATION", "Wahnapitae First Nation", r"[A-Z]\w+ First Nation"),
        ("STREET", "2 Quimby Plaza", r"[1-9] [A-Z]\w+ Plaza"),
        ("HOSPITAL", "Harbor View", r"[A-Z]\w+ View"),
        ("HOSPITAL", "COMMUNITY MEMORIAL", r"[A-Z]+ MEMORIAL"),
        ("ORGANIZATION", "University City public schools", r"[A-Z]\w+ City public schools"),
        ("STREET", "P.O. Box 1188", r"P\.O\. Box \d{4}"),
        ("STREET", "C.P. 88, 14 rue Lachance", r"C\.P\. \d\d, \d\d rue [A-Z]\w+"),
    ],
)
def test_what_every_name_of_the_kind_has_stays(type_: str, text: str, pattern: str) -> None:
    for key in (KEY, *(Key(bytes((n,)) * 32) for n in range(12))):
        made = swap(type_, text, key=key)[0]
        assert re.fullmatch(pattern, made)
        assert made != text


def test_a_number_that_is_spelled_out_becomes_another_one() -> None:
    (made,) = swap("IDNUM", "seven oh five five-three")
    digit = "(?:zero|one|two|three|four|five|six|seven|eight|nine)"
    assert re.fullmatch(rf"{digit} {digit} {digit} {digit}-{digit}", made)
    assert made != "seven oh five five-three"
    for spelled in ("four one six eight six seven five three oh nine", "four one six dash eight six seven"):
        assert swap("PHONE", spelled) != [spelled]


def test_numbers_in_a_row_stay_in_a_row() -> None:
    first, second, other = swap("IDNUM", "L19-120934", "L19-120935", "L19-120734")
    assert first[:-2] == second[:-2] != other[:-2]
    assert (int(second[-2:]) - int(first[-2:])) % 100 == 1
    assert first[-2:] != "34"


def test_places_move_with_a_state_that_is_replaced() -> None:
    known = regions("en")
    town, short, code, full = in_note(
        ("Toledo", "CITY", ", "), ("OH", "STATE", " "), ("43604", "ZIP", " "), ("Ohio", "STATE", " "), moves=True
    )
    new = known.by_name[short.lower()]
    assert new.name == full != "Ohio"
    assert known.of_code(code) == new
    assert {fold_word(r[0]): r[1] for r in surrogate_table("en", "city_regions")}[fold_word(town)] == full


def test_a_town_behind_an_elided_word_is_replaced_alike() -> None:
    town, hospital = in_note(("Edmundston", "CITY", ", NB "), ("Hôpital régional d'Edmundston", "HOSPITAL", " "))
    assert hospital == f"Hôpital régional d'{town}"


def test_initials_of_a_hospital_go_with_its_name() -> None:
    full, short = in_note(("Toledo General Hospital", "HOSPITAL", " "), ("TGH", "HOSPITAL", ""))
    assert short == "".join(word[0] for word in full.split())


def test_partial_keeps_what_the_mask_system_keeps() -> None:
    assert swap("HEALTHPLAN", "9876-543-217", partial=True)[0].startswith("9876-5")
    assert swap("ZIP", "N6C 3P5", partial=True)[0].startswith("N6C ")


@pytest.mark.parametrize(
    ("type_", "text", "kept"),
    [
        ("ACCOUNT", "4539 1488 0343 6467", r"4539 14.*"),
        ("ACCOUNT", "DEUTDEFF500", r"[A-Z]{4}DE[A-Z]{2}\d{3}"),
        ("DEVICE", "490154203237518", r"49015420\d{7}"),
    ],
)
def test_issuer_country_and_model_stay(type_: str, text: str, kept: str) -> None:
    made = swap(type_, text)[0]
    assert re.fullmatch(kept, made)
    assert made != text


@pytest.mark.parametrize(
    ("type_", "text", "list_"),
    [
        ("RELIGION", "Catholic", "religions"),
        ("LANGUAGE", "Spanish", "languages"),
        ("CONTINENT", "Africa", "continents"),
        ("ETHNICITY", "Ojibwe", "ethnicities"),
    ],
)
def test_personal_words_become_their_like(type_: str, text: str, list_: str) -> None:
    made = swap(type_, text)[0]
    assert made != text
    assert fold_word(made) in {fold_word(entry) for entry in lexicon_list("en", list_)}


def test_every_mention_of_a_person_has_one_hash() -> None:
    names = [
        (name, "DOCTOR") for name in ("AO", "Amara Osei", "OSEI, AMARA J", "Osei", "aosei", "A. Osei", "Kofi Osei")
    ]
    text, spans = marked(names)
    made = Masking(load_policy("strict").with_operators("hash", {}), KEY).note("n", None).replacements(text, spans)
    assert len(set(made[:6])) == 1
    assert made[6] != made[0]


def test_organizations_and_jobs_keep_their_kind() -> None:
    kinds = dict(surrogate_table("en", "kinds"))
    for type_, text in (
        ("ORGANIZATION", "Langara College"),
        ("ORGANIZATION", "Sun Life"),
        ("PROFESSION", "stonemason"),
    ):
        assert kinds[fold_word(swap(type_, text)[0])] == kinds[fold_word(text)]


def test_a_job_keeps_its_article() -> None:
    for number in range(20):
        key = Key(bytes([number]) * 32)
        assert swap("PROFESSION", "electrician", key=key)[0][0] in "aeiou"
        assert swap("PROFESSION", "stonemason", key=key)[0][0] not in "aeio"


def test_insurers_become_insurers_and_no_bank() -> None:
    kinds = dict(surrogate_table("en", "kinds"))
    assert kinds[fold_word(swap("ORGANIZATION", "Humana")[0])] == "insurers"


def test_initials_go_with_the_surnames_of_the_note() -> None:
    mother, child, letters = swap("PATIENT", "Laurie Carter", "Kofi C.", "kc")
    surname = mother.split()[1]
    assert child.split()[1] == f"{surname[0]}."
    assert letters[1] == surname[0].lower()


def test_no_generic_word_stands_for_a_name() -> None:
    generic = SURROGATES.places._words.generic
    names = ["Ligtvoet", *(row[0] for row in surrogate_table("en", "surnames")[:3000])]
    assert generic.isdisjoint(fold_word(SURROGATES.places._proper(name, KEY, "", False)) for name in names)


def test_a_nickname_goes_with_its_name() -> None:
    full, short, other = swap("PATIENT", "Robert Osei", "Bob", "Bobby Osei")
    new = fold_word(full.split()[0])
    assert fold_word(short) in (*short_forms().get(new, ()), new)
    assert fold_word(other.split()[0]) in (*short_forms().get(new, ()), new)


def test_initials_of_the_notes_people_stay_initials_behind_a_title() -> None:
    made = in_note(("Amara Osei", "DOCTOR", "\nseen by Dr. "), ("AO", "DOCTOR", " and by Dr. "), ("XU", "DOCTOR", "\n"))
    assert made[1] == "".join(word[0] for word in made[0].split())
    assert made[2].isupper()


@pytest.mark.parametrize(
    ("text", "name", "spelled"),
    [
        ("AND RINGS. MY HUSBAND REY IS A BORDER PATROL AGENT", "REY", True),
        ("NEEDS VNA IN QUINCY, PAM CM WORKING.", "PAM", True),
        ("MOTHER CALLED, TALKED TO RLS AT NOON, NO CHANGE.", "RLS", False),
        ("seen and agreed, AEO", "AEO", False),
    ],
)
def test_short_names_in_capitals_are_no_initials(text: str, name: str, spelled: bool) -> None:
    book, start = Book(), text.index(name)
    [person] = book.people.whom(text, [Span(start, start + len(name), "PATIENT", "test", 100)])
    made = {SURROGATES.replace(name, "PATIENT", Key(bytes((n,)) * 32), "", book, person) for n in range(20)}
    assert any(len(new) != len(name) for new in made) == spelled
    assert all(new.isupper() for new in made)


@pytest.mark.parametrize(("before", "surname"), [("Seen by Dr. ", True), ("with his wife ", False)])
def test_what_stands_before_a_lone_name_tells_what_it_is(before: str, surname: bool) -> None:
    people = People()
    people.whom(f"{before}Amin", [Span(len(before), len(before) + 4, "DOCTOR", "test", 100)])
    assert people.is_surname("amin") is surname


@pytest.mark.parametrize("name", ["Ben Carter", "Do, Minh", "Lê, Minh", "Al Carter"])
def test_names_that_look_like_particles_are_replaced(name: str) -> None:
    made = swap("PATIENT", name)[0]
    assert not {fold_word(w) for w in re.findall(r"\w+", name)} & {fold_word(w) for w in re.findall(r"\w+", made)}


def test_given_names_keep_their_sex_and_names_their_frequency() -> None:
    given = {fold_word(row[0]): row[1] for row in surrogate_table("en", "given")}
    surnames = [fold_word(row[0]) for row in surrogate_table("en", "surnames")]
    for number in range(20):
        key = Key(bytes([number]) * 32)
        first, last = fold_word(swap("PATIENT", "Michael Smith", key=key)[0]).split()
        assert given[first] == "m"
        assert surnames.index(last) < 1000
        assert given[fold_word(swap("PATIENT", "Linda", key=key)[0])] == "f"


@pytest.mark.parametrize(
    ("type_", "one", "other"),
    [
        ("MEDICALRECORD", "447-1882", "4471882"),
        ("IDNUM", "AB 4471", "ab-4471"),
        ("HEALTHPLAN", "9876-543-217", "9876 543 217"),
        ("HEALTHPLAN", "943 476 5919", "9434765919"),
        ("SSN", "318-90-0047", "318900047"),
        ("ACCOUNT", "GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432"),
        ("ZIP", "N6C 3P5", "n6c3p5"),
        ("PHONE", "416-867-5309", "(416) 8675309"),
    ],
)
def test_a_number_in_two_spellings_is_one(type_: str, one: str, other: str) -> None:
    made = [re.sub(r"\W", "", new).lower() for new in swap(type_, one, other)]
    assert made[0] == made[1]


def test_two_keys_are_not_linkable() -> None:
    names = ["Amara Osei", "Matthew Carter", "Laurie Dufour", "Tom Nguyen"]
    one, other = swap("PATIENT", *names), swap("PATIENT", *names, key=Key(b"x" * 32))
    assert not set(one) & set(other)


def test_different_names_never_meet() -> None:
    """All people of the gold notes as if they were one patient's: no two surnames become one."""
    words: dict[str, str] = {}
    for note in notes():
        for mark in note.marks:
            if mark.type in ("PATIENT", "DOCTOR"):
                text = note.text[mark.start : mark.end]
                for word in parse_name(text).words:
                    if len(word.key) > 2 and word.role.value in ("surname", "lone"):
                        words[word.key] = fold_word(SURROGATES.names.swap(word.key, True, KEY, ""))
    assert len(words) > 100
    assert all(old != new for old, new in words.items())
    known = {fold_word(line[0]) for line in surrogate_table("en", "surnames")}
    listed = [swapped for word, swapped in words.items() if word in known]
    assert len(listed) > 100
    assert len(set(listed)) == len(listed)
    assert len(words) - len(set(words.values())) <= 2  # a word of no list may meet another by chance


@given(st.text(min_size=1, max_size=60), st.text(min_size=1, max_size=60))
def test_random_text_of_the_same_shape(text: str, other: str) -> None:
    made = randomise(text, KEY, "")
    assert len(made) == len(text)
    for old, new in zip(text, made, strict=True):
        assert (old == new) or (old.isalnum() and new.isalnum())
        assert old.isupper() == new.isupper() or not old.isascii()
    if any(c.isascii() and c.isalnum() for c in text):
        assert made != text
    if text.isascii() and other.isascii() and text != other:
        assert made != randomise(other, KEY, "")


@given(
    st.sampled_from(["PATIENT", "USERNAME", "PHONE", "EMAIL", "URL", "IPADDRESS", "SSN", "CITY", "STREET", "ZIP"]),
    st.text(min_size=1, max_size=50),
)
def test_anything_may_come(type_: str, text: str) -> None:
    assert isinstance(swap(type_, text)[0], str)


@pytest.mark.parametrize("type_", ["MEDICALRECORD", "SSN", "PHONE", "HEALTHPLAN"])
def test_a_number_of_thousands_of_digits_is_replaced_too(type_: str) -> None:
    """With a right check digit, by which a short one would be permuted as a whole."""
    text = "0" * 4_999 + "18"
    assert luhn.is_valid(text)
    made = swap(type_, text)[0]
    assert len(made) == len(text)
    assert made != text
