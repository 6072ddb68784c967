"""Rich text (RTF): the text of every group, the properties, authors and dates; objects are refused."""

from __future__ import annotations

from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, FileNote, Writable
from scrubber.formats.links import Anchors, scrub_link
from scrubber.formats.pictures import KEEP, scrub_picture
from scrubber.formats.rtf.letters import escaped
from scrubber.formats.rtf.reader import Reader
from scrubber.formats.signatures import is_rtf
from scrubber.formats.whole import HEAD, LARGEST, read_whole


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a document with all PHI masked; the rest is as it was, to the byte.

    Raises:
        NoteError: it is broken or too long, or holds an embedded object.
    """
    data = read_whole(source, "a document", LARGEST)
    if not is_rtf(data[:64]):
        raise NoteError("no RTF: it does not begin like one")
    kept = context.settings.pictures == KEEP
    reader = Reader(data.decode("latin-1"), dates=context.masks("DATE", "5 March 2024"), pictures=kept)
    head = reader.gathered.lines.head(HEAD)
    note = context.note(head=head, whole=head)
    reader.gathered.lines.scrub(note, "text")
    for place, marked, whole in reader.gathered.lines.changed(escaped):
        reader.out[place] = marked if reader.is_verbatim(place) else escaped(whole)
    _names(reader, note)
    if reader.blanked or (kept and b"\\pict" in data):
        scrub_picture(context, b"")
    target.write("".join(reader.out).encode("latin-1"))


def _names(reader: Reader, note: FileNote) -> None:
    """Bookmarks and links: masked whole, where they tell something."""
    anchors = Anchors(note)
    for places, name, how in reader.gathered.names:
        new = anchors.name(name) if how == "bookmark" else scrub_link(note, name)
        if new != name:
            for place in places:
                reader.out[place] = ""
            reader.out[places[0]] = escaped(new)
