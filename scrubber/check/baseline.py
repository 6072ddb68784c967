"""The baseline: findings that were looked at and accepted, so that only new ones fail a check.

An entry is keyed by an HMAC of the finding's path, rule, type and text, with the number of times it occurs. It holds no
line numbers, so that moving text changes nothing, no times, so that it is the same wherever it is made, and no text.
A plain hash would not do: a telephone number is found again from its hash by trying them all.
"""

from __future__ import annotations

import hmac
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrubber.check.findings import Finding
from scrubber.check.path_patterns import relative
from scrubber.errors import UsageError
from scrubber.io.atomic import WholeFile

VERSION = 1
_PURPOSE = b"scrub baseline 1"


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """What a finding is known by."""

    path: str
    rule: str
    type: str
    digest: str


@dataclass(frozen=True)
class Identity:
    """What findings are recognised by: a secret, and the folder that paths count from."""

    key: bytes
    root: Path

    def path(self, path: str) -> str:
        """The path from the root, with forward slashes, so that ``./a``, ``a`` and its full path are one."""
        return relative(path, self.root)

    def entry(self, finding: Finding) -> Entry:
        """The finding as the baseline knows it."""
        return Entry(self.path(finding.path), finding.rule, finding.type, self.fingerprint(finding))

    def fingerprint(self, finding: Finding) -> str:
        """The HMAC-SHA256 of path, rule, type and text, as 32 hexadecimal digits: 128 bits."""
        fields = (self.path(finding.path), finding.rule, finding.type, " ".join(finding.text.casefold().split()))
        parts = [field.encode("utf-8", "surrogateescape") for field in fields]
        # Each part behind its length: no two findings give the same bytes.
        return self._hmac(b"".join(len(part).to_bytes(8, "big") + part for part in parts))[:32]

    def key_check(self) -> str:
        """Tells one key from another without giving it away."""
        return self._hmac(b" key check")[:16]

    def _hmac(self, message: bytes) -> str:
        return hmac.digest(self.key, _PURPOSE + message, "sha256").hex()


@dataclass(frozen=True)
class Baseline:
    """Accepted findings, and how often each may occur."""

    counts: Counter[Entry]

    def new(self, findings: Iterable[Finding], identity: Identity) -> list[Finding]:
        """The findings that it does not cover; of a text accepted twice, the third occurrence is new.

        All findings of a file have to come in one call.
        """
        left: Counter[Entry] = Counter()
        result: list[Finding] = []
        for finding in findings:
            known = identity.entry(finding)
            left[known] += 1
            if left[known] > self.counts[known]:
                result.append(finding)
        return result

    def updated(self, findings: Iterable[Finding], checked: Iterable[str], identity: Identity) -> Baseline:
        """The baseline that accepts these findings, and what it accepted in files that exist and were not checked."""
        done = {identity.path(path) for path in checked}
        counts = Counter(
            {e: n for e, n in self.counts.items() if e.path not in done and (identity.root / e.path).exists()}
        )
        counts.update(identity.entry(finding) for finding in findings)
        return Baseline(counts)


def read(path: Path, identity: Identity) -> Baseline:
    """A baseline file; a missing one accepts nothing.

    Raises:
        UsageError: it does not hold a baseline, or was made with another key.
    """
    if not path.exists():
        return Baseline(Counter())
    try:
        data = json.loads(path.read_text("utf-8"))
        entries = {_entry(row): int(row["count"]) for row in data["findings"]}
        version, check = data["version"], data["key_check"]
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError):
        raise UsageError(f"{path}: not a baseline that scrub check --update-baseline wrote") from None
    if version != VERSION:
        raise UsageError(f"{path}: baseline version {version}, but this scrub reads {VERSION}")
    if not hmac.compare_digest(str(check), identity.key_check()):
        raise UsageError(f"{path}: this baseline was made with another key")
    return Baseline(Counter(entries))


def _entry(row: dict[str, Any]) -> Entry:
    return Entry(str(row["path"]), str(row["rule"]), str(row["type"]), str(row["hmac"]))


def write(path: Path, baseline: Baseline, identity: Identity) -> None:
    """Write the baseline, sorted, so that versions of it compare line by line.

    Raises:
        UsageError: the file cannot be written.
    """
    rows = [
        {"path": e.path, "rule": e.rule, "type": e.type, "hmac": e.digest, "count": n}
        for e, n in sorted(baseline.counts.items())
        if n > 0
    ]
    body = ",".join(f"\n    {json.dumps(row)}" for row in rows) + "\n  " * bool(rows)
    text = f'{{\n  "version": {VERSION},\n  "key_check": "{identity.key_check()}",\n  "findings": [{body}]\n}}\n'
    try:
        with WholeFile(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise UsageError(f"cannot write the baseline {path}: {error.strerror}") from None
