"""``scrub eval --detectors``: ways to find side by side, and the best one for each type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.evaluate.choosing import Choice, Found
    from scrubber.evaluate.marks import MarkedNote
    from scrubber.refine.listening import Listening
    from scrubber.settings import ScrubberSettings


def compare(
    notes: Sequence[MarkedNote],
    made_of: ScrubberSettings,
    names: Sequence[str],
    file: Path | None,
    output: str | None,
    console: Console,
) -> None:
    """Measure each way, print them, and write the configuration of the best ones.

    Raises:
        UsageError: there is no such way, or the network of one is not there.
    """
    from scrubber.cli.output import report_output
    from scrubber.evaluate.choosing import as_table, as_toml, choose, cross_validated
    from scrubber.evaluate.evaluation import evaluate
    from scrubber.evaluate.predictions import predictions
    from scrubber.evaluate.ways import way, ways
    from scrubber.pipeline import Scrubber

    def find(listening: Listening, some: Sequence[MarkedNote]) -> Found:
        return predictions(some, Scrubber.made_from(_listening(made_of, listening)), console.advance)

    def find_chosen(chosen: Choice, some: Sequence[MarkedNote]) -> Found:
        return find(ways(chosen), some)

    listenings = {name: way(name) for name in names}
    with console.progress(len(notes) * (len(names) + (file is not None))):
        by_way = {name: find(listening, notes) for name, listening in listenings.items()}
        results = {name: evaluate(notes, found) for name, found in by_way.items()}
        if file is not None:
            results["chosen"] = cross_validated(notes, by_way, find_chosen)
    with report_output(output, private=False) as write:
        write("\n".join(as_table(results)) + "\n")
    if file is not None:
        with report_output(str(file), private=False) as write:
            lines = as_toml(choose(notes, by_way))
            write("\n".join([f"# Of {', '.join(names)} the best for each type.", *lines]) + "\n")
        console.result(f"wrote {file}; 'chosen' is by cross-validation")
        better = [name for name in names if results[name].figures()["F1"] > results["chosen"].figures()["F1"]]
        if better:
            console.warning(f"one way for all types has a higher F1 than what is chosen by type: {', '.join(better)}")


def way_names(text: str) -> list[str]:
    """The ways that ``--detectors`` names.

    Raises:
        UsageError: there are none.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UsageError("--detectors is empty")
    return list(dict.fromkeys(names))


def _listening(made_of: ScrubberSettings, listening: Listening) -> ScrubberSettings:
    """The same that listens to others; without the network where it does not listen to that."""
    from scrubber.refine.site import Site
    from scrubber.stages import NEURAL

    site = replace(made_of.options.get("site", Site()), listening=listening)
    options = {**made_of.options, "site": site}
    if NEURAL not in listening.names:
        options.pop("network", None)
    return replace(made_of, options=options)
