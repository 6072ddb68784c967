"""The variant call format: header lines and the names of samples are masked; calls and genotypes stay."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from scrubber.errors import NoteError
from scrubber.formats.identifiers import Identifiers
from scrubber.formats.leaves import KEEP, TEXT
from scrubber.formats.links import is_path, scrub_link
from scrubber.formats.maps import check_types, load_map
from scrubber.formats.vcf.bgzf import BgzfWriter
from scrubber.formats.vcf.calls import Calls, is_telling
from scrubber.io.encoding import UTF8, decode

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Writable

GENOTYPES = "VCF: genotypes are kept; they can tell who somebody is by themselves"
LONGEST = 64 * 1024 * 1024
"""Bytes of a line, and of all header lines."""
_STEP = 1024 * 1024
"""Bytes after which the work says how far it is."""
_COLUMNS = (b"#CHROM", b"POS", b"ID", b"REF", b"ALT", b"QUAL", b"FILTER", b"INFO", b"FORMAT")
_FIXED = len(_COLUMNS)
"""Columns before those of the samples."""
_PLACE = re.compile(r"(?:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,15}:)?/[^\s\"',;<>]+|[a-z]:\\[^\s\"',;<>]+", re.IGNORECASE)
_DESCRIPTION = re.compile(r'(?<=Description=")[^"]+')
_OF_SAMPLES = ("SAMPLE", "PEDIGREE")
"""Header lines in which any word that is the name of a sample is one."""
_TOKEN = re.compile(r"[^\s,;:=<>\"'|\[\]]+")


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Mask a file, plain or gzip'd (it leaves as BGZF): one note. Calls pass line by line.

    Raises:
        NoteError: it does not begin like one, has no column line, is broken, or has lines that are too long.
    """
    zipped = source.read(2) == b"\x1f\x8b"
    source.seek(0)
    if not zipped:
        _mask(_lines(source, source, context), target, context)
        return
    writer = BgzfWriter(target)
    try:
        with gzip.GzipFile(fileobj=source, mode="rb") as unzipped:
            _mask(_lines(unzipped, source, context), writer, context)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise NoteError("VCF: broken gzip data") from None
    writer.close()


def _lines(file: BinaryIO | gzip.GzipFile, source: BinaryIO, context: FileContext) -> Iterator[bytes]:
    waiting = 0
    while line := file.readline(LONGEST + 1):
        if len(line) > LONGEST:
            raise NoteError(f"VCF: a line of more than {LONGEST >> 20} MB")
        waiting += len(line)
        if waiting > _STEP:
            context.progress(source.tell())
            waiting = 0
        yield line


def _mask(lines: Iterator[bytes], target: Writable, context: FileContext) -> None:
    header, columns = _header(lines)
    encoding = UTF8
    text, encoding = decode(b"".join([*header, columns]), encoding)
    rows = text.splitlines(keepends=True)
    names = [name.rstrip("\r\n") for name in rows[-1].split("\t")[_FIXED:]]
    identifiers = Identifiers()
    for name in filter(is_telling, names):
        identifiers.add("IDNUM", name)
    note = context.note(known=identifiers.known)
    samples = _samples(names, note)
    actions = header_actions(context.settings.maps)
    for row in rows[:-1]:
        target.write(encoding.encode(_meta(row, samples, actions, note)))
    last = rows[-1].split("\t")
    ending = rows[-1][len(rows[-1].rstrip("\r\n")) :]
    masked = "\t".join([*last[:_FIXED], *(samples[name] for name in names)]) + (ending if names else "")
    target.write(encoding.encode(masked))
    if names:
        context.warn(GENOTYPES)
    Calls(samples, note, context, encoding).copy(lines, target)


def _header(lines: Iterator[bytes]) -> tuple[list[bytes], bytes]:
    """The header lines, and the line that names the columns."""
    header: list[bytes] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > LONGEST:
            raise NoteError(f"VCF: more than {LONGEST >> 20} MB of header lines")
        if line.startswith(b"#CHROM"):
            if tuple(line.rstrip(b"\r\n").split(b"\t")[:_FIXED]) not in (_COLUMNS, _COLUMNS[:-1]):
                break
            return header, line
        if not line.removeprefix(b"\xef\xbb\xbf").startswith(b"##"):
            break
        header.append(line)
    raise NoteError("VCF: no line of columns after the header")


def _samples(names: list[str], note: FileNote) -> dict[str, str]:
    """The new names of samples, none of them twice."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        if name in found:
            continue
        new = re.sub(r"\s", "_", note.field(name, "IDNUM", "sample"))
        if new in taken:
            new = f"{new}_{len(found) + 1}"
        taken.add(new)
        found[name] = new
    return found


def _meta(row: str, samples: Mapping[str, str], actions: Mapping[str, str], note: FileNote) -> str:
    """A header line: the names of samples, then the rest by its key."""
    key, equals, value = row.lstrip("\ufeff").removeprefix("##").partition("=")
    content = value.rstrip("\r\n")
    start, ending = row[: len(row) - len(value)], value[len(content) :]
    if not equals:
        return note.text(row, "header")
    action = actions.get(key, TEXT)
    sure = key in _OF_SAMPLES
    content = _TOKEN.sub(lambda m: samples.get(m[0], m[0]) if sure or is_telling(m[0]) else m[0], content)
    if action == TEXT:
        content = _places_and_text(content, note)
    elif action == KEEP:
        content = _DESCRIPTION.sub(lambda m: note.text(m[0], key), content)
        content = _PLACE.sub(lambda m: note.field(m[0], "URL", key) if is_path(m[0]) else m[0], content)
    else:
        content = note.field(content, action, key)
    return start + content + ending


def _places_and_text(content: str, note: FileNote) -> str:
    pieces: list[str] = []
    at = 0
    for match in _PLACE.finditer(content):
        link = scrub_link(note, match[0], "header")
        pieces += (note.text(content[at : match.start()], "header"), match[0] if link == match[0] else unquote(link))
        at = match.end()
    pieces.append(note.text(content[at:], "header"))
    return "".join(pieces)


@lru_cache(maxsize=8)
def header_actions(own: tuple[Path, ...]) -> Mapping[str, str]:
    """What becomes of header lines, by key: the shipped map with a site's own laid over it."""
    actions: Mapping[str, str] = load_map("vcf", own)["headers"]
    check_types(actions, frozenset({TEXT, KEEP}), "vcf.toml: headers")
    return actions
