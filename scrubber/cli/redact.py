"""``scrub [PATHS…]``: mask notes. The default command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import formats as f
from scrubber.cli import groups as g
from scrubber.cli import idle
from scrubber.cli import masks as m
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.config import Config
    from scrubber.io.pieces import Reading
    from scrubber.runs.listing import Listing


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
    from scrubber.cli import build, configured, runs

    build.help_if_idle(context, paths)
    files = build.input_paths(paths)
    _refuse_idle(context, files, output, in_place=in_place, documents=documents)
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
    if files and not allow_empty:
        build.refuse_empty(files, include or ())
    idle.refuse(formats, build.notes_in(files, include or ()) if files else None, stdin_filename, tables, documents)
    console = configured.console(messages, site, plan.settings)
    if plan.keyed and plan.key.fresh:
        console.warning("no key given, so a fresh one is used: the next run will mask differently (see --key-file)")
    if files and (out or in_place):
        from scrubber.runs.listing import Listing

        listing = Listing(files, out, (output or "").endswith("/"), include or (), in_place, force, resume)
        runs.folder(_with_settings(listing, site, plan, masking, reading), plan, reading, jobs, console)
        if review is not None:
            runs.review(files, include or (), review, plan, reading, jobs, console)
    elif files:
        runs.one_file(plan, reading, build.only_file(files), console)
    else:
        build.refuse_existing(out, force)
        runs.stream(plan, reading, stdin_filename or "<stdin>", out, console)
    console.sum_up("scrubbed", "masked")
    raise typer.Exit(console.exit_code)


def _refuse_idle(
    context: typer.Context, files: Sequence[Path], output: str | None, *, in_place: bool, documents: f.Documents
) -> None:
    """Refuse options that exclude each other, or would do nothing beside the others."""
    said = idle.said(context, files)
    if output not in (None, "-"):
        said |= {"an output file", "an output file or --in-place"}
    if in_place:
        said.add("an output file or --in-place")
    if documents.on_bad_row == f.BadRow.SKIP:
        said.add("--on-bad-row skip")
    idle.refuse_together(said, _EXCLUDE)
    idle.refuse_without(said, _NEEDS)


def _with_settings(listing: Listing, site: Config, plan: m.Masks, masking: m.Masking, reading: Reading) -> Listing:
    """What a run over files depends on besides them, and where they go."""
    return replace(
        listing,
        settings=f"{plan.settings.digest} {masking.patient_from} {reading} {plan.formats}",
        settings_files=_settings_files(site, plan, masking),
        seal=b"" if plan.key.fresh else plan.key.digest("journal"),
        place_of=_place_of(plan, rename=masking.rename),
        renames=masking.rename,
        pdf_as_text=plan.formats.pdf_as == f.PdfAs.TEXT,
    )


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
    *idle.OF_INPUTS,
    ("--in-place", "PATHS"),
    ("--allow-empty", "a folder in PATHS"),
    ("--force", "an output file"),
    ("--resume", "an output file"),
    ("--resume", "PATHS"),
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


def _refuse_phi_in_output(review: str | None, quarantine: Path | None, out: Path | None) -> None:
    from scrubber.mask.keys import refuse_inside

    if review == "":
        raise UsageError("--review is empty")
    if review is not None:
        refuse_inside(Path(review), out, "the review page, which holds PHI,")
    if quarantine is not None:
        refuse_inside(quarantine, out, "the quarantine, which holds PHI,")
