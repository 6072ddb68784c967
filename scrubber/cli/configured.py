"""The command line's choices over those of the configuration."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.config import Config
    from scrubber.run import Settings

DEFAULT_PROFILE = "safe-harbor"
DEFAULT_MIN_WEIGHT = 50
KEY_VARIABLE = "SCRUB_KEY"


def configuration(given: Sequence[str] | None, isolated: bool) -> Config:
    """The configuration that ``--config`` and ``--isolated`` ask for.

    Raises:
        UsageError: it is missing or broken.
    """
    from scrubber.config import load_config

    return load_config(given or (), isolated=isolated)


def settings(
    config: Config,
    profile: str | None,
    min_weight: int | None,
    lexicons: Sequence[str] | None,
    rules: Sequence[str] | None,
    no_crf: bool,
    default_profile: str = DEFAULT_PROFILE,
) -> Settings:
    """What the Scrubber is made from.

    Raises:
        UsageError: there is no such profile or folder.
    """
    from dataclasses import replace

    from scrubber.cli import build

    made_of = build.settings(
        profile or config.profile or default_profile,
        next(w for w in (min_weight, config.min_weight, DEFAULT_MIN_WEIGHT) if w is not None),
        [*map(str, config.lexicon_folders), *(lexicons or ())],
        [*map(str, config.rule_folders), *(rules or ())],
        no_crf or config.crf is False,
    )
    more: dict[str, object] = {}
    if site := config.site():
        more["site"] = site
    if config.known:
        more["known"] = config.known
    if operators := config.operators():
        more["operators"] = operators
    return replace(made_of, options={**made_of.options, **more}) if more else made_of


def optional_key(key_file: str | None, config: Config) -> bytes | None:
    """The secret from ``--key-file``, the environment or the configuration's key file, in this order.

    Raises:
        UsageError: the file cannot be read, or the key is shorter than 16 bytes.
    """
    path = Path(key_file) if key_file else None
    if path is None and os.environ.get(KEY_VARIABLE):
        return _long_enough(os.environ[KEY_VARIABLE].encode("utf-8", "surrogateescape"), KEY_VARIABLE)
    path = path or config.key_file
    if path is None:
        return None
    try:
        return _long_enough(path.read_bytes().strip(), str(path))
    except OSError as error:
        raise UsageError(f"cannot read the key file {path}: {error.strerror}") from None


def _long_enough(key: bytes, where: str) -> bytes:
    if len(key) < 16:
        raise UsageError(f"{where}: a key has at least 16 bytes")
    return key
