"""``scrub train GOLD…``: learn the CRF or a network anew, or on top of one, from notes that you have marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.evaluate.marks import MarkedNote
    from scrubber.training.lessons import Lessons

    Learn = Callable[[Sequence[MarkedNote]], bytes]

SHIPPED = "shipped"


class Model(StrEnum):
    """What is learned."""

    CRF = "crf"
    NEURAL = "neural"


def _architectures() -> list[str]:
    from scrubber.neural.architectures import ARCHITECTURES

    return list(ARCHITECTURES)


def command(
    gold: Annotated[
        list[str],
        typer.Argument(metavar="GOLD", help="Marked notes: inline marks, brat, i2b2 2014 XML, or JSON lines."),
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="MODEL", help="Where the model goes.", show_default=False)
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite MODEL.")] = False,
    model: Annotated[Model, typer.Option("--model", help="What is learned: the CRF, or a network.")] = Model.CRF,
    architecture: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The network's: conv (the default), lstm, bilstm, bilstm-residual, char-bilstm-crf.",
            autocompletion=_architectures,
            show_default=False,
        ),
    ] = None,
    vectors: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Word vectors that a network begins with: from scrub vectors, GloVe or word2vec (text).",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Of a network's random numbers (1).", show_default=False)
    ] = None,
    on_top: Annotated[
        str | None,
        typer.Option(
            "--on-top",
            metavar="MODEL",
            help="Continue from this model, or from the 'shipped' one; nothing is written if a quarter of the notes, "
            "held out, says that it got worse.",
            show_default=False,
        ),
    ] = None,
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
    """Train the CRF, or a network, on marked notes.

    scrub train gold/ -o our.crf

    scrub train gold/ -o our.crf --on-top shipped

    scrub train gold/ -o our.network --model neural --architecture conv

    The CRF needs pip install 'scrub-phi[train]', a network 'scrub-phi[neural-train]'. Then use it: model = "our.crf" or
    network = "our.network" in scrub.toml. A model holds no name by heart (only words of our lists, shapes, and first
    and last letters of other words, as numbers) but for a Spanish one, which knows all words of its notes; and it is
    made from your notes: keep it as you keep those. Some hundred notes are needed; add ours (benchmarks/corpus) to
    yours, or train on top. The same notes give the same CRF, and the same network on one kind of machine.
    """
    from scrubber.cli import build
    from scrubber.cli.console import counted
    from scrubber.cli.output import writable
    from scrubber.evaluate.gold import read_gold, refuse_unmarked
    from scrubber.evaluate.schemes import load_scheme
    from scrubber.io.atomic import WholeFile
    from scrubber.training.lessons import Lessons

    target = writable("--output", output, force)
    folders = [build.folders(option, names or ()) for option, names in (("--lexicon", lexicon), ("--rules", rules))]
    if model is Model.CRF and (architecture is not None or vectors is not None or seed is not None):
        raise UsageError("--architecture, --vectors and --seed are a network's: add --model neural")
    if on_top is not None and (architecture is not None or vectors is not None):
        raise UsageError("--on-top keeps the architecture and the vectors of the network")
    chosen = load_scheme(scheme)
    console = messages.console()
    start = None if on_top is None else _start(on_top, model, language)
    lessons = Lessons(language, lexicons=folders[0], rules=folders[1])
    if model is Model.CRF:
        learn = _crf(lessons, start, as_written, console)
    else:
        learn = _network(lessons, architecture, vectors, seed, start, as_written, console)
    read = [chosen.read_note(note) for place in gold for note in read_gold(Path(place))]
    refuse_unmarked(read)
    console.result(
        f"learning from {counted(len(read), 'note')} with {counted(sum(len(n.marks) for n in read), 'mark')}"
    )
    data = learn(read) if start is None else _better(learn, start, model, read, language, console)
    with WholeFile(target) as file:
        file.write(data)
    console.result(f"wrote {target}: {target.stat().st_size / 1e6:.1f} MB")


def _start(name: str, model: Model, language: str) -> Path:
    """The file to continue from."""
    from scrubber.data import data_folder

    shipped = data_folder("patterns") / language / ("model.crf" if model is Model.CRF else "model.network")
    path = shipped if name == SHIPPED else Path(name)
    if not path.is_file():
        raise UsageError(f"--on-top: no such model: '{name}'")
    return path


def _crf(lessons: Lessons, start: Path | None, as_written: bool, console: Console) -> Learn:
    """Learns the CRF."""
    from scrubber.model.file import ModelFile
    from scrubber.training.trainer import Trainer

    trainer = Trainer(lessons)
    begun = None if start is None else ModelFile.read(start)
    return lambda notes: trainer.train(notes, as_written=as_written, start=begun, say=console.detail).to_bytes()


def _network(
    lessons: Lessons,
    architecture: str | None,
    vectors: str | None,
    seed: int | None,
    start: Path | None,
    as_written: bool,
    console: Console,
) -> Learn:
    """Learns a network."""
    from scrubber.neural.architectures import DEFAULT
    from scrubber.neural.file import NetworkFile
    from scrubber.neural.trainer import NetworkTrainer
    from scrubber.neural.vectors import read_vectors

    trainer = NetworkTrainer(
        lessons,
        architecture or DEFAULT,
        seed=1 if seed is None else seed,
        vectors=None if vectors is None else read_vectors(Path(vectors)),
        start=None if start is None else NetworkFile.read(start),
    )

    def learn(notes: Sequence[MarkedNote]) -> bytes:
        with console.progress(trainer.architecture.epochs, of_epochs=True):
            return trainer.train(notes, as_written=as_written, say=console.detail, advance=console.advance).to_bytes()

    return learn


def _better(
    learn: Learn, start: Path, model: Model, notes: Sequence[MarkedNote], language: str, console: Console
) -> bytes:
    """What is learned on top, if it does no worse on notes that are held out."""
    from scrubber.training.adapting import HELD, measured, refuse_worse, told
    from scrubber.training.held_out import apart

    learned, held = apart(notes, HELD)
    before = measured(model.value, start.read_bytes(), held, language).figures()
    data = learn(learned)
    after = measured(model.value, data, held, language).figures()
    console.result(f"{len(held)} held-out notes, before: {told(before)}")
    console.result(f"{len(held)} held-out notes, after:  {told(after)}")
    refuse_worse(before, after)
    return data
