"""What a site's configuration changes of detection: weights of rules and types, types on and off, texts and their fate.

Pure functions over candidate spans, applied before overlaps are resolved, so that what lost to a span that is not
wanted here gets its chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING

from scrubber.budget import watched
from scrubber.errors import NoteError, UsageError
from scrubber.gazetteers.ordinary import is_ordinary
from scrubber.known.table import SOURCE as KNOWN
from scrubber.nearest import nearest
from scrubber.policy import Policy, phi_types
from scrubber.refine.listening import Listening
from scrubber.refine.own_tags import outside_tags
from scrubber.stages import BY_TYPE
from scrubber.text.span import Span

if TYPE_CHECKING:
    import regex

    from scrubber.rules.rule import Rule

_REGEX_SECONDS = 2.0
MASK = "mask"
"""The source of what a site masks by its own word."""


@dataclass(frozen=True, slots=True)
class Allow:
    """Text that is no PHI here, whoever finds it too: said once, with a reason."""

    reason: str
    text: str | None = None
    """The whole of what was found, letter case and spacing aside; or"""
    regex: str | None = None
    """a pattern that matches the whole of it; neither: whatever ``rules`` find."""
    rules: tuple[str, ...] = ()
    """Where one of these rules found it (``date-*``); empty: wherever it was found."""
    types: tuple[str, ...] = ()

    def covers(self, rule: str, type_: str, text: str) -> bool:
        """Whether this text, found by this rule as this type, is allowed.

        Raises:
            NoteError: the pattern ran past its time limit.
        """
        if self.rules and not any(fnmatchcase(rule, name) for name in self.rules):
            return False
        if not self.concerns(rule, type_):
            return False
        if self.text is not None:
            return plain(self.text) == plain(text)
        return self.regex is None or _matches(self.regex, text)

    def concerns(self, rule: str, type_: str) -> bool:
        """Whether it lets through what this rule finds as this type, where it covers the text.

        Never what the site itself masks; and what is known of the patient only where it names no rules.
        """
        return rule != MASK and not (rule == KNOWN and self.rules) and (not self.types or type_ in self.types)


@dataclass(frozen=True, slots=True)
class Mask:
    """Text that is PHI here, wherever it stands: said once, with a reason."""

    type: str
    """What it is masked as."""
    reason: str
    text: str | None = None
    """Whole words, letter case and spacing aside, but for the capital of a word that is an ordinary one without it
    ("May"); or"""
    regex: str | None = None
    """a pattern, found anywhere."""

    def spans(self, text: str) -> Iterator[Span]:
        """Where it stands in a text.

        Raises:
            NoteError: the pattern ran past its time limit.
        """
        pattern = self.regex if self.text is None else _words(self.text)
        try:
            for match in _compiled(pattern or "").finditer(text, timeout=_REGEX_SECONDS):
                if match.end() > match.start():
                    yield Span(match.start(), match.end(), self.type, MASK, 100)
        except TimeoutError:
            raise NoteError("a pattern of the mask list ran past its time limit") from None


@lru_cache(maxsize=1024)
def _words(text: str) -> str:
    """A pattern for whole words, in any letter case and with any blanks between them.

    A single word keeps its capital where it would be an ordinary word without it.
    """
    import regex

    words = r"\s+".join(regex.escape(word) for word in text.split())
    initial = text[0] if text[:1].isupper() and is_ordinary(text.lower()) else ""
    return rf"(?<!\w){initial}(?i:{words[len(initial) :]})(?!\w)"


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> regex.Pattern[str]:
    import regex

    return regex.compile(pattern)


def plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _matches(pattern: str, text: str) -> bool:
    import regex

    try:
        return regex.fullmatch(pattern, text, timeout=_REGEX_SECONDS) is not None
    except TimeoutError:
        raise NoteError("a pattern of the allow list ran past its time limit") from None


@dataclass(frozen=True)
class Site:
    """A site's say. Small and picklable: it goes to every worker process."""

    allow: tuple[Allow, ...] = ()
    mask: tuple[Mask, ...] = ()
    select: tuple[str, ...] = ()
    """Rules or types that count (``date-*``); empty: all."""
    ignore: tuple[str, ...] = ()
    rule_weights: Mapping[str, int] = field(default_factory=dict)
    """Weight of what a rule finds, 0 (off) to 100, by rule id."""
    type_weights: Mapping[str, int] = field(default_factory=dict)
    """Per cent by which the weight of a type counts, 0 (off) to 100."""
    on: tuple[str, ...] = ()
    """Types masked whatever the profile says, and"""
    off: tuple[str, ...] = ()
    """types left alone. (Tuples, not sets: a run is resumed only with settings that read the same.)"""
    listening: Listening = field(default_factory=Listening)
    """Which detectors the types listen to."""

    def __bool__(self) -> bool:
        """Whether it changes anything."""
        return self != _SILENT

    def policy(self, policy: Policy) -> Policy:
        """The profile with the site's types switched on and off.

        Raises:
            UsageError: it keeps what the site wants masked.
        """
        if self.on or self.off:
            kept = {type_: test for type_, test in policy.keep_when.items() if type_ not in self.on}
            policy = policy._replace(masked=policy.masked.union(self.on).difference(self.off), keep_when=kept)
        for number, entry in enumerate(self.mask, 1):
            if entry.type not in policy.masked or (entry.text and not policy.masks(entry.type, entry.text)):
                raise UsageError(f"mask[{number}] would do nothing: {policy.name} keeps it, which is a {entry.type}")
        return policy

    def runs(self, rule: Rule) -> bool:
        """Whether a rule is tried at all: what is switched off here must not count as a sign of PHI either."""
        off = self.rule_weights.get(rule.id) == 0 or any(fnmatchcase(rule.id, name) for name in self.ignore)
        return not off and self.type_weights.get(rule.type) != 0

    def refuse_unknown(self, rules: Collection[str]) -> None:
        """Refuse names that no rule, type or category bears: a setting for them would have no effect.

        Raises:
            UsageError: there is one; says the nearest.
        """
        types = phi_types()
        sources = [f"{source}-{type_}" for source in BY_TYPE for type_ in types]
        known = {*rules, *sources, "known", MASK}
        wider = {*known, *types, *(info.category for info in types.values())}
        for names, where, there in (
            (self.rule_weights, "rules.weights", known),
            (self.select, "rules.select", wider),
            (self.ignore, "rules.ignore", wider),
            ([name for entry in self.allow for name in entry.rules], "allow, rules", known),
            ([name for entry in self.allow for name in entry.types], "allow, types", types),
        ):
            for name in names:
                if not any(fnmatchcase(one, name) for one in there):
                    raise UsageError(f"{where}: no '{name}'{nearest(name, sorted(there))}")

    def adjust(self, text: str, spans: Iterable[Span]) -> Iterator[Span]:
        """The candidates that count here, with the weights that they have here, and what the site itself masks."""
        spans = list(spans)
        allowed = self.allowed(text, spans)
        for span in watched(spans):
            if not self.refusal(span, allowed) and (here := self.weigh(span)) is not None:
                yield here
        yield from self.masked(text)

    def weigh(self, span: Span) -> Span | None:
        """A candidate with the weight that it has here; none if that is 0."""
        if span.source == MASK:
            return span
        weight = self.rule_weights.get(span.source, span.weight) * self.type_weights.get(span.type, 100) // 100
        return None if weight <= 0 else span.weighing(weight)

    def masked(self, text: str) -> Iterator[Span]:
        """Where the texts stand that the site wants masked; not in scrub's own tags."""
        return outside_tags(text, (span for entry in self.mask for span in entry.spans(text)))

    def weighed(self, vetoes: list[Span]) -> list[Span]:
        """Vetoes with the weights that their rules have here; nothing else of a site's say concerns them."""
        if not self.rule_weights:
            return vetoes
        return [veto.weighing(self.rule_weights.get(veto.source, veto.weight)) for veto in vetoes]

    def allowed(self, text: str, spans: Iterable[Span]) -> list[tuple[int, int, Allow]]:
        """Where texts stand that were found as a whole and are allowed: start, end, and what allows them."""
        return [
            (span.start, span.end, entry)
            for entry in self.allow
            for span in watched(spans)
            if entry.covers(span.source, span.type, text[span.start : span.end])
        ]

    def refusal(self, span: Span, allowed: Iterable[tuple[int, int, Allow]]) -> str:
        """Why a span does not count here, in words; empty if it does. What lies in an allowed text does not."""
        if span.source == MASK:
            return ""
        if self.select and not named(span.source, span.type, self.select):
            return "the configuration does not select it"
        if self.ignore and named(span.source, span.type, self.ignore):
            return "the configuration ignores it"
        for low, high, entry in allowed:
            if low <= span.start and span.end <= high and entry.concerns(span.source, span.type):
                return f"allowed: {entry.reason}"
        return ""


_SILENT = Site()


def named(rule: str, type_: str, names: Iterable[str]) -> bool:
    """Whether one of the names is this rule, type or its category, or a pattern of one (``date-*``)."""
    known = phi_types().get(type_)
    own = (rule, type_, known.category if known else type_)
    return any(fnmatchcase(one, name) for name in names for one in own)
