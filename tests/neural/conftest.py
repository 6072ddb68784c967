"""A tiny network, trained once. Where PyTorch is not installed, what needs one is skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scrubber.evaluate.inline import read_inline
from scrubber.evaluate.marks import MarkedNote
from scrubber.neural.architectures import ARCHITECTURES
from scrubber.neural.file import NetworkFile

NAMES = ["Qorvath", "Zeblin", "Ortwoyd", "Mibbreth", "Yolvan", "Drexim", "Pavlorn", "Ulverix", "Kestrall", "Immeryn"]
MARKED = "\n".join(
    f"Seen by Dr. [[DOCTOR|{name}]] in clinic today.\nNo fever, sats fine, {n} mg.\nBorn [[DATE|3/{n + 1}/1950]]."
    for n, name in enumerate(NAMES)
)
TINY = {
    name: replace(one, size=16, hidden=16, rate=1e-2, dropout=0.1, characters=min(4, one.characters))
    for name, one in ARCHITECTURES.items()
}
Train = Callable[..., NetworkFile]


def marked_notes() -> list[MarkedNote]:
    return [read_inline(f"n{number:02}", MARKED) for number in range(12)]


@pytest.fixture(scope="session")
def train() -> Iterator[Train]:
    """Trains a tiny network of an architecture."""
    torch, *_ = map(pytest.importorskip, ("torch", "onnx", "onnxruntime"))
    torch.set_num_threads(1)  # on a busy machine threads wait for one another longer than all of this takes
    from scrubber.neural.trainer import NetworkTrainer
    from scrubber.training.lessons import Lessons

    lessons = Lessons()

    def learned(name: str, epochs: int = 1, notes: list[MarkedNote] | None = None, **options: object) -> NetworkFile:
        patch.setitem(ARCHITECTURES, name, replace(TINY[name], epochs=epochs))
        trainer = NetworkTrainer(lessons, name, **options)  # type: ignore[arg-type]
        return trainer.train(notes or marked_notes(), as_written=True, say=lambda _: None, advance=lambda: None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lessons, "recipe", replace(lessons.recipe, often=3, in_notes=4))
        patch.setattr("scrubber.neural.gradients._STEPS", 20)
        yield learned


@pytest.fixture(scope="session")
def network(train: Train, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a network that has learned these notes."""
    path = tmp_path_factory.mktemp("network") / "tiny.network"
    path.write_bytes(train("conv", epochs=6).to_bytes())
    return path
