"""Training: the cue scorer and the CRF, from notes in which the PHI is marked.

Both learn from the same features (``features.py``). The cue scorer learns from single tokens: the candidates, and what
stands beside those that are PHI, since those are what it is asked about. The CRF learns from lines that hold a
candidate. Each has its second look (``second_training.py``), for which both learn again from each half of the notes.
Nothing is random: the same notes, lexicons and rules give the same files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from scrubber.cue_lines import EVERY_CUE, MANY, TELLING_CUES, cue_lines
from scrubber.data import data_folder
from scrubber.detect.committee import committee
from scrubber.detect.crf import CrfTagger
from scrubber.detect.crf_model import rounded, write_model
from scrubber.detect.cues import NONE, SOME, TYPE_FEATURES, CueScorer
from scrubber.detect.patterns import PatternDetector
from scrubber.detect.second_look import look_of
from scrubber.detect.tagger import Vote
from scrubber.detect.trees import Forest, write_forest
from scrubber.detect.word_features import WordFeatures
from scrubber.detect.word_parts import without
from scrubber.document import Document
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.marks import IGNORE, MarkedNote
from scrubber.excerpts import excerpts
from scrubber.features import FeatureMaker
from scrubber.fitting import Example, Say, Scratch, fit, learned, side_by_side
from scrubber.language import optional_types
from scrubber.learned import Learned, closure, in_both_halves, labels
from scrubber.lexicon import Lexicon
from scrubber.pack_data import SequenceData, label_names, read_pack_data
from scrubber.policy import phi_types
from scrubber.reading import Reading
from scrubber.recase import in_other_case
from scrubber.rules import NOT_PHI, load_rules
from scrubber.second_training import in_halves, learn_look

PARAMETERS = {
    "c1": 0.3,
    "c2": 0.1,
    "max_iterations": 100,
    "feature.possible_transitions": False,
}
"""Of L-BFGS: how much weights are held down (absolutely, squared)."""
TYPE_PARAMETERS = {**PARAMETERS, "c1": 1.0}
"""Of the points by type: fewer of them do."""
CRF_PARAMETERS = {**PARAMETERS, "c1": 0.8, "max_iterations": 90, "feature.minfreq": 5}
"""Of the model that is asked about doubtful lines."""
HALF_PARAMETERS = {**CRF_PARAMETERS, "max_iterations": 60}
"""Of those that know one half of the notes: what a second look learns from them asks for no better ones."""
SEQUENCE_PARAMETERS = {**PARAMETERS, "c1": 0.05, "c2": 0.01, "max_iterations": 160, "feature.minfreq": 1}
"""Of a model that reads every line and knows words by heart: rare ones count too."""

_LIBRARIES = (("pycrfsuite", "python-crfsuite"), ("sklearn", "scikit-learn"))
"""What learns; the second one what a second look learns, which a model that reads every line has none of."""


class Trainer:
    """Learns from marked notes.

    Args:
        language: a folder name below ``lexicons/`` and ``patterns/``.
        lexicons, rules: a site's own folders; give the same ones when the model is used.

    Raises:
        UsageError: a library is not installed, or there is no such language. DataError: a file does not load.
    """

    def __init__(self, language: str = "en", *, lexicons: Sequence[Path] = (), rules: Sequence[Path] = ()) -> None:
        folders = [data_folder(name) / language for name in ("lexicons", "patterns")]
        if not all(folder.is_dir() for folder in folders):
            raise UsageError(f"no language '{language}'")
        self._data = read_pack_data(folders[1] / "pack.toml")
        _refuse_missing(_LIBRARIES if self._data.sequence is None else _LIBRARIES[:1])
        self._how = self._data.sequence or SequenceData()
        optional = optional_types(self._data.types)
        off = {*optional, NOT_PHI}
        self._lexicon = Lexicon.load([folders[0], *lexicons], without=optional)
        self._patterns = PatternDetector([r for r in load_rules([folders[1], *rules]) if r.type not in off])
        self._features = FeatureMaker(self._lexicon)
        self._halves: tuple[Sequence[Learned], list[CueScorer]] | None = None
        """The notes that were learned last, and the cue scorers of their halves."""

    def read(self, notes: Iterable[MarkedNote], *, as_written: bool = False) -> list[Learned]:
        """The notes as the learners see them, sorted by name.

        Args:
            as_written: leave out the copies in other case (:mod:`scrubber.recase`) and the excerpts
                (:mod:`scrubber.excerpts`), which a model that reads whole notes of one kind never gets.

        Raises:
            DataError: a mark has a type that nobody knows.
        """
        copied = not as_written and self._data.sequence is None
        every = []
        for half, own in enumerate(in_halves(notes)):
            if copied:
                own += in_other_case(own)
                own += excerpts(own)
            every += [(note, half) for note in own]
        return [self._read(note, half) for note, half in sorted(every, key=lambda pair: pair[0].name)]

    def _read(self, note: MarkedNote, half: int) -> Learned:
        for mark in note.marks:
            if mark.type != IGNORE and mark.type not in phi_types():
                raise DataError(f"{note.name}: no type '{mark.type}' (--scheme tells whose types the notes use)")
        document = Document(note.text, note.name)
        reading = Reading(document, self._lexicon, list(self._patterns.find(document)))
        begun = labels(document.tokens, note, begun=True)
        return Learned(reading, labels(document.tokens, note), self._features.candidates(reading), begun, half)

    def train_cues(self, notes: Sequence[Learned], path: Path, say: Say = lambda _: None) -> int:
        """Learn the cue scorer's points and write them to ``path``; returns how many there are.

        What its second look learns lies beside it.
        """
        looked_at = self._data.sequence is None and in_both_halves(notes)
        with Scratch(path) as whole:
            if not looked_at:
                self._write_cues(notes, whole, say)
                return _put_cues(whole, path)
            scorers = self._scorers(notes, path, [lambda: self._write_cues(notes, whole, say)])
            count = _put_cues(whole, path)
        flags = self._lexicon.flags
        _put_look(learn_look(notes, lambda half, reading: (scorers[half].votes(reading), {}), scorers, flags), path)
        return count

    def _write_cues(self, notes: Sequence[Learned], path: Path, say: Say = lambda _: None) -> None:
        path.write_text("\n".join(self._cue_lines(notes, path, say)) + "\n", "utf-8")

    def _cue_lines(self, notes: Sequence[Learned], path: Path, say: Say) -> list[str]:
        """What a cue scorer learns from these notes."""
        least = TELLING_CUES if len(notes) >= MANY else EVERY_CUE
        often = {**PARAMETERS, "feature.minfreq": least.times}
        by_type_often = {**TYPE_PARAMETERS, "feature.minfreq": least.times}
        chances = learned((pair for note in notes for pair in self._chances(note)), path, say, often)
        by_type = learned((pair for note in notes for pair in self._types(note)), path, say, by_type_often)
        types = {label for note in notes for label in note.labels} - {NONE, IGNORE}
        return cue_lines(chances, by_type, types, least)

    def _scorers(self, notes: Sequence[Learned], path: Path, jobs: Sequence[Callable[[], None]]) -> list[CueScorer]:
        """For each half of the notes a cue scorer that does not know it, learned beside other jobs.

        They are kept: the second look at what the CRF leaves in doubt asks for the same ones.
        """
        if self._halves is not None and self._halves[0] is notes:
            side_by_side(jobs)
            return self._halves[1]
        with Scratch(path, ".0") as first, Scratch(path, ".1") as second:

            def learn() -> None:
                for half, file in enumerate((first, second)):
                    self._write_cues([note for note in notes if note.half != half], file)

            side_by_side([*jobs, learn])
            self._halves = notes, [CueScorer(file, self._features) for file in (first, second)]
        return self._halves[1]

    def train_crf(self, notes: Sequence[Learned], path: Path, say: Say = lambda _: None) -> None:
        """Learn the CRF and write it to ``path``; what its second look learns lies beside it."""
        if self._data.sequence is None:
            self._train_voter(notes, path, say)
            return
        with Scratch(path) as scratch:
            models = []
            for view in self._how.views:
                fit(self._sequences(notes, view), scratch, say, SEQUENCE_PARAMETERS)
                models.append(rounded(scratch.read_bytes()))
            write_model(scratch, committee(models))
            os.replace(scratch, path)

    def _train_voter(self, notes: Sequence[Learned], path: Path, say: Say) -> None:
        """A CRF that is one vote among others, and its second look."""
        if not in_both_halves(notes):
            with Scratch(path) as scratch:
                self._fit(notes, scratch, CRF_PARAMETERS, say)
                _put(scratch, path)
            return
        with Scratch(path, ".whole") as whole, Scratch(path, ".0") as first, Scratch(path, ".1") as second:

            def fit_halves() -> None:
                for half, model in enumerate((first, second)):
                    self._fit([note for note in notes if note.half != half], model, HALF_PARAMETERS)

            fit_whole = partial(self._fit, notes, whole, CRF_PARAMETERS, say)
            scorers = self._scorers(notes, path, [fit_whole, fit_halves])
            taggers = [CrfTagger(model, self._lexicon, self._data.labels) for model in (first, second)]

            def votes_of(half: int, reading: Reading) -> tuple[Mapping[int, Vote], Mapping[int, Vote]]:
                cues = scorers[half].votes(reading)
                return cues, taggers[half].votes(reading, cues)

            forest = learn_look(notes, votes_of, scorers, self._lexicon.flags)
            _put(whole, path)
            _put_look(forest, path)

    def _fit(
        self, notes: Sequence[Learned], path: Path, parameters: Mapping[str, float | bool], say: Say = lambda _: None
    ) -> None:
        fit(self._lines(notes), path, say, parameters)
        write_model(path, rounded(path.read_bytes()))

    def _sequences(self, notes: Iterable[Learned], view: Set[str]) -> Iterator[Example]:
        """Every line without the features of some groups, with labels that tell where spans begin."""
        features = WordFeatures(self._lexicon)
        begun = {f"B-{type_}" for type_ in self._how.neighbours}
        for note in notes:
            for line, rows in features.lines(note.reading):
                marked = [note.begun[i] for i in line]
                if IGNORE not in marked:
                    yield (
                        without(rows, view) if view else rows,
                        [m if m == NONE or m in begun else f"I-{m[2:]}" for m in marked],
                    )

    def _tokens(self, note: Learned) -> Iterator[tuple[list[str], str]]:
        wanted = [i for i in closure(note) if note.labels[i] != IGNORE]
        yield from zip(self._features.make(note.reading, wanted), (note.labels[i] for i in wanted), strict=True)

    def _chances(self, note: Learned) -> Iterator[tuple[list[str], str]]:
        """Each token, labelled as PHI or not."""
        for row, label in self._tokens(note):
            yield row, NONE if label == NONE else SOME

    def _types(self, note: Learned) -> Iterator[tuple[list[str], str]]:
        """Each token that is PHI, labelled with its type."""
        for row, label in self._tokens(note):
            if label != NONE:
                yield [cue for cue in row if cue.partition("=")[0] in TYPE_FEATURES], label

    def _lines(self, notes: Iterable[Learned]) -> Iterator[Example]:
        """The lines that hold a candidate, with the labels of the model."""
        features = WordFeatures(self._lexicon, by_heart=False)
        names = label_names(self._data)
        for note in notes:
            candidates = set(note.candidates)
            for line, rows in features.lines(note.reading, partial(_holds, candidates)):
                marked = [names.get(note.labels[i], note.labels[i]) for i in line]
                if IGNORE not in marked:
                    yield rows, marked


def _put(scratch: Path, path: Path) -> None:
    """Put what was learned into its place; the trees of one that was there would judge the votes of this one."""
    look_of(path).unlink(missing_ok=True)
    os.replace(scratch, path)


def _put_cues(scratch: Path, path: Path) -> int:
    """Put a cue scorer into its place; returns how many points it has."""
    count = scratch.read_bytes().count(b"\n") - 1
    _put(scratch, path)
    return count


def _put_look(forest: Forest | None, path: Path) -> None:
    """Put the trees that were learned, if any were, beside the tagger at ``path``."""
    if forest is not None:
        look = look_of(path)
        with Scratch(look) as scratch:
            write_forest(scratch, forest)
            os.replace(scratch, look)


def _refuse_missing(libraries: Iterable[tuple[str, str]]) -> None:
    """Say at once, and not after an hour of training, what is not installed."""
    for module, name in libraries:
        if find_spec(module) is None:
            raise UsageError(f"training needs {name}: pip install 'scrub-phi[train]'")


def _holds(wanted: Set[int], line: range) -> bool:
    return not wanted.isdisjoint(line)
