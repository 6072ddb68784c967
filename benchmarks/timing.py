"""Clocks: the best of some rounds, and what each stage of the flow takes.

All of them count seconds of the processor: on an idle machine those are the clock's, and on a busy one the clock would
count what others do.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from scrubber import detection, note
from scrubber.model.label_chain import Scored
from scrubber.pipeline import Scrubber
from scrubber.reading import Reading
from scrubber.text import document
from scrubber.text.batch import Batch


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """The best of some rounds: what the work costs when nothing else disturbs it."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def processor_seconds(work: Callable[[], object]) -> float:
    """What the work takes once, of the processor: for what is only new once."""
    started = time.process_time()
    work()
    return time.process_time() - started


def interleaved(works: dict[str, Callable[[], object]], rounds: int = 3) -> dict[str, float]:
    """The best of each work, taken in turns, so that a busy minute of the machine touches all of them."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            best[name] = min(best[name], seconds(work, 1))
    return best


def stages(scrubber: Scrubber, texts: Sequence[str]) -> dict[str, float]:
    """Seconds of each stage by itself, without the stages that it calls; 'rest' is what none of them is."""
    pack = scrubber.pack
    places: list[tuple[str, Any, str]] = [
        ("tokens of documents", document.Document, "tokens"),
        ("batch", Batch, "of"),
        ("prefilter", pack.rules.prefilter, "tries"),
        ("rules", pack.rules, "find"),
        ("phrases", pack.phrases, "find"),
        ("columns", Reading, "columns"),
        ("CRF", pack.crf, "scored"),
        ("chain", Scored, "tag"),
        *((type(refiner).__name__.lower(), type(refiner), "refine") for refiner in pack.refiners),
        ("resolve", detection, "resolve"),
        ("join", pack.joiner, "join"),
        ("mask", note.Note, "replacements"),
    ]
    clock = _Clock()
    with ExitStack() as stack:
        for name, owner, attribute in places:
            stack.enter_context(clock.watched(name, owner, attribute))
        started = time.process_time()
        for _ in scrubber.scrub_texts(texts):
            pass
        whole = time.process_time() - started
    return {**clock.own, "rest": max(0.0, whole - sum(clock.own.values()))}


class _Clock:
    def __init__(self) -> None:
        self.own: dict[str, float] = defaultdict(float)
        self._inner = [0.0]

    @contextmanager
    def watched(self, name: str, owner: Any, attribute: str) -> Iterator[None]:
        original = getattr(owner, attribute)
        if hasattr(original, "func"):  # a cached property
            original = original.func

            def read(instance: Any) -> Any:
                value = instance.__dict__[attribute] = self._timed(name, original, instance)
                return value

            with patch.object(owner, attribute, _Cached(attribute, read)):
                yield
            return

        def called(*given: Any, **named: Any) -> Any:
            return self._timed(name, original, *given, **named)

        with patch.object(owner, attribute, called):
            yield

    def _timed(self, name: str, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        self._inner.append(0.0)
        started = time.process_time()
        result = work(*given, **named)
        if hasattr(result, "__next__"):
            result = iter(list(result))
        took = time.process_time() - started
        self.own[name] += took - self._inner.pop()
        self._inner[-1] += took
        return result


class _Cached:
    """A cached property that is timed."""

    def __init__(self, name: str, read: Callable[[Any], Any]) -> None:
        self._name, self._read = name, read

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        return instance.__dict__.get(self._name) or self._read(instance)
