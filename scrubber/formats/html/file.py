"""HTML and XHTML pages."""

from __future__ import annotations

import re
from typing import BinaryIO

from scrubber.formats.context import FileContext, Writable
from scrubber.formats.html.charset import decoded, encoded
from scrubber.formats.html.page import scrub_page
from scrubber.formats.whole import HEAD, read_whole

MOST = 64 * 1024 * 1024
_HIDDEN = re.compile(r"<(script|style)\b.*?(?:</\1|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE)
_TAGS = re.compile(r"<[^>]*>")


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a page with all PHI masked, in its text and anywhere else.

    Raises:
        NoteError: it is too long, in an unknown encoding, or defines entities.
    """
    data = read_whole(source, "a page", MOST)
    page, codec, bom = decoded(data, context.settings.encoding)
    head = _TAGS.sub(" ", _HIDDEN.sub(" ", page[: 4 * HEAD]))[:HEAD]
    note = context.note(head=head, whole=head)
    target.write(encoded(scrub_page(page, note, context), codec, bom))
