"""A language's lists as the tables that they become: what start-up reads instead of 60 lists.

``python -m scrubber.compiled_lexicon lexicons/en`` writes ``compiled.json`` and ``compiled.words`` there; the wheel is
built with them, and a checkout does without until somebody makes them. They are derived and never trusted over the
lists: they hold a digest of those that they were made of, and where these have changed since, they are read as ever.
They are plain text: nothing in them can run.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrubber.lexicon import Lexicon

FILE, WORDS = "compiled.json", "compiled.words"
VERSION = 1
"""Of the file, and of how lists become dictionaries: to be raised when either changes."""
_FILES = ("manifest.toml", "items.txt")


def write(folder: Path, without: Container[str] = ()) -> None:
    """Compile the lists of a language (``lexicons/en``), but for those of the types ``without``."""
    from scrubber.lexicon import PROTECT, Lexicon, read_manifest

    (folder / FILE).unlink(missing_ok=True)
    lists: dict[str, tuple[str, str]] = {}
    for place in sorted(p.parent for p in folder.glob("*/manifest.toml")):
        manifest = read_manifest(place)
        flag, type_ = str(manifest["flag"]), str(manifest.get("type", "-"))
        if flag != PROTECT and type_ not in without:
            lists[place.name] = flag, type_
    lexicon = Lexicon.load([folder], without=without)
    masks = sorted(set(lexicon.words.values()))
    words = lexicon.words.compiled(masks).encode()
    content = {
        "version": VERSION,
        "digest": digest(folder, lists, words),
        "lists": lists,
        "flags": lexicon.flags.in_order(),
        "masks": masks,
        "phrases": _grouped(lexicon.phrases, "|"),
        "heads": " ".join(sorted(lexicon.heads)),
        "pairs": _grouped({pair: " ".join(map(str, counts)) for pair, counts in lexicon.pairs.items()}, "|"),
    }
    (folder / WORDS).write_bytes(words)
    (folder / FILE).write_bytes(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def restore(lexicon: Lexicon, folder: Path, without: Container[str]) -> frozenset[str]:
    """Fill an empty lexicon from a folder's compiled file; the names of the lists that it stands for.

    None at all where there is no such file, it is not of these lists, or it holds one that is not wanted.
    """
    try:
        content = json.loads((folder / FILE).read_bytes())
        words = (folder / WORDS).read_bytes()
        lists = dict(content["lists"])
        if content["version"] != VERSION or content["digest"] != digest(folder, lists, words):
            return frozenset()
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()
    if any(type_ in without for _, type_ in lists.values()):
        return frozenset()
    for flag in content["flags"]:
        lexicon.flags[flag]  # bits are given in this order
    lexicon.words.restore(words.decode(), content["masks"])
    _fill(lexicon.phrases, {int(mask): keys.split("|") for mask, keys in content["phrases"].items()})
    lexicon.heads.update(content["heads"].split(" "))
    _fill(lexicon.pairs, {tuple(map(int, n.split(" "))): pairs.split("|") for n, pairs in content["pairs"].items()})
    lexicon.types.update(lists.values())
    return frozenset(lists)


def digest(folder: Path, lists: Iterable[str], words: bytes) -> str:
    """A digest of these lists as they are, and of the words compiled of them.

    Raises:
        OSError: one cannot be read.
    """
    found = hashlib.blake2b(words, digest_size=16)
    for name in sorted(lists):
        for file in _FILES:
            data = (folder / name / file).read_bytes()
            found.update(f"{name}/{file} {len(data)}\n".encode())
            found.update(data)
    return found.hexdigest()


def optional_types(patterns: Path) -> frozenset[str]:
    """The types that are not looked for unless a site wants them (``patterns/types.toml``): their lists stay apart."""
    types = tomllib.loads((patterns / "types.toml").read_text("utf-8"))
    return frozenset(name for name, info in types.items() if isinstance(info, dict) and info.get("default") is False)


def _grouped(table: Mapping[str, object], between: str) -> dict[str, str]:
    """The keys by their value, the largest group first."""
    groups: dict[str, list[str]] = defaultdict(list)
    for key, value in table.items():
        groups[str(value)].append(key)
    order = sorted(groups, key=lambda value: (-len(groups[value]), value))
    return {value: between.join(sorted(groups[value])) for value in order}


def _fill(table: dict[str, Any], groups: Mapping[Any, Sequence[str]]) -> None:
    for value, keys in groups.items():
        table.update(dict.fromkeys(keys, value))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        place = Path(name)
        write(place, optional_types(place.parent.parent / "patterns"))
