"""Results remembered by the texts they were worked out of, bounded in number and in size."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

LONGEST = 256
"""Characters of the texts whose results are remembered: no word and no name has more, a hostile one may have 100 KB."""

CELL, CELLS = 64, 16_384
"""Characters of a cell of a table, and how many a batch of 128 KB may hold: they are looked at ahead all together, and
once more when it is their turn."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
_Function = Callable[Parameters, Result]


def characters(key: object) -> int:
    """How many characters a text has, or the texts of a tuple together; 0 for what is neither."""
    if isinstance(key, str):
        return len(key)
    return sum(map(characters, key)) if isinstance(key, tuple) else 0


def remembered(
    most: int, longest: int = LONGEST
) -> Callable[[_Function[Parameters, Result]], _Function[Parameters, Result]]:
    """Let a pure function remember the results that were asked for last.

    Args:
        most: how many; longest: characters of an argument from which on it works them out each time.
    """

    def decorate(function: _Function[Parameters, Result]) -> _Function[Parameters, Result]:
        kept = lru_cache(maxsize=most)(function)

        @wraps(function)
        def look_up(*args: Parameters.args, **named: Parameters.kwargs) -> Result:
            if len(args) == 1 and type(args[0]) is str:
                size = len(args[0])
            else:
                size = max(map(characters, (*args, *named.values())), default=0)
            return function(*args, **named) if size > longest else kept(*args, **named)  # type: ignore[arg-type]

        return look_up

    return decorate
