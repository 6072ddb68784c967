"""Word vectors: learned without names, written and read."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.errors import DataError
from scrubber.neural.vectors import learned, lines_of, read_vectors, written
from scrubber.training.lessons import Lessons

TEXT = "Mrs. Quillfeather was seen in clinic 12 days ago.\n" * 20


def test_models_see_no_name_and_no_number_in_a_line() -> None:
    lines = list(lines_of(Lessons().read([TEXT]).batch))
    assert lines[0] == ["mrs", ".", "?", "was", "seen", "in", "clinic", "0", "days", "ago", "."]
    assert len(lines) == 20


@pytest.mark.neural
def test_the_same_lines_give_the_same_vectors_and_a_file_gives_them_back(tmp_path: Path) -> None:
    pytest.importorskip("gensim")
    lines = list(lines_of(Lessons().read([TEXT]).batch))
    vectors, again = learned(lines, 8, seed=1), learned(lines, 8, seed=1)
    assert {"clinic", "?", "0"} <= set(vectors)
    assert all((vectors[word] == again[word]).all() for word in vectors)
    (tmp_path / "our.vectors").write_text("".join(written(vectors)))
    read = read_vectors(tmp_path / "our.vectors")
    assert read.keys() == vectors.keys()
    assert abs(read["clinic"] - vectors["clinic"]).max() < 1e-4
    with pytest.raises(DataError, match="no word occurs 5 times"):
        learned([["once"]], 8, seed=1)


@pytest.mark.parametrize("text", ["", "a 1 2\nb 1\n\nc 1 2 3\n", "a x y\n"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.txt").write_text(text)
    with pytest.raises(DataError, match="no word vectors as text"):
        read_vectors(tmp_path / "x.txt")


def test_glove_is_read(tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_text("clinic 0.1 0.2\nThe 0.3 0.4\n")
    assert sorted(read_vectors(tmp_path / "glove.txt")) == ["clinic", "the"]
