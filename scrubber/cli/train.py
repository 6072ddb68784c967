"""``scrub train GOLD…``: learn the statistical parts anew, from notes that you have marked."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.talk import Talk
    from scrubber.fitting import Say


def command(
    gold: Annotated[
        list[str],
        typer.Argument(metavar="GOLD", help="Marked notes: inline marks, brat, i2b2 2014 XML, or JSON lines."),
    ],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="MODEL", help="Where the CRF goes.", show_default=False)
    ] = None,
    cues: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the cue scorer's points go.", show_default=False)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite MODEL and FILE.")] = False,
    language: Annotated[str, typer.Option(metavar="CODE", help="The language of the notes.")] = "en",
    scheme: Annotated[
        str, typer.Option(metavar="NAME", help="The scheme whose types GOLD uses.", autocompletion=o.complete_schemes)
    ] = "i2b2",
    as_written: Annotated[
        bool,
        typer.Option(
            "--as-written",
            help="Learn from the notes alone, without copies in lower case and capitals and lines by themselves.",
        ),
    ] = False,
    lexicon: o.Lexicons = None,
    rules: o.Rules = None,
    *,
    talking: g.Talking,
) -> None:
    """Train the CRF and the cue scorer on marked notes.

    scrub train gold/ -o our.crf --cues our.tsv

    Needs pip install 'scrub-phi[train]'. Then use them: model = "our.crf" and cues = "our.tsv" in scrub.toml. Keep with
    them what is written beside them (our.crf.look, our.tsv.look: the second look at what they leave in doubt). None
    holds a name by heart (only words of our protect lists, shapes, and first and last letters of other words) but for a
    Spanish model, which knows all words of its notes; and all are made from your notes: keep them as you keep those.
    Some hundred notes are needed; add ours (benchmarks/corpus) to yours. No chance is involved: the same notes give the
    same files.
    """
    from scrubber.cli import build
    from scrubber.cli.talk import counted
    from scrubber.evaluate.gold import read_gold, refuse_unmarked
    from scrubber.evaluate.schemes import load_scheme
    from scrubber.train import Trainer

    if output is None and cues is None:
        raise UsageError("nothing to write: -o MODEL, --cues FILE or both")
    targets = [_target("--output", output, force), _target("--cues", cues, force)]
    folders = [build.folders(option, names or ()) for option, names in (("--lexicon", lexicon), ("--rules", rules))]
    chosen = load_scheme(scheme)
    talk = talking.talk()
    trainer = Trainer(language, lexicons=folders[0], rules=folders[1])
    read = [chosen.read_note(note) for place in gold for note in read_gold(Path(place))]
    refuse_unmarked(read)
    notes = trainer.read(read, as_written=as_written)
    talk.result(f"learning from {counted(len(read), 'note')} with {counted(sum(len(n.marks) for n in read), 'mark')}")
    if targets[1] is not None:
        count = trainer.train_cues(notes, targets[1], _progress("cues", talk))
        talk.result(f"wrote {targets[1]}: {counted(count, 'weight')}")
    if targets[0] is not None:
        trainer.train_crf(notes, targets[0], _progress("CRF", talk))
        talk.result(f"wrote {targets[0]}: {targets[0].stat().st_size / 1e6:.1f} MB")


def _target(option: str, name: str | None, force: bool) -> Path | None:
    if name is None:
        return None
    path = Path(name)
    if not name or path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"{option}: cannot write '{name}'")
    if path.exists() and not force:
        raise UsageError(f"{option}: {path} exists already: --force overwrites it")
    return path


def _progress(what: str, talk: Talk) -> Say:
    """Says on a terminal how far training has come; every tenth step with --verbose."""

    def say(iteration: str) -> None:
        if talk.level >= 0 and sys.stderr.isatty():
            sys.stderr.write(f"\r{what}: iteration {iteration} \x1b[K")
            sys.stderr.flush()
        elif int(iteration) % 10 == 0:
            talk.detail(f"{what}: iteration {iteration}")

    return say
