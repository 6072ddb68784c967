"""What the models learn from how many notes, and what the CRF adds to rules and context, type by type.

    python -m benchmarks.learning --curve benchmarks/corpus/gold/train benchmarks/corpus/gold/dev
    python -m benchmarks.learning --adapt benchmarks/corpus/gold/train benchmarks/corpus/written/vm.jsonl
    python -m benchmarks.learning --types benchmarks/corpus/gold/dev
    python -m benchmarks.learning --prose benchmarks/corpus/gold/prose

``--curve`` trains on a quarter, a half and all of the notes of the first folder and measures on the second; it takes
about a quarter of an hour on an idle core. ``--adapt`` trains a model on the first notes, and then on 20 to 299 of a
site's own, from nothing and on top of that model; it measures on the site's other notes, of frequent types one by one
too (``--model neural``: with networks). ``--prose`` measures the shipped models on notes of sparse prose that were kept
out of training, each hand (t9-, t10-) by itself and together.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scrubber.evaluate.evaluation import Evaluation, evaluate
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote
from scrubber.evaluate.predictions import predictions
from scrubber.evaluate.token_measures import share
from scrubber.model.file import ModelFile
from scrubber.neural.file import NetworkFile
from scrubber.neural.trainer import NetworkTrainer
from scrubber.pipeline import Scrubber
from scrubber.training import adapting
from scrubber.training.lessons import Lessons
from scrubber.training.trainer import Trainer

FIGURES = ("R_all", "R_hipaa", "P", "F1", "over_1k", "clean")
HEAD = f"{'':30}" + "".join(f"{figure:>10}" for figure in FIGURES)
SHARES = (4, 2, 1)
"""Every fourth, every second, every note."""
SITE = (20, 75, 150, 299)
"""A site's notes: a few, and as many as a clinic marked."""
TELLING = 30
"""Marks of a type that is told of by itself."""

Learn = Callable[[Sequence[MarkedNote], bytes | None], bytes]
"""Learns a model from notes, from nothing or on top of another one."""


def measured(scrubber: Scrubber, notes: Sequence[MarkedNote]) -> Evaluation:
    """How well the scrubber does on marked notes."""
    return evaluate(notes, predictions(notes, scrubber))


def trained(notes: Sequence[MarkedNote], folder: Path) -> Path:
    """The model learned from notes, a file in a folder."""
    model = folder / "model.crf"
    model.write_bytes(Trainer().train(notes).to_bytes())
    return model


def row(name: str, evaluation: Evaluation) -> str:
    """A line of a table."""
    figures = evaluation.figures()
    return f"{name:30}" + "".join(f"{figures[f]:10.3f}" for f in FIGURES)


def curve(training: Path, testing: Path) -> None:
    """Print the learning curve."""
    notes = sorted(read_gold(training), key=lambda note: note.name)
    test = read_gold(testing)
    print(HEAD)
    for step in SHARES:
        some = notes[::step]
        with tempfile.TemporaryDirectory() as place:
            model = trained(some, Path(place))
            for crf in (False, True):
                scrubber = Scrubber("strict", language="en", crf=crf, model=model)
                print(row(f"{len(some)} notes, {'CRF' if crf else 'no CRF'}", measured(scrubber, test)), flush=True)


def adapt(general: Path, site: Path, model: str) -> None:
    """Print what a site's notes bring, from nothing and on top of a model that has learned from others."""
    own = sorted(read_gold(site), key=lambda note: note.name)
    test = own[SITE[-1] :]
    learn = LEARN[model]
    begun = learn(read_gold(general), None)
    marks = Counter(mark.type for note in test for mark in note.marks)
    types = [type_ for type_, count in marks.most_common() if count >= TELLING]
    print(f"{'':25}" + "".join(f"{name:>9.8}" for name in (*adapting.FIGURES, *types)))
    print(f"{'marks':25}" + " " * 9 * len(adapting.FIGURES) + "".join(f"{marks[type_]:9}" for type_ in types))
    for count in (0, *SITE):
        for name, start in (("from nothing", None), ("on top", begun)):
            if count or start:
                made = learn(own[:count], start) if count else begun
                measured = adapting.measured(model, made, test, "en")
                every, strict = measured.figures(), measured.entities["strict"]
                row = [every[figure] for figure in adapting.FIGURES] + [strict.figures([type_])[2] for type_ in types]
                print(f"{f'{count} notes, {name}':25}" + "".join(f"{value:9.3f}" for value in row), flush=True)


def _crf(notes: Sequence[MarkedNote], start: bytes | None) -> bytes:
    return Trainer().train(notes, start=None if start is None else ModelFile.read(io.BytesIO(start))).to_bytes()


def _network(notes: Sequence[MarkedNote], start: bytes | None) -> bytes:
    begun = None if start is None else NetworkFile.read(io.BytesIO(start))
    return NetworkTrainer(Lessons(), start=begun).train(notes, say=lambda _: None, advance=lambda: None).to_bytes()


LEARN: Mapping[str, Learn] = {"crf": _crf, "neural": _network}


def types(testing: Path) -> None:
    """Print tokens needlessly masked by category, and recall by type, without and with the CRF."""
    test = read_gold(testing)
    tokens = [measured(Scrubber("strict", language="en", crf=crf), test).tokens for crf in (False, True)]
    print(f"{'':20}{'tokens':>8}{'no CRF':>14}{'with CRF':>14}")
    without, with_crf = (one.recall_by() for one in tokens)
    for name, (hit, of) in without.items():
        print(f"{name:20}{of:8}{share(hit, of):14.3f}{share(*with_crf[name]):14.3f}")
    print("masked needlessly")
    for name in sorted(tokens[0].over.keys() | tokens[1].over.keys()):
        print(f"{name:20}{'':8}{tokens[0].over[name]:14}{tokens[1].over[name]:14}")


def prose(testing: Path) -> None:
    """Print what is masked needlessly in sparse prose, and how many ages under 90 safe harbor masks there."""
    notes = read_gold(testing)
    hands = sorted({hand + dash for hand, dash, _ in (note.name.partition("-") for note in notes) if dash})
    print(HEAD)
    for crf in (False, True):
        found = predictions(notes, Scrubber("strict", language="en", crf=crf))
        for hand in [*hands, ""]:
            of_hand = [note for note in notes if note.name.startswith(hand)]
            name = f"{hand} {len(of_hand)} notes, {'CRF' if crf else 'no CRF'}"
            print(row(name, evaluate(of_hand, {note.name: found[note.name] for note in of_hand})), flush=True)
        masked, ages = young_ages(Scrubber("safe-harbor", language="en", crf=crf), notes)
        print(f"safe-harbor: {masked} of {ages} ages under 90 masked", flush=True)


def young_ages(scrubber: Scrubber, notes: Sequence[MarkedNote]) -> tuple[int, int]:
    """How many ages under 90, in figures, are masked, and how many there are."""
    masked = ages = 0
    for note in notes:
        young = [m for m in note.marks if m.type == "AGE" and _is_young(note.text[m.start : m.end])]
        spans = scrubber.find(note.text) if young else []
        ages += len(young)
        masked += sum(any(s.start < m.end and m.start < s.end for s in spans) for m in young)
    return masked, ages


def _is_young(text: str) -> bool:
    return text.isdigit() and int(text) < 90


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--curve", nargs=2, type=Path, metavar=("TRAIN", "TEST"))
    parser.add_argument("--adapt", nargs=2, type=Path, metavar=("GENERAL", "SITE"))
    parser.add_argument("--model", choices=sorted(LEARN), default="crf")
    parser.add_argument("--types", type=Path, metavar="TEST")
    parser.add_argument("--prose", type=Path, metavar="TEST")
    asked = parser.parse_args()
    if asked.curve:
        curve(*asked.curve)
    if asked.adapt:
        general, site = asked.adapt
        adapt(general, site, asked.model)
    if asked.types:
        types(asked.types)
    if asked.prose:
        prose(asked.prose)


if __name__ == "__main__":
    main()
