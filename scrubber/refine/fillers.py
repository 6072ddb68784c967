"""Reading text that scrub has been over: its own tags are context, and no PHI.

"Seen by [DOCTOR-1] at [HOSPITAL-1]" is signs and words of scrub's own to a tagger, which judges what stands around them
anew. Three things keep what was just judged to be no PHI from being found now:

* what is found of a tag's own words is dropped, so that no neighbour is drawn in by them;
* a span needs the weight :data:`LEAST`;
* what is then still found is masked only if it is found as well in a second reading, in which a thing of its kind
  stands in the place of every tag: "Seen by Okonkwo at St. Luke's Hospital" (``patterns/<language>/fillers.toml``).

Real PHI beside tags, which nobody has masked yet, is nearly always found in both. Text without own tags is read as it
is, and costs one look for a bracket. A redaction string of the policy's own counts as a tag: ``<<{type}>>``,
``REMOVED``, and with ``same-length`` the runs of asterisks that stand alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from scrubber.budget import watched
from scrubber.known.table import SOURCE as KNOWN
from scrubber.policy import OperatorChoice, Policy, phi_types
from scrubber.refine.own_tags import around, own_tags
from scrubber.text.span import Span
from scrubber.toml_file import read_toml

ANY = "ANY"
"""The kind of a redaction that does not tell its type."""
LEAST = 64
"""The weight that a span needs in text that holds own tags: more than half way from what counts to the CRF's highest.

What has just been judged to be no PHI lies below what counts; a neighbour that became a tag moves it by a little, and
must not lift it over. A name, number or date that nobody has masked yet lies far above.
"""
UNSURE = 49


@dataclass(frozen=True)
class Filled:
    """A text with something in the place of each of its tags."""

    text: str
    places: Sequence[tuple[int, int, int, int]]
    """Of each tag: start and end in the original, start and end of the filler here. In order."""

    @cached_property
    def _stretches(self) -> list[tuple[int, int]]:
        return [(start, end) for _, _, start, end in self.places]

    @cached_property
    def _original_starts(self) -> list[int]:
        return [start for start, _, _, _ in self.places]

    def cut(self, spans: Iterable[Span]) -> list[Span]:
        """What counts of what was found: surer by a margin, and not on a filler; beside one, the rest of a span."""
        stretches = self._stretches
        left: list[Span] = []
        for span in watched(spans):
            start, end = stretches[max(0, bisect_left(stretches, (span.end,)) - 1)]
            if start < span.end and end > span.start:
                if span.start < start or span.end > end:
                    left += around(self.text, span.weighing(min(span.weight, UNSURE)), stretches)
            elif span.weight >= LEAST or span.source == KNOWN:
                left.append(span)
            else:
                left.append(span.weighing(min(span.weight, UNSURE)))
        return left

    def back(self, spans: Iterable[Span]) -> list[Span]:
        """Spans of this text as spans of the original, without those that touch a filler."""
        back: list[Span] = []
        for span in watched(spans):
            last = bisect_left(self._stretches, (span.end,)) - 1
            if last < 0:
                back.append(span)
            elif self._stretches[last][1] <= span.start:
                by = self.places[last][1] - self.places[last][3]
                back.append(span.moved(by) if by else span)
        return back

    def forth(self, span: Span) -> Span:
        """A span of the original that overlaps no tag, as a span of this text."""
        number = bisect_right(self._original_starts, span.start) - 1
        moved = self.places[number][3] - self.places[number][1] if number >= 0 else 0
        return span.moved(moved)


class Fillers:
    """The fillers of a language, and what a policy writes in the place of PHI.

    Raises:
        DataError: the file does not load.
    """

    def __init__(self, path: Path, policy: Policy) -> None:
        self._fillers: Mapping[str, str] = read_toml(path)
        strings, runs = redactions(policy)
        self._strings = strings
        self._hints = ("[", *strings, *("*" for _ in runs[:1]))
        self._redaction = re.compile(
            "|".join([*map(re.escape, sorted(strings, key=len, reverse=True)), *runs]) or "(?!)"
        )

    def has_tags(self, text: str) -> bool:
        """Whether scrub has been over a text."""
        return next(self._tags(text), None) is not None

    def fill(self, text: str, *, as_tags: bool = False) -> Filled | None:
        """The text with fillers in the place of own tags, or with the tags as they are; None where it holds none."""
        tags = [*self._tags(text)]
        if not tags:
            return None
        fillers = [text[start:end] for start, end, _ in tags] if as_tags else [*self._fitting(text, tags)]
        pieces: list[str] = []
        places: list[tuple[int, int, int, int]] = []
        at = size = 0
        for (start, end, _), filler in zip(tags, fillers, strict=True):
            pieces += [text[at:start], filler]
            size += start - at
            places.append((start, end, size, size + len(filler)))
            size += len(filler)
            at = end
        return Filled("".join(pieces) + text[at:], places)

    def _fitting(self, text: str, tags: Sequence[tuple[int, int, str]]) -> Iterator[str]:
        """The filler of each tag, in capitals where the rest of its line is in capitals."""
        lines = _blanked(text, tags).split("\n")
        capitals = [line.isupper() for line in lines]
        starts = [*accumulate((len(line) + 1 for line in lines), initial=0)]
        for start, _, kind in tags:
            filler = self._fillers[kind]
            yield filler.upper() if capitals[bisect_right(starts, start) - 1] else filler

    def _tags(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Start, end and kind of everything that scrub has put there, in order and apart."""
        if not any(hint in text for hint in self._hints):
            return
        found = own_tags(text)
        found += [(m.start(), m.end(), self._strings.get(m[0], ANY)) for m in self._redaction.finditer(text)]
        free = 0
        for start, end, kind in sorted(found):
            if start >= free and kind in self._fillers:
                yield start, end, kind
                free = end


def redactions(policy: Policy) -> tuple[dict[str, str], list[str]]:
    """The strings that a policy redacts by, with the kind that each tells; and patterns of those of the same length."""
    strings: dict[str, str] = {}
    runs: set[str] = set()
    for type_ in sorted(phi_types()):
        choice = policy.operator_of(type_)
        if choice.name != "redact":
            continue
        template, same_length = _options(choice)
        if same_length:
            runs.add(_run("*" if "{type}" in template else template))
        elif template != "[{type}]" and template.strip():
            strings[template.replace("{type}", type_)] = type_ if "{type}" in template else ANY
    return strings, sorted(runs)


def _options(choice: OperatorChoice) -> tuple[str, bool]:
    options = {name.replace("_", "-").rstrip("-"): value for name, value in choice.options.items()}
    return str(options.get("text", "[{type}]")), bool(options.get("same-length", False))


def _run(sign: str) -> str:
    """A pattern of a redaction of the same length: apart from words, and no rule across the page."""
    many = f"(?:{re.escape(sign)}){{2,}}" if len(sign) == 1 else re.escape(sign)
    return rf"(?<![\w*]){many}(?![\w*])"


def _blanked(text: str, tags: Iterable[tuple[int, int, str]]) -> str:
    """The text with blanks in the place of tags."""
    pieces: list[str] = []
    at = 0
    for start, end, _ in tags:
        pieces += text[at:start], " " * (end - start)
        at = end
    return "".join(pieces) + text[at:]
