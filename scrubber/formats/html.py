"""HTML and XHTML pages."""

from __future__ import annotations

import re
from typing import BinaryIO

from scrubber.formats.desk import Desk, Writable
from scrubber.formats.web.charset import decoded, encoded
from scrubber.formats.web.page import scrub_page
from scrubber.formats.whole import read_whole

MOST = 64 * 1024 * 1024
_HEAD = 4000
_TAGS = re.compile(r"<[^>]*>")


def rewrite(source: BinaryIO, target: Writable, desk: Desk) -> None:
    """Copy a page with all PHI masked, in its text and anywhere else but its style sheets.

    Raises:
        NoteError: it is too long, in an unknown encoding, or defines entities.
    """
    data = read_whole(source, "a page", MOST)
    page, codec, bom = decoded(data, desk.settings.encoding)
    note = desk.note(head=_TAGS.sub(" ", page[: 4 * _HEAD])[:_HEAD])
    target.write(encoded(scrub_page(page, note, desk), codec, bom))
