"""``scrub vectors NOTES… -o FILE``: learn word vectors from notes that nobody has marked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scrubber.cli import groups as g


def command(
    notes: Annotated[
        list[str],
        typer.Argument(
            metavar="NOTES", help="Notes: .txt, JSON lines, or folders of them; marks in them do not matter."
        ),
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where the vectors go.", show_default=False)
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
    size: Annotated[int, typer.Option(metavar="N", help="Numbers of a vector.", min=2, max=1000)] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random numbers.")] = 1,
    language: Annotated[str, typer.Option(metavar="CODE", help="The language of the notes.")] = "en",
    *,
    messages: g.Messages,
) -> None:
    """Learn word vectors from your own notes, for scrub train --model neural --vectors.

    scrub vectors notes/ -o our.vectors

    Needs pip install 'scrub-phi[neural-train]'. By CBOW (gensim), from the words of our lists: every other word is one
    and the same, and so is every number, so that no name stands in the file. Equal notes and seeds give equal files.
    """
    from scrubber.cli.console import counted
    from scrubber.cli.output import writable
    from scrubber.evaluate.gold import read_gold
    from scrubber.io.atomic import WholeFile
    from scrubber.neural.vectors import learned, lines_of, written
    from scrubber.training.lessons import Lessons

    target = writable("--output", output, force)
    console = messages.console()
    lessons = Lessons(language)
    read = [note for place in notes for note in read_gold(Path(place))]
    lines = [line for note in read for line in lines_of(lessons.read([note.text]).batch)]
    vectors = learned(lines, size, seed)
    with WholeFile(target) as file:
        file.write("".join(written(vectors)).encode())
    console.result(f"wrote {target}: vectors of {counted(len(vectors), 'word')} from {counted(len(read), 'note')}")
