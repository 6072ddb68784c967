"""Where the lexicons, patterns and examples lie: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder ``lexicons``, ``patterns``, ``examples`` or ``docs`` that ships with this copy of scrub.

    Raises:
        FileNotFoundError: the installation carries no such folder.
    """
    for place in (_PACKAGE / "data" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"this installation of scrub has no {name} folder")


def ships(folder: Path) -> bool:
    """Whether a folder is one of this installation's own, so that what was compiled of it can be trusted."""
    place = folder.resolve()
    own = (_PACKAGE / "data", *(_PACKAGE.parent / name for name in ("lexicons", "patterns")))
    return any(place.is_relative_to(root) for root in own)
