"""What is compiled of a model says what the model says, and nothing once that has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.detect import compiled_model
from scrubber.detect.committee import committee, read_committee
from scrubber.detect.compiled_model import ModelFile
from scrubber.detect.crf import CrfTagger
from scrubber.detect.crf_model import write_model
from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.errors import DataError
from scrubber.lexicon import Lexicon
from scrubber.pipeline import Scrubber
from scrubber.reading import Reading

pycrfsuite = pytest.importorskip("pycrfsuite")
NAMES = ["b", "w=|", "w-w=a|b", "w=étage", "ck=\nAa"]
TEXT = "Pt lives with Grace in Hamilton, works as a baker at Mercy. Seen 3/14 by Dr. Osei.\n"


def trained(path: Path, *, labels: str = "ON") -> Path:
    """A small model."""
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.append([NAMES[:3], NAMES[3:]], list(labels))
    trainer.train(str(path))
    write_model(path, path.read_bytes())
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return trained(tmp_path / "model.crf")


def told(path: Path) -> object:
    """All that is read of a model."""
    model, names = ModelFile(path).read_with_names()
    assert model == ModelFile(path).read()
    return model, names.known([*NAMES, "w=a"]), names.under("a")


def test_it_says_what_the_model_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(path)
    assert not ModelFile(path).compiled
    compiled_model.write(path)
    monkeypatch.setattr(compiled_model, "read_model", None)  # that it is not read shows that the compiled file is
    assert ModelFile(path).compiled
    assert told(path) == plain


@pytest.mark.parametrize("change", ["model", "head", "version", "cut", "longer", "sizes", "inside", "empty", "gone"])
def test_a_model_that_has_changed_is_read(path: Path, change: str) -> None:
    before = told(path)
    compiled_model.write(path)
    compiled = path.with_suffix(".compiled")
    head, _, content = compiled.read_bytes().partition(b"\n")
    if change == "model":
        trained(path, labels="NO")
    elif change == "head":
        compiled.write_bytes(b"\xff" + head + b"\n" + content)
    elif change == "version":
        compiled.write_bytes(head.replace(b"# model ", b"# model 0") + b"\n" + content)
    elif change == "cut":
        compiled.write_bytes(head + b"\n" + content[:-3])
    elif change == "longer":
        compiled.write_bytes(head + b"\n" + content + b"\n")
    elif change == "sizes":
        compiled.write_bytes(head + b" 0\n" + content)
    elif change == "inside":
        compiled.write_bytes(head + b"\n" + content.replace(b"lCRF", b"LCRF", 1))
    elif change == "empty":
        compiled.write_bytes(b"")
    else:
        compiled.unlink()
    assert (told(path) == before) == (change != "model")
    assert ModelFile(path).compiled == (change == "inside")  # which is only seen when it is read


def test_a_model_is_loaded_for_the_first_doubt(path: Path) -> None:
    lexicon = Lexicon.load([data_folder("lexicons") / "en"])
    tagger = CrfTagger(path, lexicon, {})
    assert "_chain" in vars(tagger), "a model that was not compiled may be broken"
    compiled_model.write(path)
    tagger = CrfTagger(path, lexicon, {})
    reading = Reading(Document("Grace lives"), lexicon)
    assert tagger.votes(reading, {0: Vote(0.99, "PATIENT"), 1: Vote(0.01, "PATIENT")}) == {}
    assert "_chain" not in vars(tagger)
    assert tagger.votes(reading, {0: Vote(0.5, "PATIENT")}).keys() >= {0}
    tagger = CrfTagger(path, lexicon, {})
    tagger.load()
    assert "_chain" in vars(tagger)


def test_a_model_that_breaks_after_the_start_is_an_error_of_one_line(path: Path) -> None:
    lexicon = Lexicon.load([data_folder("lexicons") / "en"])
    compiled_model.write(path)
    tagger = CrfTagger(path, lexicon, {})
    path.with_suffix(".compiled").unlink()
    path.write_bytes(b"x" * 4000)
    with pytest.raises(DataError, match=r"model\.crf: not a CRF model"):
        tagger.votes(Reading(Document("Grace lives"), lexicon), {0: Vote(0.5, "PATIENT")})


def test_what_is_no_model_is_not_compiled(tmp_path: Path) -> None:
    path = tmp_path / "model.crf"
    path.write_bytes(b"x" * 4000)
    with pytest.raises(DataError, match="not a CRF model"):
        compiled_model.write(path)
    assert not path.with_suffix(".compiled").exists()
    with pytest.raises(DataError, match="none"):
        ModelFile(tmp_path / "none.crf")


def test_a_committee_is_compiled_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "model.crf"
    write_model(path, committee([b"one", b"", b"three"]))
    compiled_model.write(path)
    path.with_suffix(".compiled").rename(tmp_path / "kept")
    assert read_committee(path) == [b"one", b"", b"three"]
    (tmp_path / "kept").rename(path.with_suffix(".compiled"))
    assert read_committee(path) == [b"one", b"", b"three"]


def test_the_shipped_model_finds_the_same_compiled(tmp_path: Path) -> None:
    path = tmp_path / "model.crf"
    path.write_bytes((data_folder("patterns") / "en" / "model.crf").read_bytes())
    plain = Scrubber(model=path).find(TEXT)
    compiled_model.write(path)
    assert ModelFile(path).compiled
    assert Scrubber(model=path).find(TEXT) == plain
    assert any(span.source.startswith("crf") for span in plain)
