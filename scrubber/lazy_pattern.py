"""Patterns that are compiled when they are first used: modules hold a hundred, and a small note needs a few of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, partial
from typing import AnyStr, cast

import regex


class _Lazy:
    """Stands for a compiled pattern."""

    def __init__(self, compiled: Callable[[], object]) -> None:
        self._compile = compiled

    @cached_property
    def _compiled(self) -> object:
        return self._compile()

    def __getattr__(self, name: str) -> object:
        """What the compiled pattern has by this name. It is kept, so that nobody comes here for it again."""
        if name.startswith("_"):  # a copy asks for these before there is anything to compile
            raise AttributeError(name)
        found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found


def lazy_re(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As :func:`re.compile`, but not yet: a broken pattern raises when it is used."""
    return cast("re.Pattern[AnyStr]", _Lazy(partial(re.compile, pattern, flags)))


def lazy_regex(pattern: AnyStr, flags: int = 0) -> regex.Pattern[AnyStr]:
    """As ``regex.compile``, but not yet."""
    return lazily(partial(regex.compile, pattern, flags))


def lazily(compiled: Callable[[], regex.Pattern[AnyStr]]) -> regex.Pattern[AnyStr]:
    """What this compiles, but not yet."""
    return cast("regex.Pattern[AnyStr]", _Lazy(compiled))
