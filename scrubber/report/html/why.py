"""Why spans were masked, in the words of ``scrub explain``, for the review page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scrubber.explain import Explanation
from scrubber.model.reasons import Reason
from scrubber.text.span import Span

MOST = 4
"""Reasons told of a span: the strongest."""


class Whys:
    """What was explained of a piece's candidates, by what found them."""

    def __init__(self, told: Iterable[Explanation]) -> None:
        self._told: dict[tuple[str, str], list[Explanation]] = {}
        for one in told:
            self._told.setdefault((one.span.type, one.span.source), []).append(one)

    def of(self, span: Span) -> tuple[str, ...]:
        """What is said of a span; of one that was joined of several, what is said of the longest of them."""
        own = [one for one in self._told.get((span.type, span.source), ()) if one.span.overlaps(span)]
        if not own:
            return ()
        return tuple(_said(max(own, key=lambda one: (one.span.end - one.span.start, -one.span.start))))


def _said(one: Explanation) -> Iterator[str]:
    """How it came to its weight, what spoke for and against it, the verdict; no words of the note."""
    yield from (step for step in one.steps if not step.startswith("weight "))  # the verdict tells it
    yield from (_sign(reason) + reason.said for reason in one.reasons[:MOST])
    yield f"{one.verdict}: {one.why}"


def _sign(reason: Reason) -> str:
    return "+ " if reason.points > 0 else "- "
