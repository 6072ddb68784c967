"""Features: what a reader sees of a token, its neighbours and its line, as short strings.

The cue scorer (``refine/cues.py``) and the optional CRF (``detect/crf.py``) read the same features, so that what one
learns can be compared with the other, and neither learns a name by heart: a word of its own is a feature only where a
protect or cue list holds it ("surgeon", "lives", "disease"); every other word is known by its lists and its shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from scrubber.lexicon import Flags, Lexicon
from scrubber.reading import Reading

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

_SIGNS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~°±½’“”–—•→")
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


def sign(text: str) -> str:
    """A sign as a feature names it: itself if it is common, '¤' if not, '¶' for a line end."""
    return "¶" if text == "\n" else text if text in _SIGNS or (text.isdigit() and text.isascii()) else "¤"


@lru_cache(maxsize=65536)
def shape(text: str) -> str:
    """A token's shape: 'Aa', 'A', 'AA', 'a', 'aA', 'd4'; a sign is its own shape."""
    first = text[0]
    if first.isdigit():
        return f"d{min(len(text), 9)}"
    if not first.isalpha():
        return sign(text)
    if text.islower():
        return "a" if len(text) > 1 else "a1"
    if len(text) == 1:
        return "A1"
    if text.isupper():
        return "AA" if len(text) > 3 else f"A{len(text)}"
    return "Aa" if first.isupper() and text[1:].islower() else "aA"


class FeatureMaker:
    """Makes the features of a document's tokens; holds the lexicon and caches per word."""

    def __init__(self, lexicon: Lexicon) -> None:
        flags = lexicon.flags
        self._known = 0
        for name in _KNOWN_LISTS:
            self._known |= flags[name].any
        self._titled = flags["TITLE"].any
        self._kin = flags["KINSHIP"].any
        self._named = flags["FIRST"].any | flags["LAST"].any
        self._phi = 0
        for name in _PHI_LISTS:
            self._phi |= flags[name].likely
        self._names = lru_cache(maxsize=65536)(lambda mask: _letters(flags, mask))

    def lists(self, mask: int) -> str:
        """The lists of a mask in short: 'F L? W' = sure first name, ambiguous surname, ordinary word."""
        return self._names(mask)

    def candidates(self, reading: Reading) -> list[int]:
        """Indices of the tokens that could be PHI by themselves; what only their neighbours make PHI joins later.

        Left out are signs, and words in lower case or at the start of a sentence that only protect lists hold. The
        full stop of a title or an initial ends no sentence.
        """
        known, phi, named, titled = self._known, self._phi, self._named, self._titled
        texts, hits, phrases = reading.tokens.texts, reading.hits, reading.phrases
        states = line_states(texts)
        masks, out = reading.masks, []
        before = "\n"
        for i, (text, mask) in enumerate(zip(texts, masks, strict=True)):
            if hits[i] or phrases[i] & phi:
                out.append(i)
            elif text.isalpha():
                capital = states[i] == "m" and not text.islower()
                if mask & phi or not mask & known or (capital and (mask & named or before not in _OPENERS)):
                    out.append(i)
            elif text.isdigit():
                out.append(i)
            if text != "." or not i or not (masks[i - 1] & titled or len(texts[i - 1]) == 1):
                before = text
        return out

    def make(self, reading: Reading, indices: Iterable[int]) -> list[list[str]]:
        """The features of the tokens at ``indices``, a list a token.

        What is read off the whole document is kept with the reading, so that asking line by line costs no more.
        """
        if reading.columns is None:
            reading.columns = self._columns(reading)
        ws, ss, ls, hs, states, chunks, firsts, labels, kin, notes = reading.columns
        lows, texts = reading.tokens.lows, reading.tokens.texts
        names, phrases = self._names, reading.phrases
        rows: list[list[str]] = []
        for i in indices:
            j = i + 2
            w0, w1, w_1 = ws[j], ws[j + 1], ws[j - 1]
            s0, l0, state, label = ss[j], ls[j], states[i], labels[i]
            row = [
                "b",
                "w=" + w0,
                "s=" + s0,
                "l=" + l0,
                "sl=" + s0 + l0 + state,
                "-w=" + w_1,
                "+w=" + w1,
                "--w=" + ws[j - 2] + "|" + w_1,
                "++w=" + w1 + "|" + ws[j + 2],
                "-s=" + ss[j - 1] + "|" + s0,
                "+s=" + s0 + "|" + ss[j + 1],
                "-ll=" + ls[j - 1] + "|" + l0,
                "+ll=" + l0 + "|" + ls[j + 1],
                "c=" + state,
                "lab=" + label,
                "labs=" + label + "|" + s0,
                "-2l=" + ls[j - 2] + "|" + l0,
                "+2l=" + l0 + "|" + ls[j + 2],
                "-ss=" + ss[j - 2] + "|" + ss[j - 1] + "|" + s0,
                "+ss=" + s0 + "|" + ss[j + 1] + "|" + ss[j + 2],
                "-w+w=" + w_1 + "|" + s0 + "|" + w1,
                "ck=" + chunks[i],
                "f=" + firsts[i] + "|" + s0,
            ]
            if hs[j]:
                row.append("h=" + hs[j])
            if phrases[i]:
                row.append("p=" + names(phrases[i]) + "|" + s0)
            if s0[0] == "d":
                kind = number_class(texts[i])
                row.append("n=" + kind)
                row.append("nw=" + kind + "|" + w_1)
                row.append("wn=" + kind + "|" + w1)
                row.append("nwn=" + kind + "|" + w_1 + "|" + w1)
                row.append("nl=" + kind + "|" + ls[j - 1] + "|" + ls[j + 1])
                row.append("n2=" + kind + "|" + ls[j - 2] + "|" + ss[j - 1])
                row.append("nk=" + kind + "|" + kin[i])
            elif notes[i]:
                row.append("e=" + notes[i] + "|" + s0 + state)
                row.append("el=" + notes[i] + "|" + l0)
            if w0 == "?":
                row.append("x3=" + lows[i][-3:])
                row.append("x2=" + lows[i][-2:] + "|" + s0)
                row.append("y3=" + lows[i][:3])
            rows.append(row)
        return rows

    def _columns(self, reading: Reading) -> tuple[list[str], ...]:
        """What the rows are made of, a value a token; the first four with two edge marks on either side."""
        tokens = reading.tokens
        lows, texts = tokens.lows, tokens.texts
        known, masks = self._known, reading.masks
        words = [
            low if mask & known else "?" if low.isalpha() else "0" if len(low) > 1 else sign(low)
            for low, mask in zip(lows, masks, strict=True)
        ]
        lists = list(map(self._names, masks))
        states = line_states(texts)
        chunks = chunk_shapes(reading.document.text, tokens.starts, texts)
        firsts = line_firsts(texts, words)
        labels = line_labels(texts, lows)
        edge = ["^", "^"]
        padded = (edge + column + edge for column in (words, list(map(shape, texts)), lists, reading.hits))
        kin = last_on_line(texts, masks, self._kin, reading.hits)
        notes = elsewhere(texts, lows, masks, self._titled)
        return *padded, states, chunks, firsts, labels, kin, notes


def chunk_shapes(text: str, starts: Sequence[int], texts: Sequence[str]) -> list[str]:
    """The shape of the run of non-space characters that each token is part of: 'A-9' for 'MRN-00123'."""
    shapes: list[str] = []
    chunk: list[str] = []
    end = -1
    for start, token in zip(starts, texts, strict=True):
        if start != end or token == "\n":
            shapes.extend([_chunk_shape(chunk)] * len(chunk))
            chunk = []
        chunk.append(token)
        end = start + len(token)
    shapes.extend([_chunk_shape(chunk)] * len(chunk))
    return shapes


def _chunk_shape(chunk: list[str]) -> str:
    if len(chunk) == 1:
        return "1"
    return "".join([_CHUNK.get(shape(token)[0], "x") if token.isalnum() else sign(token) for token in chunk[:9]])


_CHUNK = {"a": "a", "A": "A", "d": "9"}


def line_firsts(texts: Sequence[str], words: Sequence[str]) -> list[str]:
    """The first word of each token's line."""
    firsts: list[str] = []
    first = ""
    for text, word in zip(texts, words, strict=True):
        if text == "\n":
            first = ""
        elif not first and text.isalpha():
            first = word
        firsts.append(first)
    return firsts


def elsewhere(texts: Sequence[str], lows: Sequence[str], masks: Sequence[int], titled: int) -> list[str]:
    """What the rest of the note says of each word: behind a title somewhere ('T'), in lower case somewhere ('l').

    "Long" is the man of "Mr. Long", but not where the note also says "long"; words of one or two letters say nothing.
    """
    title: set[str] = set()
    plain: set[str] = set()
    before = 0
    for text, low, mask in zip(texts, lows, masks, strict=True):
        if text == ".":
            continue
        if before & titled and text[0].isupper():
            title.add(low)
        elif text.islower():
            plain.add(low)
        before = mask
    return [
        ("T" if low in title else "") + ("l" if low in plain and not text.islower() else "") if len(low) > 2 else ""
        for text, low in zip(texts, lows, strict=True)
    ]


def last_on_line(texts: Sequence[str], masks: Sequence[int], kin: int, hits: Sequence[str]) -> list[str]:
    """What came last before each token on its line: a kinship word ('K'), a pattern's hit (its type), both, or ''.

    "Kids Brenda 12, Wilmer 7, Ashley 11": each number is judged by what the line is about.
    """
    found: list[str] = []
    relative, hit = "", ""
    for text, mask, type_ in zip(texts, masks, hits, strict=True):
        found.append(relative + hit)
        if text == "\n":
            relative = hit = ""
        elif mask & kin:
            relative = "K"
        elif type_:
            hit = type_
    return found


def _letters(flags: Flags, mask: int) -> str:
    out = []
    for name, letter in _SHORT.items():
        flag = flags[name]
        if mask & flag.any:
            out.append(letter + ("" if mask & flag.sure else "?" if mask & flag.ambiguous else "~"))
    return "".join(out)


@lru_cache(maxsize=4096)
def number_class(text: str) -> str:
    """What a number could be in a calendar: day and month, day, year, or neither."""
    value = int(text) if len(text) < 12 else 10**12
    if len(text) <= 2:
        return "m" if 1 <= value <= 12 else "d" if 1 <= value <= 31 else "2"
    if len(text) == 4:
        if 1920 <= value <= 2035:
            return "y"
        return "t" if value < 2400 and value % 100 < 60 else "4"
    return str(min(len(text), 10))


def line_states(texts: Sequence[str]) -> list[str]:
    """The case of each token's line: 'U' all capitals, 'l' all lower case, 'm' mixed."""
    states: list[str] = []
    line: list[str] = []
    for text in texts:
        line.append(text)
        if text == "\n":
            states.extend([_state(line)] * len(line))
            line = []
    states.extend([_state(line)] * len(line))
    return states


def _state(line: Iterable[str]) -> str:
    words = [w for w in line if len(w) > 1 and w.isalpha()]
    if not words:
        return "m"
    upper = sum(map(str.isupper, words))
    lower = sum(map(str.islower, words))
    if upper >= 0.8 * len(words) and len(words) > 1:
        return "U"
    return "l" if lower == len(words) and len(words) > 2 else "m"


def line_labels(texts: Sequence[str], lows: Sequence[str]) -> list[str]:
    """The label in force at each token: the last word before the nearest colon to the left on its line."""
    labels: list[str] = []
    label, last = "", ""
    for text, low in zip(texts, lows, strict=True):
        labels.append(label)
        if text == "\n":
            label = last = ""
        elif text == ":" and last:
            label = last
        elif text.isalpha():
            last = low
    return labels
