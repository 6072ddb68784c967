"""A language pack: the lexicon, rules, cues and model of one language, loaded once and shared by every note."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.data import data_folder
from scrubber.detect.cues import CueScorer
from scrubber.detect.known import KnownFinder
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.errors import DataError, UsageError
from scrubber.features import FeatureMaker
from scrubber.lexicon import Lexicon
from scrubber.policy import phi_types
from scrubber.reading import Reading
from scrubber.refine.repeats import Repeats
from scrubber.rules import load_rules

if TYPE_CHECKING:
    from scrubber.detect.crf import CrfTagger

CUES_SHARE = 0.4
"""Share of the cue scorer in the mean of its votes and the CRF's."""


class LanguagePack:
    """Everything that knows a language.

    Args:
        language: a folder name below ``lexicons/`` and ``patterns/``.
        lexicons, rules: a site's own folders, read after the shipped ones.
        crf: use the model; ``None``: where python-crfsuite is installed.
        crf_threshold: probability from which the CRF's word is PHI; ``None``: per type, as shipped.

    Raises:
        DataError: a file does not load. UsageError: the CRF is asked for and not installed.
    """

    def __init__(
        self,
        language: str = "en",
        *,
        lexicons: Sequence[Path] = (),
        rules: Sequence[Path] = (),
        crf: bool | None = None,
        crf_threshold: float | None = None,
    ) -> None:
        self.language = language
        patterns = data_folder("patterns") / language
        self.lexicon = Lexicon.load([data_folder("lexicons") / language, *lexicons])
        self.patterns = PatternDetector(load_rules([patterns, *rules]))
        self.features = FeatureMaker(self.lexicon)
        self.known = KnownFinder(self.lexicon)
        self.cues = CueScorer(patterns / "cues.tsv", self.features)
        self.crf = self._load_crf(patterns / "model.crf", crf)
        self.repeats = Repeats(self.lexicon)
        self.thresholds = self._thresholds(patterns / "thresholds.toml", crf_threshold)

    @property
    def source(self) -> str:
        """What votes are called in a span's source."""
        return "cues" if self.crf is None else "crf"

    def read(self, document: Document) -> Reading:
        """The document with what lexicons and patterns say of it."""
        return Reading(document, self.lexicon, list(self.patterns.find(document)))

    def votes(self, reading: Reading) -> Mapping[int, Vote]:
        """The votes on its tokens: the cue scorer's, or the mean of its and the CRF's."""
        cues = self.cues.votes(reading)
        if self.crf is None:
            return cues
        return mean_votes(cues, self.crf.votes(reading), CUES_SHARE)

    def _load_crf(self, path: Path, wanted: bool | None) -> CrfTagger | None:
        if wanted is False:
            return None
        if find_spec("pycrfsuite") is None:
            if wanted:
                raise UsageError("the CRF needs python-crfsuite: pip install 'scrubber[crf]'")
            return None
        if not path.exists():
            return None
        from scrubber.detect.crf import CrfTagger

        return CrfTagger(path, self.features)

    def _thresholds(self, path: Path, crf_threshold: float | None) -> Mapping[str, float]:
        try:
            table = tomllib.loads(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise DataError(f"{path}: {error}") from None
        shipped = table["cues" if self.crf is None else "crf"]
        if self.crf is not None and crf_threshold is not None:
            shipped = {"default": crf_threshold}
        return {name: float(shipped.get(name, shipped["default"])) for name in phi_types()}


def mean_votes(first: Mapping[int, Vote], second: Mapping[int, Vote], share: float) -> dict[int, Vote]:
    """The mean of two taggers' votes; the second one names the type where it has an opinion."""
    votes: dict[int, Vote] = {}
    for index in first.keys() | second.keys():
        a, b = first.get(index), second.get(index)
        probability = (a.probability if a else 0.0) * share + (b.probability if b else 0.0) * (1 - share)
        type_ = b.type if b else a.type if a else ""
        votes[index] = Vote(probability, type_)
    return votes
