"""Keys: the secret from which surrogates, hashes and date shifts are derived.

A key comes from a file or from the environment, never from the command line, where other users could read it. What is
derived is HMAC-SHA256 over the key, a purpose and the parts, each with its length before it; without the key nobody
can try out names until one fits.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from scrubber.errors import UsageError
from scrubber.lazy_pattern import lazy_re

KEY_VARIABLE = "SCRUB_KEY"
SHORTEST = 16
"""Characters: a shorter key could be guessed. :func:`new_key_text` gives 43."""
WEAKEST = 44
"""Bits of a pass-phrase's strength, as :func:`strength` estimates them: three words are too few."""
SCRYPT = {"n": 2**16, "r": 8, "p": 1, "maxmem": 2**27, "dklen": 32}
"""What trying one pass-phrase costs: 64 MB and a fifth of a second."""
_WORD_BITS, _WORD_LETTERS, _DIGIT_BITS, _SIGN_BITS, _YEAR_BITS = 13, 10, 3.3, 3, 7
_RUNS = lazy_re(r"[^\W\d_]+|\d+|(?:[\W_])+")
_YEAR = lazy_re(r"(?:19|20)\d\d")
_HEX = lazy_re(r"[0-9a-f]{64,}|[0-9A-F]{64,}")
_BASE64 = lazy_re(r"[A-Za-z0-9_+/-]{43,}={0,2}")
_KINDS = lazy_re(r"[a-z]+|[A-Z]+|\d+|[^a-zA-Z\d]+")


@dataclass(frozen=True, slots=True)
class Key:
    """A secret. Never printed: its ``repr`` shows the fingerprint only."""

    secret: bytes
    fresh: bool = False
    """Made for this run alone, because none was given."""
    origin: str = field(default="", compare=False)
    """Where it was read, as a :class:`KeyReference` says it; empty: nowhere."""

    def reference(self) -> KeyReference:
        """What may be sent to other processes and machines in its place.

        Raises:
            UsageError: it stands nowhere from where they could read it.
        """
        if not self.origin:
            raise UsageError(
                "a key cannot be sent away with its Scrubber: give a KeyReference to a file or variable that holds it"
            )
        return KeyReference(self.origin, self.fingerprint)

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


@dataclass(frozen=True, slots=True)
class KeyReference:
    """Where a key is to be read: what may travel, stand in a plan and be logged."""

    where: str
    """``file:PATH``, ``env:VARIABLE`` or ``call:MODULE:FUNCTION``, which returns the key's text (a vault's client)."""
    fingerprint: str = ""
    """Of the key that must be there; empty: of any."""

    def key(self) -> Key:
        """Read it.

        Raises:
            UsageError: there is none, it is no key, or another one.
        """
        kind, _, place = self.where.partition(":")
        if kind not in _READERS or not place:
            raise UsageError(
                f"a key is referred to as {', '.join(f'{name}:…' for name in _READERS)}, not '{self.where}'"
            )
        found = _READERS[kind](place)
        if self.fingerprint and found.fingerprint != self.fingerprint:
            raise UsageError(f"{self.where} holds another key than where the settings were made")
        return replace(found, origin=self.where)


def _from_variable(name: str) -> Key:
    if not os.environ.get(name):
        raise UsageError(f"no key in the variable {name}")
    return key_from_text(os.environ[name], name)


def _from_call(place: str) -> Key:
    from importlib import import_module

    module, _, function = place.partition(":")
    try:
        text = getattr(import_module(module), function)()
    except Exception as error:  # a vault's client may raise anything, and say in it what nobody is to read
        raise UsageError(f"call:{place} gave no key ({type(error).__name__})") from None
    if not isinstance(text, str):
        raise UsageError(f"call:{place} gave no text")
    return key_from_text(text, f"call:{place}")


def fresh_key() -> Key:
    """A random key for this run alone: its output cannot be linked with any other's."""
    return Key(os.urandom(32), fresh=True)


def new_key_text() -> str:
    """The text of a new key file."""
    import secrets

    return secrets.token_urlsafe(32)


def key_from_text(text: str, where: str) -> Key:
    """The key that a file or variable holds; space around it does not count.

    What a machine drew (``scrub init``, ``openssl rand``) is used as it is; what people type goes through scrypt, so
    that nobody tries a list of phrases in a second.

    Raises:
        UsageError: it is shorter than :data:`SHORTEST`, or weaker than :data:`WEAKEST`.
    """
    import hashlib

    secret = text.strip()
    if len(secret) < SHORTEST:
        raise UsageError(f"{where}: a key has at least {SHORTEST} characters; 'scrub init' makes one")
    if is_drawn(secret):
        return Key(hashlib.sha256(b"scrub key 1\0" + secret.encode()).digest())
    if strength(secret) < WEAKEST:
        raise UsageError(f"{where}: too easy to guess: take four words or more, or the key that 'scrub init' makes")
    return Key(hashlib.scrypt(secret.encode(), salt=b"scrub key 2", **SCRYPT))


def is_drawn(secret: str) -> bool:
    """Whether a key looks like 32 bytes or more that a machine drew, in hexadecimal digits or base64."""
    if _HEX.fullmatch(secret):
        return len(set(secret)) >= 10
    return bool(_BASE64.fullmatch(secret)) and len(set(secret)) >= 20 and len(_KINDS.findall(secret)) > 14


def strength(phrase: str) -> float:
    """About how many bits a pass-phrase has for somebody who tries words, years, runs and repetitions first."""
    bits = 0.0
    seen: set[str] = set()
    for run in _RUNS.findall(phrase.casefold()):
        steps = _steps(run)
        if run in seen:
            continue
        seen.add(run)
        if run.isalpha():
            bits += _WORD_BITS * -(-steps // _WORD_LETTERS)
        elif _YEAR.fullmatch(run):
            bits += _YEAR_BITS
        else:
            bits += steps * (_DIGIT_BITS if run.isdigit() else _SIGN_BITS)
    return bits


def _steps(run: str) -> int:
    """The characters of a run but for those that go on as before ("aaa", "123"), or repeat a pair ("abab")."""
    codes = [ord(c) for c in run]
    pairs: set[tuple[int, int]] = set()
    steps = min(len(codes), 2)
    for before, last, code in zip(codes, codes[1:], codes[2:], strict=False):
        pairs.add((before, last))
        steps += code - last != last - before and (last, code) not in pairs
    return steps


def read_key(path: Path) -> Key:
    """The key in a file.

    Raises:
        UsageError: the file cannot be read, others may read it, or it holds no key.
    """
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise UsageError(f"the key file {path} can be read by others: chmod 600 {path}")
        return replace(key_from_text(path.read_text("utf-8"), f"the key file {path}"), origin=f"file:{path.absolute()}")
    except OSError as error:
        raise UsageError(f"the key file {path}: {(error.strerror or 'unreadable').lower()}") from None
    except UnicodeDecodeError:
        raise UsageError(f"the key file {path} is no text") from None


def refuse_inside(path: Path, folder: Path | None, what: str) -> None:
    """Raises a UsageError if ``path`` lies in or below the output folder: it would be handed on with the notes."""
    if folder is not None and path.resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"{what} must not lie inside the output folder {folder}")


def find_key(path: Path | None, configured: Path | None = None, *, env: Mapping[str, str] = os.environ) -> Key | None:
    """The key of this run: of the file, else of :data:`KEY_VARIABLE`, else of the configuration's file, else none.

    Raises:
        UsageError: as :func:`read_key`.
    """
    if path is not None:
        return read_key(path)
    if env.get(KEY_VARIABLE):
        return replace(key_from_text(env[KEY_VARIABLE], KEY_VARIABLE), origin=f"env:{KEY_VARIABLE}")
    return None if configured is None else read_key(configured)


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


_READERS: Mapping[str, Callable[[str], Key]] = {
    "file": lambda place: read_key(Path(place)),
    "env": _from_variable,
    "call": _from_call,
}
