"""Markup in text: entities of HTML, tags that say nothing but how it looks, emphasis of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from scrubber.lazy_pattern import lazy_re
from scrubber.text.undoing.kinds import Change, Undoing, each, holds

_ENTITY = lazy_re(r"&(?:amp;)*(?P<name>(?:[A-Za-z]{2,6}|#\d{2,5}|#x[0-9a-fA-F]{2,4});)")


def _entity(found: re.Match[str]) -> str | None:
    shown = unescape(f"&{found['name']}")
    return (" " if shown.isspace() else shown) if len(shown) == 1 else None


_LOOK = r"""\s+(?:style|class|color|size|face|v?align|width)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[\w#%.-]+)"""
_TAG = lazy_re(
    r"(?i)</?(?:(?P<inline>b|i|u|s|em|strong|span|font|small|big|su[bp]|mark|code|tt)|(?P<cell>t[dh])"
    r"|br|p|div|tr|li|[uod]l|d[td]|table|t(?:body|head)|h[1-6r]|pre|body|html)"
    rf"(?:{_LOOK})*\s*/?>(?P<end>\r?\n)?"
)
"""Tags with nothing in them that could be anybody's: other attributes are read."""


def _tag(found: re.Match[str]) -> str:
    return "\n" if found["end"] else "" if found["inline"] else "\t" if found["cell"] else "\n"


def _emphasis(sign: str) -> Undoing:
    """Signs of Markdown around words: "**Osei**", "`MRN 4471902`". "[**" is the sign of another scrubber's masks."""
    pattern = lazy_re(
        rf"(?P<mark>[{sign}](?<![\w{sign}\[].)[{sign}]{{0,2}})(?=[\"'(]?[^\W_])"
        rf"[^{sign}\n]{{1,200}}(?<=\S)(?P<end>(?P=mark))(?![\w{sign}\]])"
    )

    def changes(text: str) -> Iterator[Change]:
        for found in pattern.finditer(text):
            yield *found.span("mark"), ""
            yield *found.span("end"), ""

    return Undoing(holds(sign), changes)


MARKUP = (
    Undoing(holds("&"), each(_ENTITY, _entity)),
    Undoing(holds("<"), each(_TAG, _tag)),
    *map(_emphasis, "*_`"),
)
