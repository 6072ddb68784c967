"""Surrogates of places, organizations and professions."""

from __future__ import annotations

import re

from scrubber.mask.keys import Key
from scrubber.mask.names import fold_word, word_set
from scrubber.mask.surrogate.names import NameSurrogates
from scrubber.mask.surrogate.pools import Pool, lexicon_list, like, plain, surrogate_table
from scrubber.mask.surrogate.shape import randomise

_LISTS = {
    "CITY": ("cities_us", "cities_ca", "cities_uk", "cities_world", "counties_us", "counties_ca"),
    "STATE": ("states", "regions_world"),
    "COUNTRY": ("countries", "country_forms", "nationalities"),
    "PROFESSION": ("professions",),
    "ORGANIZATION": ("organizations",),
    "LOCATION-OTHER": ("landmarks",),
}
"""What a type's surrogates are taken from: a listed original is replaced out of its own list."""
_SEVERAL_WORDS_KEPT = ("HOSPITAL", "ORGANIZATION", "LOCATION-OTHER", "STREET")
_GENERIC = word_set(
    "hospital hospitals hosp hopital hôpital clinic clinics clinique clinica center centre centers centres ctr "
    "medical med medicine health healthcare care regional region general community university college univ memorial "
    "mem family women womens children childrens pediatric pediatrics paediatric veterans va nursing home rehab "
    "rehabilitation institute institut foundation associates assoc group practice physicians physician surgery "
    "surgical orthopaedic orthopedic orthopaedics orthopedics oncology hematology cardiology heart vascular kidney "
    "dialysis eye optometry dental dentistry physio physiotherapy pharmacy drugs drug mart store manor lodge villa "
    "court residence village pavilion unit ward floor tower wing house hospice district city county consolidated "
    "comprehensive stroke cancer radiology imaging laboratory laboratories lab labs team primary outpatient "
    "inpatient urgent emergency er ed icu telemetry acute long term north south east west northern southern eastern "
    "western central upper lower new old st saint ste mount mt of the and for at in on de du la le les des di da "
    "del el & services service system systems network trust board association society church school schools "
    "elementary elem high secondary public academy preschool daycare inc llc ltd llp lp pc ps corp corporation "
    "company co sons brothers bros works industries farms farm foods market bank credit union insurance life mutual "
    "airlines airways transport trucking construction electric energy department dept ministry agency police fire "
    "army navy force local club park lake river creek bay harbor harbour bridge station airport trail beach island "
    "islands mountain mountains mtns valley hills hill forest falls point pond sea ocean street avenue ave av road "
    "rd drive dr boulevard blvd boul lane ln place pl square sq circle cir crescent cres parkway pkwy highway hwy "
    "route rte rr terrace ter terr trl apartment apt suite bur bureau fl fl. lot box po p.o c.p site comp main rue "
    "chemin ch rang calle avenida ulica ul no number # nw ne sw se n s e w plaza upstairs us i fm cr bis postal "
    "residential crisis trauma convenient sheriff sheriffs sheriff's office wellness organization parish stone tile "
    "campus facility assisted living retirement veterinary vet animal dispensary chiropractic sports spine pain "
    "sleep wound birth breast infusion endoscopy "
)
_TRIES = 8
_ADJECTIVE = re.compile(r"(?:an|ish|ese|ic|i|ch|er|ole)s?$")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")


class PlaceSurrogates:
    """Replaces what has a list of its own out of that list, and other names word by word, keeping generic words."""

    def __init__(self, names: NameSurrogates, language: str = "en") -> None:
        self._names = names
        self._nationalities = Pool(
            {"all": [line[0] for line in surrogate_table(language, "nationalities")]}, lambda _: "all"
        )
        self._pools = {type_: _pool(lists, language) for type_, lists in _LISTS.items()}

    def place(self, text: str, type_: str, key: Key, realm: str) -> str:
        """The surrogate of a place, an organization or a profession."""
        pool = self._pools.get(type_)
        if pool is not None:
            form = " ".join(plain(text).split())
            if type_ == "STATE" and len(form.replace(".", "")) <= 4:
                return self._abbreviation(text, form, pool, key, realm)
            if type_ == "COUNTRY" and pool.group(form) is None and _ADJECTIVE.search(form):
                return _cased(text, self._nationalities.swap(key, f"nationality {realm}", form))
            if pool.group(form) is not None or type_ not in _SEVERAL_WORDS_KEPT:
                return _cased(text, _without_its_words(pool, key, f"{type_} {realm}", form))
        return self._by_words(text, key, f"{type_} {realm}")

    def _abbreviation(self, text: str, form: str, pool: Pool, key: Key, realm: str) -> str:
        short = form.replace(".", "").replace(" ", "")
        made = pool.swap(key, f"STATE {realm}", short if pool.group(form) is None else form)
        return like(text, made) if len(made) <= 6 else randomise(text, key, realm)

    def _by_words(self, text: str, key: Key, realm: str) -> str:
        """Generic words and signs stay, numbers and short codes keep their shape, the rest become surnames."""
        pieces: list[str] = []
        shouted = text.isupper() and " " in text
        at = changed = 0
        for found in _WORD.finditer(text):
            new = self._one_word(found[0], key, realm, shouted)
            changed += new != found[0]
            pieces += (text[at : found.start()], new)
            at = found.end()
        if not changed:  # nothing but generic words: "Family Medicine", which here is somebody's name all the same
            return _WORD.sub(lambda m: self._proper(m[0], key, realm, shouted), text)
        return "".join(pieces) + text[at:]

    def _one_word(self, word: str, key: Key, realm: str, shouted: bool) -> str:
        if word.isdigit():
            return randomise(word, key, f"number {realm}")
        folded = fold_word(word)
        if folded in _GENERIC or folded.replace("'", "") in _GENERIC or folded in ("'s", "th", "nd", "rd"):
            return word
        return self._proper(word, key, realm, shouted)

    def _proper(self, word: str, key: Key, realm: str, shouted: bool) -> str:
        folded = fold_word(word)
        if word.isdigit() or len(word) < 3 or (len(word) <= 5 and self._acronym(word, folded, shouted)):
            return randomise(word, key, realm)
        tail = next((word[-2:] for sign in ("'s", "’s") if word.endswith(sign)), "")
        stem = folded[: len(folded) - len(tail)]
        return like(word, self._names.swap(stem, True, key, realm)) + tail

    def _acronym(self, word: str, folded: str, shouted: bool) -> bool:
        """Whether a short word in capitals is letters rather than a word, also where all is in capitals."""
        if not word.isupper() or any(pool.group(folded) for pool in self._pools.values()):
            return False
        return not shouted or not set(folded) & set("aeiouy")


def _without_its_words(pool: Pool, key: Key, realm: str, form: str) -> str:
    """A surrogate that shares no telling word with the original: no "bus driver" for a "truck driver"."""
    words = {w for w in form.split() if len(w) > 2} - _GENERIC
    made = pool.swap(key, realm, form)
    for _ in range(_TRIES):
        if words.isdisjoint(plain(made).split()):
            break
        made = pool.swap(key, realm, plain(made))
    return made


def _cased(text: str, made: str) -> str:
    made = like(text, made)
    return made[:1].upper() + made[1:] if text[:1].isupper() and made.islower() else made


def _pool(lists: tuple[str, ...], language: str) -> Pool:
    groups: dict[str, list[str]] = {}
    for name in lists:
        entries = lexicon_list(language, name)
        if name == "states":
            entries = lexicon_list(language, name, ("sure", "ambiguous", "ordinary"))
            short = [e for e in entries if len(e.replace(".", "")) <= 4]
            groups["codes"] = [e for e in short if e.isupper() and len(e) == 2]
            groups["abbreviations"] = [e for e in short if not (e.isupper() and len(e) == 2)]
            entries = [e for e in entries if len(e.replace(".", "")) > 4]
        groups[name] = entries
    groups = {name: entries for name, entries in groups.items() if entries}
    first = next(iter(groups))
    return Pool(groups, lambda form: "codes" if "codes" in groups and len(form) <= 3 else first)
