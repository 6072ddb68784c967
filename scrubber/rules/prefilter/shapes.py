"""What the prefilter keeps of a pattern: a tree of characters, sequences, branches and repeats."""

from __future__ import annotations

from dataclasses import dataclass

from scrubber.rules.prefilter.chars import Chars


@dataclass(frozen=True, slots=True)
class Char:
    """One character."""

    chars: Chars


@dataclass(frozen=True, slots=True)
class Seq:
    """One after the other."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """One of these."""

    branches: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Several times; ``high`` None: any number."""

    item: Shape
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Ahead:
    """``(?=…)``."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Assertion:
    """Anything that consumes nothing. The character behind it is none of ``next``, the one before it none of ``last``.

    What else it asks for is left to the pattern itself.
    """

    next: tuple[Chars, ...] = ()
    last: tuple[Chars, ...] = ()


Shape = Char | Seq | Alt | Repeat | Ahead | Assertion
EMPTY = Seq(())
