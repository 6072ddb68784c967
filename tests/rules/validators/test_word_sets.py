"""Sets of words that validators ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.rules.validators import word_sets
from scrubber.rules.validators.word_sets import read_words

SHIPPED = sorted(path.parent.name for path in data_folder("patterns").glob("*/words.toml"))


@pytest.mark.parametrize("language", SHIPPED)
def test_the_shipped_ones_are_used_and_name_no_word_twice(language: str) -> None:
    written = (data_folder("patterns") / language / "words.toml").read_text("utf-8")
    folder = language  # where its validators stand
    code = "".join(p.read_text("utf-8") for p in Path(word_sets.__file__).parent.glob(f"{folder}/*.py"))
    for name, words in read_words(language).items():
        assert words, name
        assert f'"{name}"' in code, name
        _, _, text = written.partition(f"\n{name} = '''")
        listed = text.partition("'''")[0].split()
        assert len(listed) == len(words), name


def test_a_file_that_does_not_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_sets, "data_folder", lambda name: tmp_path)
    with pytest.raises(DataError, match="No such file"):
        read_words("nowhere")
    (tmp_path / "xx").mkdir()
    for broken in ("a = ", "a = 3"):
        (tmp_path / "xx" / "words.toml").write_text(broken)
        with pytest.raises(DataError, match=r"words\.toml"):
            read_words("xx")
