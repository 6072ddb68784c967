"""``scrub train GOLD…``: learn the CRF anew, from notes that you have marked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import UsageError


def command(
    gold: Annotated[
        list[str],
        typer.Argument(metavar="GOLD", help="Marked notes: inline marks, brat, i2b2 2014 XML, or JSON lines."),
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="MODEL", help="Where the CRF goes.", show_default=False)
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite MODEL.")] = False,
    language: Annotated[str, typer.Option(metavar="CODE", help="The language of the notes.")] = "en",
    scheme: Annotated[
        str, typer.Option(metavar="NAME", help="The scheme whose types GOLD uses.", autocompletion=o.complete_schemes)
    ] = "i2b2",
    as_written: Annotated[
        bool,
        typer.Option(
            "--as-written",
            help="Learn from the notes alone, without copies in other case and layout and lines by themselves.",
        ),
    ] = False,
    lexicon: o.Lexicons = None,
    rules: o.Rules = None,
    *,
    messages: g.Messages,
) -> None:
    """Train the CRF on marked notes.

    scrub train gold/ -o our.crf

    Needs pip install 'scrub-phi[train]'. Then use it: model = "our.crf" in scrub.toml. It holds no name by heart (only
    words of our lists, shapes, and first and last letters of other words, as numbers) but for a Spanish model, which
    knows all words of its notes; and it is made from your notes: keep it as you keep those. Some hundred notes are
    needed; add ours (benchmarks/corpus) to yours. No chance is involved: the same notes give the same file.
    """
    from scrubber.cli import build
    from scrubber.cli.console import counted
    from scrubber.evaluate.gold import read_gold, refuse_unmarked
    from scrubber.evaluate.schemes import load_scheme
    from scrubber.io.atomic import WholeFile
    from scrubber.model.train import Trainer

    target = _target("--output", output, force)
    folders = [build.folders(option, names or ()) for option, names in (("--lexicon", lexicon), ("--rules", rules))]
    chosen = load_scheme(scheme)
    console = messages.console()
    trainer = Trainer(language, lexicons=folders[0], rules=folders[1])
    read = [chosen.read_note(note) for place in gold for note in read_gold(Path(place))]
    refuse_unmarked(read)
    console.result(
        f"learning from {counted(len(read), 'note')} with {counted(sum(len(n.marks) for n in read), 'mark')}"
    )
    model = trainer.train(read, as_written=as_written, say=console.detail)
    with WholeFile(target) as file:
        file.write(model.to_bytes())
    console.result(f"wrote {target}: {target.stat().st_size / 1e6:.1f} MB")


def _target(option: str, name: str, force: bool) -> Path:
    path = Path(name)
    if not name or path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"{option}: cannot write '{name}'")
    if path.exists() and not force:
        raise UsageError(f"{option}: {path} exists already: --force overwrites it")
    return path
