"""What scrub says to its user: one line each, on standard error, never with text of a note."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from scrubber.io.walk import Found, printable

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import Progress

    from scrubber.runs.task import Outcome

LEFT_OUT_SHOWN = 10
_NAMES_SHOWN = 3
_BIG = 2_000_000
"""Bytes from which one file has a progress bar."""


def use_color(when: str, stream: TextIO | None) -> bool:
    """Whether ``--color`` WHEN means colours on this stream; ``None``: it is closed."""
    if when != "auto" or stream is None:
        return when == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Console:
    """Speaks at a level: -2 nothing, -1 errors, 0 results as well, 1 every note."""

    def __init__(self, level: int = 0, color: str = "auto") -> None:
        self.level = level
        self.configuration: Sequence[Path] = ()
        """The files that decided with the command line; named in the summary, for they can switch masking off."""
        self.notes = self.spans = self.errors = 0
        self._started = time.monotonic()
        self._color = use_color(color, sys.stderr)
        self._bar: Progress | None = None
        self._task: Any = None
        self._of_bytes = False
        self._telling = 0
        self._some_telling: list[str] = []
        """The first few names of inputs that may hold PHI, and that their outputs get."""
        self.resumed = 0
        """Notes that an earlier run has done."""
        self._unlisted = 0

    def error(self, text: str) -> None:
        """Something went wrong; counted for the exit code, whatever the level."""
        self.errors += 1
        self._say(-1, f"{self._paint('scrub: error:', '1;31')} {text}")

    def warning(self, text: str) -> None:
        """Something that the user will want to know."""
        self._say(0, f"{self._paint('scrub:', '33')} {text}")

    def result(self, text: str) -> None:
        """The outcome of the run."""
        self._say(0, text)

    def detail(self, text: str) -> None:
        """Only with ``--verbose``."""
        self._say(1, text)

    @contextmanager
    def progress(self, total: int, *, of_bytes: bool = False, of_epochs: bool = False) -> Iterator[None]:
        """Show a bar while the run lasts, on a terminal only. Its total: notes, bytes of one file, or epochs."""
        least = _BIG if of_bytes else 2
        if self.level < 0 or total < least or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
            yield
            return
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            BarColumn(),
            DownloadColumn() if of_bytes else MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
        )
        console = Console(stderr=True, no_color=not self._color, highlight=False, markup=False)
        # no refresh thread: a process that forks must have none
        with Progress(*columns, console=console, auto_refresh=False, transient=True) as self._bar:
            self._task = self._bar.add_task("", total=total, rate="")
            self._of_bytes, self._of_epochs = of_bytes, of_epochs
            try:
                yield
            finally:
                self._bar.refresh()
        self._bar = None

    def advance(self) -> None:
        """One more note or epoch is done."""
        if self._bar is None or self._of_bytes:
            return
        speed = self._bar.tasks[0].speed
        self._bar.update(self._task, advance=1, rate=f"{speed:,.0f} notes/s" if speed and not self._of_epochs else "")
        self._bar.refresh()

    def reached(self, done: int) -> None:
        """So many bytes of the one file are done."""
        if self._bar is not None and self._of_bytes:
            self._bar.update(self._task, completed=done)
            self._bar.refresh()

    def count(self, name: str, outcome: Outcome) -> None:
        """Take note of what became of one input."""
        if outcome.error:
            self.error(f"{printable(name)}: {outcome.error}")
        else:
            self.notes += max(1, outcome.notes)
            self.spans += outcome.spans
            self.detail(f"{printable(name)}: {counted(outcome.spans, 'span')}")
            for warning in outcome.warnings:
                self.warning(f"{printable(name)}: {warning}")
            if outcome.telling_name:
                self._tell_name(printable(name))
            self.heed(name, outcome)
        self.advance()

    def _tell_name(self, name: str) -> None:
        """Take note of an output whose name may hold PHI."""
        self._telling += 1
        if len(self._some_telling) < _NAMES_SHOWN:
            self._some_telling.append(name)
        self.detail(f"{name}: the name may hold PHI")

    def heed(self, name: str, outcome: Outcome) -> None:
        """Tell what was not searched as it should be, which is an error."""
        self._unlisted += outcome.unlisted
        for notice in outcome.unread:
            self.error(f"{printable(name)}: {notice}")

    def left_out(self, files: Sequence[Found]) -> None:
        """Report the files that are no notes; those that might be some are errors."""
        for found in files:
            if found.failed:
                self.error(f"{printable(found.path)}: {found.skipped}")
        files = [found for found in files if not found.failed]
        shown = files if self.level > 0 else files[:LEFT_OUT_SHOWN]
        for found in shown:
            self.warning(f"left out {printable(found.path)}: {found.skipped}")
        if len(shown) < len(files):
            self.warning(f"left out {len(files) - len(shown)} more (-v names them)")

    def unlisted(self) -> None:
        """Warn of notes about which the known identifiers say nothing: a slip in their ids would look the same."""
        if self._unlisted:
            inputs = counted(self._unlisted, "input")
            self.warning(f"in {inputs}, no row of --known is about a note (rows go by patient, file name or folder)")

    def sum_up(self, did: str, to_spans: str) -> None:
        """The run in one line."""
        if self._telling:
            more = " … -v names all" if self._telling > len(self._some_telling) else ""
            which = ", ".join(self._some_telling) + more
            self.warning(
                f"{counted(self._telling, 'name')} of output files may hold PHI ({which}): --rename gives them others"
            )
        self.unlisted()
        seconds = time.monotonic() - self._started
        notes, spans, errors = counted(self.notes, "note"), counted(self.spans, "span"), counted(self.errors, "error")
        before = f", {counted(self.resumed, 'file')} done before" if self.resumed else ""
        self.result(f"{did} {notes}{before}, {spans} {to_spans}, {errors}, {seconds:,.1f} s{self.configured()}")

    def configured(self) -> str:
        """The end of a summary: which configuration was in use."""
        names = " and ".join(printable(path) for path in reversed(self.configuration))
        return f", configuration {names}" if names else ""

    @property
    def exit_code(self) -> int:
        """2 if anything went wrong."""
        return 2 if self.errors else 0

    def _say(self, level: int, line: str) -> None:
        if self.level < level:
            return
        if self._bar is not None:
            from rich.text import Text

            self._bar.console.print(Text.from_ansi(line), soft_wrap=True)
            return
        try:
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):  # nobody listens; the exit code still tells
            pass

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._color else text


def counted(number: int, what: str) -> str:
    """``1 note``, ``2 notes``."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
