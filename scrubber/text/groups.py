"""Groups: what is read together, so that detection sees many small notes, files or rows at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

SIZE = 131_072
"""Characters, or bytes, of a group, about."""
Item = TypeVar("Item")


def grouped(items: Iterable[Item], size: Callable[[Item], int], most: int | None = None) -> Iterator[list[Item]]:
    """The items in their order, some :data:`SIZE` at a time by what ``size`` says of each, and at most so many."""
    group: list[Item] = []
    total = 0
    for item in items:
        group.append(item)
        total += size(item)
        if total >= SIZE or len(group) == most:
            yield group
            group, total = [], 0
    if group:
        yield group
