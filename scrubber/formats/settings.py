"""What a user may say of how files of the various formats are treated."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class FormatSettings:
    """Small and plain, so that it can be sent to a process. Every field has its option and configuration key."""

    input_format: str = ""
    """A format's name (``--input-format``); empty: found by extension and signature."""
    columns: tuple[str, ...] = ()
    """The columns, keys or JSON pointers that hold free text; empty: every one."""
    column_actions: dict[str, str] = field(default_factory=dict)
    """What becomes of other columns: keep, drop, hash, or the PHI type by which the value is masked."""
    patient_column: str = ""
    id_column: str = ""
    maps: tuple[Path, ...] = ()
    """A site's own field maps (messages, DICOM tags, XML attributes), read after the shipped ones."""
