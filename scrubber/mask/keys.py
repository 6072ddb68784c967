"""Keys: the secret from which surrogates, hashes and date shifts are derived.

A key comes from a file or from the environment, never from the command line, where other users could read it. What is
derived is HMAC-SHA256 over the key, a purpose and the parts, each with its length before it; without the key nobody
can try out names until one fits.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scrubber.errors import UsageError

KEY_VARIABLE = "SCRUB_KEY"
SHORTEST = 16
"""Characters: a shorter key could be guessed. :func:`new_key_text` gives 43."""


@dataclass(frozen=True, slots=True)
class Key:
    """A secret. Never printed: its ``repr`` shows the fingerprint only."""

    secret: bytes
    fresh: bool = False
    """Made for this run alone, because none was given."""

    def digest(self, *parts: str) -> bytes:
        """32 bytes that nobody can tell from chance without the key, the same for the same parts."""
        import hmac  # and OpenSSL with it, which tags need not

        message = b"".join(len(data := part.encode("utf-8", "surrogatepass")).to_bytes(4) + data for part in parts)
        return hmac.digest(self.secret, message, "sha256")

    def number(self, *parts: str) -> int:
        """A number below 2^256 derived from the parts."""
        return int.from_bytes(self.digest(*parts))

    @property
    def fingerprint(self) -> str:
        """What a report calls the key: equal for runs under the same key, and tells nothing of it."""
        return self.digest("fingerprint").hex()[:12]

    def __repr__(self) -> str:
        return f"Key({'fresh' if self.fresh else self.fingerprint})"


def fresh_key() -> Key:
    """A random key for this run alone: its output cannot be linked with any other's."""
    return Key(os.urandom(32), fresh=True)


def new_key_text() -> str:
    """The text of a new key file."""
    import secrets

    return secrets.token_urlsafe(32)


def key_from_text(text: str, where: str) -> Key:
    """The key that a file or variable holds; space around it does not count.

    Raises:
        UsageError: it is shorter than :data:`SHORTEST`.
    """
    import hashlib

    secret = text.strip()
    if len(secret) < SHORTEST:
        raise UsageError(f"{where}: a key has at least {SHORTEST} characters; 'scrub init' makes one")
    return Key(hashlib.sha256(b"scrub key 1\0" + secret.encode()).digest())


def read_key(path: Path, *, outside: Path | None = None) -> Key:
    """The key in a file.

    Args:
        outside: the output folder, in which a key must not lie: it would be handed on with the notes.

    Raises:
        UsageError: the file cannot be read, others may read it, it lies in ``outside``, or holds no key.
    """
    refuse_inside(path, outside, "the key file")
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise UsageError(f"the key file {path} can be read by others: chmod 600 {path}")
        return key_from_text(path.read_text("utf-8"), f"the key file {path}")
    except OSError as error:
        raise UsageError(f"the key file {path}: {(error.strerror or 'unreadable').lower()}") from None
    except UnicodeDecodeError:
        raise UsageError(f"the key file {path} is no text") from None


def refuse_inside(path: Path, folder: Path | None, what: str) -> None:
    """Raises a UsageError if ``path`` lies in or below ``folder``."""
    if folder is not None and path.resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"{what} must not lie inside the output folder {folder}")


def find_key(path: Path | None, *, outside: Path | None = None, env: Mapping[str, str] = os.environ) -> Key | None:
    """The key of this run: from the file, else from :data:`KEY_VARIABLE`, else none.

    Raises:
        UsageError: as :func:`read_key`.
    """
    if path is not None:
        return read_key(path, outside=outside)
    if env.get(KEY_VARIABLE):
        return key_from_text(env[KEY_VARIABLE], KEY_VARIABLE)
    return None


def write_key(path: Path, *, outside: Path | None = None) -> None:
    """Write a new key, mode 0600.

    Raises:
        UsageError: the file exists, cannot be written, or would lie in ``outside``.
    """
    refuse_inside(path, outside, "the key file")
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(new_key_text() + "\n")
    except FileExistsError:
        raise UsageError(f"the key file {path} exists already; a new key would cut off what was made with it") from None
    except OSError as error:
        raise UsageError(f"the key file {path}: {(error.strerror or 'cannot be written').lower()}") from None
