"""The default command's options that say how notes are masked, and what else a run leaves behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.formats.settings import FormatSettings
    from scrubber.mask.keys import Key
    from scrubber.mask.mapfile import MapWriter
    from scrubber.mask.patient import PatientSource
    from scrubber.policy import Policy
    from scrubber.report.changes import Wanted
    from scrubber.report.run_report import RunReport
    from scrubber.runs.task import Outcome
    from scrubber.settings import ScrubberSettings


def _operators() -> list[str]:
    """Completes the names of operators."""
    from scrubber.mask.operators import operator_names

    return list(operator_names())


Operator = Annotated[
    str | None,
    typer.Option(
        "--operator",
        metavar="NAME",
        show_default=False,
        help="What masked text becomes: tag (the default), redact, surrogate, generalise, hash, randomise, truncate, "
        "or one of your own. --shift-dates shifts dates, whatever becomes of the rest.",
        autocompletion=_operators,
    ),
]
KeyFile = Annotated[
    str | None,
    typer.Option(
        "--key-file",
        metavar="FILE",
        show_default=False,
        help="The key that surrogates, hashes and date shifts derive from; else SCRUB_KEY holds it.",
    ),
]
PatientFrom = Annotated[
    str | None,
    typer.Option(
        "--patient-from",
        metavar="WHERE",
        show_default=False,
        help="Whose note it is: folder, name:REGEX, header:REGEX, csv:FILE or column:NAME (of JSON lines).",
    ),
]
ShiftDates = Annotated[
    bool,
    typer.Option("--shift-dates", help="Shift dates, each patient's by a number of days that derives from the key."),
]
DateShifts = Annotated[
    str | None,
    typer.Option(
        "--date-shifts",
        metavar="CSV",
        show_default=False,
        help="Shift dates, by the days that this file gives for each patient.",
    ),
]
Rename = Annotated[
    bool, typer.Option("--rename", help="Give output files names that tell nothing, derived from the key.")
]
MapFile = Annotated[
    str | None,
    typer.Option(
        "--map",
        metavar="FILE",
        show_default=False,
        help="Also write an encrypted map, with which 'scrub restore' turns the notes back.",
    ),
]
Reports = Annotated[
    list[str] | None,
    typer.Option(
        "--report",
        metavar="FILE",
        show_default=False,
        help="Also write a report of the run without PHI: JSON (.json) or a page (.html). Repeatable.",
    ),
]
ReportNames = Annotated[bool, typer.Option("--report-names", help="Name the files in reports. File names may be PHI.")]
Population = Annotated[
    int | None,
    typer.Option(
        "--report-population",
        metavar="N",
        min=1,
        show_default=False,
        help="How many people the run's patients are drawn from: reports then tell the chance to find one of them by "
        "what is left.",
    ),
]


class Masking(NamedTuple):
    """What masked text becomes, for whom, and what is kept of it."""

    operator: Operator = None
    key_file: KeyFile = None
    patient_from: PatientFrom = None
    shift_dates: ShiftDates = False
    date_shifts: DateShifts = None
    rename: Rename = False
    map_file: MapFile = None
    report: Reports = None
    report_names: ReportNames = False
    report_population: Population = None


class Masks(NamedTuple):
    """What the options come to."""

    settings: ScrubberSettings
    policy: Policy
    key: Key
    keyed: bool
    patients: PatientSource | None
    map_file: Path | None
    reports: tuple[Path, ...]
    report_names: bool
    report_population: int | None
    formats: FormatSettings

    @property
    def wanted(self) -> Wanted:
        """What is to be recorded of every note."""
        from scrubber.report.changes import Wanted

        return Wanted(report=bool(self.reports), undo=self.map_file is not None)

    @contextmanager
    def records(self) -> Iterator[Records]:
        """Open the map and the reports; they appear when the run is over."""
        with ExitStack() as stack:
            reports = [stack.enter_context(report) for report in self._run_reports()] if self.reports else []
            yield Records(reports, stack.enter_context(self._map(self.map_file)) if self.map_file else None)

    def _run_reports(self) -> Iterator[RunReport]:
        from scrubber.report.run_report import RunReport, describe_policy

        about = describe_policy(self.policy, self.key.fingerprint if self.keyed and not self.key.fresh else "")
        for path in self.reports:
            path.parent.mkdir(parents=True, exist_ok=True)
            yield RunReport(path, about, names=self.report_names, population=self.report_population)

    def _map(self, path: Path) -> MapWriter:
        from scrubber.mask.mapfile import MapWriter

        return MapWriter(path, self.key)


class Records(NamedTuple):
    """The map and the reports of a run."""

    reports: Sequence[RunReport]
    undo: MapWriter | None

    def add(self, out: str, original: str, outcome: Outcome) -> None:
        """One input is done, or failed."""
        for report in self.reports:
            report.add(out, outcome.changes, _error_without_names(outcome))
        if self.undo is not None and outcome.changes is not None and not outcome.error:
            from scrubber.mask.mapfile import MappedFile

            self.undo.add(MappedFile(out, original, outcome.changes.sha256, outcome.changes.edits))


def _error_without_names(outcome: Outcome) -> str:
    """What went wrong, as a report may say it."""
    if outcome.error:
        return "the run had to stop" if outcome.fatal else "could not be processed"
    return "; ".join(outcome.unread)


def masks(
    made_of: ScrubberSettings,
    asked: Masking,
    *,
    outside: Sequence[Path],
    config_key_file: Path | None,
    resume: bool = False,
    formats: FormatSettings,
) -> Masks:
    """Read the key and everything else that the options name, before anything is written.

    Args:
        outside: the folders in which neither key nor map may lie; formats: how columns are masked.

    Raises:
        UsageError: a file cannot be read, an operator or option is unknown, or a secret would be handed on.
    """
    from scrubber.mask.keys import refuse_inside
    from scrubber.mask.patient import parse_patient_source
    from scrubber.mask.shifts import read_shifts

    key = _key(asked.key_file, config_key_file, outside)
    map_file = Path(asked.map_file) if asked.map_file is not None else None
    options: dict[str, Any] = {"key": key}
    if asked.operator is not None:
        options["operator"] = asked.operator
    if asked.date_shifts is not None:
        options["shifts"] = read_shifts(Path(asked.date_shifts))
    made_of = replace(made_of, options={**made_of.options, **options})
    policy = _policy(made_of)
    if asked.shift_dates or asked.date_shifts is not None:
        made_of = _shifting(made_of, policy, "--shift-dates" if asked.shift_dates else "--date-shifts")
        policy = _policy(made_of)
    keyed = asked.rename or map_file is not None or formats.keyed or _is_keyed(policy)
    if resume and keyed and key.fresh:
        raise UsageError("--resume needs the key of the run that was stopped: --key-file or SCRUB_KEY")
    if map_file is not None:
        if key.fresh:
            raise UsageError(
                "--map needs a key that outlives the run: --key-file or SCRUB_KEY ('scrub init' makes one)"
            )
        for folder in outside:
            refuse_inside(map_file, folder, "the map")
        _refuse_existing(map_file)
    return Masks(
        made_of,
        policy,
        key,
        keyed,
        parse_patient_source(asked.patient_from) if asked.patient_from is not None else None,
        map_file,
        tuple(_report(name) for name in asked.report or ()),
        asked.report_names or asked.rename,
        asked.report_population,
        formats,
    )


def _shifting(made_of: ScrubberSettings, policy: Policy, option: str) -> ScrubberSettings:
    """The settings with dates shifted, as far as they are not already.

    Raises:
        UsageError: the profile keeps dates.
    """
    from scrubber.policy import OperatorChoice

    if "DATE" not in policy.masked:
        raise UsageError(f"{option} would do nothing: {policy.name} keeps dates")
    if policy.operator_of("DATE").name == "shift":
        return made_of
    operators = {**(made_of.options.get("operators") or {}), "DATE": OperatorChoice("shift")}
    return replace(made_of, options={**made_of.options, "operators": operators})


def _report(name: str) -> Path:
    """Where a report goes; its folder need not be there yet.

    Raises:
        UsageError: the name does not say what it is to be.
    """
    path = Path(name)
    if path.suffix.lower() not in (".json", ".html", ".htm"):
        raise UsageError(f"--report takes a name that ends in .json or .html, not '{name}'")
    return path


def _key(given: str | None, configured: Path | None, outside: Sequence[Path]) -> Key:
    """From ``--key-file``, the environment, the configuration's key file; else a fresh one."""
    from scrubber.mask.keys import find_key, fresh_key, refuse_inside

    path = Path(given) if given is not None else None
    for folder in outside:
        for place in (path, configured):
            if place is not None:
                refuse_inside(place, folder, "the key file")
    return find_key(path, configured) or fresh_key()


def _policy(made_of: ScrubberSettings) -> Policy:
    """The policy as the Scrubber will have it; also finds out about unknown operators while nothing is loaded yet."""
    from scrubber.policy import load_policy

    options = made_of.options
    policy = load_policy(made_of.profile)
    if site := options.get("site"):
        policy = site.policy(policy)
    policy = policy.with_operators(options.get("operator"), options.get("operators") or {})
    for type_ in sorted(policy.masked):
        choice = policy.operator_of(type_)
        if choice.name != "tag" or choice.options:
            from scrubber.mask.operators import make_operator

            make_operator(choice.name, choice.options, type_)
    return policy


def _is_keyed(policy: Policy) -> bool:
    from scrubber.mask.masking import is_keyed

    return any(is_keyed(policy.operator_of(type_).name) for type_ in policy.masked)


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise UsageError(f"{path} exists already; a map is never overwritten, since its notes could not be turned back")
