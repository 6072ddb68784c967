"""Reads a language's lists, or in their place the tables that they became: start-up reads these instead of 60 lists."""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any

from scrubber.compiled import checksum, compiled_of
from scrubber.errors import DataError
from scrubber.gazetteers.lexicon import PROTECT, Lexicon, read_by_grade, read_items, read_manifest

_LISTS, _WORDS, _PHRASES = "lists", "words", "phrases"
_FILES = ("manifest.toml", "items.txt")


def load_lexicon(folders: Iterable[Path], without: Container[str] = (), *, compiled: bool = True) -> Lexicon:
    """The lists found one level below the folders (such as ``lexicons/en``), in name order.

    Args:
        without: PHI types whose lists are left out.
        compiled: read what was compiled of the shipped lists, where they are as they were then.

    Raises:
        DataError: a list does not load.
    """
    lexicon = Lexicon()
    for folder in folders:
        lists = sorted(p.parent for p in folder.glob("*/manifest.toml"))
        if not lists:
            raise DataError(f"{folder}: no lexicon here (a list is a folder with manifest.toml and items.txt)")
        done = restore(lexicon, folder, without) if compiled and not lexicon.types else frozenset()
        for place in lists:
            if place.name in done:
                continue
            manifest = read_manifest(place)
            flag, type_ = str(manifest["flag"]), str(manifest.get("type", "-"))
            if flag == PROTECT:
                lexicon.protect(entry.text for entry in read_items(place / "items.txt"))
            elif type_ not in without:
                lexicon.types[flag] = type_
                lexicon.add(flag, read_by_grade(place / "items.txt"))
    return lexicon


def to_compile(folder: Path, without: Container[str] = ()) -> dict[str, Any]:
    """What is kept of the lists of a language (``lexicons/en``), for :mod:`scrubber.compiled`.

    Args:
        without: types whose lists are left out.
    """
    lists: dict[str, tuple[str, str]] = {}
    left_out: dict[str, str] = {}
    for place in sorted(p.parent for p in folder.glob("*/manifest.toml")):
        manifest = read_manifest(place)
        flag, type_ = str(manifest["flag"]), str(manifest.get("type", "-"))
        if type_ in without and flag != PROTECT:
            left_out[place.name] = type_
        elif flag != PROTECT:
            lists[place.name] = flag, type_
    lexicon = load_lexicon([folder], without=without, compiled=False)
    told = {
        "lists": lists,
        "left out": left_out,
        "flags": lexicon.flags.in_order(),
        "made of": _checksum(folder, lists, left_out),
    }
    return {_LISTS: told, _WORDS: lexicon.words.to_compile(), _PHRASES: lexicon.phrases.to_compile()}


def restore(lexicon: Lexicon, folder: Path, without: Container[str]) -> frozenset[str]:
    """Fill an empty lexicon from what is kept of a folder; the names of the lists that need not be looked at any more.

    That is, those that it stands for, and those of types that are not wanted. None at all where nothing is kept, it is
    not of these lists, or holds one that is not wanted.
    """
    compiled = compiled_of(folder)
    told = compiled.find(_LISTS)
    if told is None or any(type_ in without for _, type_ in told["lists"].values()):
        return frozenset()
    lists, left_out = told["lists"], told["left out"]
    try:
        if told["made of"] != _checksum(folder, lists, left_out):
            return frozenset()
    except OSError:  # a list is gone
        return frozenset()
    for flag in told["flags"]:
        lexicon.flags[flag]  # bits are given in this order
    lexicon.words.restore(compiled.find(_WORDS))
    lexicon.phrases.restore(compiled.find(_PHRASES))
    lexicon.types.update(lists.values())
    return frozenset((*lists, *(name for name, type_ in left_out.items() if type_ in without)))


def _checksum(folder: Path, lists: Iterable[str], left_out: Iterable[str]) -> str:
    """Of these lists as they are, and of the manifests of those left out.

    Raises:
        OSError: one cannot be read.
    """
    files = [folder / name / file for name in sorted(lists) for file in _FILES]
    files += [folder / name / _FILES[0] for name in sorted(left_out)]
    return checksum(*(path.read_bytes() for path in files))
