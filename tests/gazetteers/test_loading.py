"""What is compiled of the lists says what the lists say, and nothing once they have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber import compiled, compiled_data
from scrubber.data import data_folder, ships
from scrubber.gazetteers import loading, word_table
from scrubber.gazetteers.lexicon import Lexicon
from scrubber.gazetteers.loading import load_lexicon
from scrubber.gazetteers.phrases import Phrases
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary

LISTS = {
    "cities": ("CITY", "CITY", "hamilton\nst. john's\nnew york\nnew york mills\nzürich\nof\tordinary\n"),
    "faiths": ("FAITH", "RELIGION", "jedi\n"),
    "names": ("LAST", "PATIENT", "osei\nhamilton\tambiguous\nde la cruz\n"),
}
WORDS = ("hamilton", "osei", "zürich", "of", "jedi", "lakehurst", "nobody")
TEXT = "A St. John's nurse from New York Mills, De La Cruz of New York, New Yorkers"


@pytest.fixture(autouse=True)
def _ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any folder counts as one of the installation's."""
    monkeypatch.setattr(compiled, "ships", lambda _: True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, (flag, type_, items) in LISTS.items():
        (tmp_path / "xx" / name).mkdir(parents=True)
        (tmp_path / "xx" / name / "manifest.toml").write_text(f'flag = "{flag}"\ntype = "{type_}"\n')
        (tmp_path / "xx" / name / "items.txt").write_text(items, "utf-8")
    return tmp_path / "xx"


def write(folder: Path, without: frozenset[str] = frozenset()) -> None:
    compiled.write(folder, loading.to_compile(folder, without))


def told(lexicon: Lexicon) -> dict[str, object]:
    """All that a lexicon says, flags by name."""
    names = lexicon.flags.names
    phrases = sorted([*lexicon.phrases.shipped(), *lexicon.phrases.added.items()])
    return {
        "words": {word: sorted(names(lexicon.words.get(word))) for word in WORDS},
        "phrases": {phrase: sorted(names(mask)) for phrase, mask in phrases},
        "found": [
            (start, end, sorted(names(mask)))
            for start, end, mask in Phrases(lexicon).find(Batch.of([TEXT], Vocabulary(lexicon)))[0]
        ],
        "types": dict(sorted(lexicon.types.items())),
    }


@pytest.mark.parametrize("without", [frozenset(), frozenset({"RELIGION"})])
@pytest.mark.parametrize("compiled_without", [frozenset(), frozenset({"RELIGION"})])
def test_it_says_what_the_lists_say(folder: Path, without: frozenset[str], compiled_without: frozenset[str]) -> None:
    plain = told(load_lexicon([folder], without))
    write(folder, compiled_without)
    assert told(load_lexicon([folder], without)) == plain
    restored = loading.restore(Lexicon(), folder, without)
    held = {name for name, (_, type_, _) in LISTS.items() if type_ not in compiled_without or type_ in without}
    assert restored == (set() if without - compiled_without else held)


def test_a_list_left_out_that_is_of_another_type_now_is_read(folder: Path) -> None:
    without = frozenset({"RELIGION"})
    write(folder, without)
    assert not load_lexicon([folder], without).words.get("jedi")
    (folder / "faiths" / "manifest.toml").write_text('flag = "FAITH"\ntype = "CITY"\n')
    assert load_lexicon([folder], without).words.get("jedi")


def test_a_site_adds_to_it(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "own" / "towns"
    own.mkdir(parents=True)
    (own / "manifest.toml").write_text('flag = "TOWN"\ntype = "CITY"\n')
    (own / "items.txt").write_text("osei\nlakehurst\nnew york city hall\n")
    plain = told(load_lexicon([folder, own.parent]))
    write(folder)
    assert told(load_lexicon([folder, own.parent])) == plain


@pytest.mark.parametrize("change", ["items", "manifest", "gone", "missing", "damaged", "short", "version"])
def test_lists_that_have_changed_are_read(folder: Path, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder)
    before = told(load_lexicon([folder]))
    file = folder / compiled.FILE
    content = file.read_bytes()
    if change == "items":
        (folder / "names" / "items.txt").write_text("oseh\nhamilton\tambiguous\nde la cruz\n")
    elif change == "manifest":
        (folder / "names" / "manifest.toml").write_text('flag = "FIRST"\ntype = "PATIENT"\n')
    elif change == "gone":
        (folder / "names" / "manifest.toml").unlink()
    elif change == "missing":
        file.unlink()
    elif change == "damaged":
        file.write_bytes(content.replace(b"de la cruz", b"de la crux"))
    elif change == "short":
        file.write_bytes(content[:-1])
    else:
        monkeypatch.setattr(compiled, "VERSION", compiled.VERSION + 1)
    compiled.compiled_of.cache_clear()
    assert loading.restore(Lexicon(), folder, ()) == frozenset()
    now = told(load_lexicon([folder]))
    assert (now == before) == (change not in ("items", "manifest", "gone"))


def test_beside_a_sites_lists_it_is_not_believed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder)
    assert loading.restore(Lexicon(), folder, ())
    monkeypatch.setattr(compiled, "ships", ships)
    compiled.compiled_of.cache_clear()
    assert loading.restore(Lexicon(), folder, ()) == frozenset()


def test_it_is_the_same_file_every_time(folder: Path) -> None:
    files = []
    for _ in range(2):
        write(folder)
        files.append((folder / compiled.FILE).read_bytes())
    assert files[0] == files[1]


def test_two_words_of_one_hash_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_table, "text_hash", lambda word: 7)
    with pytest.raises(ValueError, match="one hash"):
        write(folder)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_shipped_lists_compile(language: str, tmp_path: Path) -> None:
    """Where a checkout has compiled files, they are of its lists, or are not used."""
    shipped = data_folder("lexicons") / language
    copy = tmp_path / language
    for place in shipped.iterdir():
        if place.is_dir():
            (copy / place.name).mkdir(parents=True)
            for name in ("manifest.toml", "items.txt"):
                (copy / place.name / name).write_bytes((place / name).read_bytes())
    off = compiled_data.optional_types(data_folder("patterns"))
    plain = told(load_lexicon([copy], off))
    write(copy, off)
    assert loading.restore(Lexicon(), copy, off)
    assert told(load_lexicon([copy], off)) == plain
