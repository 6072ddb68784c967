"""What was probably meant by a name that there is not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?``, or the choices when there are few, or nothing."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6) or [
        n for n in names if n.casefold() == name.casefold()
    ]
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; choose from {', '.join(names)}" if len(names) <= 12 else ""
