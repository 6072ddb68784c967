"""A Scrubber as a configuration says, from Python: what ``scrub`` in the same folder would use."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrubber.pipeline import Scrubber


def from_config(file: str | PathLike[str] | None = None, **options: Any) -> Scrubber:
    """A Scrubber from a configuration file (``.scrub.toml``), the key in ``SCRUB_KEY`` or its key file included.

    What a configuration says of formats and of ``scrub check`` is no matter of a Scrubber.

    Args:
        file: the file; by default the nearest one, as on the command line.
        options: arguments of :class:`~scrubber.pipeline.Scrubber`, over what the file says.

    Raises:
        UsageError: the file is missing or broken, or says something that nobody knows.
    """
    from scrubber.cli import configured
    from scrubber.cli.groups import Detecting
    from scrubber.config import load_config
    from scrubber.errors import UsageError
    from scrubber.pipeline import Scrubber

    if file is not None and not Path(file).is_file():
        raise UsageError(f"no such configuration file: {file}")
    config = load_config(() if file is None else (str(file),))
    made_of = configured.settings(config, Detecting())
    key = configured.key(None, config)
    found = {"profile": made_of.profile, **made_of.options, **({} if key is None else {"key": key})}
    return Scrubber(**{**found, **options})
