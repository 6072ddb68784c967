"""What a user may say of how files of the various formats are treated."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from scrubber.errors import UsageError
from scrubber.io.encoding import Encoding

REFUSE, SKIP = ("refuse", "skip")
KEEP, DROP, HASH, TEXT = ACTIONS = ("keep", "drop", "hash", "text")
"""What may become of a column, besides being masked by the PHI type that is named."""


@dataclass(frozen=True)
class FormatSettings:
    """Small and plain, so that it can be sent to a process. Every field has its option and configuration key."""

    input_format: str = ""
    """A format's name (``--input-format``); empty: found by extension and signature."""
    columns: tuple[str, ...] = ()
    """The columns, keys or JSON pointers that hold free text; empty: every one."""
    column_actions: dict[str, str] = field(default_factory=dict)
    """What becomes of other columns: keep, drop, hash, text, or the PHI type by which the value is masked."""
    header: bool = True
    """Whether the first row of a table names its columns; else they are called 1, 2, 3…"""
    patient_column: str = ""
    id_column: str = ""
    maps: tuple[Path, ...] = ()
    """A site's own field maps (messages, DICOM tags, XML attributes), read after the shipped ones."""
    pictures: str = "remove"
    """Pictures inside documents: ``remove`` puts a blank one in the place of each, ``keep`` leaves them unseen."""
    pdf_as: str = "pdf"
    """What a PDF becomes: a new ``pdf`` drawn from its text, or ``text``."""
    on_bad_row: str = "refuse"
    """A row, page or attachment that cannot be read: ``refuse`` the file, or ``skip`` it and do the rest."""
    quarantine: Path | None = None
    """A folder in which what is skipped is kept, as it was."""
    encoding: Encoding | None = None
    """What the bytes of text formats are (``--encoding``); None: found out."""

    def wanted_columns(self) -> list[tuple[str, str]]:
        """The columns, keys and JSON pointers that are named, each with the option that names it."""
        return [
            *((name, "--column") for name in self.columns),
            *([(self.patient_column, "--patient-column")] if self.patient_column else []),
            *([(self.id_column, "--id-column")] if self.id_column else []),
            *((name, "--column-action") for name in self.column_actions),
        ]

    @property
    def keyed(self) -> bool:
        """Whether columns are hashed, which takes the run's key."""
        return bool(self.patient_column or self.id_column) or HASH in self.column_actions.values()


def check_action(action: str, where: str) -> str:
    """The action as it is.

    Raises:
        UsageError: it is none, and no PHI type.
    """
    from scrubber.policy import phi_types

    if action not in ACTIONS and action not in phi_types():
        from scrubber.nearest import nearest

        known = nearest(action, [*ACTIONS, *phi_types()])
        raise UsageError(f"{where}: '{action}' is neither {', '.join(ACTIONS)} nor a PHI type{known}")
    return action
