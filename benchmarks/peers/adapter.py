"""Runs one peer over notes. Started by ``benchmarks/peers``, with the Python of the peer's own environment.

    python adapter.py PEER < notes.json > result.json

Notes are a list of texts. The result is {"load": s, "seconds": s, "spans": [[[start, end, their type], …], …]}. Nothing
of scrub may be imported here, nor anything beyond the standard library before a peer is chosen.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Spans = list[tuple[int, int, str]]
Find = Callable[[Sequence[str]], list[Spans]]


def datafog() -> Find:
    """Its regular expressions (the engine 'regex')."""
    from datafog.services.text_service import TextService  # type: ignore[import-not-found]

    service = TextService(engine="regex")

    def find(texts: Sequence[str]) -> list[Spans]:
        return [
            [(s.start, s.end, s.label) for s in service.annotate_text_sync(text, structured=True)] for text in texts
        ]

    return find


def phileas() -> Find:
    """Every filter that needs no service."""
    from phileas.policy.policy import Policy  # type: ignore[import-not-found]
    from phileas.services.filter_service import FilterService  # type: ignore[import-not-found]

    names = [
        *("age", "emailAddress", "creditCard", "ssn", "phoneNumber", "ipAddress", "url", "zipCode", "vin", "date"),
        *("bitcoinAddress", "bankRoutingNumber", "macAddress", "currency", "streetAddress", "trackingNumber"),
        *("driversLicense", "ibanCode", "passportNumber"),
    ]
    policy = Policy.from_dict({"name": "all", "identifiers": {name: {} for name in names}})
    service = FilterService()

    def find(texts: Sequence[str]) -> list[Spans]:
        results = (service.filter(policy=policy, context="c", document_id="d", text=text) for text in texts)
        return [[(s.character_start, s.character_end, str(s.filter_type)) for s in r.spans] for r in results]

    return find


def presidio() -> Find:
    """Its pattern recognisers. The names are left to a language model, which the package does not bring: left out."""
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry  # type: ignore[import-not-found]
    from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine  # type: ignore[import-not-found]

    class Blank(NlpEngine):  # type: ignore[misc]
        def load(self) -> None: ...

        def is_loaded(self) -> bool:
            return True

        def process_text(self, text: str, language: str) -> Any:
            return NlpArtifacts([], [], [], [], self, language)

        def process_batch(self, texts: Any, language: str, **_: Any) -> Any:
            return ((text, self.process_text(text, language)) for text in texts)

        def is_stopword(self, word: str, language: str) -> bool:
            return False

        def is_punct(self, word: str, language: str) -> bool:
            return False

        def get_supported_entities(self) -> list[str]:
            return []

        def get_supported_languages(self) -> list[str]:
            return ["en"]

    registry = RecognizerRegistry()
    registry.load_predefined_recognizers(languages=["en"])
    registry.remove_recognizer("SpacyRecognizer")
    engine = AnalyzerEngine(registry=registry, nlp_engine=Blank())

    def find(texts: Sequence[str]) -> list[Spans]:
        return [[(r.start, r.end, r.entity_type) for r in engine.analyze(text, "en")] for text in texts]

    return find


def scrubadub() -> Find:
    """Its default detectors."""
    import scrubadub as package  # type: ignore[import-not-found]

    scrubber = package.Scrubber()

    def find(texts: Sequence[str]) -> list[Spans]:
        return [[(f.beg, f.end, f.type) for f in scrubber.iter_filth(text)] for text in texts]

    return find


def philter() -> Find:
    """Its newest configuration. Its part-of-speech tagger does not come with packages: capitals and digits stand in."""
    import os
    import re

    modern = re.compile

    def lenient(pattern: Any, flags: int = 0) -> Any:
        """Its patterns are older than Python 3.11, which wants flags at the start."""
        if isinstance(pattern, str) and (found := re.findall(r"\(\?([aimsux]+)\)", pattern)):
            pattern = f"(?{''.join(sorted(set(''.join(found))))})" + re.sub(r"\(\?[aimsux]+\)", "", pattern)
        return modern(pattern, flags)

    re.compile = lenient
    import nltk  # type: ignore[import-not-found]

    def tag(words: Sequence[str]) -> list[tuple[str, str]]:
        return [(w, "CD" if w[:1].isdigit() else "NNP" if w[:1].isupper() else "NN") for w in words]

    nltk.pos_tag = tag
    import philter_ucsf  # type: ignore[import-not-found]
    from philter_ucsf.philter import Philter  # type: ignore[import-not-found]

    os.chdir(Path(philter_ucsf.__file__).parent)

    def find(texts: Sequence[str]) -> list[Spans]:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "in").mkdir()
            for number, text in enumerate(texts):
                (place / "in" / f"{number:05}.txt").write_text(text, "utf-8")
            engine = Philter(
                {
                    "verbose": False,
                    "run_eval": False,
                    "finpath": f"{place}/in/",
                    "foutpath": folder,
                    "outformat": "asterisk",
                    "filters": "configs/philter_delta.json",
                    "cachepos": None,
                }
            )
            found = engine.map_coordinates()
            files = [f"{place}/in/{number:05}.txt" for number in range(len(texts))]
            return [[(start, end, "OTHER") for start, end in sorted(found[file].items())] for file in files]

    return find


PEERS: dict[str, Callable[[], Find]] = {
    "datafog": datafog,
    "phileas-redact": phileas,
    "presidio-analyzer": presidio,
    "scrubadub": scrubadub,
    "philter-ucsf": philter,
}
"""By the name under which the package index knows them."""


def main() -> None:
    """Read notes, find, time, answer."""
    texts = json.load(sys.stdin)
    with contextlib.redirect_stdout(sys.stderr):
        started = time.process_time()
        find = PEERS[sys.argv[1]]()
        find(texts[:1])
        ready = time.process_time()
        spans = find(texts)
        seconds = time.process_time() - ready
    json.dump({"load": ready - started, "seconds": seconds, "spans": spans}, sys.stdout)


if __name__ == "__main__":
    main()
