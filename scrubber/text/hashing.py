"""Hashes of texts, the same on every machine and in every run."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b


def text_hash(text: str) -> int:
    """A 63-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") >> 1


remembered_hash = lru_cache(maxsize=32_768)(text_hash)
"""The same for names, shapes and affixes that come again and again."""
