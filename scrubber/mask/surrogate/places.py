"""Surrogates of places, organizations and professions."""

from __future__ import annotations

import re

from scrubber.mask.keys import Key
from scrubber.mask.names import fold_word
from scrubber.mask.surrogate.names import NameSurrogates
from scrubber.mask.surrogate.pools import Pool, lexicon_list, like, plain, surrogate_table
from scrubber.mask.surrogate.shape import randomise
from scrubber.mask.surrogate.vocabulary import vocabulary

_SEVERAL_WORDS_KEPT = ("HOSPITAL", "HEALTHCENTRE", "ORGANIZATION", "LOCATION-OTHER", "STREET")
_TRIES = 8
_WORD = re.compile(r"[^\W\d_ºª]+(?:['’´][^\W\d_ºª]+)?|\d+")


class PlaceSurrogates:
    """Replaces what has a list of its own out of that list, and other names word by word, keeping generic words."""

    def __init__(self, names: NameSurrogates, language: str = "en") -> None:
        self._names = names
        self._words = vocabulary(language)
        self._nationalities = Pool(
            {"all": [line[0] for line in surrogate_table(language, "nationalities")]}, lambda _: "all"
        )
        agree = self._words.agree
        self._pools = {type_: _pool(lists, language, agree) for type_, lists in self._words.lists.items()}

    def has(self, type_: str) -> bool:
        """Whether the language has a list of this type."""
        return type_ in self._pools

    def place(self, text: str, type_: str, key: Key, realm: str) -> str:
        """The surrogate of a place, an organization or a profession."""
        pool = self._pools.get(type_)
        if pool is not None:
            form = " ".join(plain(text).split())
            if type_ == "STATE" and len(form.replace(".", "")) <= 4:
                return self._abbreviation(text, form, pool, key, realm)
            adjective = type_ == "COUNTRY" and pool.group(form) is None and self._words.adjective.search(form)
            if adjective and not self._words.agree:
                return _cased(text, self._nationalities.swap(key, f"nationality {realm}", form))
            if pool.group(form) is not None or type_ not in _SEVERAL_WORDS_KEPT:
                return _cased(text, self._other(pool, key, f"{type_} {realm}", form))
        return self._by_words(text, key, f"{type_} {realm}")

    def _other(self, pool: Pool, key: Key, realm: str, form: str) -> str:
        """A surrogate that shares no telling word with the original: no "bus driver" for a "truck driver"."""
        words = {w for w in form.split() if len(w) > 2} - self._words.generic
        made = pool.swap(key, realm, form)
        for _ in range(_TRIES):
            if words.isdisjoint(plain(made).split()):
                break
            made = pool.swap(key, realm, plain(made))
        return made

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
        generic = self._words.generic
        if folded in generic or folded.replace("'", "") in generic or folded in ("'s", "th", "nd", "rd"):
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


def _cased(text: str, made: str) -> str:
    made = like(text, made)
    return made[:1].upper() + made[1:] if text[:1].isupper() and made.islower() else made


_ENDING = re.compile(r"[oae]s?$")


def _ending(form: str) -> str:
    """The ending by which a noun tells gender and number: that of its first word, such as "o", "as" or nothing."""
    found = _ENDING.search(form.split()[0]) if form.split() else None
    return found[0] if found else ""


def _pool(lists: tuple[str, ...], language: str, agree: frozenset[str]) -> Pool:
    groups: dict[str, list[str]] = {}
    for name in lists:
        entries = lexicon_list(language, name)
        if name in agree:
            for entry in entries:
                groups.setdefault(f"{name} {_ending(plain(entry))}", []).append(entry)
            continue
        if name == "states":
            entries = lexicon_list(language, name, ("sure", "ambiguous", "ordinary"))
            short = [e for e in entries if len(e.replace(".", "")) <= 4]
            groups["codes"] = [e for e in short if e.isupper() and len(e) == 2]
            groups["abbreviations"] = [e for e in short if not (e.isupper() and len(e) == 2)]
            entries = [e for e in entries if len(e.replace(".", "")) > 4]
        groups[name] = entries
    groups = {name: entries for name, entries in groups.items() if entries}
    first = next(iter(groups))
    if lists[-1] in agree:
        return Pool(groups, lambda form: name if (name := f"{lists[-1]} {_ending(form)}") in groups else first)
    return Pool(groups, lambda form: "codes" if "codes" in groups and len(form) <= 3 else first)
