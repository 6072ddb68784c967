"""A tag's attributes: links, names, alternative texts, values of forms, and whatever a page's author thought of."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.html.scripts import scrub_css
from scrubber.formats.html.tokens import Attribute, Kind, Token
from scrubber.formats.links import Anchors, scrub_link
from scrubber.formats.maps import load_map
from scrubber.formats.pictures import is_data_link, scrub_data_link
from scrubber.formats.runs import Runs

_LONGEST_KEPT = 4000
_ORDINARY_NAME = re.compile(r"[a-z][a-z0-9:._-]*|[A-Z]+")
_NOTHING = re.compile(r"[\s/]*>?")
_NAMING = ("name", "property", "itemprop", "http-equiv", "data-label", "label", "id")


class Tags:
    """Scrubs the tags of one page.

    Args:
        inner: scrubs a page inside the page (srcdoc).
    """

    def __init__(self, note: FileNote, context: FileContext, inner: Callable[[str], str]) -> None:
        table = load_map("html", ())
        self._meta = table["meta"]
        self._links = frozenset(table["attributes"]["link"])
        self._anchored = frozenset(table["attributes"]["anchor"])
        self._kept = frozenset(table["attributes"]["keep"])
        self._note = note
        self._context = context
        self._inner = inner
        self._anchors = Anchors(note)
        self._clean: set[tuple[str, str, str, str]] = set()
        """Attributes that tell nothing: pages repeat them by the thousand."""

    def scrub(self, token: Token) -> str:
        """A tag as it is to be written."""
        if not token.attributes and _NOTHING.fullmatch(token.end):
            return token.raw
        head = token.raw[: len("<") + len(token.name) + (token.kind is Kind.END)]
        end = token.end if _NOTHING.fullmatch(token.end) else self._note.text(token.end, "tag")
        label = next((a.text for name in _NAMING for a in token.attributes if a.name == name), "")
        return head + "".join(self._attribute(token, a, label) for a in token.attributes) + end

    def _attribute(self, token: Token, attribute: Attribute, label: str) -> str:
        before = attribute.before
        if not _ORDINARY_NAME.fullmatch(before.strip(" \t\r\n\f/=")):
            before = self._note.text(before, "tag")
        if attribute.value is None:
            return before
        text = html.unescape(attribute.text)
        key = (token.name, attribute.name, text, label)
        new = text if key in self._clean else self._value(token, attribute.name, text, label)
        if new == text:
            if not self._context.keeps:  # where nothing changes, that says nothing
                self._clean.add(key)
            return before + attribute.value
        quote = attribute.quote or '"'
        return f"{before}{quote}{html.escape(new, quote=True)}{quote}"

    def _value(self, token: Token, name: str, text: str, label: str) -> str:
        if not text.strip():
            return text
        if name == "style" and "<" not in text and len(text) < _LONGEST_KEPT:
            return scrub_css(text, self._note)
        if name in self._links:
            return self._link(name, text)
        if name in self._anchored or (name == "name" and token.name in ("a", "map", "form", "iframe")):
            return self._anchors.name(text)
        if (name in self._kept or name.startswith("xmlns")) and "<" not in text and len(text) < _LONGEST_KEPT:
            return text
        if name == "srcdoc":
            return self._inner(text)
        if name == "content" and token.name == "meta":
            return self._content(text, label)
        if name in ("value", "content", "data-value"):
            return self._labelled(label, text)
        return self._labelled(name.removeprefix("data-"), text)

    def _content(self, text: str, label: str) -> str:
        how = self._meta.get(label.lower(), "charset" if "charset=" in text.lower() else "text")
        if how in ("keep", "charset"):
            return text
        return self._labelled(label, text) if how == "text" else self._note.field(text, how, "meta")

    def _labelled(self, label: str, text: str) -> str:
        runs = Runs()
        runs.add(f"{label}: ", fixed=True)
        runs.add(text)
        runs.scrub(self._note, "attribute")
        return runs.results()[1]

    def _link(self, name: str, text: str) -> str:
        if is_data_link(text):
            return scrub_data_link(self._context, text)
        if text[:11].lower() == "javascript:":
            return self._note.text(text, "script")
        if text.startswith("#"):
            return "#" + self._anchors.name(text[1:])
        if name == "srcset":
            return ", ".join(scrub_link(self._note, part.strip(), "link") for part in text.split(","))
        return text if text[:4].lower() == "cid:" else scrub_link(self._note, text, "link")
