"""What a note leaves to be read that narrows down whose it is: ages, years, states that the policy lets stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from scrubber.policy import direct_types
from scrubber.text.span import Span

MOST_NOTES = 100_000
"""Notes of one file whose remains are counted; a report says where there were more."""


@dataclass(slots=True)
class Left:
    """Of each type that names nobody by itself, the first value that one note leaves. Plain data, never written."""

    patient: str = ""
    """Whose note it is, where that is known."""
    values: dict[str, str] = field(default_factory=dict)

    def stands(self, text: str, spans: Iterable[Span]) -> None:
        """These spans stay as they are."""
        for span in spans:
            if span.type not in self.values and span.type not in direct_types():
                self.values[span.type] = _value(span.type, text[span.start : span.end])

    def becomes(self, spans: Sequence[Span], made: Sequence[str], readable: Callable[[str], bool]) -> None:
        """These spans were replaced; ``readable``: by something that still tells, as to types."""
        for span, new in zip(spans, made, strict=True):
            if span.type not in self.values and readable(span.type):
                self.values[span.type] = new.casefold()


def _value(type_: str, text: str) -> str:
    """The form in which equal values are equal: an age in years, a state's name for its abbreviation."""
    from scrubber.mask.ages import years_of
    from scrubber.mask.identity import normal_form
    from scrubber.mask.names import folded
    from scrubber.mask.surrogate.regions import regions

    if type_ == "AGE" and (years := years_of(text)) is not None:
        return str(years)
    if type_ == "STATE" and (region := regions("en").by_name.get(folded(text).replace(".", ""))):
        return folded(region.name)
    return normal_form(type_, text)
