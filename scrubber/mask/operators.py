"""Operators: what a span's text is replaced by.

An operator is a function ``(text, type_, subject, **options) -> str``. Each says in its first lines what it does and
then at what risk. A site adds its own by an entry point in the group ``scrubber.operators``; it is found by its name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from scrubber.errors import NoteError, ScrubError, UsageError
from scrubber.mask.ages import another_of_decade
from scrubber.mask.ages import vary as vary_age
from scrubber.mask.dates.shift import full_date, shift_date
from scrubber.mask.generalise import generalise
from scrubber.mask.identity import PERSON_TYPES, normal_form
from scrubber.mask.keys import Key
from scrubber.mask.shifts import shift_days
from scrubber.mask.subject import Subject
from scrubber.mask.surrogate.pools import MEMORY
from scrubber.mask.surrogate.shape import randomise as same_shape
from scrubber.mask.surrogate.shape import revealed
from scrubber.text.remembered import remembered

Operator = Callable[[str, str, Subject], str]
ENTRY_POINTS = "scrubber.operators"
ONLY_FOR = {"shift": "DATE", "vary": "AGE"}
"""Operators that suit one type."""
_OPTIONS_FOR = {
    ("surrogate", "partial"): frozenset(("HEALTHPLAN", "ZIP")),
    ("surrogate", "switch"): PERSON_TYPES,
    ("surrogate", "nearest"): frozenset(("CITY",)),
    ("surrogate", "listed"): frozenset(("HOSPITAL",)),
    ("generalise", "age"): frozenset(("AGE",)),
    ("generalise", "width"): frozenset(("AGE",)),
    ("generalise", "date"): frozenset(("DATE",)),
    ("generalise", "zip"): frozenset(("ZIP",)),
}
"""Options of operators that do something to some types alone."""


def tag(text: str, type_: str, subject: Subject) -> str:
    """A numbered tag: ``[PATIENT-1]``, the same for the same person, place or number within the note.

    Risk: the lowest that still tells who is who. Tags show how often and in which role somebody is mentioned, and what
    is left around them may tell more.
    """
    return subject.numbers.tag(type_, text, subject.person)


def redact(text: str, type_: str, subject: Subject, *, text_: str = "[{type}]", same_length: bool = False) -> str:
    """A fixed string: ``[PATIENT]``, or what ``text`` in the configuration says; ``{type}`` stands for the type.

    With ``same_length`` it is repeated or cut to the original's length, for layouts that count columns.

    Risk: none from the string itself; the same length tells short names from long ones.
    """
    made = text_.replace("{type}", type_)
    if not same_length:
        return made
    fill = (made if "{type}" not in text_ else "*") or "*"
    return (fill * (len(text) // len(fill) + 1))[: len(text)]


def surrogate(
    text: str,
    type_: str,
    subject: Subject,
    *,
    scope: str = "corpus",
    partial_: bool = False,
    switch: int = 0,
    nearest: int = 0,
    listed: bool = False,
) -> str:
    """A realistic replacement of the same kind and pattern: "Dr. Nyide" for "Dr. Osei", 555-01xx for a phone.

    Dates are shifted, ages change within their decade (90 and more become 90+). With ``partial`` health numbers keep
    all but their last four characters and postal codes all but their last three, as in the MASK system. With ``switch``
    a person who is mentioned again goes on under another name, so many times in a hundred (a Markov chain). ``nearest``
    is how many of the nearest towns of its state a town is replaced by one of; ``listed`` hospitals that bear no town's
    name go by that of another one of their country (:class:`Masking` reads both, since all places follow them).

    Risk: what detection missed hides among surrogates, since nobody can tell which names are real. Under ``corpus``
    scope how often a name occurs stays visible: use ``patient`` or ``note`` where rare names could be counted out. Sex
    and broad origin of names stay. ``partial`` leaves most of a number readable, ``nearest`` about where somebody
    lives.
    """
    if type_ == "DATE":
        return shift(text, type_, subject)
    realm = subject.realm(scope)
    if type_ == "AGE":
        return _age(text, subject.key, realm)
    realm += _turn(subject, switch) if switch and subject.person else ""
    return subject.surrogates.replace(text, type_, subject.key, realm, subject.book, subject.person, partial=partial_)


def _turn(subject: Subject, switch: int) -> str:
    """What sets this mention's name apart from those that the person at hand had earlier in the note."""
    person = subject.person
    assert person is not None
    if not 0 < switch <= 100:
        raise UsageError("surrogate: switch is 1 to 100, of a hundred mentions")
    chance = subject.key.number("switch", subject.realm("note"), person.identity, str(person.mentions))
    person.turn += person.mentions > 0 and chance % 100 < switch
    person.mentions += 1
    return f" turn {person.turn}" if person.turn else ""


@remembered(MEMORY)
def _age(text: str, key: Key, realm: str) -> str:
    return another_of_decade(text, key.number("age", realm, text))


def shift(
    text: str,
    type_: str,
    subject: Subject,
    *,
    days: int = 365,
    least: int = 1,
    scope: str = "patient",
    whole_weeks: bool = False,
    redacted: str = "[DATE]",
) -> str:
    """A date moved by the patient's number of days, in the form it was written in; what does not read as a date is
    redacted.

    The days lie between ``least`` and ``days`` either way and are never 0; without ``whole_weeks`` they are no multiple
    of 7 either, so that weekdays change.

    Risk: intervals and the order of events stay, which is the point, and a known date (a public event, an admission
    that somebody remembers) gives the patient's shift away, and with it every date of that patient. Bare years and
    decades mostly stay.
    """
    count = subject.shifts.get(subject.patient)
    if count is None:
        count = shift_days(subject.key, subject.realm(scope), days, least, whole_weeks)
    context = subject.book.dates.context()
    shifted = shift_date(text, count, context)
    day = full_date(text, context)
    if day is not None:
        subject.book.dates.saw(day)
    return redacted if shifted is None else shifted


def vary(text: str, type_: str, subject: Subject, *, by: int = 3, scope: str = "corpus") -> str:
    """An age moved by 1 to ``by`` of its units (years, months) either way, never to itself; 90 and more become 90+.

    Risk: who knows about how old somebody is still finds them; birth dates that stand beside it tell the age. Linkable
    as ``surrogate`` is.
    """
    return vary_age(text, by, subject.key.number("vary", subject.realm(scope), text))


def hash_(text: str, type_: str, subject: Subject, *, length: int = 12, scope: str = "corpus") -> str:
    """``[PATIENT:9f2c41d07ab3]``: the first characters of an HMAC of the normalised text under the key. That of a
    person is of given name and surname, as far as the note tells them, whichever of them a mention writes.

    Risk: the same original is linkable wherever it occurs in the scope. Whoever has the key can try out names; nobody
    else can. Fewer than 8 characters make different originals meet.
    """
    form = normal_form(type_, text)
    if subject.person is not None:
        type_, form = subject.person.type, subject.person.identity
    digest = subject.key.digest("hash", type_, subject.realm(scope), form)
    return f"[{type_}:{digest.hex()[: max(4, min(length, 64))]}]"


def randomise(text: str, type_: str, subject: Subject, *, scope: str = "corpus") -> str:
    """The same shape with other characters: digits for digits, letters for letters, case and separators kept. Who has
    the key can turn numbers back (``scrub reveal``).

    Risk: the shape can tell what an identifier is and where it comes from, and how long a name is; linkable as
    ``surrogate`` is. Numbers may by chance be somebody else's real ones.
    """
    return same_shape(text, subject.key, f"{type_} {subject.realm(scope)}")


def reveal(text: str, type_: str, subject: Subject, scope: str) -> str | None:
    """What ``randomise`` made a text of in this scope under this key; None where it did not."""
    return revealed(text, subject.key, f"{type_} {subject.realm(scope)}")


def truncate(text: str, type_: str, subject: Subject, *, keep: int = 1, mark: str = "*") -> str:
    """The first ``keep`` characters and a mark: ``O*``. Never a whole word or number of the original.

    Risk: initials and first digits narrow down who or where it is; with few candidates that is enough.
    """
    end = min(keep, len(text) - 1)
    while end > 0 and not (text[end - 1].isalnum() and text[end].isalnum()):
        end -= 1
    start = end
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    return "".join(mark if c.isalnum() else c for c in text[:start]) + text[start:end] + mark


def keep(text: str, type_: str, subject: Subject) -> str:
    """The original text, unchanged.

    Risk: all of it. For types that the data use agreement lets through.
    """
    return text


BUILT_IN: Mapping[str, Callable[..., str]] = {
    "tag": tag,
    "redact": redact,
    "surrogate": surrogate,
    "shift": shift,
    "vary": vary,
    "generalise": generalise,
    "hash": hash_,
    "randomise": randomise,
    "truncate": truncate,
    "keep": keep,
}


@cache
def _plugins() -> Mapping[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def operator_names() -> tuple[str, ...]:
    """Every operator there is: ours, then the site's own."""
    return (*BUILT_IN, *sorted(set(_plugins()) - set(BUILT_IN)))


def make_operator(name: str, options: Mapping[str, Any], type_: str) -> Operator:
    """The operator of this name with its options set.

    Raises:
        UsageError: there is no such operator, it does not take the option, or it is not for this type.
    """
    function = BUILT_IN.get(name)
    if function is None:
        if name not in _plugins():
            raise UsageError(f"no operator '{name}': choose from {', '.join(operator_names())}")
        function = _plugins()[name].load()
    if type_ != ONLY_FOR.get(name, type_):
        raise UsageError(f"types.{type_}: {name} is for {ONLY_FOR[name]} alone")
    bound = partial(function, **_checked_options(name, function, options, type_))
    return bound if name in BUILT_IN else _guarded(name, bound)


def _checked_options(name: str, function: Callable[..., str], options: Mapping[str, Any], type_: str) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters
    known = {p.name.rstrip("_").replace("_", "-"): p for p in parameters.values() if p.kind is p.KEYWORD_ONLY}
    result: dict[str, Any] = {}
    for option, value in options.items():
        parameter = known.get(option.replace("_", "-"))
        if parameter is None:
            choices = f"; it takes {', '.join(known)}" if known else ""
            raise UsageError(f"types.{type_}: the operator {name} has no option '{option}'{choices}")
        types = _OPTIONS_FOR.get((name, option), {type_})
        if type_ not in types:
            raise UsageError(f"types.{type_}: the option '{option}' of {name} is for {', '.join(sorted(types))} alone")
        if parameter.default is not None and type(value) is not type(parameter.default):
            raise UsageError(f"types.{type_}.{option} must be a {_KINDS.get(type(parameter.default), 'value')}")
        result[parameter.name] = value
    return result


_KINDS = {bool: "true or false", int: "whole number", str: "text"}


def _guarded(name: str, operator: Operator) -> Operator:
    """An operator from elsewhere: whatever it raises stops the note, and never shows its text."""

    def call(text: str, type_: str, subject: Subject) -> str:
        try:
            made = operator(text, type_, subject)
        except ScrubError:
            raise
        except Exception as error:
            raise NoteError(f"the operator {name} failed on a span of type {type_}: {type(error).__name__}") from None
        if not isinstance(made, str):
            raise NoteError(f"the operator {name} gave no text for a span of type {type_}")
        return made

    return call
