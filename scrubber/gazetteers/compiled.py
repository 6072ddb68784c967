"""A language's lists as the tables that they become: what start-up reads instead of 60 lists.

``python -m scrubber.compiled_data`` writes ``compiled.json``, ``compiled.words`` and ``compiled.phrases`` beside them;
the wheel is built with them, and a checkout does without until somebody makes them. They are derived and never trusted
over the lists: they hold a checksum of those that they were made of, and where these have changed since, they are read
as ever. They are plain text: nothing in them can run.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.data import ships
from scrubber.gazetteers.sorted_text import checksum

if TYPE_CHECKING:
    from scrubber.gazetteers.lexicon import Lexicon

FILE, WORDS, PHRASES = "compiled.json", "compiled.words", "compiled.phrases"
VERSION = 5
"""Of the files, and of how lists become tables: to be raised when either changes."""
_FILES = ("manifest.toml", "items.txt")


def write(folder: Path, without: Container[str] = ()) -> None:
    """Compile the lists of a language (``lexicons/en``), but for those of the types ``without``."""
    from scrubber.gazetteers.lexicon import PROTECT, Lexicon, read_manifest

    (folder / FILE).unlink(missing_ok=True)
    lists: dict[str, tuple[str, str]] = {}
    left_out: dict[str, str] = {}
    for place in sorted(p.parent for p in folder.glob("*/manifest.toml")):
        manifest = read_manifest(place)
        flag, type_ = str(manifest["flag"]), str(manifest.get("type", "-"))
        if type_ in without and flag != PROTECT:
            left_out[place.name] = type_
        elif flag != PROTECT:
            lists[place.name] = flag, type_
    lexicon = Lexicon.load([folder], without=without)
    masks = sorted({*lexicon.words.values(), *lexicon.phrases.values()})
    tables = [table.compiled(masks) for table in (lexicon.words, lexicon.phrases)]
    content: dict[str, object] = {
        "version": VERSION,
        "lists": lists,
        "left out": left_out,
        "flags": lexicon.flags.in_order(),
        "masks": masks,
    }
    content["checksum"] = _checksum(folder, lists, left_out, (_json(content), *tables))
    for name, table in zip((WORDS, PHRASES), tables, strict=True):
        (folder / name).write_bytes(table)
    (folder / FILE).write_bytes(_json(content) + b"\n")


def restore(lexicon: Lexicon, folder: Path, without: Container[str]) -> frozenset[str]:
    """Fill an empty lexicon from a folder's compiled files; the names of the lists that need not be looked at any more.

    That is, those that the files stand for, and those of types that are not wanted. None at all where there are no such
    files, they are not of these lists, or hold one that is not wanted; nor of a folder that is not our own.
    """
    if not ships(folder):
        return frozenset()
    try:
        content = json.loads((folder / FILE).read_bytes())
        words, phrases = [(folder / name).read_bytes() for name in (WORDS, PHRASES)]
        made_of, lists, left_out = content.pop("checksum"), dict(content["lists"]), dict(content["left out"])
        parts = (_json(content), words, phrases)
        if content["version"] != VERSION or made_of != _checksum(folder, lists, left_out, parts):
            return frozenset()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return frozenset()
    if any(type_ in without for _, type_ in lists.values()):
        return frozenset()
    for flag in content["flags"]:
        lexicon.flags[flag]  # bits are given in this order
    lexicon.words.restore(words, content["masks"])
    lexicon.phrases.restore(phrases, content["masks"])
    lexicon.types.update(lists.values())
    return frozenset((*lists, *(name for name, type_ in left_out.items() if type_ in without)))


def _json(content: dict[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _checksum(folder: Path, lists: Iterable[str], left_out: Iterable[str], compiled: Iterable[bytes]) -> str:
    """Of these lists as they are, of the manifests of those left out, and of what was compiled of the lists.

    Raises:
        OSError: one cannot be read.
    """
    files = [folder / name / file for name in sorted(lists) for file in _FILES]
    files += [folder / name / _FILES[0] for name in sorted(left_out)]
    return checksum(*compiled, *(path.read_bytes() for path in files))
