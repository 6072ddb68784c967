"""What the documents' tests share: invented PHI, a context to scrub at, and a look into raw bytes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib import import_module

from scrubber.formats.context import FileContext
from scrubber.formats.registry import named
from scrubber.formats.settings import FormatSettings
from scrubber.pipeline import Scrubber

PHI = ("Velankar", "Darius", "Ekwueme", "4471902", "555-0137", "lakehurst.example")
"""No part of these may be seen afterwards."""


@cache
def scrubber() -> Scrubber:
    return Scrubber(crf=False)


class Target:
    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes, /) -> object:
        self.data += data
        return None


def rewritten(format_name: str, data: bytes, *, name: str = "file", **settings: object) -> tuple[bytes, FileContext]:
    """A file's masked bytes, and the context with its counts and warnings.

    Args:
        format_name: as ``--input-format`` has it.
    """
    format_ = named(format_name)
    assert format_ is not None
    target = Target()
    context = FileContext(scrubber(), replace(FormatSettings(), **settings), name=name)  # type: ignore[arg-type]
    import_module(f"scrubber.formats.{format_.module}").rewrite(io.BytesIO(data), target, context)
    return target.data, context


def members(data: bytes) -> dict[str, bytes]:
    """A zip file's members, unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def repacked(data: bytes, changes: dict[str, bytes]) -> bytes:
    """A zip file with members changed or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in {**members(data), **changes}.items():
            package.writestr(name, content)
    return out.getvalue()


def seen(data: bytes | Iterable[bytes], words: Iterable[str] = PHI) -> list[str]:
    """The words that stand in some bytes, in UTF-8 or UTF-16, whatever their case."""
    chunks = [data] if isinstance(data, bytes) else list(data)
    found = []
    for word in words:
        forms = [word.encode(codec).lower() for codec in ("utf-8", "utf-16-le", "utf-16-be")]
        if any(form in chunk.lower() for form in forms for chunk in chunks):
            found.append(word)
    return found


_NAMES = re.compile(r"\[(?:PATIENT|DOCTOR)-\d+\](?: \[(?:PATIENT|DOCTOR)-\d+\])*")


def plain(text: str) -> str:
    """Masked text with every name as [NAME] and no numbers: which tags a name gets is not what is tested here."""
    return re.sub(r"-\d+\]", "]", _NAMES.sub("[NAME]", text))
