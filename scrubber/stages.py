"""The stages of detection: detectors find spans, refiners judge them. A language's pack lists both in order."""

from __future__ import annotations

from typing import Protocol

from scrubber.reading import Reading, Spans

SHIPPED = frozenset({"known", "rules", "gazetteer", "crf", "context"})
"""The names of scrub's own detectors; ``context`` is the CRF without its chain (``--no-crf``)."""

CRF = "crf"
"""The CRF's name, and so how the sources of its spans begin."""

NEURAL = "neural"
"""The network's, where it finds by itself; where the CRF asks it, the name is the CRF's."""

MODELS = (CRF, NEURAL)
"""What goes by probabilities of labels."""

MEAN = "mean"
"""What finds by both, in the CRF's name: by the CRF's probabilities, and where these are in doubt by the mean with the
network's."""

BY_TYPE = (*MODELS, "context", "list")
"""What finds by type: a span's source bears both names, as in ``crf-CITY``."""


class Detector(Protocol):
    """Anything that finds PHI. A site's own plugs in by the entry point ``scrubber.detectors``."""

    @property
    def name(self) -> str:
        """By which the configuration calls it (``[types.CITY] detectors = ["gazetteer", "rules"]``)."""

    def find(self, reading: Reading) -> Spans:
        """The spans of each note: overlapping, of any weight (from 50 on they count), in no order."""


class Refiner(Protocol):
    """Anything that judges spans by what else is known: pure, so that the order of the list is all there is to it."""

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans of each note with the weights and types that they have from here on, and what belongs to them."""
