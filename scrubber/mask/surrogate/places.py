"""Surrogates of places, organizations and professions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scrubber.gazetteers.ordinary import ordinary_words
from scrubber.mask.keys import Key
from scrubber.mask.names import fold_word, folded
from scrubber.mask.note_places import NotePlaces
from scrubber.mask.surrogate.coordinates import coordinates
from scrubber.mask.surrogate.geography import Geography
from scrubber.mask.surrogate.names import NameSurrogates
from scrubber.mask.surrogate.pools import MEMORY, Pool, form_of, lexicon_list, like, surrogate_table
from scrubber.mask.surrogate.regions import Region
from scrubber.mask.surrogate.shape import randomise
from scrubber.mask.tags import initials_of
from scrubber.mask.vocabulary import vocabulary
from scrubber.text.remembered import remembered

_SEVERAL_WORDS_KEPT = ("HOSPITAL", "HEALTHCENTRE", "ORGANIZATION", "LOCATION-OTHER", "STREET")
_TRIES = 8
_TOWN_WORDS = 3
"""Words of the longest town's name that is looked for in other names."""
_OF_KINDS = ("organizations", "professions")
"""Lists whose entries are swapped within their kind: insurer for insurer, trade for trade."""
_WORD = re.compile(r"[PC]\. ?[OP]\.|(?i:[dl]['’´])(?=[^\W\d_])|[^\W\d_ºª]+(?:['’´][^\W\d_ºª]+)?|\d+")
"""A word; what French elides before one is a word of its own ("d'Edmundston")."""


Towns = tuple[tuple[str, Region | None], ...]
Homes = Mapping[str, Region | None]
"""Where towns lie, by their folded names."""


class PlaceSurrogates:
    """Replaces what has a list of its own out of that list, and other names word by word, keeping generic words.

    Args:
        listed: a hospital that bears no town's name goes by that of another one of its country, as far as our lists
            have some.
    """

    def __init__(
        self, names: NameSurrogates, geography: Geography, language: str = "en", *, listed: bool = False
    ) -> None:
        self._names = names
        self._geography = geography
        self._language = language
        self._words = vocabulary(language)
        self._nationalities = Pool(
            {"all": {folded(word): word for (word,) in surrogate_table(language, "nationalities")}}, lambda _: "all"
        )
        self._pools: dict[str, Pool] = {}
        hospitals: dict[str, dict[str, str]] = {}
        for name, country in surrogate_table(language, "hospitals") if listed else ():
            hospitals.setdefault(country, {})[folded(name)] = name
        self._hospitals = Pool(hospitals, lambda _: next(iter(hospitals)))
        self._made = remembered(MEMORY)(self._new)
        self._forms = remembered(MEMORY)(self._forms_in)

    def has(self, type_: str) -> bool:
        """Whether the language has a list of this type."""
        return type_ in self._words.lists

    def _pool(self, type_: str) -> Pool | None:
        """What originals of a type are replaced out of, read when the first one comes; None where there is no list."""
        if type_ in self._words.lists and type_ not in self._pools:
            self._pools[type_] = _pool(self._words.lists[type_], self._language, self._words.agree)
        return self._pools.get(type_)

    def place(self, text: str, type_: str, key: Key, realm: str, known: NotePlaces) -> str:
        """The surrogate of a place, an organization or a profession of a note whose places are ``known``."""
        whole = (type_ in _SEVERAL_WORDS_KEPT and known.of_initials(text)) or text
        country = known.home.country if known.home and type_ == "HOSPITAL" else ""
        made = self._made(whole, type_, key, realm, self._towns_in(whole, type_, known), country)
        return made if whole is text else self._initials_of(made, text)

    def _towns_in(self, text: str, type_: str, known: NotePlaces) -> Towns:
        """The towns that a name may hold, and where each lies: all that the note has to say of it."""
        if type_ != "CITY" and type_ not in _SEVERAL_WORDS_KEPT:
            return ()
        forms, listed = self._forms(text, type_)
        if not listed and forms.isdisjoint(known.towns):
            return ()
        return tuple((form, self._home(form, known)) for form in forms if form in listed or form in known.towns)

    def _forms_in(self, text: str, type_: str) -> tuple[set[str], set[str]]:
        """What may be a town's name in a text, and what of it is in our lists."""
        forms = {form_of(text)} if type_ == "CITY" else _word_runs(text) - self._words.generic
        return forms, {form for form in forms if type_ == "CITY" or self._geography.knows(form)}

    def _home(self, town: str, known: NotePlaces) -> Region | None:
        stem = town.removesuffix(" county")
        return known.towns.get(stem) or self._geography.region_of(stem) or known.home

    def _new(self, text: str, type_: str, key: Key, realm: str, towns: Towns, country: str) -> str:
        form = form_of(text)
        if type_ == "HOSPITAL" and not towns and (made := self._hospital(text, key, realm, country)):
            return made
        if type_ == "LOCATION-OTHER" and (made := coordinates(text, key, realm, self._geography)):
            return made
        if made := self._in_geography(form, text, type_, key, realm, dict(towns)):
            return _as_name(text, made)
        pool = self._pool(type_)
        if pool is not None:
            if type_ == "STATE" and len(form.replace(".", "")) <= 4:
                return self._abbreviation(text, form, pool, key, realm)
            adjective = type_ == "COUNTRY" and pool.group(form) is None and self._words.adjective.search(form)
            if adjective and not self._words.agree:
                return _as_name(text, self._nationalities.swap(key, f"nationality {realm}", form))
            if pool.group(form) is not None or type_ not in _SEVERAL_WORDS_KEPT:
                return _as_name(text, self._other(pool, key, f"{type_} {realm}", form))
        return self._by_words(text, key, realm, dict(towns))

    def _in_geography(self, form: str, text: str, type_: str, key: Key, realm: str, towns: Homes) -> str:
        """The surrogate of a town or state that is known to lie somewhere, or an empty string."""
        if type_ == "CITY":
            return self._town(form, towns[form], key, realm)
        region = self._geography.regions.by_name.get(form.replace(".", "")) if type_ == "STATE" else None
        new = self._geography.moved(region, key, realm) if region else None
        if new is None or new == region:
            return ""
        return new.code if len(form.replace(".", "")) == 2 else new.name

    def _town(self, form: str, home: Region | None, key: Key, realm: str) -> str:
        stem = form.removesuffix(" county")
        made = self._geography.town(stem, home, key, realm)
        if not made and (pool := self._pool("CITY")):
            return self._other(pool, key, f"CITY {realm}", form)
        return f"{made} County" if made and stem != form else made

    def _hospital(self, text: str, key: Key, realm: str, country: str) -> str:
        """The name of another hospital of the same country among the plain words of its own ("the … Hospital"); an
        empty string where nobody knows the country, or our lists have none there."""
        words = list(_WORD.finditer(text))
        while words and fold_word(words[-1][0]) in self._words.generic:
            words.pop()
        if not words or self._acronym(text[: words[-1].end()], text.isupper() and " " in text):
            return ""
        start, end = words[len(words) > 1 and words[0][0].lower() == "the"].start(), words[-1].end()
        form = form_of(text[start:end])
        group = self._hospitals.group(form) or country
        if not self._hospitals.members(group):
            return ""
        made = self._hospitals.swap_within(group, key, f"hospital {realm}", form)
        return text[:start] + _as_name(text[start:end], made) + text[end:]

    @staticmethod
    def _initials_of(made: str, text: str) -> str:
        """The initials of a place's surrogate, as the text writes those of the place."""
        letters = iter(initials_of(made))
        return "".join(next(letters, "") if c.isalpha() else c for c in text)

    def _other(self, pool: Pool, key: Key, realm: str, form: str) -> str:
        """A surrogate that shares no telling word with the original: no "bus driver" for a "truck driver"."""
        words = {w for w in form.split() if len(w) > 2} - self._words.generic
        made = pool.swap(key, realm, form)
        for _ in range(_TRIES):
            if words.isdisjoint(folded(made).split()):
                break
            made = pool.swap(key, realm, folded(made))
        return made

    def _abbreviation(self, text: str, form: str, pool: Pool, key: Key, realm: str) -> str:
        short = form.replace(".", "").replace(" ", "")
        made = pool.swap(key, f"STATE {realm}", short if pool.group(form) is None else form)
        return like(text, made) if len(made) <= 6 else randomise(text, key, realm)

    def _by_words(self, text: str, key: Key, realm: str, towns: Homes) -> str:
        """Generic words and signs stay, ordinary ones in small letters beside capitals too ("Costco optical"); numbers
        and short codes keep their shape, towns stay one, the rest become surnames."""
        pieces: list[str] = []
        shouted = text.isupper() and " " in text
        plain_words = ordinary_words(self._language) if text != text.lower() else frozenset[str]()
        words = list(_WORD.finditer(text))
        at = number = changed = 0
        while number < len(words):
            count, new = self._town_within(text, words[number : number + _TOWN_WORDS], key, realm, towns)
            old = text[words[number].start() : words[number + count - 1].end()]
            new = new or (old if old in plain_words else self._one_word(old, key, realm, shouted))
            changed += new != old
            pieces += (text[at : words[number].start()], new)
            at = words[number + count - 1].end()
            number += count
        if not changed:  # nothing but generic words, which here are a name all the same, by the first one
            return _WORD.sub(lambda m: self._proper(m[0], key, realm, shouted), text, count=1)
        return "".join(pieces) + text[at:]

    def _town_within(
        self, text: str, words: Sequence[re.Match[str]], key: Key, realm: str, towns: Homes
    ) -> tuple[int, str]:
        """How many of the first words are a town's or state's name, and its surrogate; 1 and an empty string where none
        are. A state stays where states do."""
        for count in range(len(words), 0, -1):
            old = text[words[0].start() : words[count - 1].end()]
            if (form := form_of(old)) in towns:
                return count, like(old, self._town(form, towns[form], key, realm))
            region = self._geography.regions.by_name.get(form)
            if region and region.code and (len(form) > 2 or (old.isupper() and form not in self._words.generic)):
                new = self._geography.moved(region, key, realm)
                return count, like(old, new.name if len(form) > 2 else new.code)
        return 1, ""

    def _one_word(self, word: str, key: Key, realm: str, shouted: bool) -> str:
        if "." in word:  # P.O.
            return word
        if word.isdigit():
            made = randomise(word, key, f"number {realm}")
            return randomise(made, key, f"number {realm}") if made == "0" else made  # no house has it
        folded = fold_word(word)
        generic = self._words.generic
        if folded in generic or folded.replace("'", "") in generic or folded in ("d'", "l'", "'s", "th", "nd", "rd"):
            return word
        return self._proper(word, key, realm, shouted)

    def _proper(self, word: str, key: Key, realm: str, shouted: bool) -> str:
        folded = fold_word(word)
        if word.isdigit() or len(word) < 3 or self._acronym(word, shouted):
            return randomise(word, key, realm)
        tail = next((word[-2:] for sign in ("'s", "’s") if word.endswith(sign)), "")
        made = self._names.swap(folded[: len(folded) - len(tail)], True, key, realm)
        while fold_word(made) in self._words.generic:  # a surname such as Hosp or Park
            made = self._names.swap(fold_word(made), True, key, realm)
        return like(word, made) + tail

    def _acronym(self, word: str, shouted: bool) -> bool:
        """Whether a short word in capitals is letters rather than a word, also where all is in capitals."""
        folded = fold_word(word)
        if len(word) > 5 or not word.isupper() or self._geography.knows(folded):
            return False
        return not shouted or not set(folded) & set("aeiouy")


def _word_runs(text: str) -> set[str]:
    """Every run of a few words of a text, folded, but for the shortest."""
    words = list(_WORD.finditer(text))
    runs = (
        form_of(text[words[first].start() : word.end()])
        for last, word in enumerate(words)
        for first in range(max(0, last + 1 - _TOWN_WORDS), last + 1)
    )
    return {run for run in runs if len(run) > 2}


def _as_name(text: str, made: str) -> str:
    """A listed word in the letter case of a text, with a capital where that has one."""
    made = like(text, made)
    return made[:1].upper() + made[1:] if text[:1].isupper() and made.islower() else made


_ENDING = re.compile(r"[oae]s?$")


def _ending(form: str) -> str:
    """The ending by which a noun tells gender and number: that of its first word, such as "o", "as" or nothing."""
    found = _ENDING.search(form.split()[0]) if form.split() else None
    return found[0] if found else ""


@cache
def _kinds(language: str) -> Mapping[str, str]:
    """What kind a folded organization or profession is of."""
    return {row[0]: row[1] for row in surrogate_table(language, "kinds")}


def _pool(lists: tuple[str, ...], language: str, agree: frozenset[str]) -> Pool:
    groups: dict[str, dict[str, str]] = {}
    for name in lists:
        for group, form, entry in _grouped(name, language, agree):
            groups.setdefault(group, {}).setdefault(form, entry)
    for group in [name for name in groups if name.endswith(_TAKES_AN)]:
        rest = groups.setdefault(group.removesuffix(_TAKES_AN), {})
        if min(len(groups[group]), len(rest)) < _FEW:
            rest |= groups.pop(group)
    first = next(iter(groups))
    if lists[-1] in agree:
        return Pool(groups, lambda form: name if (name := f"{lists[-1]} {_ending(form)}") in groups else first)
    return Pool(groups, lambda form: "codes" if "codes" in groups and len(form) <= 3 else first)


def _grouped(name: str, language: str, agree: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """The entries of a list, folded and as written, each behind the group within which it is replaced."""
    kinds = _kinds(language)
    for entry in lexicon_list(language, name, _GRADES.get(name, ("sure", "ambiguous"))):
        form = folded(entry)
        if name in agree:
            yield f"{name} {_ending(form)}", form, entry
        elif kinds and name in _OF_KINDS:
            yield f"{name} {kinds.get(form, '')}{_article(form)}", form, entry
        elif name == "states" and len(entry.replace(".", "")) <= 4:
            yield "codes" if entry.isupper() and len(entry) == 2 else "abbreviations", form, entry
        else:
            yield name, form, entry


_GRADES = {"states": ("sure", "ambiguous", "ordinary")}
_AN = re.compile(r"(?!eu|one\b|once\b)[aeio]|u(?!ni|s[aeiou]|ti|r[aou])|hour|honest|heir")


_TAKES_AN = " an"
_FEW = 8
"""Entries of a group that is too small to hide in."""


def _article(form: str) -> str:
    """Marks the group of what takes "an", so that it is replaced by its like: "an electrician", "a mason"."""
    return _TAKES_AN if _AN.match(form) else ""
