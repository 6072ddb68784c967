"""The element map of FHIR, ``patterns/formats/fhir.toml``: what stands in which element, by its path or its type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scrubber.formats.embedded import is_embedded
from scrubber.formats.fhir.ids import type_of
from scrubber.formats.fhir.types import LIMIT, ElementType, Types
from scrubber.formats.json.nodes import Object
from scrubber.formats.leaves import BASE64, TERM, TEXT
from scrubber.formats.maps import check_types, load_map
from scrubber.text.remembered import remembered

WORDS = frozenset(
    {
        "text", "keep", "birth", "id", "reference", "url", "contact", "identifier", "display", "xhtml", "base64", "uid",
        "known", "term",
    }
)  # fmt: skip
DATE = re.compile(r"\d{4}-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?")
_CANONICAL = re.compile(
    r"https?://[^\s?#@]+/(?:StructureDefinition|ValueSet|CodeSystem|SearchParameter|OperationDefinition)/[\w.-]+(?:\|[\w.-]+)?"
)


class ElementMap:
    """The map, read and checked.

    Args:
        data: what ``fhir.toml`` says; types: of which types elements are.

    Raises:
        DataError: it names what there is not.
    """

    def __init__(self, data: Mapping[str, Any], types: Types) -> None:
        for table in ("elements", "types", "extensions", "identifiers", "systems", "contacts", "displays"):
            check_types(data[table], WORDS, f"fhir.toml: {table}")
        self._elements: Mapping[str, str] = data["elements"]
        self._primitives: Mapping[str, str] = data["types"]
        self._extensions: Mapping[str, str] = data["extensions"]
        self._identifiers: Mapping[str, str] = data["identifiers"]
        self._systems: Mapping[str, str] = data["systems"]
        self._contacts: Mapping[str, str] = data["contacts"]
        self._displays: Mapping[str, str] = {kind.casefold(): what for kind, what in data["displays"].items()}
        self._types = types
        self.patients = frozenset(data["patient"]["elements"])
        self._hosts = tuple(data["urls"]["hosts"])
        self._schemes = tuple(data["urls"]["schemes"])
        self._forms: Mapping[str, str] = data["forms"]
        self._by_path = remembered(LIMIT)(self._said_of)
        self.form = remembered(LIMIT)(self._form)
        """How the values of an element are written, by its path; None where they may be any text."""

    def what(self, path: tuple[str, ...], holder: Object, text: str, outer: str = "") -> str:
        """What an element holds: a PHI type, or a word of :data:`WORDS` that says how it is masked.

        Args:
            outer: the url of the extension around the extension that it stands in, if any.
        """
        found = self._by_path(path)
        if path[-1].startswith("value") and path[-2:-1] == ("extension",):
            ends = [url.rpartition("/")[2] for url in (outer, holder.text("url"))]
            found = self._extensions.get("/".join(ends)) or self._extensions.get(ends[1], found)
        if found == "known" or (found == "url" and self._is_canonical(path, holder, text)):
            return TERM
        if found == "contact":
            type_ = self._contacts.get(holder.text("system"), "PHONE")
            return "EMAIL" if type_ == "PHONE" and "@" in text else type_
        if found == "identifier":
            return self._identifier(holder)
        if found == "term":
            return TERM if self._is_term(holder) else TEXT
        if found == "display":
            return self._display(path, holder)
        if found == "text" and DATE.fullmatch(text):
            return "DATE"
        return BASE64 if found == "text" and is_embedded(text) else found

    def _is_canonical(self, path: tuple[str, ...], holder: Object, url: str) -> bool:
        """Whether a URL is the name of a profile or value set, or of the system of a code beside it."""
        of_code = path[-1] == "system" and holder.get("code") is not None
        return of_code or _CANONICAL.fullmatch(url) is not None

    def _is_term(self, holder: Object) -> bool:
        """Whether an object is a code of a public system, whose display is that system's word for it."""
        system = holder.text("system")
        return bool(system and holder.text("code")) and self.is_public(system)

    def _said_of(self, path: tuple[str, ...]) -> str:
        """What the map says of the longest end of a path, or else of the element in its type, or else of its type."""
        ends = [".".join(path[at:]) for at in range(len(path))]
        ends.insert(1, ".".join(("Resource", *path[1:])))
        type_ = self._types.of(path)
        said = (self._elements.get(name) for name in (*ends, *type_.names))
        return next(filter(None, said), "") or self._of_type(type_)

    def _form(self, path: tuple[str, ...]) -> re.Pattern[str] | None:
        primitives = self._types.of(path).primitives
        forms = [self._forms[name] for name in primitives if name in self._forms]
        return re.compile("|".join(forms)) if forms and len(forms) == len(primitives) else None

    def _of_type(self, type_: ElementType) -> str:
        return next((self._primitives[name] for name in type_.primitives if name in self._primitives), TEXT)

    def _identifier(self, holder: Object) -> str:
        type_ = holder.get("type")
        for coding in type_.items("coding") if isinstance(type_, Object) else ():
            if isinstance(coding, Object) and (found := self._identifiers.get(coding.text("code"))):
                return found
        system = holder.text("system")
        return next((t for part, t in self._systems.items() if system.endswith(part)), "IDNUM")

    def _display(self, path: tuple[str, ...], holder: Object) -> str:
        """What a reference's display holds, by what it leads to as it says, or else as its element does."""
        kind = type_of(holder.text("reference")) or holder.text("type")
        target = "Patient" if path[-2] in self.patients else self._types.of(path[:-1]).target
        return self._displays.get((kind or target).casefold(), TERM if kind else TEXT)

    def is_public(self, url: str) -> bool:
        """Whether an address is that of a code system or profile, or names none at all."""
        if url.startswith(self._schemes) or ("/" not in url and ":" not in url and "@" not in url):
            return True
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:
            return False
        return any(host == known or host.endswith("." + known) for known in self._hosts)


@lru_cache(maxsize=8)
def element_map(own: tuple[Path, ...]) -> ElementMap:
    """The shipped map with a site's own laid over it."""
    return ElementMap(load_map("fhir", own), Types(load_map("fhir_types", own)))
