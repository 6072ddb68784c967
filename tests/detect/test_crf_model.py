"""Files of CRFs: packed, rounded, and refused where they are none."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.detect import crf_model
from scrubber.detect.crf import CrfTagger
from scrubber.detect.crf_model import attributes, read_model, rounded, write_model
from scrubber.errors import DataError
from scrubber.lexicon import Lexicon

pycrfsuite = pytest.importorskip("pycrfsuite")
NAMES = ["b", "w=|", "w-w=a|b", "w=\u00e9tage", "end=0|Aa"]


@pytest.fixture
def model(tmp_path: Path) -> bytes:
    """A small one, as CRFsuite writes it."""
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.append([NAMES[:3], NAMES[3:]], ["O", "NAME"])
    trainer.train(str(tmp_path / "plain.crf"))
    return (tmp_path / "plain.crf").read_bytes()


def weights(model: bytes) -> dict[tuple[str, str], float]:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(model)
    found: dict[tuple[str, str], float] = tagger.info().state_features
    return found


def test_a_model_tells_its_names(model: bytes) -> None:
    assert sorted(attributes(model)) == sorted(NAMES)


def test_a_model_is_packed_and_read_as_it_was(model: bytes, tmp_path: Path) -> None:
    write_model(tmp_path / "model.crf", model)
    assert (tmp_path / "model.crf").stat().st_size < len(model) / 2
    assert read_model(tmp_path / "model.crf") == model == read_model(tmp_path / "plain.crf")


def test_rounded_weights_are_nearly_the_same(model: bytes) -> None:
    exact, near = weights(model), weights(rounded(model))
    assert exact.keys() == near.keys()
    assert any(exact[key] != near[key] for key in exact)
    assert all(near[key] == pytest.approx(exact[key], rel=1e-3, abs=1e-6) for key in exact)
    assert rounded(rounded(model)) == rounded(model)
    assert len(lzma.compress(rounded(model))) < len(lzma.compress(model))


@pytest.mark.parametrize("data", [b"", b"lCRF", b"x" * 4000, b"lCRF" + bytes(4000), b"lCRF" + b"\xff" * 4000])
def test_what_is_no_model_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "model.crf").write_bytes(data)
    lexicon = Lexicon.load([data_folder("lexicons") / "en"])
    with pytest.raises(DataError, match=r"model\.crf: not a CRF model"):
        CrfTagger(tmp_path / "model.crf", lexicon, {})
    with pytest.raises(DataError, match="missing"):
        CrfTagger(tmp_path / "missing", lexicon, {})


def test_what_cannot_be_unpacked_is_refused(model: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.crf"
    write_model(path, model)
    packed = path.read_bytes()
    for broken in (packed[:-9], packed[:6], packed[:30] + b"\0\0" + packed[32:]):
        path.write_bytes(broken)
        with pytest.raises(DataError, match="not a CRF model"):
            read_model(path)
    path.write_bytes(packed)
    monkeypatch.setattr(crf_model, "_MOST", 100)
    with pytest.raises(DataError, match="more than"):
        read_model(path)
