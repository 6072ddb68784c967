"""What of a file's findings is new: all of them, or those that a baseline does not accept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scrubber.check import baseline
from scrubber.check.baseline import Baseline, Identity
from scrubber.check.findings import Finding
from scrubber.errors import UsageError


@dataclass
class Gate:
    """A baseline at work; without one everything is new."""

    path: Path | None = None
    identity: Identity | None = None
    """Also without a baseline, where there is a key: reports take fingerprints from it."""
    update: bool = False
    """Accept everything, and write that down at the end."""
    accepted: int = 0
    _known: Baseline = field(default_factory=lambda: Baseline(Counter()))
    _seen: list[Finding] = field(default_factory=list)
    _files: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.update and self.path is None:
            raise UsageError("--update-baseline needs --baseline FILE")
        if self.path is None:
            return
        if self.identity is None:
            raise UsageError("a baseline needs its key: --key-file FILE or SCRUB_KEY")
        if not self.update and not self.path.exists():
            raise UsageError(f"no such baseline: {self.path} (--update-baseline makes it)")
        self._known = baseline.read(self.path, self.identity)

    def new(self, path: str, findings: Sequence[Finding]) -> Sequence[Finding]:
        """What one file's findings add to what is accepted."""
        if self.path is None or self.identity is None:
            return findings
        if self.update:
            self._files.append(path)
            self._seen += findings
            fresh: Sequence[Finding] = ()
        else:
            fresh = self._known.new(findings, self.identity)
        self.accepted += len(findings) - len(fresh)
        return fresh

    def finish(self) -> None:
        """Write the baseline if it is to be updated."""
        if self.update and self.path is not None and self.identity is not None:
            updated = self._known.updated(self._seen, self._files, self.identity)
            baseline.write(self.path, updated, self.identity)
