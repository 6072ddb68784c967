"""Makes ``vectors.jsonl`` from ``docs/file-formats.md`` alone, without scrub: ``python tests/vectors/make.py``."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

DRAWN = "mR7vQ2xKp9LtB4sYw8ZcN1dF6gHj3eUaTo5iVrXk0qM"
PHRASE = "seven otters borrowed a lighthouse quietly"
MASKED, NOTE = "Seen by [DOCTOR-1].\n", "Seen by Dr. Okonkwo.\n"


def secret(text: str) -> bytes:
    """What a key's text stands for."""
    if text == DRAWN:
        return hashlib.sha256(b"scrub key 1\0" + text.encode()).digest()
    return hashlib.scrypt(text.encode(), salt=b"scrub key 2", n=2**16, r=8, p=1, maxmem=2**27, dklen=32)


def keys() -> Iterator[dict[str, Any]]:
    """Texts of keys, and what they become."""
    for name, text in (("drawn", DRAWN), ("typed", PHRASE)):
        yield {"name": name, "key": text, "secret": secret(text).hex(), "error": ""}
    yield {"name": "short", "key": "only15character", "secret": "", "error": "at least 16 characters"}
    yield {"name": "weak", "key": "hospital-study-2024", "secret": "", "error": "too easy to guess"}
    yield {"name": "repeated", "key": "a" * 16, "secret": "", "error": "too easy to guess"}


def sealed(records: list[dict[str, Any]], salt: str, numbers: list[int]) -> list[str]:
    """The lines of a map that hold records, authenticated with these numbers."""
    parts = b"".join(len(part).to_bytes(4, "big") + part for part in (b"map", salt.encode()))
    cipher = AESGCM(hmac.digest(secret(DRAWN), parts, "sha256"))
    lines = []
    for number, record in zip(numbers, records, strict=True):
        nonce = bytes(range(number, number + 12))
        message = cipher.encrypt(nonce, json.dumps(record).encode(), b"%d" % number)
        lines.append(base64.b64encode(nonce + message).decode())
    return lines


def maps() -> Iterator[dict[str, Any]]:
    """Maps of two notes, whole and not."""
    salt = "00112233445566778899aabbccddeeff"
    edits = [[8, 18, base64.b64encode(b"Dr. Okonkwo").decode()]]
    digest = hashlib.sha256(MASKED.encode()).hexdigest()
    notes = [{"out": f"{n}.txt", "original": f"{n}.txt", "sha256": digest, "edits": edits} for n in (1, 2)]
    one, two, end = sealed([*notes, {"end": 2}], salt, [0, 1, 2])
    head = f"scrub-map 1 {salt}"
    cases = {
        "whole": ([head, one, two, end], 2, ""),
        "empty": ([head, *sealed([{"end": 0}], salt, [0])], 0, ""),
        "cut off": ([head, one], 1, "is cut off"),
        "a line left out": ([head, one, end], 1, "was changed"),
        "lines exchanged": ([head, two, one, end], 0, "was changed"),
        "another salt": ([head[:-1] + "e", one, two, end], 0, "was changed"),
        "a bit changed": ([head, one[:40] + ("A" if one[40] != "A" else "B") + one[41:], two, end], 0, "was changed"),
        "no base64": ([head, "?!", two, end], 0, "was changed"),
        "another version": ([head.replace("map 1", "map 2"), one, two, end], 0, "is no map"),
        "no header": ([one, two, end], 0, "is no map"),
    }
    for name, (lines, count, error) in cases.items():
        yield {"name": name, "key": DRAWN, "file": "\n".join(lines) + "\n", "notes": count, "error": error}
    torn = "\n".join([head, one, two])
    yield {"name": "a line torn", "key": DRAWN, "file": torn, "notes": 1, "error": "is cut off"}
    whole = "\n".join([head, one, two, end, ""])
    yield {"name": "another key", "key": PHRASE, "file": whole, "notes": 0, "error": "another key"}


def journals() -> Iterator[dict[str, Any]]:
    """Journals about one note, and whether they say that it is done."""
    seal = bytes(32)
    head = {"scrub journal": 1, "scrub": "VERSION", "settings": "s"}
    entry: dict[str, Any] = {
        "out": "a.txt",
        "status": "done",
        "sha256": hashlib.sha256(MASKED.encode()).hexdigest(),
        "source": {"size": len(NOTE), "mtime_ns": 10**18, "hmac": hmac.digest(seal, NOTE.encode(), "sha256").hex()},
    }
    other = {**entry, "source": {**entry["source"], "hmac": "00" * 32}}
    cases: dict[str, tuple[list[Any], bool, str]] = {
        "done": ([head, entry], True, ""),
        "nothing said": ([head], False, ""),
        "failed afterwards": ([head, entry, {**entry, "status": "failed"}], False, ""),
        "not searched as it should be": ([head, {**entry, "status": "unread"}], False, ""),
        "another output": ([head, {**entry, "sha256": "00" * 32}], False, ""),
        "another note": ([head, other], False, ""),
        "another time": ([head, {**entry, "source": {**entry["source"], "mtime_ns": 1}}], False, ""),
        "no source": ([head, {**entry, "source": None}], False, ""),
        "a word too much": ([head, {**entry, "source": {**entry["source"], "x": 1}}], False, ""),
        "other settings": ([{**head, "settings": "t"}, entry], False, "other settings"),
        "another version": ([{**head, "scrub journal": 2}, entry], False, "other settings"),
        "a list for a head": ([[1], entry], False, "other settings"),
    }
    for name, (records, done, error) in cases.items():
        file = "".join(json.dumps(record) + "\n" for record in records)
        yield {"name": name, "seal": seal.hex(), "file": file, "done": done, "error": error}
    torn = json.dumps(head) + "\n" + json.dumps(entry)[:-9]
    yield {"name": "a line torn", "seal": seal.hex(), "file": torn, "done": False, "error": ""}


def baselines() -> Iterator[dict[str, Any]]:
    """Baselines about one finding (``a.txt``, rule ``phone``, PHONE, "416-555-0137"), and whether they accept it."""
    key = b"baseline key"
    fields = [field.encode() for field in ("a.txt", "phone", "PHONE", "416-555-0137")]
    message = b"scrub baseline 1" + b"".join(len(field).to_bytes(8, "big") + field for field in fields)
    digest = hmac.digest(key, message, "sha256").hex()[:32]
    row = {"path": "a.txt", "rule": "phone", "type": "PHONE", "hmac": digest, "count": 1}
    check = hmac.digest(key, b"scrub baseline 1 key check", "sha256").hex()[:16]
    good = {"version": 1, "key_check": check, "findings": [row]}
    cases: dict[str, tuple[Any, bool, str]] = {
        "accepted": (good, True, ""),
        "another text": ({**good, "findings": [{**row, "hmac": "00" * 16}]}, False, ""),
        "another file": ({**good, "findings": [{**row, "path": "b.txt"}]}, False, ""),
        "none": ({**good, "findings": []}, False, ""),
        "another key": ({**good, "key_check": "00" * 8}, False, "another key"),
        "another version": ({**good, "version": 2}, False, "version 2"),
        "no count": ({**good, "findings": [{"path": "a.txt"}]}, False, "not a baseline"),
        "no object": ([1], False, "not a baseline"),
    }
    for name, (data, accepts, error) in cases.items():
        yield {"name": name, "key": key.hex(), "file": json.dumps(data), "accepts": accepts, "error": error}


def main() -> None:
    """Write them."""
    with Path(__file__).with_name("vectors.jsonl").open("w", encoding="utf-8") as file:
        for format_, made in (("key", keys()), ("map", maps()), ("journal", journals()), ("baseline", baselines())):
            for vector in made:
                file.write(json.dumps({"format": format_, **vector}) + "\n")


if __name__ == "__main__":
    main()
