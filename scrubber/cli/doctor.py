"""``scrub doctor``: tell whether this installation and configuration are in order, and how fast they are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import ScrubError

if TYPE_CHECKING:
    from scrubber.config import Config
    from scrubber.pipeline import Scrubber
    from scrubber.settings import ScrubberSettings

_EXTRAS = {
    "formats": ("lxml", "olefile", "openpyxl", "pdfminer", "pyarrow", "pydicom", "reportlab"),
    "map": ("cryptography",),
    "train": ("numba",),
}
"""What each extra installs, by the names that are imported."""
_SAMPLE = 200_000
"""Characters of notes that are timed at most."""


class Finding(NamedTuple):
    """One thing looked at."""

    what: str
    said: str
    wrong: bool = False


def command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATHS", help="Notes to tell the time for, by a sample of them.", show_default=False),
    ] = None,
    *,
    include: o.Include = None,
    detecting: g.Detecting,
    configuring: g.Configuring,
) -> None:
    """Look whether all is in order: the installation, the configuration in use, its key and rules, and the speed.

    scrub doctor

    scrub doctor notes/

    Exit code 2 if something is wrong. No text of a note is printed, and nothing is written.
    """
    from scrubber.cli import build
    from scrubber.cli.stdio import write_stdout

    files = build.input_paths(paths)
    wrong = 0
    for finding in _findings(files, include or (), detecting, configuring):
        wrong += finding.wrong
        mark = "WRONG" if finding.wrong else "ok"
        write_stdout(f"{mark:5}  {finding.what:13}  {finding.said}\n".encode("utf-8", "backslashreplace"))
    raise typer.Exit(2 if wrong else 0)


def _findings(
    files: Sequence[Path], include: Sequence[str], detecting: g.Detecting, configuring: g.Configuring
) -> Iterator[Finding]:
    """One after another, as they are found; the first that is wrong hides those that depend on it."""
    from scrubber.cli import configured

    yield from _installation()
    try:
        config = configured.configuration(configuring)
        made_of = configured.settings(config, detecting)
    except ScrubError as error:
        yield Finding("configuration", str(error), wrong=True)
        return
    named = ", ".join(map(str, config.sources)) or "none ('scrub init' writes one)"
    yield Finding("configuration", f"{named}; profile {made_of.profile}")
    yield _tried("key", lambda: _key(config))
    yield _tried("own rules", lambda: _rules(made_of))
    yield from _speed(made_of, files, include)


def _installation() -> Iterator[Finding]:
    import platform
    from importlib.util import find_spec

    from scrubber.data import data_folder
    from scrubber.languages.names import languages
    from scrubber.version import __version__

    yield Finding("scrub", f"{__version__}, Python {platform.python_version()} on {platform.system()}")
    for extra, names in _EXTRAS.items():
        missing = [name for name in names if find_spec(name) is None]
        lacks = f"not installed ({', '.join(missing)}): pip install 'scrub-phi[{extra}]'"
        yield Finding(f"[{extra}]", lacks if missing else "installed")
    for language in languages():
        folder = data_folder("patterns") / language
        models = {"CRF": folder / "model.crf", "network": folder / "model.network"}
        sizes = [f"{name} {path.stat().st_size / 1e6:.1f} MB" for name, path in models.items() if path.is_file()]
        yield Finding(f"models {language}", ", ".join(sizes) or "none: what is found by rules alone is found")


def _tried(what: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(what, look())
    except ScrubError as error:
        return Finding(what, str(error), wrong=True)


def _key(config: Config) -> str:
    """Where the key comes from; one that others may read is an error of its own."""
    import os

    from scrubber.cli import configured
    from scrubber.mask.keys import KEY_VARIABLE

    key = configured.key(None, config)
    if key is None:
        return "none: tags and redaction need none ('scrub init' makes one)"
    return f"fingerprint {key.fingerprint}, from {KEY_VARIABLE if os.environ.get(KEY_VARIABLE) else config.key_file}"


def _rules(made_of: ScrubberSettings) -> str:
    """How many rules of a site's own there are, all of whose examples are right."""
    from scrubber.cli.console import counted
    from scrubber.rules.loading import load_rules

    folders = made_of.options.get("rules", ())
    if not folders:
        return "none (docs/rules.md tells how to write one)"
    return f"{counted(len(load_rules(folders)), 'rule')}, every example right"


def _speed(made_of: ScrubberSettings, files: Sequence[Path], include: Sequence[str]) -> Iterator[Finding]:
    """How long it takes to load, and to mask: the notes that come with scrub, then a sample of the files."""
    from scrubber.cli import build
    from scrubber.data import data_folder
    from scrubber.pipeline import Scrubber

    started = time.perf_counter()
    try:
        scrubber = Scrubber.made_from(made_of)
    except ScrubError as error:
        yield Finding("settings", str(error), wrong=True)
        return
    loaded = time.perf_counter() - started
    ours = list(_sample(sorted((data_folder("examples") / "notes").iterdir())))
    seconds, _ = _timed(scrubber, ours)
    speed = sum(map(len, ours)) / seconds / 1000
    small = f"{seconds:.1f} s for the first {len(ours)} small notes, all of whose words are new ({speed:,.0f} KB/s)"
    yield Finding("start", f"{loaded:.1f} s to load, {small}")
    if files:
        yield _estimate(scrubber, list(build.notes_in(files, include)))


def _estimate(scrubber: Scrubber, notes: Sequence[Path]) -> Finding:
    """The time that some files take, by a sample of the plain texts among them."""
    from scrubber.cli.console import counted

    size = sum(path.stat().st_size for path in notes if path.is_file())
    said = f"{counted(len(notes), 'file')}, {size / 1e6:,.1f} MB"
    texts = list(_sample(notes))
    seconds, unread = _timed(scrubber, texts)
    if unread:
        return Finding("notes", f"{said}; some of the sample cannot be read ('scrub' tells why)", wrong=True)
    if not texts:
        return Finding("notes", f"{said}, none of which is plain text that could be timed", wrong=not notes)
    speed = sum(map(len, texts)) / seconds
    return Finding("notes", f"{said}: about {size / speed:,.0f} s with one process, at {speed / 1000:,.0f} KB/s")


def _timed(scrubber: Scrubber, texts: Sequence[str]) -> tuple[float, bool]:
    """The seconds that it takes to mask some texts, and whether one could not be read."""
    begun, unread = time.perf_counter(), False
    try:
        for _ in scrubber.scrub_texts(texts):
            pass
    except ScrubError:
        unread = True
    return max(time.perf_counter() - begun, 1e-6), unread


def _sample(notes: Iterable[Path]) -> Iterator[str]:
    """Texts of plain text notes, up to :data:`_SAMPLE` characters."""
    from scrubber.formats.registry import format_of
    from scrubber.io.pieces import Reading
    from scrubber.io.source import open_note

    left = _SAMPLE
    for path in notes:
        try:
            with open_note(path) as file:
                if format_of(file, path.name) is not None:
                    continue
                for piece in Reading().of_file(file):
                    yield piece.text
                    left -= len(piece.text)
                    if left <= 0:
                        return
        except ScrubError:
            continue
