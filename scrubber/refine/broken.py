"""Words that a hyphen breaks at the end of a line: what was found of one belongs with its rest on the next line."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.lazy_pattern import lazy_re
from scrubber.reading import Reading, Spans
from scrubber.text.span import Span

TYPES = frozenset({"PATIENT", "DOCTOR", "CITY", "HOSPITAL", "ORGANIZATION", "STREET"})
_REST = lazy_re(r"(?<=[^\W\d_])-?[ \t]*(?<=-)[ \t]*\r?\n[ \t>]{0,8}([a-zß-öø-ÿ]{2,})")
"""The hyphen, the line's end, and small letters that open the next line."""


class Broken:
    """Lets names reach over a hyphen at the end of a line."""

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, those that a line's end breaks with their rest."""
        return [
            list(_whole(document.text, spans)) if "-" in document.text else spans
            for document, spans in zip(reading.documents, found, strict=True)
        ]


def _whole(text: str, spans: list[Span]) -> Iterator[Span]:
    for span in spans:
        rest = None
        if span.type in TYPES and span.weight >= 50:
            rest = _REST.match(text, span.end - (text[span.end - 1] == "-"))
        yield span if rest is None else span.at(span.start, rest.end())
