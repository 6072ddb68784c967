"""A language pack: the lexicon, rules, cues and model of one language, loaded once and shared by every note."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrubber.config_schema import nearest
from scrubber.data import data_folder
from scrubber.detect.cues import CueScorer
from scrubber.detect.known import KnownFinder
from scrubber.detect.listed import ListDetector
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.second_look import SecondLook
from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.errors import DataError, UsageError
from scrubber.features import FeatureMaker
from scrubber.lexicon import Lexicon
from scrubber.pack_data import read_pack_data
from scrubber.policy import direct_types, phi_types
from scrubber.reading import Reading
from scrubber.refine.clock_times import without_clock_times
from scrubber.refine.edges import without_loose_ends, without_signs_of_sex, without_titles
from scrubber.refine.eponyms import Eponyms
from scrubber.refine.join import Joiner
from scrubber.refine.people import one_person
from scrubber.refine.repeats import Repeats
from scrubber.refine.towns import with_towns
from scrubber.rules import NOT_PHI, Rule, load_rules
from scrubber.span import Span
from scrubber.toml_file import read_toml

if TYPE_CHECKING:
    from scrubber.detect.crf import CrfTagger
    from scrubber.detect.sequence import SequenceTagger
    from scrubber.refine.sequence import SequenceRefiner

CUES_SHARE = 0.25
"""Share of the cue scorer in the mean of its votes and the CRF's."""


class Said(NamedTuple):
    """What was said of a document's tokens, by index."""

    cues: Mapping[int, Vote]
    crf: Mapping[int, Vote]
    """Empty without a CRF."""
    together: Mapping[int, Vote]
    """The mean of both."""
    looked: Mapping[int, Vote]
    """Those after a second look at what is in doubt."""


class LanguagePack:
    """Everything that knows a language.

    Args:
        language: a folder name below ``lexicons/`` and ``patterns/``.
        lexicons, rules: a site's own folders, read after the shipped ones.
        crf: use the model; ``None``: where python-crfsuite is installed.
        crf_threshold: probabilities from which the CRF's word is PHI, by type or ``default``, over the shipped ones.
        optional: types to find besides those that are found by default.
        runs: whether a rule is wanted; ``None``: all are.
        joining_words: words that connect parts of a place's name; ``None``: those of ``joining.toml``.
        model, cues: a CRF and a cue file that ``scrub train`` made, instead of the shipped ones.

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
        crf_threshold: Mapping[str, float] | None = None,
        optional: Container[str] = (),
        runs: Callable[[Rule], bool] | None = None,
        joining_words: Sequence[str] | None = None,
        model: Path | None = None,
        cues: Path | None = None,
    ) -> None:
        self.language = language
        patterns = data_folder("patterns") / language
        self.data = read_pack_data(patterns / "pack.toml")
        off = optional_types(self.data.types) - {name for name in phi_types() if name in optional}
        extra = optional_types(self.data.types) - off
        shipped = [] if self.data.rules_only else [data_folder("lexicons") / language]
        self.lexicon = Lexicon.load([*shipped, *lexicons], without=off)
        every = load_rules([patterns, *rules])
        self.rule_ids = frozenset(rule.id for rule in every)
        """Every rule there is, those that are off as well."""
        wanted = [rule for rule in every if rule.type not in off and (not runs or runs(rule))]
        refuse_unknown_types(wanted)
        self.patterns = PatternDetector([rule for rule in wanted if rule.type not in extra])
        self.own = frozenset(rule.id for rule in wanted if rule.file.parent != patterns)
        """Ids of the rules of a site's own, whose word the votes do not overrule."""
        self.optional = PatternDetector([rule for rule in wanted if rule.type in extra])
        self.lists = ListDetector.of(self.lexicon, extra)
        self.joiner = Joiner(patterns / "joining.toml", joining_words)
        self.eponyms = Eponyms(patterns / "eponyms.toml", self.lexicon)
        self.features = FeatureMaker(self.lexicon)
        self.known = KnownFinder(self.lexicon)
        self.cues = None if self.data.rules_only else CueScorer(cues or patterns / "cues.tsv", self.features)
        self.crf: CrfTagger | None = None
        self.sequence: SequenceTagger | None = None
        self.second_look: SecondLook | None = None
        crf_file = model or patterns / "model.crf"
        self._load_model(crf_file, True if model and crf is None else crf)
        if self.cues is not None:
            judged = crf_file if self.crf else cues or patterns / "cues.tsv"
            self.second_look = SecondLook(judged, self.lexicon.flags, self.cues)
        self.repeats = Repeats(self.lexicon)
        self.thresholds, self.half = self._thresholds(patterns / "thresholds.toml", crf_threshold)

    @property
    def source(self) -> str:
        """What votes are called in a span's source."""
        return "cues" if self.crf is None and self.sequence is None else "crf"

    def load(self) -> None:
        """Load now what would be loaded for the first doubt: processes that are forked afterwards share it.

        Raises:
            DataError: a file is broken.
        """
        if self.crf is not None:
            self.crf.load()
        if self.second_look is not None:
            self.second_look.load()

    def read(self, document: Document) -> Reading:
        """The document with what lexicons and patterns say of it."""
        found = list(self.patterns.find(document))
        spans = [span for span in found if span.type != NOT_PHI]
        return Reading(document, self.lexicon, spans, [span for span in found if span.type == NOT_PHI])

    def beyond_votes(self, reading: Reading) -> Iterator[Span]:
        """What is found without asking the cue scorer and the CRF, which have not learned it.

        That is: known identifiers, the optional types, and what rules of a site's own find.
        """
        yield from self.known.find(reading.document)
        yield from self.optional.find(reading.document)
        yield from self.lists.find(reading)
        if self.own:
            yield from (span for span in reading.spans if span.source in self.own)

    def said(self, reading: Reading) -> Said:
        """What each of those who vote says of its tokens."""
        if self.cues is None:
            return Said({}, {}, {}, {})
        cues = self.cues.votes(reading)
        crf = {} if self.crf is None else self.crf.votes(reading, cues)
        together = mean_votes(cues, crf, CUES_SHARE)
        looked = together if self.second_look is None else self.second_look.votes(reading, cues, crf, together)
        return Said(cues, crf, together, looked)

    def votes(self, reading: Reading) -> Mapping[int, Vote]:
        """The votes on its tokens, mended by what is known of eponyms, clock times, titles, towns and persons."""
        votes = self.eponyms.without(reading, self.said(reading).looked)
        votes = without_loose_ends(reading, without_clock_times(reading, votes))
        votes = without_titles(reading, without_signs_of_sex(reading, votes))
        return with_towns(reading, one_person(reading, votes))

    @cached_property
    def refiner(self) -> SequenceRefiner:
        """What makes spans of the word of :attr:`sequence`."""
        from scrubber.refine.sequence import SequenceRefiner

        return SequenceRefiner(self.data, self.lexicon, self.source)

    def _load_model(self, path: Path, wanted: bool | None) -> None:
        if wanted is False:
            return
        if find_spec("pycrfsuite") is None:
            if wanted:
                raise UsageError("the CRF needs python-crfsuite: pip install 'scrub-phi[crf]'")
            return
        if not path.exists():
            return
        if self.data.sequence is not None:
            from scrubber.detect.sequence import SequenceTagger
            from scrubber.detect.word_features import WordFeatures

            self.sequence = SequenceTagger(path, WordFeatures(self.lexicon))
        else:
            from scrubber.detect.crf import CrfTagger

            self.crf = CrfTagger(path, self.lexicon, self.data.labels)

    def _thresholds(self, path: Path, crf_threshold: Mapping[str, float] | None) -> tuple[Mapping[str, float], float]:
        table = read_toml(path)
        shipped = table[self.source]
        if self.source == "crf" and crf_threshold:
            shipped = {**({} if "default" in crf_threshold else shipped), **crf_threshold}
        usual = shipped["default"]
        by_type = {**dict.fromkeys(direct_types(), shipped.get("direct", usual)), **shipped}
        least = {name: float(by_type.get(name, usual)) for name in phi_types()}
        return least, float(table[self.source].get("half", min(least.values())))


def optional_types(found: Container[str] = ()) -> frozenset[str]:
    """The types that are off by default, without those that a language finds all the same."""
    return frozenset(name for name, info in phi_types().items() if not info.default and name not in found)


def refuse_unknown_types(rules: Iterable[Rule]) -> None:
    """Refuse rules of a type that nobody knows.

    Raises:
        DataError: there is one; says where.
    """
    for rule in rules:
        if rule.type not in phi_types() and rule.type != NOT_PHI:
            raise DataError(f"{rule.file}: rule {rule.id}: no type '{rule.type}'{nearest(rule.type, phi_types())}")


def mean_votes(first: Mapping[int, Vote], second: Mapping[int, Vote], share: float) -> dict[int, Vote]:
    """The mean of two taggers' votes, the first one's with this share; its own where the second has none.

    The second one names the type where it has an opinion.
    """
    votes = dict(first)
    for index, b in second.items():
        a = first.get(index)
        votes[index] = Vote((a.probability if a else 0.0) * share + b.probability * (1 - share), b.type)
    return votes
