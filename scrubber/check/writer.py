"""Writing a check's report: line by line as files are done, or whole at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scrubber.check.checker import Checked
from scrubber.check.findings import Finding
from scrubber.report.check_report import LINES, Counts, Report, Style, github_error, statistics_lines

Write = Callable[[str], object]


@dataclass
class Writer:
    """Receives each file's findings, and writes them in one of the formats."""

    format: str
    write: Write
    style: Style
    statistics: bool = False
    whole: Callable[[Report], str] | None = None
    """Makes the report of a format that is written at the end."""
    files: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    """Kept only for formats that are written at the end."""
    errors: list[tuple[str, str]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counter)
    flagged: int = 0
    """Files with findings."""
    allowed: int = 0
    """Findings left out by filters."""
    kept: list[tuple[str, Checked]] = field(default_factory=list)
    """Files with their text, where the checks kept it."""

    def add(self, path: str, findings: Sequence[Finding], checked: Checked) -> None:
        """One file is done, with these findings to report."""
        self.files.append(path)
        self.allowed += checked.allowed
        if checked.text is not None:
            checked.found = list(findings)
            self.kept.append((path, checked))
        self.flagged += bool(findings)
        self.counts.update((f.type, f.rule) for f in findings)
        if self.format in LINES:
            self.write("".join(LINES[self.format](f, self.style) for f in findings))
        else:
            self.findings += findings

    def fail(self, path: str, why: str) -> None:
        """One file could not be checked."""
        self.errors.append((path, why))
        if self.format == "github":
            self.write(github_error(path, why))

    def finish(self) -> None:
        """Write what comes last."""
        if self.whole:
            counts = self.counts if self.statistics else None
            report = Report(self.findings, self.files, self.errors, self.style.show_text, counts)
            self.write(self.whole(report))
        elif self.statistics and self.format == "text":
            self.write("".join(statistics_lines(self.counts)))

    @property
    def total(self) -> int:
        """All findings."""
        return self.counts.total()


def found_in(outcome: object) -> Checked:
    """The outcome as a check's."""
    assert isinstance(outcome, Checked)
    return outcome
