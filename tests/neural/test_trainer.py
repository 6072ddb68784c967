"""Training of networks: what is exported, and what can be read out of it."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from conftest import Run
from neural.conftest import MARKED, NAMES, Train, marked_notes

from scrubber.errors import DataError, UsageError
from scrubber.evaluate.inline import read_inline
from scrubber.evaluate.ways import way
from scrubber.neural.architectures import ARCHITECTURES, architecture
from scrubber.neural.file import NetworkFile
from scrubber.neural.trainer import refuse_unlike
from scrubber.pipeline import Scrubber
from scrubber.refine.site import Site
from scrubber.training.held_out import apart

pytestmark = pytest.mark.neural


@pytest.mark.parametrize("name", sorted(ARCHITECTURES))
def test_every_architecture_gives_the_same_labels_once_it_is_exported(train: Train, name: str) -> None:
    made = train(name)
    assert made.architecture == name
    assert made.labels[0] == "O"
    assert {label[2:] for label in made.labels[1:]} == {"DOCTOR", "DATE"}
    assert bool(made.moves.any()) is ARCHITECTURES[name].chain


@pytest.mark.parametrize("stretch", [2, 4])
def test_the_chain_weighs_the_marked_labels_against_all_others(monkeypatch: pytest.MonkeyPatch, stretch: int) -> None:
    torch, networks = pytest.importorskip("torch"), pytest.importorskip("scrubber.neural.networks")
    monkeypatch.setattr(networks, "_STRETCH", stretch)
    torch.manual_seed(1)
    chain, scores = networks.Chain(3, learned=True), torch.randn(2, 4, 3)
    chain.moves.data = torch.randn(3, 3)

    def weight(window: int, begin: int, labels: Sequence[int], before: int) -> float:
        steps = enumerate(pairwise([before, *labels]))
        return sum(float(scores[window, begin + at, new] + chain.moves.data[old, new]) for at, (old, new) in steps)

    expected = 0.0
    for window, gold in enumerate(([2, 0, 1, 1], [1, 2, 0])):
        for begin in range(0, len(gold), stretch):
            right, before = gold[begin : begin + stretch], [0, *gold][begin]
            ways = product(range(3), repeat=len(right))
            every = sum(math.exp(weight(window, begin, way, before)) for way in ways)
            expected += math.log(every) - weight(window, begin, right, before)
    found = chain(scores, torch.tensor([[2, 0, 1, 1], [1, 2, 0, -1]])).detach()
    assert float(found) == pytest.approx(expected, rel=1e-4)


def test_the_same_notes_and_seed_give_the_same_file(train: Train) -> None:
    first, again, other = (train("conv", seed=seed).to_bytes() for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_no_name_can_be_read_out_of_a_network(network: Path) -> None:
    file = NetworkFile.read(network)
    data = b"".join(array.tobytes() for array in (file.keys, file.rows, *file.layers.values()))
    assert not any(name.encode() in data or name.lower().encode() in data for name in NAMES)


def test_a_network_continues_from_another(train: Train, network: Path) -> None:
    start = NetworkFile.read(network)
    assert train("conv", start=start).to_bytes() == start.to_bytes(), "which does it all right already"
    marked = MARKED.replace("today", "[[DATE|today]]")
    more = train("conv", epochs=6, notes=[read_inline(f"m{n}", marked) for n in range(24)], start=start)
    assert (more.labels, more.keys.tolist()) == (start.labels, start.keys.tolist())
    path = network.with_name("more.network")
    path.write_bytes(more.to_bytes())
    before, after = (Scrubber(network=file, site=Site(listening=way("neural"))) for file in (network, path))
    text = "Seen by Dr. Wexthorp in clinic today.\nNo fever, sats fine, 4 mg."
    assert before.scrub(text) == "Seen by Dr. [DOCTOR-1] in clinic today.\nNo fever, sats fine, 4 mg."
    assert after.scrub(text) == "Seen by Dr. [DOCTOR-1] in clinic [DATE-1].\nNo fever, sats fine, 4 mg."


def test_given_vectors_are_begun_with(train: Train) -> None:
    vectors = {word: np.full(8, at, np.float32) for at, word in enumerate(("clinic", "unseen", "today"))}
    made = train("bilstm", vectors=vectors)
    assert len(made.keys) == len(train("bilstm").keys) + 1, "one of the words is not in the notes"


def test_the_command_line_learns_vectors_and_a_network_and_goes_on_from_it(real_scrub: Run, tmp_path: Path) -> None:
    for module in ("torch", "onnx", "gensim"):
        pytest.importorskip(module)
    gold = tmp_path / "gold"
    gold.mkdir()
    for number in range(12):
        (gold / f"{number}.txt").write_text(MARKED)
    one, more, words = (tmp_path / name for name in ("one.network", "more.network", "our.vectors"))
    learning = ("train", gold, "--model", "neural", "--as-written", "-o")
    for told, arguments in (
        ("vectors of ", ("vectors", gold, "-o", words, "--size", "8")),
        ("epoch 1 of 8: ", (*learning, one, "--architecture", "lstm", "--vectors", words, "--seed", "2", "-v")),
        ("3 held-out notes, after:  R_all ", (*learning, more, "--on-top", one)),
    ):
        done = real_scrub(*arguments, env={**os.environ, "OMP_NUM_THREADS": "1"})
        assert done.returncode == 0, done.stderr
        assert told in done.stderr.decode()
    first, second = NetworkFile.read(one), NetworkFile.read(more)
    assert (first.architecture, first.rows.shape[1]) == ("lstm", 8)
    assert (second.architecture, second.labels, second.keys.tolist()) == ("lstm", first.labels, first.keys.tolist())


def test_what_is_exported_wrongly_is_refused() -> None:
    scores = np.eye(4)
    refuse_unlike(scores, scores * 2)
    with pytest.raises(DataError, match=r"the same label to 0\.000 of tokens only"):
        refuse_unlike(scores, -scores)


def test_notes_are_held_out_by_name() -> None:
    notes = marked_notes()
    learned, held = apart(notes[::-1], 4)
    assert [note.name for note in held] == ["n03", "n07", "n11"]
    assert len(learned) == 9
    assert [note.name for note in apart(notes[:2], 4)[1]] == ["n01"]
    with pytest.raises(DataError, match="a single note"):
        apart(notes[:1], 4)


def test_slips(train: Train) -> None:
    with pytest.raises(UsageError, match="no architecture 'covn'; did you mean 'conv'"):
        architecture("covn")
    with pytest.raises(DataError, match="nothing is marked"):
        train("conv", notes=[read_inline("a", "Osei"), read_inline("b", "Osei")])
