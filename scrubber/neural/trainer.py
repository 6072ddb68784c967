"""Training of a network from marked notes: what it sees, what it learns, and the file that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from scrubber.errors import DataError, UsageError
from scrubber.evaluate.marks import MarkedNote
from scrubber.model.labels import label_set
from scrubber.model.table import Keys
from scrubber.model.templates import Template
from scrubber.neural.architectures import DEFAULT, Architecture, architecture
from scrubber.neural.encoding import Floats
from scrubber.neural.examples import Examples, read_examples, read_known_examples
from scrubber.neural.file import NetworkFile
from scrubber.neural.tagger import Layers
from scrubber.neural.vectors import Vectors, keys_of
from scrubber.training.examples import read_parts
from scrubber.training.held_out import apart
from scrubber.training.lessons import Lessons

if TYPE_CHECKING:
    from scrubber.neural.gradients import Advance, Learner, Say

_HELD = 10
"""Of so many notes one is held out."""
_ALIKE = 0.98
"""Share of tokens to which PyTorch and onnxruntime must give the same label: int8 turns a few that are even, and more
of them (0.6%) of a network that has learned from twenty notes."""
_ON_TOP_RATE = 0.25
"""Of an architecture's rate: what continues from a network moves it less."""


class NetworkTrainer:
    """Learns a network.

    Args:
        name: of an architecture. seed: of all random numbers.
        vectors: words' vectors to begin with. start: a network to continue from, whose labels and columns stay.

    Raises:
        UsageError: something is not installed, or there is no such architecture.
    """

    def __init__(
        self,
        lessons: Lessons,
        name: str = DEFAULT,
        *,
        seed: int = 1,
        vectors: Vectors | None = None,
        start: NetworkFile | None = None,
    ) -> None:
        for module in ("torch", "onnx", "onnxruntime"):
            if find_spec(module) is None:
                raise UsageError(f"training a network needs {module}: pip install 'scrub-phi[neural-train]'")
        self._lessons, self._seed, self._vectors, self._start = lessons, seed, vectors, start
        self._name = name if start is None else start.architecture
        self.architecture = _built(architecture(self._name), vectors, start)
        self._templates = [Template.of(text) for text in self.architecture.templates]

    def train(
        self, notes: Sequence[MarkedNote], *, as_written: bool = False, say: Say, advance: Advance
    ) -> NetworkFile:
        """Learn a network, and tell how well it does on notes that are held out.

        Raises:
            DataError: nothing is marked, a type is unknown, or what is exported is not what was learned.
        """
        from scrubber.neural.gradients import Learner

        learned, held = apart(notes, _HELD)
        lessons = self._lessons.of(learned, as_written=as_written)
        labels = self._start.labels if self._start else label_set([mark for note in notes for mark in note.marks])
        examples = self._examples(lessons, labels)
        keys = examples.keys
        others = self._known(held, labels, keys)
        say(f"{len(examples.labels)} tokens, {len(keys)} values of columns that have vectors")
        learner = Learner(self.architecture, len(keys) + 1, len(labels), self._seed)
        self._begin(learner, keys)
        say(f"held-out notes: {learner.learn(examples, others, say, advance)}")
        made = self._file(learner, keys, labels)
        refuse_unlike(learner.scores(others), _scores(made, others))
        return made

    def _examples(self, notes: Sequence[MarkedNote], labels: Sequence[str]) -> Examples:
        """The notes to learn from. Vectors have the features that occur often enough, and words that are given some."""
        if self._start is not None:
            return self._known(notes, labels, self._start.keys)
        parts = read_parts(notes, self._lessons.read, labels)
        recipe = self._lessons.recipe
        often = read_examples(parts, self._templates, recipe.often, recipe.in_notes, spelled=self._spelled)
        if self._vectors is None:
            return often
        return self._known(notes, labels, np.union1d(often.keys, keys_of(self._vectors, self._templates)))

    def _known(self, notes: Sequence[MarkedNote], labels: Sequence[str], keys: Keys) -> Examples:
        parts = read_parts(notes, self._lessons.read, labels)
        return read_known_examples(parts, self._templates, keys, spelled=self._spelled)

    @property
    def _spelled(self) -> bool:
        return self.architecture.characters > 0

    def _begin(self, learner: Learner, keys: Keys) -> None:
        """Give the network what it begins with."""
        from scrubber.neural.networks import SPREAD

        if self._start is not None:
            learner.load(self._start)
        elif self._vectors is not None:
            rows = np.searchsorted(keys, keys_of(self._vectors, self._templates)) + 1
            vectors = np.stack(list(self._vectors.values()))
            learner.set_vectors(rows, vectors * np.float32(SPREAD / max(1e-6, float(vectors.std()))))

    def _file(self, learner: Learner, keys: Keys, labels: Sequence[str]) -> NetworkFile:
        """What is learned, its vectors in whole numbers."""
        from scrubber.neural.export import exported, weights

        plan = self.architecture
        vectors = learner.vectors.table.detach().cpu().numpy()
        vectors[0] = 0.0
        scale = float(np.abs(vectors).max()) / 127
        return NetworkFile(
            self._name,
            tuple(labels),
            plan.templates,
            keys,
            np.rint(vectors / scale).astype(np.int8),
            scale,
            learner.moves,
            b"" if plan.plain else exported(learner.network, plan.size),
            weights(learner.network, plan.dilations) if plan.plain else {},
        )


def _scores(file: NetworkFile, examples: Examples) -> Floats:
    """What a network's file says of examples."""
    sums = np.zeros((len(examples.labels), file.rows.shape[1]), np.int16)
    for column in examples.rows.T:
        sums += file.rows.take(column, axis=0)
    return Layers(file).scores(sums, examples.letters, examples.chains)


def refuse_unlike(learned: Floats, exported: Floats) -> None:
    """Refuse a network that gives other labels once it is exported.

    Raises:
        DataError: it does.
    """
    alike = float((learned.argmax(axis=1) == exported.argmax(axis=1)).mean()) if len(learned) else 1.0
    if alike < _ALIKE:
        raise DataError(f"the exported network gives the same label to {alike:.3f} of tokens only: nothing is written")


def _built(plain: Architecture, vectors: Vectors | None, start: NetworkFile | None) -> Architecture:
    """The architecture, with the size of the vectors that are given, and what continuing changes."""
    if start is not None:
        return replace(plain, size=start.rows.shape[1], rate=plain.rate * _ON_TOP_RATE)
    return plain if vectors is None else replace(plain, size=len(next(iter(vectors.values()))))
