"""Maps and restoring: with map and key the very input bytes, without them nothing."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace

import pytest
from conftest import Run
from fakes import FakeScrubber
from hypothesis import given
from hypothesis import strategies as st

from scrubber.cli import runs
from scrubber.cli.console import Console
from scrubber.errors import UsageError
from scrubber.formats.settings import FormatSettings
from scrubber.io.boundary import JsonLines
from scrubber.io.pieces import Reading
from scrubber.mask.keys import Key, write_key
from scrubber.mask.mapfile import MappedFile, MapWriter, read_map
from scrubber.mask.operators import BUILT_IN
from scrubber.mask.surrogate.shape import randomise
from scrubber.note import rewrite
from scrubber.report.changes import Wanted
from scrubber.runs.input import Masker
from scrubber.runs.listing import Listing
from scrubber.runs.task import Outcome
from scrubber.text.span import Span

pytest.importorskip("cryptography")
KEY = Key(b"k" * 32)


class Note:
    """Masks every word that begins with Zeb, as long as the original or longer."""

    def __init__(self) -> None:
        self.masked = 0
        self.record = None
        self.patient = None

    def scrub(self, text: str) -> str:
        spans = [Span(at, at + 4, "PATIENT", "zeb", 90) for at in range(len(text)) if text.startswith("Zebé", at)]
        new = [randomise("Zebé", KEY, "") + "…" * (n % 3) for n in range(len(spans))]
        if self.record is not None:
            self.record(text, spans, new)
        return rewrite(text, spans, new)


class Scrubber:
    def note(self, **about: object) -> Note:
        return Note()


def masked_and_changes(data: bytes, reading: Reading) -> tuple[bytes, MappedFile]:
    out: list[bytes] = []
    masker = Masker(Scrubber(), reading, None, Wanted(report=True, undo=True))  # type: ignore[arg-type]
    outcome = masker.copy(reading.pieces([data]), out.append, "n")
    changes = outcome.changes
    assert changes is not None
    return b"".join(out), MappedFile("n", "n", changes.sha256, changes.edits)


_TEXT = st.lists(st.sampled_from(["Zebé", " ", "\n", "\r\n", "x", "é", "Zebé Zebé", "\f", "…", "Ω"]), max_size=60).map(
    "".join
)


@given(_TEXT, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
def test_restore_of_mask_is_the_input(text: str, encoding: str) -> None:
    data = text.encode(encoding, "ignore")
    masked, undo = masked_and_changes(data, Reading())
    assert undo.restore(masked) == data


@given(st.lists(_TEXT, max_size=5))
def test_json_lines_too(values: list[str]) -> None:
    import json

    data = "".join(json.dumps({"a": value, "n": 1}, ensure_ascii=n % 2 == 0) + "\n" for n, value in enumerate(values))
    masked, undo = masked_and_changes(data.encode(), Reading(boundary=JsonLines()))
    assert undo.restore(masked) == data.encode()


def test_a_map_needs_its_key(tmp_path: Path) -> None:
    path = tmp_path / "run.map"
    file = MappedFile("out.txt", "Osei_Amara.txt", "00", [(3, 7, b"Osei")])
    with MapWriter(path, KEY) as writer:
        writer.add(file)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"Osei" not in path.read_bytes()
    assert list(read_map(path, KEY)) == [file]
    with pytest.raises(UsageError, match="another key"):
        list(read_map(path, Key(b"o" * 32)))


def stopped_run(path: Path, file: MappedFile) -> None:
    with MapWriter(path, KEY) as writer:
        writer.add(file)
        raise KeyboardInterrupt


def test_a_run_that_is_stopped_leaves_its_map(tmp_path: Path) -> None:
    path = tmp_path / "run.map"
    file = MappedFile("out.txt", "in.txt", "00", [])
    with pytest.raises(KeyboardInterrupt):
        stopped_run(path, file)
    assert list(read_map(path, KEY)) == [file]


def test_a_map_holds_what_was_added_when_its_run_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "run.map"
    file = MappedFile("out.txt", "in.txt", "00", [])
    writer = MapWriter(path, KEY).__enter__()
    writer.add(file)
    for torn in (b"", b"abc"):
        path.write_bytes(path.read_bytes() + torn)
        read = read_map(path, KEY)
        assert next(read) == file
        with pytest.raises(UsageError, match="cut off"):
            next(read)


def test_a_disk_that_fills_up_leaves_whole_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.map"
    file = MappedFile("out.txt", "in.txt", "00", [])
    write = os.write

    def half(descriptor: int, data: bytes) -> int:
        write(descriptor, bytes(data)[:10])
        raise OSError(28, "full")

    with MapWriter(path, KEY) as writer:
        writer.add(file)
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", half)
            with pytest.raises(OSError, match="full"):
                writer.add(file)
    assert list(read_map(path, KEY)) == [file]


def test_a_run_that_never_began_leaves_no_map(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), MapWriter(tmp_path / "run.map", KEY):
        raise KeyboardInterrupt
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_note_is_replaced_when_the_map_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(6):
        (folder / f"{n}.txt").write_text(f"Zeb {n}\n")
    plan = SimpleNamespace(records=lambda: records(), patients=None, wanted=Wanted(undo=True), formats=FormatSettings())
    plan.settings = SimpleNamespace()
    monkeypatch.setattr("scrubber.pipeline.Scrubber.made_from", lambda _: FakeScrubber())
    seen: list[str] = []

    class Full:
        def add(self, out: str, original: str, outcome: Outcome) -> None:
            if len(seen) == 3:
                raise OSError(28, "full")
            seen.append((folder / original).read_text())

    @contextmanager
    def records() -> Iterator[Full]:
        yield Full()

    with pytest.raises(OSError, match="full"):
        runs.folder(Listing([folder], None, in_place=True), plan, Reading(), jobs, Console(-2))  # type: ignore[arg-type]
    assert seen == ["Zeb 0\n", "Zeb 1\n", "Zeb 2\n"]
    left = {path.name: path.read_text() for path in folder.iterdir()}
    assert left == {f"{n}.txt": f"[PATIENT-1] {n}\n" if n < 3 else f"Zeb {n}\n" for n in range(6)}


def test_a_map_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.map"
    with MapWriter(path, KEY) as writer:
        for n in range(3):
            writer.add(MappedFile(f"{n}", f"{n}", "00", []))
    lines = path.read_bytes().splitlines(keepends=True)
    for bad in (lines[:-1], lines[:2] + lines[3:], [lines[0], lines[2], lines[1], *lines[3:]], [b"x\n"]):
        path.write_bytes(b"".join(bad))
        with pytest.raises(UsageError):
            list(read_map(path, KEY))


TABLE = 'id,patient_name,note\r\n1,John Smith,"Dr. Amara Osei saw him\r\non 3/14/2021"\r\n2,,none\r\n'
LINES = '{"name": "John Smith", "text": "seen by Dr. Amara Osei on 3/14/2021"}\n{"n": 1}\n'
MESSAGE = (
    "MSH|^~\\&|LAB|GEN|||20210314||ORU^R01|1|P|2.5\rPID|1||00482913^^^GEN^MR||Smith^John||19481102|M\r"
    "OBX|1|TX|N||Dr. Amara Osei called 416-555-0142||||||F\r"
)
NOTES = {
    "p1/a.txt": "\ufeffMr. John Smith seen on 3/14/2021 by Dr. Amara Osei.\r\nMRN: 00482913\r\n".encode(),
    "p1/b.txt": b"Mr. Smith, DOB 11/02/1948, called 416-555-0142 on 3/20/2021.\n",
    "p2/c.txt": "Mme Hélène Tremblay, née le 2 mars 1950, vue le 3/14/2021 par Dr. Osei".encode("cp1252"),
    "p2/d.csv": TABLE.encode(),
    "p2/e.jsonl": LINES.encode(),
    "p2/f.hl7": MESSAGE.encode(),
}


@pytest.fixture(scope="module")
def place(real_scrub: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with notes, a key, and a run with every option."""
    place = tmp_path_factory.mktemp("restore")
    for name, data in NOTES.items():
        (place / "notes" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "notes" / name).write_bytes(data)
    (place / "study.key").write_text("not drawn by chance, so that tests are not either")
    (place / "study.key").chmod(0o600)
    reports = ("--report", "run.json", "--report", "run.html")
    done = run(real_scrub, place, "out", "--map", "run.map", *reports, "--rename", "-j", "1")
    assert done.returncode == 0, done.stderr
    return place


def run(scrub: Run, place: Path, out: str, *more: str) -> CompletedProcess[bytes]:
    return scrub("notes/", "-o", f"{out}/", "--profile", "surrogates", "--key-file", "study.key", "--patient-from",
                 "folder", "--isolated", *more, cwd=place)  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_run_comes_back_byte_for_byte(real_scrub: Run, place: Path) -> None:
    done = real_scrub("restore", "out", "--map", "run.map", "--key-file", "study.key", "-o", "back", cwd=place)
    assert done.returncode == 0, done.stderr
    assert contents(place / "back") == NOTES


def test_nothing_of_the_originals_is_left(place: Path) -> None:
    for name, data in contents(place / "out").items():
        text = data.decode("utf-8", "replace")
        for word in ("Smith", "Osei", "00482913", "416-555-0142", "Tremblay", "3/14/2021"):
            assert word not in text
        assert "p1" not in name
    for name in ("run.json", "run.html"):
        report = (place / name).read_text()
        for word in ("Smith", "Osei", "00482913", "Tremblay", "2021", "a.txt", "p1/"):
            assert word not in report


def test_jobs_do_not_matter(real_scrub: Run, place: Path) -> None:
    for out, jobs in (("one", "1"), ("two", "2")):
        assert run(real_scrub, place, out, "-j", jobs).returncode == 0
    assert contents(place / "one") == contents(place / "two")


def test_intervals_of_a_patient_stay(real_scrub: Run, place: Path) -> None:
    from scrubber.mask.dates.shift import full_date

    assert run(real_scrub, place, "dates").returncode == 0
    first = (place / "dates/p1/a.txt").read_bytes().decode("utf-8-sig").split("seen on ")[1].split()[0]
    second = (place / "dates/p1/b.txt").read_text().split(" on ")[1].split(".")[0]
    one, two = full_date(first), full_date(second)
    assert one is not None
    assert two is not None
    assert (two - one).days == 6
    assert first != "3/14/2021"


def test_another_key_gives_nothing_in_common(real_scrub: Run, place: Path) -> None:
    write_key(place / "other.key")
    assert run(real_scrub, place, "other", "--key-file", "other.key").returncode == 0
    assert run(real_scrub, place, "mine").returncode == 0
    mine, other = contents(place / "mine"), contents(place / "other")
    assert all(mine[name] != other[name] for name in NOTES)


def test_a_changed_file_is_an_error_and_the_rest_comes_back(real_scrub: Run, place: Path) -> None:
    victim = next((place / "out").rglob("*.txt"))
    before = victim.read_bytes()
    victim.write_bytes(before + b"x")
    done = real_scrub("restore", "out", "--map", "run.map", "--key-file", "study.key", "-o", "part", cwd=place)
    victim.write_bytes(before)
    assert done.returncode == 2
    assert b"was changed" in done.stderr
    assert len(contents(place / "part")) == len(NOTES) - 1


def test_notes_that_are_not_there_are_one_error_and_a_single_file_comes_back(real_scrub: Run, place: Path) -> None:
    given = ("--map", "run.map", "--key-file", "study.key", "-o")
    victims = sorted((place / "out").rglob("*.txt"))
    contained = {victim: victim.read_bytes() for victim in victims[1:]}
    for victim in contained:
        victim.unlink()
    done = real_scrub("restore", "out", *given, "some", cwd=place)
    one = real_scrub("restore", str(victims[0].relative_to(place)), *given, "single", cwd=place)
    for victim, data in contained.items():
        victim.write_bytes(data)
    assert done.returncode == 2
    assert done.stderr.count(b"scrub: error") == 1
    assert f"{len(contained)} of the map's notes".encode() in done.stderr
    assert one.returncode == 0, one.stderr
    assert len(contents(place / "single")) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["notes", "-o", "x/", "--map", "x/run.map", "--key-file", "study.key"], "inside the output folder"),
        (["notes", "-o", "x/", "--key-file", "x/study.key"], "the key file must not lie inside the output folder"),
        (["notes", "-o", "x/", "--map", "y.map"], "outlives the run"),
        (["notes", "-o", "x/", "--map", "run.map", "--key-file", "study.key"], "exists already"),
        (["notes", "-o", "x/", "--operator", "nope"], "no operator"),
        (["notes", "-o", "x/", "--patient-from", "nowhere"], "--patient-from takes"),
        (["notes", "-o", "x/", "--key-file", "missing.key"], "no such file"),
        (["restore", "out", "--map", "run.map", "-o", "z"], "needs the run's key"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    real_scrub: Run, place: Path, args: list[str], message: str
) -> None:
    done = real_scrub(*args, cwd=place)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert not (place / "x").exists()


def test_a_note_without_patient_is_not_written(real_scrub: Run, place: Path) -> None:
    (place / "loose").mkdir()
    (place / "loose/n.txt").write_bytes(NOTES["p1/b.txt"])
    done = real_scrub("loose/", "-o", "loose-out/", "--patient-from", "header:^MRN: (\\d+)", "--isolated", cwd=place)
    assert done.returncode == 2
    assert b"no patient" in done.stderr
    assert not (place / "loose-out/n.txt").exists()


def test_a_fresh_key_is_announced_only_where_it_matters(real_scrub: Run, place: Path) -> None:
    with_key = real_scrub("notes/p1/b.txt", "--isolated", "--operator", "surrogate", cwd=place)
    assert b"no key given" in with_key.stderr
    assert b"no key given" not in real_scrub("notes/p1/b.txt", "--isolated", cwd=place).stderr


def test_init(real_scrub: Run, tmp_path: Path) -> None:
    done = real_scrub("init", "--profile", "surrogates", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE((tmp_path / "scrub.key").stat().st_mode) == 0o600
    assert real_scrub("init", cwd=tmp_path).returncode == 2
    (tmp_path / "n.txt").write_bytes(NOTES["p1/b.txt"])
    masked = real_scrub("n.txt", cwd=tmp_path)
    assert masked.returncode == 0, masked.stderr
    assert b"no key given" not in masked.stderr
    assert b"Smith" not in masked.stdout
    assert b"[" not in masked.stdout


def test_init_refuses_a_key_in_the_output_folder(real_scrub: Run, tmp_path: Path) -> None:
    done = real_scrub("init", "-o", "out", "--key-file", "out/scrub.key", cwd=tmp_path)
    assert done.returncode == 2
    assert b"output folder" in done.stderr
    assert not (tmp_path / ".scrub.toml").exists()


def test_every_operator_runs_from_the_command_line(real_scrub: Run, place: Path) -> None:
    for name in set(BUILT_IN) - {"shift", "vary", "keep"}:
        done = real_scrub("notes/p1/b.txt", "--isolated", "--operator", name, "--key-file", "study.key", cwd=place)
        assert done.returncode == 0, done.stderr
        assert b"Smith" not in done.stdout
