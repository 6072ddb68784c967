"""What was found in texts that were looked through ahead, or that came before word for word, as notes and cells do."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from scrubber.text.document import Document
from scrubber.text.memory import Memory
from scrubber.text.one_thread import detecting
from scrubber.text.span import Span

MOST = 1_000_000
"""Characters of texts that are kept: those that were asked for last."""
MOST_TEXTS = 50_000
"""And texts: of cells of a few characters, what is kept beside the text takes most of the memory."""
Content = tuple[str, str, bool, tuple[tuple[str, tuple[str, ...]], ...]]
"""Language, text, whether own tags are read as they are, and what is known of the text."""


class FoundBefore:
    """The candidates of documents that begin their notes, by all that these depend on."""

    def __init__(self) -> None:
        self._found: OrderedDict[Content, tuple[list[Span], Memory]] = OrderedDict()
        self._size = 0

    def __contains__(self, content: Content) -> bool:
        return content in self._found

    def keep(self, content: Content, spans: list[Span], memory: Memory) -> None:
        """Keep what was found in a document that has been read, and what it has established."""
        with detecting:
            if self._found.setdefault(content, (spans, memory))[0] is spans:
                self._size += len(content[1])
            while self._size > MOST or len(self._found) > MOST_TEXTS:
                self._size -= len(self._found.popitem(last=False)[0][1])

    def take(self, document: Document, *, as_tags: bool) -> Sequence[Span] | None:
        """What is found in a document, None if nothing is kept. It has established then what the first one had."""
        content = content_of(document, as_tags=as_tags)
        with detecting:
            if document.memory.types or content not in self._found:
                return None
            self._found.move_to_end(content)
            spans, memory = self._found[content]
        document.memory.types = memory.copy().types
        return spans


def content_of(document: Document, *, as_tags: bool) -> Content:
    """All that decides on what is found in a document that begins its note."""
    known = tuple((t, tuple(document.known[t])) for t in sorted(document.known))
    return document.language, document.text, as_tags, known
