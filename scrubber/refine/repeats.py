"""Repeats: what the note has established once is found again everywhere in it, in every variant.

A name is established by a token that the votes are nearly sure of. Elsewhere the same word, in any case, is then the
name again; where the word is also an ordinary one ("Mr. Will Long will no longer"), only with a capital in running text
and some vote or a person's verb for it. Where it names a disease or a device ("Dr. Wilson excluded Wilson disease"), it
is not the name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scrubber.detect.tagger import Vote
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.refine.people import ROLES, Introductions

SURE = 0.85
"""A vote of this probability establishes a word."""
AGAIN = 0.9
"""The probability of a word that has been established."""
CAPITAL, PLAIN = 0.05, 0.25
"""The probability that an ordinary word needs to be a name again, with a capital in running text or without."""
MOST = 4096
"""Established words that a note remembers at most: what bounds the memory of an endless stream."""
_NAMES = frozenset({"PATIENT", "DOCTOR", "USERNAME"})
_PLACES = frozenset({"HOSPITAL", "ORGANIZATION", "CITY", "STREET", "LOCATION-OTHER"})
_ORDINARY = [
    "ORDINARY",
    "MEDICAL",
    "ABBREVIATION",
    "HEADER",
    "UNIT",
    "ANATOMY",
    "DRUG",
    "CREDENTIAL",
    "TITLE",
    "KINSHIP",
    "ROLE",
    "EPONYM",
    "CALENDAR",
    "GENERIC_PLACE",
]
_HEADS = ["HOSPITAL_WORD", "HOSPITAL_NAME_WORD", "ORGANIZATION_WORD", "LANDMARK_WORD", "STREET_SUFFIX", "DEVICE_WORD"]
_VERBS = frozenset(
    {
        "is",
        "was",
        "has",
        "had",
        "will",
        "would",
        "does",
        "did",
        "can",
        "could",
        "may",
        "says",
        "said",
        "states",
        "stated",
        "reports",
        "reported",
        "denies",
        "denied",
        "feels",
        "felt",
        "came",
        "comes",
        "went",
        "goes",
        "took",
        "takes",
        "fell",
        "slept",
        "asked",
        "asks",
        "agrees",
        "agreed",
        "understands",
        "lives",
        "works",
        "called",
        "saw",
        "paid",
        "signed",
        "complains",
        "complained",
        "refuses",
        "refused",
        "remains",
        "wants",
        "wishes",
        "needs",
        "presented",
        "presents",
        "returned",
        "returns",
    }
)
"""What a person does: behind a word with a capital it tells the name from the thing ("Stone feels well")."""
_NAMESAKES = frozenset(
    {
        "disease",
        "diseases",
        "syndrome",
        "palsy",
        "sign",
        "signs",
        "test",
        "tests",
        "maneuver",
        "manoeuvre",
        "catheter",
        "tube",
        "clamp",
        "retractor",
        "lymphoma",
        "sarcoma",
        "tumor",
        "tumour",
        "procedure",
        "operation",
        "score",
        "scale",
        "criteria",
        "classification",
        "fracture",
        "phenomenon",
        "reflex",
        "law",
        "contracture",
        "esophagus",
        "thyroiditis",
        "cells",
        "bodies",
        "ring",
        "rings",
        "node",
        "nodes",
        "ulcer",
        "hernia",
        "drain",
        "stitch",
        "needle",
    }
)
"""Before these a word that is also an eponym is one."""


class Memory:
    """What a note has established so far, by lower-cased word; carried from piece to piece of a stream."""

    def __init__(self) -> None:
        self.types: dict[str, Counter[str]] = {}
        self.roles: dict[str, set[str]] = {}
        """The roles in which a name was introduced: with a title, or beside another name."""

    def copy(self) -> Memory:
        """The same, to learn on by itself."""
        made = Memory()
        made.types = {word: counts.copy() for word, counts in self.types.items()}
        made.roles = {word: set(roles) for word, roles in self.roles.items()}
        return made

    def learn(self, word: str, type_: str) -> None:
        """Count one sure sighting."""
        if word not in self.types and len(self.types) >= MOST:
            forgotten = next(iter(self.types))
            self.types.pop(forgotten)
            self.roles.pop(forgotten, None)
        self.types.setdefault(word, Counter())[type_] += 1

    def introduce(self, word: str, role: str) -> None:
        """Note the role in which a word that is established was introduced."""
        self.roles.setdefault(word, set()).add(role)

    def role_of(self, word: str) -> str | None:
        """The one role in which a word was introduced, or None."""
        roles = self.roles.get(word, ())
        return next(iter(roles)) if len(roles) == 1 else None

    def type_of(self, word: str) -> str | None:
        """The type under which a word was established most often, or None."""
        counts = self.types.get(word)
        return max(sorted(counts), key=counts.__getitem__) if counts else None


class Repeats:
    """Finds established words again; holds only what it needs of the lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._ordinary = lexicon.flags.any_of(_ORDINARY)
        self._head = lexicon.flags.any_of(_HEADS)
        self._eponym = lexicon.flags["EPONYM"].any
        self._introductions = Introductions(lexicon)

    def apply(self, reading: Reading, votes: Mapping[int, Vote], memory: Memory) -> Mapping[int, Vote]:
        """The votes, with those on repeated words raised."""
        self._learn(reading, votes, memory)
        if not memory.types:
            return votes
        raised: dict[int, Vote] = dict(votes)
        texts, lows, masks = reading.tokens.texts, reading.tokens.lows, reading.masks
        states = reading.tokens.states
        for index, low in enumerate(lows):
            if low not in memory.types:
                continue
            vote = votes.get(index)
            role = memory.role_of(low)
            if vote is not None and vote.probability >= AGAIN:
                if role not in (None, vote.type) and vote.type in ROLES and self._introductions.is_bare(reading, index):
                    raised[index] = Vote(vote.probability, role)
                continue
            type_ = role or memory.type_of(low)
            if type_ is None:
                continue
            if masks[index] & self._eponym and _following(lows, index) in _NAMESAKES:
                continue
            if masks[index] & self._ordinary and not self._named(texts, states, votes, index):
                continue
            raised[index] = Vote(AGAIN, type_)
        return raised

    def _learn(self, reading: Reading, votes: Mapping[int, Vote], memory: Memory) -> None:
        texts, lows, masks = reading.tokens.texts, reading.tokens.lows, reading.masks
        for index, vote in votes.items():
            if vote.probability < SURE or len(texts[index]) < 3 or not texts[index].isalpha():
                continue
            if (vote.type in _NAMES and not reading.hits[index].startswith("DATE")) or (
                vote.type in _PLACES and not masks[index] & (self._ordinary | self._head)
            ):
                memory.learn(lows[index], vote.type)
                if vote.type in ROLES and self._introductions.introduces(reading, votes, index):
                    memory.introduce(lows[index], vote.type)

    @staticmethod
    def _named(texts: list[str], states: str, votes: Mapping[int, Vote], index: int) -> bool:
        """Whether an ordinary word is a name here: with a capital in running text, and a verb or some vote for it."""
        capital = texts[index][0].isupper() and states[index] == "m"
        if capital and index + 1 < len(texts) and texts[index + 1] in _VERBS:
            return True
        vote = votes.get(index)
        return vote is not None and vote.probability >= (CAPITAL if capital else PLAIN)


def _following(lows: Sequence[str], index: int) -> str:
    """The next word, past a possessive."""
    at = index + 1
    while at < len(lows) and lows[at] in ("'", "’", "s", "'s", "’s"):
        at += 1
    return lows[at] if at < len(lows) else ""
