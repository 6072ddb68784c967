"""``scrub [PATHS…]``: mask notes. The default command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import formats as f
from scrubber.cli import groups as g
from scrubber.cli import masks as m
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.config import Config


def command(
    context: typer.Context,
    paths: o.Paths = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            show_default=False,
            help="Where masked notes go: a folder, or a file for a single note. Default: standard output.",
        ),
    ] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Replace the notes themselves.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite notes that are in OUT already.")] = False,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with a run that was stopped; what OUT's journal says is done stays."),
    ] = False,
    review: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Also write a page that shows the notes before and after, to review them. It holds PHI.",
        ),
    ] = None,
    allow_empty: o.AllowEmpty = False,
    jobs: o.Jobs = None,
    *,
    detecting: g.Detecting,
    masking: m.Masking,
    include: o.Include = None,
    texts: g.Texts,
    tables: f.Tables,
    documents: f.Documents,
    stdin_filename: o.StdinFilename = None,
    configuring: g.Configuring,
    messages: g.Messages,
) -> None:
    """Mask the protected health information in notes.

    scrub notes/ -o out/    a folder, its tree mirrored

    scrub note.txt          one note, to standard output

    scrub < in > out        a filter; output comes as each paragraph is done
    """
    from scrubber.cli import build, configured, idle, runs

    build.help_if_idle(context, paths)
    files = build.input_paths(paths)
    given = {
        "PATHS": bool(files),
        "a folder in PATHS": any(path.is_dir() for path in files),
        "standard input": not files,
        "--output": output is not None,
        "an output file": output not in (None, "-"),
        "an output file or --in-place": output not in (None, "-") or in_place,
        "--in-place": in_place,
        "--force": force,
        "--allow-empty": allow_empty,
        "--resume": resume,
        "--jobs": jobs is not None,
        "--include": bool(include),
        "--review": review is not None,
        "--rename": masking.rename,
        "--shift-dates": masking.shift_dates,
        "--date-shifts": masking.date_shifts is not None,
        "--map": masking.map_file is not None,
        "--quarantine": documents.quarantine is not None,
        "--on-bad-row skip": documents.on_bad_row == f.BadRow.SKIP,
        "--report": bool(masking.report),
        "--report-names": masking.report_names,
        "--report-population": masking.report_population is not None,
        "--stdin-filename": stdin_filename is not None,
    }
    _refuse_idle_options(given)
    out = build.output_path(output)
    _refuse_phi_in_output(review, documents.quarantine, out)
    site = configured.configuration(configuring)
    reading = build.reading(texts)
    formats = f.settings(site, reading, tables, documents)
    if in_place and formats.pdf_as == f.PdfAs.TEXT:
        raise UsageError("--in-place cannot make text of PDFs (--pdf-as), which would keep their names")
    plan = m.masks(
        configured.settings(site, detecting),
        masking,
        outside=[out] if out else files if in_place else [],
        config_key_file=site.key_file,
        resume=resume,
        formats=formats,
    )
    if files:
        if not allow_empty:
            build.refuse_empty(files, include or ())
        idle.refuse(formats, build.notes_in(files, include or ()), tables, documents)
    else:
        idle.refuse_in_pipe(formats, stdin_filename or "", tables, documents)
    console = messages.console()
    console.configuration = site.sources
    configured.warn_of_idle_ignores(site, plan.settings, console)
    if plan.keyed and plan.key.fresh:
        console.warning("no key given, so a fresh one is used: the next run will mask differently (see --key-file)")
    if files and (out or in_place):
        from scrubber.runs.listing import Listing

        as_folder = output is not None and output.endswith("/")
        kept = f"{plan.settings.digest} {masking.patient_from} {reading} {formats}"
        listing = Listing(
            files,
            out,
            as_folder,
            include or (),
            in_place,
            force,
            resume,
            settings=kept,
            settings_files=_settings_files(site, plan, masking),
            seal=b"" if plan.key.fresh else plan.key.digest("journal"),
            place_of=_place_of(plan, rename=masking.rename),
            renames=masking.rename,
            pdf_as_text=formats.pdf_as == f.PdfAs.TEXT,
        )
        runs.folder(listing, plan, reading, jobs, console)
        if review is not None:
            runs.review(files, include or (), review, plan, reading, jobs, console)
    elif files:
        runs.one_file(plan, reading, build.only_file(files), console)
    else:
        build.refuse_existing(out, force)
        runs.stream(plan, reading, stdin_filename or "<stdin>", out, console)
    console.sum_up("scrubbed", "masked")
    raise typer.Exit(console.exit_code)


def _place_of(plan: m.Masks, *, rename: bool) -> Callable[[Path], Path]:
    """What becomes of paths below the input folder: with ``rename`` every name, else values of masked columns."""
    from scrubber.formats.partitions import masked_place
    from scrubber.mask.rename import renamed

    if rename:
        return partial(renamed, key=plan.key)
    return partial(masked_place, settings=plan.formats, policy=plan.policy, key=plan.key)


def _settings_files(site: Config, plan: m.Masks, masking: m.Masking) -> list[Path]:
    """The files and folders whose contents decide what becomes of the notes."""
    from scrubber.runs.journal import paths_in

    profile = plan.settings.profile
    kind, _, table = (masking.patient_from or "").partition(":")
    return [
        *site.sources,
        *paths_in([plan.settings.options, plan.formats.maps]),
        *([Path(profile)] if profile.endswith(".toml") else ()),
        *([Path(table)] if kind == "csv" else ()),
    ]


_NEEDS = (
    ("--in-place", "PATHS"),
    ("--include", "a folder in PATHS"),
    ("--allow-empty", "a folder in PATHS"),
    ("--stdin-filename", "standard input"),
    ("--force", "an output file"),
    ("--resume", "an output file"),
    ("--resume", "PATHS"),
    ("--jobs", "PATHS"),
    ("--review", "PATHS"),
    ("--review", "an output file"),
    ("--jobs", "an output file or --in-place"),
    ("--rename", "PATHS"),
    ("--rename", "an output file"),
    ("--report-names", "--report"),
    ("--report-population", "--report"),
    ("--quarantine", "--on-bad-row skip"),
)
_EXCLUDE = (
    ("--in-place", "--output"),
    ("--in-place", "--review"),
    ("--shift-dates", "--date-shifts"),
    ("--resume", "--force"),
    ("--resume", "--map"),
    ("--resume", "--report"),
)


def _refuse_idle_options(given: dict[str, bool]) -> None:
    """An option that would have no effect is an error, so that nobody relies on it."""
    for option, other in _EXCLUDE:
        if given[option] and given[other]:
            raise UsageError(f"{option} and {other} exclude each other")
    for option, need in _NEEDS:
        if given[option] and not given[need]:
            raise UsageError(f"{option} needs {need}")


def _refuse_phi_in_output(review: str | None, quarantine: Path | None, out: Path | None) -> None:
    from scrubber.mask.keys import refuse_inside

    if review == "":
        raise UsageError("--review is empty")
    if review is not None:
        refuse_inside(Path(review), out, "the review page, which holds PHI,")
    if quarantine is not None:
        refuse_inside(quarantine, out, "the quarantine, which holds PHI,")
