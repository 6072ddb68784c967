"""``python -m benchmarks.meddocan CORPUS``: Spanish on the notes of MEDDOCAN, and how well languages are told apart.

CORPUS is the folder that holds ``train`` and ``dev`` (brat), which are not ours to ship. The shipped model was trained
on ``train`` alone:

    scrub train --language es --scheme meddocan CORPUS/train --force -o patterns/es/model.crf
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from scrubber.evaluate.evaluation import Evaluation, evaluate
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import Mark, MarkedNote, mark
from scrubber.evaluate.schemes import load_scheme
from scrubber.languages.identification import detect_language
from scrubber.languages.names import DEFAULT, languages
from scrubber.pipeline import Scrubber
from scrubber.policy import phi_types
from scrubber.refine.resolve import resolve
from scrubber.text.document import Document
from scrubber.text.span import Span

SCHEME = "meddocan"
CUTS = (50, 200, 1000)
"""Characters of a note by which its language is to be told."""
ENGLISH = Path(__file__).parent / "corpus"
_FIGURES = ("strict_P", "strict_R", "strict_F1", "spans_F1", "merged_F1", "leak", "R_all", "clean")

Find = Callable[[str], Sequence[Span]]


def ways() -> dict[str, Find]:
    """What finds spans, by name: rules alone, rules and context, all of it."""
    whole = Scrubber(SCHEME, language="es")
    pack = whole.pack

    def rules(text: str) -> Sequence[Span]:
        return resolve(text, (s for s in pack.read([Document(text)]).rules[0] if s.weight >= 50), phi_types())

    without = Scrubber(SCHEME, language="es", crf=False)
    return {"rules alone": rules, "rules, lists and context": without.find, "all": whole.find}


def measured(notes: Sequence[MarkedNote], find: Find) -> Evaluation:
    """The task's figures for one way."""
    scheme = load_scheme(SCHEME)
    found = {note.name: _marks(find(note.text)) for note in notes}
    return evaluate([scheme.read_note(note) for note in notes], found, scheme)


def _marks(spans: Iterable[Span]) -> tuple[Mark, ...]:
    return tuple(mark(s.type, s.start, s.end) for s in spans)


def told(texts: Mapping[str, Sequence[str]], cut: int, *, start: bool) -> dict[str, Counter[str]]:
    """What the texts of each language are read as, cut to so many characters from their start or from anywhere."""
    chance = random.Random(2019)
    result = {}
    for language, notes in texts.items():
        begins = [0 if start else chance.randrange(max(1, len(text) - cut)) for text in notes]
        guesses = [detect_language(t[b : b + cut], languages()) for t, b in zip(notes, begins, strict=True)]
        result[language] = Counter(guess.language or f"open, so {DEFAULT}" for guess in guesses)
    return result


def main(arguments: Sequence[str]) -> int:
    """Print the tables."""
    if len(arguments) != 1 or not Path(arguments[0], "dev").is_dir():
        print(__doc__)
        return 2
    corpus = Path(arguments[0])
    dev = read_gold(corpus / "dev")
    print(f"{'dev, ' + str(len(dev)) + ' notes':<24}" + "".join(f"{name:>11}" for name in _FIGURES))
    for name, find in ways().items():
        result = measured(dev, find)
        figures = result.figures()
        print(f"{name:<24}" + "".join(f"{figures[figure]:>11.4f}" for figure in _FIGURES), flush=True)
    print(f"\n{'all, by type':<36}{'P':>7}{'R':>7}{'F1':>7}{'gold':>7}")
    strict = result.entities["strict"]
    for type_ in sorted(strict.types(), key=lambda t: -strict.gold[t]):
        row = "".join(f"{figure:>7.3f}" for figure in strict.figures([type_]))
        print(f"{type_:<36}{row}{strict.gold[type_]:>7}")
    texts = {"en": [n.text for n in read_gold(ENGLISH)], "es": [n.text for n in (*dev, *read_gold(corpus / "train"))]}
    print(f"\nlanguage told ({', '.join(f'{code}: {len(some)} notes' for code, some in texts.items())})")
    for cut in CUTS:
        for start in (True, False):
            row = "   ".join(
                f"{code}: " + ", ".join(f"{guess} {number}" for guess, number in counts.most_common())
                for code, counts in told(texts, cut, start=start).items()
            )
            print(f"{cut:>5} characters {'from the start' if start else 'from anywhere'}   {row}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
