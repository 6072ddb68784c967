"""A language pack: the lexicon, rules and model of one language, loaded once and shared by every note."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubber.data import data_folder, ships
from scrubber.errors import DataError
from scrubber.gazetteers.detector import GAZETTEER, ListDetector
from scrubber.gazetteers.loading import load_lexicon
from scrubber.gazetteers.phrases import Phrases
from scrubber.known.detector import KnownDetector, KnownFinder
from scrubber.known.table import SOURCE as KNOWN
from scrubber.languages.settings import read_pack_data
from scrubber.model.crf import Crf
from scrubber.model.detector import CONTEXT, ModelDetector
from scrubber.model.file import ModelFile, shipped_model
from scrubber.nearest import nearest
from scrubber.plugins import plugged_in
from scrubber.policy import direct_types, phi_types
from scrubber.reading import Reading
from scrubber.refine.confirm import Confirm
from scrubber.refine.doubt import Doubt
from scrubber.refine.forms import Forms
from scrubber.refine.join import Joiner
from scrubber.refine.listening import VOTE, Listening
from scrubber.refine.repeats import Repeats
from scrubber.refine.roles import Roles
from scrubber.refine.support import Support
from scrubber.refine.vetoes import Vetoes
from scrubber.refine.votes import Votes
from scrubber.refine.whole import Whole
from scrubber.rules.loading import load_rules
from scrubber.rules.matcher import Matcher, OptionalRules, RuleDetector
from scrubber.rules.rule import NOT_PHI, Rule
from scrubber.stages import CRF, MEAN, NEURAL, Detector, Refiner
from scrubber.text.batch import Batch
from scrubber.text.document import Document
from scrubber.text.eras import in_our_time
from scrubber.text.span import Span
from scrubber.text.vocabulary import Vocabulary
from scrubber.toml_file import read_toml

if TYPE_CHECKING:
    from scrubber.neural.tagger import NetworkTagger

_SOURCES = 4096
"""Rules and types of which it is remembered who has the last word on them."""
_SAID = {NEURAL: "network_tagged", MEAN: "mean_tagged"}
"""The part of a reading in which a model's word stands, where that is not the CRF's."""


class LanguagePack:
    """Everything that knows a language.

    Args:
        language: a folder name below ``lexicons/`` and ``patterns/``.
        lexicons, rules: a site's own folders, read after the shipped ones.
        crf: use the model, as by default; ``False``: rules, lists and context alone.
        crf_threshold: probabilities from which the CRF's word is PHI, by type or ``default``, over the shipped ones.
        optional: types to find besides those that are found by default.
        runs: whether a rule is wanted; ``None``: all are.
        listening: which detectors the types listen to.
        joining_words: words that connect parts of a place's name; ``None``: those of ``joining.toml``.
        model: a CRF that ``scrub train`` made, instead of the shipped one; the shipped network speaks beside
            the shipped CRF alone, unless a type listens to it. network: one in place of the shipped one, beside either.

    Raises:
        DataError: a file does not load. UsageError: a type listens to a detector that there is not.
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
        listening: Listening = Listening(),  # noqa: B008 (frozen)
        joining_words: Sequence[str] | None = None,
        model: Path | None = None,
        network: Path | None = None,
    ) -> None:
        self.language = language
        self._patterns = data_folder("patterns") / language
        self.data = read_pack_data(self._patterns / "pack.toml")
        off = optional_types(self.data.types) - {name for name in phi_types() if name in optional}
        self._extra = optional_types(self.data.types) - off
        shipped = [] if self.data.rules_only else [data_folder("lexicons") / language]
        self.lexicon = load_lexicon([*shipped, *lexicons], without=off)
        self.phrases = Phrases(self.lexicon)
        self.vocabulary = Vocabulary(self.lexicon, by_heart=self.data.by_heart)
        self.known = KnownFinder(self.lexicon)
        self._load_rules(rules, lambda rule: rule.type not in off and (not runs or runs(rule)))
        self.joiner = Joiner(self._patterns / "joining.toml", joining_words)
        self.crf = self._model(model or self._patterns / "model.crf", crf is not False)
        self.source = CONTEXT if crf is False else CRF
        """What the CRF's spans are called by; without the chain, it is context."""
        if crf is False:
            listening = listening.apart()
        elif model is None or network is not None:
            listening = listening.with_network()
        wanted = any(listening.hears(type_, NEURAL) for type_ in phi_types())
        self.network = self._load_network(network or self._patterns / "model.network") if wanted else None
        self.listening = listening if self.network is not None else listening.without_network()
        """Which detectors the types listen to in this language."""
        thresholds = read_toml(self._patterns / "thresholds.toml")
        self.models = {kind: self._model_detector(kind, thresholds, crf_threshold) for kind in self._kinds()}
        """The detectors that go by probabilities, by name."""
        self.detectors = self._detectors()
        self.refiners = self._refiners()

    def _load_rules(self, folders: Sequence[Path], wanted: Callable[[Rule], bool]) -> None:
        every = load_rules([self._patterns, *folders])
        self.rule_ids = frozenset(rule.id for rule in every)
        """Every rule there is, those that are off as well."""
        rules = [rule for rule in every if wanted(rule)]
        refuse_unknown_types(rules)
        self.rules = Matcher([rule for rule in rules if rule.type not in self._extra])
        self.optional = Matcher([rule for rule in rules if rule.type in self._extra])
        self.own = frozenset(rule.id for rule in rules if rule.file.parent != self._patterns)
        """Ids of the rules of a site's own, whose word the CRF does not overrule."""

    def _detectors(self) -> Sequence[Detector]:
        """What finds, in the order in which it runs."""
        by_lists = self._extra | {type_ for type_, names in self.listening.detectors.items() if GAZETTEER in names}
        return (
            KnownDetector(self.known),
            RuleDetector(),
            OptionalRules(self.optional),
            ListDetector.of(self.lexicon, by_lists),
            *self.models.values(),
            *plugged_in(self.listening.names),
        )

    def _refiners(self) -> Sequence[Refiner]:
        """What is made of that, in the order in which it runs."""
        return (
            *([Votes(self._votes)] if VOTE in self.listening.combine.values() else []),
            *([Forms(self.data, self.lexicon)] if self.data.trim or self.data.told_apart else []),
            *([Doubt(self.data.doubtful, self.lexicon)] if self.data.doubtful else []),
            Confirm(lru_cache(_SOURCES)(self._is_judged), self.own.__contains__, self.data.types, self.data.sure),
            Whole(),
            Roles(),
            Repeats(self.lexicon),
            Vetoes(lru_cache(_SOURCES)(self.is_beyond)),
            Support(),
        )

    def read(self, documents: Sequence[Document]) -> Reading:
        """The documents, as of our own time, with what lexicons and rules say of them."""
        documents = list(map(in_our_time, documents))
        batch = Batch.of([document.text for document in documents], self.vocabulary)
        found = self.rules.find(batch, documents)
        rules = [[span for span in spans if span.type != NOT_PHI] for spans in found]
        # each place of a list of names may begin a match that covers all that follow: once is enough
        vetoes = [list(dict.fromkeys([span for span in spans if span.type == NOT_PHI])) for spans in found]
        phrases = self.phrases.find(batch)
        return Reading(
            documents, batch, self.lexicon, rules, vetoes, phrases, self.crf, self.network, MEAN in self.models
        )

    def _kinds(self) -> Iterator[str]:
        """The names of the models that there are, and that a type listens to."""
        there = ((self.source, self.crf), (NEURAL, self.network), (MEAN, self.network))
        for kind, model in there:
            if model is not None and any(self.listening.per_cent(kind, type_) for type_ in phi_types()):
                yield kind

    def _model_detector(self, kind: str, tables: Mapping[str, Any], given: Mapping[str, float] | None) -> ModelDetector:
        """A model's detector, with the thresholds that are given over those that are shipped."""
        shipped = tables.get(kind, tables[CRF])
        least, short = _thresholds(shipped, given), _thresholds(shipped.get("short", shipped), given)
        return ModelDetector(kind, attrgetter(_SAID.get(kind, "tagged")), least, short)

    def model_of(self, span: Span) -> ModelDetector | None:
        """The model's detector that found a span."""
        called = span.source.partition("-")[0]
        kind = MEAN if called == CRF and self.listening.combination(span.type) == MEAN else called
        return self.models.get(kind)

    def _is_judged(self, source: str, type_: str) -> bool:
        """Whether a model decides on what a source found: a rule, of a type that listens to the model."""
        if source not in self.rules.rules or source in self.own:
            return False
        by_crf = self.source == CRF and self.crf is not None and self.listening.hears(type_, CRF)
        return by_crf or (self.network is not None and self.listening.hears(type_, NEURAL))

    def _votes(self, type_: str) -> bool:
        return self.listening.combination(type_) == VOTE

    def is_beyond(self, source: str) -> bool:
        """Whether vetoes do not concern what a source found."""
        listed = source.removeprefix("list-") in self._extra
        return source == KNOWN or listed or source in self.optional.rules or source in self.own

    def _model(self, path: Path, chained: bool) -> Crf | None:
        """The model; none of a language that has none yet, which is then trained."""
        if not path.exists():
            return None
        read = shipped_model if ships(path) else ModelFile.read
        return Crf(read(path), self.vocabulary, chained=chained)

    def _load_network(self, path: Path) -> NetworkTagger | None:
        """The network, of a language that has one."""
        if not path.exists():
            return None
        from scrubber.neural.file import NetworkFile, shipped_network
        from scrubber.neural.tagger import NetworkTagger

        read = shipped_network if ships(path) else NetworkFile.read
        return NetworkTagger(read(path), self.vocabulary)


def _thresholds(shipped: Mapping[str, float], given: Mapping[str, float] | None) -> Mapping[str, float]:
    """The probability from which the CRF's word counts, by type: what is given, then what is shipped."""
    table = {**(shipped if not given or "default" not in given else {}), **(given or {})}
    direct = dict.fromkeys(direct_types(), "direct")
    return {
        name: float(next(table[key] for key in (name, info.category, direct.get(name), "default") if key in table))
        for name, info in phi_types().items()
    }


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
