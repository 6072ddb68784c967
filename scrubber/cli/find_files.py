"""``scrub find`` with an output: annotation files (brat, i2b2), or the review page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.io.pieces import Reading
    from scrubber.io.walk import Found
    from scrubber.mask.patient import PatientSource
    from scrubber.runs.task import Task
    from scrubber.settings import ScrubberSettings


def export(
    found: list[Found],
    out: Path,
    format: str,
    scheme: str,
    made_of: ScrubberSettings,
    reading: Reading,
    jobs: int | None,
    console: Console,
) -> None:
    """Write annotation files for the notes into a folder, their tree mirrored.

    Raises:
        UsageError: one is there already, or two notes would share a name.
    """
    from scrubber.evaluate.schemes import load_scheme
    from scrubber.report.export import ExportSetup
    from scrubber.runs.listing import job_count
    from scrubber.runs.pool import run_tasks

    load_scheme(scheme)
    tasks = _tasks(found, out, format)
    setup = ExportSetup(made_of, reading, format, scheme)
    with console.progress(len(tasks)):
        for task, outcome in run_tasks(setup, tasks, job_count(jobs, len(tasks))):
            console.count(task.name, outcome)


def _tasks(found: list[Found], out: Path, format: str) -> list[Task]:
    from scrubber.io.walk import printable
    from scrubber.report.export import targets
    from scrubber.runs.task import Task

    taken: set[Path] = set()
    tasks = []
    for one in found:
        place = out / one.place
        stem = place.with_suffix("") if place.suffix in (".txt", ".text") else place
        if stem in taken:
            raise UsageError(f"{printable(one.path)} and another note would be written to {printable(stem)}")
        there = next((path for path in targets(stem, format) if path.exists()), None)
        if there:
            raise UsageError(f"{printable(there)} exists already: choose another folder")
        taken.add(stem)
        tasks.append(Task(one.path, str(one.path), stem))
    return tasks


def page(
    tasks: list[Task],
    out: str,
    made_of: ScrubberSettings,
    reading: Reading,
    jobs: int | None,
    console: Console,
    *,
    masked: bool = False,
    patients: PatientSource | None = None,
) -> None:
    """Write the review page of the notes; with ``masked`` it shows them before and after they were masked just now.

    What went wrong with a note that was masked has been said already.
    """
    from scrubber.check.known_rules import known_rules
    from scrubber.cli.console import Console
    from scrubber.cli.output import report_output
    from scrubber.report.html.page import Riskiest
    from scrubber.report.html.review import Reviewed, ReviewSetup, review_page
    from scrubber.runs.listing import job_count
    from scrubber.runs.pool import run_tasks

    kept, counts = Riskiest("masked"), Console(-2) if masked else console
    setup = ReviewSetup(made_of, reading, masked, patients)
    with report_output(out, private=True) as write:
        with counts.progress(len(tasks)):
            for task, outcome in run_tasks(setup, tasks, job_count(jobs, len(tasks))):
                counts.count(task.name, outcome)
                if isinstance(outcome, Reviewed) and outcome.note:
                    kept.add(outcome.note)
        notes = kept.notes
        title = "scrub: before and after" if masked else "scrub find"
        rules = {rule.id: rule.why for rule in known_rules(made_of.options.get("rules", ()))}
        write(review_page(title, notes, f"profile {made_of.profile}", rules, masked=masked))
    if len(notes) < kept.met:
        console.warning(f"{out} holds the {len(notes)} notes of the most risk of {kept.met}: a browser bears no more")
