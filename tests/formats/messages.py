"""What the tests of messages share: a context under any profile, with a key of its own."""

from __future__ import annotations

import io
from functools import cache
from importlib import import_module
from pathlib import Path

from scrubber.formats.context import FileContext
from scrubber.formats.registry import named
from scrubber.formats.settings import FormatSettings
from scrubber.mask.keys import key_from_text
from scrubber.pipeline import Scrubber

KEY = key_from_text("an invented key of many letters", "test")


@cache
def scrubber(profile: str) -> Scrubber:
    return Scrubber(profile, crf=False, key=KEY)


def context(
    profile: str = "safe-harbor", maps: tuple[Path, ...] = (), *, keep: bool = False, name: str = "file"
) -> FileContext:
    return FileContext(scrubber(profile), FormatSettings(maps=maps), name=name, keep=keep)


def masked(format_name: str, data: bytes, at: FileContext | None = None) -> bytes:
    """A file's masked bytes."""
    target = io.BytesIO()
    format_ = named(format_name)
    assert format_ is not None
    import_module(f"scrubber.formats.{format_.module}").rewrite(io.BytesIO(data), target, at or context())
    return target.getvalue()


def found(format_name: str, data: bytes) -> list[tuple[str, str]]:
    """What a search finds: types and places. The file passes unchanged."""
    places: list[tuple[str, str]] = []
    searching = FileContext(
        scrubber("safe-harbor"),
        FormatSettings(),
        name="file",
        keep=True,
        record=lambda where, text, spans, new: places.extend((span.type, where) for span in spans),
    )
    assert masked(format_name, data, searching) == data
    return places
