"""The node tables of shipped patterns, from ``screen.compiled`` beside them: to read patterns takes five times as long.

The file, made when the wheel is built, holds a line for each pattern: its checksum, and its table as JSON. A pattern
that is not in it, since it has changed or is a site's own, is read as ever.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from scrubber.data import ships
from scrubber.gazetteers.sorted_text import SortedText, checksum, sorted_text
from scrubber.rules.prefilter.nodes import NodeTable, dumped, loaded
from scrubber.rules.rule import Rule, load_rules

FILE = "screen.compiled"
VERSION = 3
"""Of the file, and of how patterns are read into tables: to be raised when either changes."""


def table_of(rule: Rule) -> NodeTable:
    """The nodes of a rule's pattern."""
    content = _compiled(rule.file.parent).find(_key(rule))
    if content is not None:
        return loaded(content)
    from scrubber.rules.prefilter.building import node_table

    return node_table(rule.whole)


def write(folder: Path) -> None:
    """Compile the rules of a folder.

    Raises:
        DataError: one does not load.
    """
    from scrubber.rules.prefilter.building import node_table

    data = sorted_text({_key(rule): dumped(node_table(rule.whole)) for rule in load_rules([folder])})
    (folder / FILE).write_bytes(_head(data) + data)
    _compiled.cache_clear()


@lru_cache(maxsize=8)
def _compiled(folder: Path) -> SortedText:
    if not ships(folder):  # beside a site's rules it could say anything
        return SortedText()
    try:
        content = (folder / FILE).read_bytes()
    except OSError:
        return SortedText()
    head, _, data = content.partition(b"\n")
    return SortedText(data if head + b"\n" == _head(data) else b"")


def _key(rule: Rule) -> str:
    return checksum(rule.whole.encode())


def _head(data: bytes) -> bytes:
    return f"# screen {VERSION} {checksum(data)}\n".encode()
