"""scrub finds protected health information (PHI) in clinical text and masks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrubber.version import __version__

if TYPE_CHECKING:
    from scrubber.configured import from_config
    from scrubber.mask.keys import KeyReference
    from scrubber.note import Note
    from scrubber.pipeline import Scrubber
    from scrubber.runs.files import find_in_file, scrub_file
    from scrubber.settings import ScrubberSettings
    from scrubber.text.document import Document
    from scrubber.text.span import Span

__all__ = [
    "Document",
    "KeyReference",
    "Note",
    "Scrubber",
    "ScrubberSettings",
    "Span",
    "__version__",
    "find_in_file",
    "from_config",
    "scrub_file",
]

_HOMES = {
    "Document": "text.document",
    "KeyReference": "mask.keys",
    "Note": "note",
    "Scrubber": "pipeline",
    "ScrubberSettings": "settings",
    "Span": "text.span",
    "find_in_file": "runs.files",
    "from_config": "configured",
    "scrub_file": "runs.files",
}


def __getattr__(name: str) -> Any:
    """Import on first use, so that ``scrub --help`` loads neither lexicons nor ``regex``."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"scrubber.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'scrubber' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is offered, loaded or not; not what happens to be loaded besides."""
    return sorted(__all__)
