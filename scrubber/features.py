"""Features: what a reader sees of a token, its neighbours and its line, as short strings.

The cue scorer (``refine/cues.py``) and the optional CRF (``detect/crf.py``) read the same features, so that what one
learns can be compared with the other, and neither learns a name by heart: a word of its own is a feature only where a
protect or cue list holds it ("surgeon", "lives", "disease"); every other word is known by its lists and its shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from scrubber.columns import Columns, behind_titles, line_firsts, line_labels, line_lasts
from scrubber.lexicon import Flags, Lexicon
from scrubber.reading import Reading
from scrubber.words import EDGE, WORDS, Form, Look, Memo, Word, chunk_of, number_class, shape_of, sign

_KNOWN_LISTS = [
    "ORDINARY",
    "MEDICAL",
    "ABBREVIATION",
    "HEADER",
    "UNIT",
    "KINSHIP",
    "TITLE",
    "CREDENTIAL",
    "ROLE",
    "GENERIC_PLACE",
    "ANATOMY",
    "CALENDAR",
    "STREET_SUFFIX",
    "HOSPITAL_WORD",
    "HOSPITAL_NAME_WORD",
    "ORGANIZATION_WORD",
    "LANDMARK_WORD",
    "LANGUAGE",
    "DRUG",
    "DEVICE_WORD",
]
"""Lists whose words may be features by themselves."""

_PHI_LISTS = [
    "FIRST",
    "LAST",
    "CITY",
    "COUNTY",
    "STATE",
    "COUNTRY",
    "NATIONALITY",
    "PROFESSION",
    "HOSPITAL",
    "HOSPITAL_ABBR",
    "ORGANIZATION",
    "LANDMARK",
    "HOLIDAY",
    "CALENDAR",
    "HOSPITAL_WORD",
    "HOSPITAL_NAME_WORD",
    "ORGANIZATION_WORD",
    "LANDMARK_WORD",
    "STREET_SUFFIX",
]
"""Lists whose words may be PHI by themselves."""

_OPENERS = frozenset("\n.:;!?-*•>")
"""Signs behind which a capital says nothing."""

_SHORT = {
    "FIRST": "F", "LAST": "L", "CITY": "C", "COUNTY": "Y", "STATE": "S", "COUNTRY": "N", "NATIONALITY": "A",
    "PROFESSION": "P", "HOSPITAL": "H", "HOSPITAL_ABBR": "h", "HOSPITAL_WORD": "w", "HOSPITAL_NAME_WORD": "n",
    "ORGANIZATION": "O", "ORGANIZATION_WORD": "o", "LANDMARK": "M", "LANDMARK_WORD": "m", "STREET_SUFFIX": "s",
    "HOLIDAY": "D", "CALENDAR": "d", "TITLE": "T", "CREDENTIAL": "R", "ROLE": "r", "KINSHIP": "K", "LANGUAGE": "l",
    "EPONYM": "E", "DRUG": "G", "ANATOMY": "B", "MEDICAL": "X", "ABBREVIATION": "a", "HEADER": "e", "UNIT": "u",
    "DEVICE_WORD": "v", "NUMBER": "#", "GENERIC_PLACE": "g", "ORDINARY": "W",
}  # fmt: skip

ALWAYS, NAME, CAPITAL, NEVER = "CNK-"
"""When a token is a candidate; the middle two only with a capital in running text, the third not behind an opener."""


def known_words(flags: Flags) -> int:
    """The mask of the lists whose words may be features by themselves."""
    return flags.any_of(_KNOWN_LISTS)


class FeatureMaker:
    """Makes the features of a document's tokens; holds the lexicon and what was worked out of words."""

    def __init__(self, lexicon: Lexicon) -> None:
        flags = lexicon.flags
        self._known = known_words(flags)
        self._titled = flags["TITLE"].any
        self._kin = flags["KINSHIP"].any
        self._named = flags["FIRST"].any | flags["LAST"].any
        self._phi = flags.likely_of(_PHI_LISTS)
        self._flags_of = lexicon.words.mask
        self._names: Memo[int, str] = Memo(lambda mask: short_lists(flags, mask))
        self._looks: Memo[tuple[str, str, str, str], Look] = Memo(lambda parts: Look(*parts))
        self._words: Memo[Form, Word] = Memo(self._word, WORDS)

    def lists(self, mask: int) -> str:
        """The lists of a mask in short: 'F L? W' = sure first name, ambiguous surname, ordinary word."""
        return self._names[mask]

    def candidates(self, reading: Reading) -> list[int]:
        """Indices of the tokens that could be PHI by themselves; what only their neighbours make PHI joins later.

        Left out are signs, and words in lower case or at the start of a sentence that only protect lists hold. The
        full stop of a title or an initial ends no sentence.
        """
        columns = self.columns(reading)
        states = columns.states
        found = [
            i
            for i, turn in enumerate(map(attrgetter("turn"), columns.words))
            if turn != NEVER
            and (turn == ALWAYS or (states[i] == "m" and (turn == NAME or not self._opened(reading, columns, i))))
        ]
        phi = self._phi
        forced = {i for i, type_ in enumerate(reading.hits) if type_}
        forced.update(i for i, mask in enumerate(reading.phrases) if mask & phi)
        return sorted(forced.union(found)) if forced else found

    def _opened(self, reading: Reading, columns: Columns, index: int) -> bool:
        """Whether a sentence or an item of a list begins at a token."""
        texts, at = reading.tokens.texts, index - 1
        while at > 0 and texts[at] == "." and (columns.words[at - 1].mask & self._titled or len(texts[at - 1]) == 1):
            at -= 1
        return at < 0 or texts[at] in _OPENERS

    def columns(self, reading: Reading) -> Columns:
        """What is read off the whole document; kept with the reading, so that asking line by line costs no more."""
        if reading.columns is None:
            reading.columns = self._columns(reading)
        return reading.columns

    def make(self, reading: Reading, indices: Iterable[int]) -> list[list[str]]:
        """The features of the tokens at ``indices``, a list a token."""
        columns = self.columns(reading)
        looks, hits, phrases = columns.looks, reading.hits, reading.phrases
        rows: list[list[str]] = []
        for i in indices:
            before2, before, look, behind, behind2 = looks[i : i + 5]
            w, s, lists, state, label = look.word, look.shape, look.lists, columns.states[i], columns.labels[i]
            row = [
                "b",
                "w=" + w,
                "s=" + s,
                "l=" + lists,
                "sl=" + s + lists + state,
                "-w=" + before.word,
                "+w=" + behind.word,
                "--w=" + before2.word + "|" + before.word,
                "++w=" + behind.word + "|" + behind2.word,
                "-s=" + before.shape + "|" + s,
                "+s=" + s + "|" + behind.shape,
                "-ll=" + before.lists + "|" + lists,
                "+ll=" + lists + "|" + behind.lists,
                "c=" + state,
                "lab=" + label,
                "labs=" + label + "|" + s,
                "-2l=" + before2.lists + "|" + lists,
                "+2l=" + lists + "|" + behind2.lists,
                "-ss=" + before2.shape + "|" + before.shape + "|" + s,
                "+ss=" + s + "|" + behind.shape + "|" + behind2.shape,
                "-w+w=" + before.word + "|" + s + "|" + behind.word,
                "ck=" + chunk_of(columns.chunks[i]),
                "f=" + columns.firsts[i] + "|" + s,
            ]
            if hits[i]:
                row.append("h=" + hits[i])
            if phrases[i]:
                row.append("p=" + self._names[phrases[i]] + "|" + s)
            if number := look.number:
                row.append("n=" + number)
                row.append("nw=" + number + "|" + before.word)
                row.append("wn=" + number + "|" + behind.word)
                row.append("nwn=" + number + "|" + before.word + "|" + behind.word)
                row.append("nl=" + number + "|" + before.lists + "|" + behind.lists)
                row.append("n2=" + number + "|" + before2.lists + "|" + before.shape)
                row.append("nk=" + number + "|" + columns.lasts[i])
            elif note := columns.note(i):
                row.append("e=" + note + "|" + s + state)
                row.append("el=" + note + "|" + lists)
            if w == "?":
                low = columns.words[i].low
                row.append("x3=" + low[-3:])
                row.append("x2=" + low[-2:] + "|" + s)
                row.append("y3=" + low[:3])
            rows.append(row)
        return rows

    def _columns(self, reading: Reading) -> Columns:
        tokens = reading.tokens
        texts, lows, sorts = tokens.texts, tokens.lows, tokens.sorts
        words = list(map(self._words.__getitem__, tokens.forms))
        looks = [EDGE, EDGE, *map(attrgetter("look"), words), EDGE, EDGE]
        titled, kin = self._titled, self._kin
        reading.masks = list(map(attrgetter("mask"), words))
        telling = [(i, mask) for i, mask in enumerate(reading.masks) if mask & (titled | kin)]
        return Columns(
            words=words,
            looks=looks,
            hits=reading.hits,
            phrases=reading.phrases,
            states=tokens.states,
            chunks=tokens.chunks,
            firsts=line_firsts(sorts, words),
            labels=line_labels(sorts, lows),
            lasts=line_lasts(sorts, [i for i, mask in telling if mask & kin], reading.hits),
            titled=behind_titles(texts, lows, [i for i, mask in telling if mask & titled]),
            plain=frozenset(word.low for word in set(words) if word.lower),
        )

    def _word(self, form: Form) -> Word:
        """What is known of a token by itself."""
        text, low, shape = form.text, form.low, shape_of(form.text)
        mask = self._flags_of(low)
        known = mask & self._known
        word = low if known else "?" if low.isalpha() else "0" if len(low) > 1 else sign(low)
        number = number_class(text) if shape[0] == "d" else ""
        turn = NEVER
        if text.isdecimal():
            turn = ALWAYS
        elif text.isalpha():
            likely = mask & self._phi or not known
            turn = ALWAYS if likely else NEVER if form.lower else NAME if mask & self._named else CAPITAL
        return Word(form, mask, self._looks[word, shape, self._names[mask], number], turn)


def short_lists(flags: Flags, mask: int) -> str:
    """The lists of a mask in short: 'F L? W~' without the blanks."""
    out = []
    for name, letter in _SHORT.items():
        flag = flags[name]
        if mask & flag.any:
            out.append(letter + ("" if mask & flag.sure else "?" if mask & flag.ambiguous else "~"))
    return "".join(out)
