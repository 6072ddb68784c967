"""The experiments of the fault laboratory, a kind each: what was tried how often, and what was wrong afterwards."""

from __future__ import annotations

import codecs
import json
import os
import random
import re
import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from benchmarks import processes
from benchmarks.faults import bombs
from benchmarks.faults.power import Recorder, after_cuts, recorded
from benchmarks.faults.runs import FOLDER, NOTES, SCENARIOS, Scenario, expected, goes_on, scrub, workplace, wrong
from benchmarks.faults.runs import files as files_of
from benchmarks.faults.steps import FAILURES, Before, Counter, die, fail, install
from benchmarks.fuzz import Fuzzer, Maker
from benchmarks.hostile import GROWTH, UNITS, hostile, steps_for
from benchmarks.notes import CORPUS, ROOT
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote
from scrubber.io.atomic import is_temporary
from scrubber.pipeline import Scrubber
from scrubber.rules.loading import load_rules
from scrubber.rules.rule import Rule

Tries = Iterator[str]
"""What was wrong at each try; empty where nothing was."""
_MASKED = cache(expected)
_WORD = re.compile(r"[^\W_]{5,}")
_REFUSED = re.compile(r"^scrub: error: (?!in/)", re.MULTILINE)
"""What a command line that is wrong is told: nothing would be looked for in what it says."""


def kills(every: int) -> Tries:
    """``kill -9`` at every step of a run that changes a file."""
    return _at_every_step(every, lambda at: Counter(at, die))


def failing_calls(every: int) -> Tries:
    """Every such step fails, with an input/output error, a full disk, and for want of rights."""
    for number in FAILURES:
        yield from _at_every_step(every, lambda at, number=number: Counter(at, fail(number)))  # type: ignore[misc]


def _at_every_step(every: int, disturbing: Callable[[int], Before]) -> Tries:
    for scenario in SCENARIOS:
        for at in range(1, _steps_of(scenario) + 1, every):
            with workplace() as place:
                code = scrub(place, scenario.arguments, lambda at=at: install(disturbing(at)))  # type: ignore[misc]
                found = _after(scenario, place, code)
                yield found and f"{scenario.name}, step {at}: {found}"


@cache
def _steps_of(scenario: Scenario) -> int:
    """How many steps a run has that nothing disturbs."""
    with workplace() as place:
        counted = os.open(place.parent / "steps", os.O_WRONLY | os.O_CREAT)
        write = os.write
        scrub(place, scenario.arguments, lambda: install(lambda *_: write(counted, b".")))
        os.close(counted)
        return (place.parent / "steps").stat().st_size


def _after(scenario: Scenario, place: Path, code: int) -> str:
    """What is wrong after a disturbed run, and after it has been gone on with."""
    masked = _MASKED(scenario)
    if code not in (0, 2, -9):
        return f"exit {code}: {(place.parent / 'said').read_text()[:200]}"
    if found := wrong(scenario, place, masked):
        return found
    if code == 2 and any(is_temporary(Path(name).name) for name in files_of(place)):
        return "a temporary file is left"
    return goes_on(place, masked) if scenario is FOLDER else ""


def power_cuts(every: int) -> Tries:
    """The power goes at every change of a run: all names are on the disk, and of contents what was flushed."""
    for scenario in SCENARIOS:
        with workplace() as place, tempfile.TemporaryDirectory() as beside:
            before, record = Path(beside).resolve() / "before", Path(beside) / "record"
            shutil.copytree(place, before)
            scrub(place, scenario.arguments, lambda: install(lambda *_: None, Recorder(place, record)))  # noqa: B023
            again = Path(beside).resolve() / "again" / "work"
            for number in after_cuts(before, place, recorded(record), again):
                if number % every == 0:
                    found = _after(scenario, again, -9)
                    yield found and f"{scenario.name}, cut after {number} changes: {found}"


def corrupted_installations(every: int) -> Tries:
    """A file of the installation is cut off, emptied, gone or wrong in a byte: it is refused, or masks all the same."""
    luck = random.Random(25)
    with tempfile.TemporaryDirectory() as top:
        copy = Path(top)
        for name in ("scrubber", "lexicons", "patterns"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        data = [p for name in ("lexicons/en", "patterns") for p in sorted((copy / name).rglob("*")) if p.is_file()]
        for path in luck.sample(data, 12)[::every]:
            for damage in (_cut, _emptied, _flipped, None):
                content = path.read_bytes()
                path.unlink() if damage is None else path.write_bytes(damage(content, luck))
                found = _masks_or_refuses(copy)
                path.write_bytes(content)
                yield found and f"{path.relative_to(copy)}: {found}"


def _cut(content: bytes, luck: random.Random) -> bytes:
    return content[: luck.randrange(len(content) + 1)]


def _emptied(content: bytes, luck: random.Random) -> bytes:
    return b""


def _flipped(content: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(max(1, len(content)))
    return content[:at] + bytes([luck.randrange(256)]) + content[at + 1 :]


def _masks_or_refuses(installation: Path) -> str:
    note = NOTES["in/a.txt"]
    run = processes.scrub("--isolated", "--language", "en", installation=installation, input=note.encode())
    if run.returncode == 2 and not run.stdout:
        return ""
    if run.returncode != 0:
        return f"exit {run.returncode}"
    return "a name is left" if b"Okonkwo" in run.stdout or b"4471902" in run.stdout else ""


def bomb_files(every: int) -> Tries:
    """Small files that unpack or nest to much: within 3 GB of address space and two minutes, masked or refused."""
    for name, data in list(bombs.every())[::every]:
        with tempfile.TemporaryDirectory() as top:
            (Path(top) / name).write_bytes(data)
            run = processes.scrub(name, "-o", "out", "-q", cwd=top, preexec_fn=_limit)
            said = run.stderr.decode()[-200:]
            crashed = run.returncode not in (0, 2) or "internal error" in said
            yield f"{name}: exit {run.returncode}, {said}" if crashed else ""


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))


def hostile_texts(every: int) -> Tries:
    """What comes near to PHI, repeated, in both languages: the steps for four times the text, at most five times."""
    for language in ("en", "es"):
        scrubber = Scrubber(language=language)
        for name in [*UNITS][::every]:
            small, large = (steps_for(scrubber, hostile(name, size)) for size in (4_000, 16_000))
            yield f"{language}, {name}: {large / small:.1f} times" if large > GROWTH * small else ""


def fuzzed_texts(every: int) -> Tries:
    """Texts made at random, read together: no crash, spans in order; some alone and in another order: the same."""
    fuzzer = Fuzzer(Scrubber("strict", unknown_language="mask"), Maker(7, ("en", "es")))
    fuzzer.run(60 / every)
    yield from (f"{broken}: {text!r}" for text, broken in fuzzer.findings.items())
    yield from [""] * (max(fuzzer.tried.values()) - len(fuzzer.findings))


_CHANNELS: Sequence[Sequence[str]] = (
    ("in", "-o", "out", "-v"),
    ("in", "-o", "out", "--force", "--report", "report.json", "-q"),
    ("in", "-o", "out", "--force", "--report", "report.html", "-q"),
    *(("find", "in", "--format", form) for form in ("text", "jsonl")),
    *(("check", "in", "--format", form) for form in ("text", "concise", "json", "jsonl", "github", "sarif", "junit")),
    ("check", "in", "--statistics", "--baseline", "baseline.json", "--update-baseline", "--key-file", "key"),
    *(("eval", "gold", "--misses", "--format", form) for form in ("table", "json")),
)


def diagnostics(every: int) -> Tries:
    """Whatever a run says or writes beside its outputs is searched for every marked token of five letters or more of
    the development notes; a word of scrub's own must also be said where the notes have other letters in its place."""
    notes = read_gold(CORPUS / "gold" / "dev")[::every]
    tokens = {t for note in notes for one in note.marks for t in _WORD.findall(note.text[one.start : one.end])}
    own = tokens & _own_words()
    veiled = [replace(n, text=_WORD.sub(lambda m: _veiled(m[0]) if m[0] in own else m[0], n.text)) for n in notes]
    with workplace(_as_files(notes)) as place, workplace(_as_files(veiled)) as control:
        for arguments in _CHANNELS:
            said, said_anyway = _words_said(place, arguments), _words_said(control, arguments) & own
            for token in sorted(tokens):
                yield f"{' '.join(arguments)}: {token}" if token in said - said_anyway else ""


def _veiled(word: str) -> str:
    return codecs.encode(word, "rot13")


def _as_files(notes: Sequence[MarkedNote]) -> dict[str, str]:
    """Some notes as files, every fifth of them broken, and their marks."""
    files = {f"in/{number}.txt": note.text + "\x00" * (number % 5 == 4) for number, note in enumerate(notes)}
    marked = ({"doc": n.name, "text": n.text, "spans": [(m.start, m.end, m.type) for m in n.marks]} for n in notes)
    return files | {"gold/notes.jsonl": "".join(json.dumps(note) + "\n" for note in marked)}


def _words_said(place: Path, arguments: Sequence[str]) -> set[str]:
    """The words that a run says, and that it writes beside its outputs; not those of rules' reasons."""
    scrub(place, arguments)
    beside = [p for p in place.rglob("*") if p.is_file() and (p.name.startswith(".") or p.parent == place)]
    said = b" ".join(p.read_bytes() for p in (place.parent / "said", *beside)).decode()
    assert not _REFUSED.search(said), said[:200]
    for reason in _reasons():
        said = said.replace(reason, "")
    return set(_WORD.findall(said))


@cache
def _rules() -> Sequence[Rule]:
    return load_rules([ROOT / "patterns" / "en", ROOT / "patterns" / "es"])


@cache
def _reasons() -> Sequence[str]:
    """Why rules exist, as reports say it, the longest first."""
    return sorted((json.dumps(rule.why)[1:-1] for rule in _rules()), key=len, reverse=True)


@cache
def _own_words() -> frozenset[str]:
    """The words that scrub says by itself: those of its source, of types, and of rules' names."""
    source = " ".join(path.read_text("utf-8") for path in sorted((ROOT / "scrubber").rglob("*.py")))
    types = (ROOT / "patterns" / "types.toml").read_text("utf-8")
    return frozenset(_WORD.findall(f"{source} {types} {' '.join(rule.id for rule in _rules())}"))


KINDS: dict[str, Callable[[int], Tries]] = {
    "Killed at a step (kill -9)": kills,
    "Power cut after a change": power_cuts,
    "A system call fails": failing_calls,
    "A file of the installation is damaged": corrupted_installations,
    "A file that is a bomb": bomb_files,
    "A hostile text": hostile_texts,
    "A fuzzed text": fuzzed_texts,
    "A marked token looked for in diagnostics": diagnostics,
}
