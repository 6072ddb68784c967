"""``scrub``: files, folders and their output, in a process of its own."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import FAKES, Run, _clean_environment
from fakes import SECRET, FakeScrubber

from scrubber.io.pieces import Reading
from scrubber.io.walk import JOURNAL_NAME
from scrubber.runs.input import Masker
from scrubber.runs.listing import Listing
from scrubber.runs.task import Task, guarded


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


MASKED = {
    "a.txt": b"Nothing here.\n",
    "b.txt": b"Seen: [PATIENT-1], with [PATIENT-2].\r\n\r\nNo change.\r\n",
    "ward/c.note": b"[PATIENT-1] a mang\xe9.\n",
}


@pytest.mark.parametrize("jobs", ["0", "1", "2"])
def test_a_folder_is_mirrored(scrub: Run, notes: Path, jobs: str) -> None:
    (notes / "scan.bin").write_bytes(b"%PDF-")
    out = notes.parent / "deep" / "out"
    run = scrub(notes, "-o", out, "-j", jobs)
    assert run.returncode == 0
    assert run.stdout == b""
    assert tree(out) == MASKED
    assert b"left out" in run.stderr
    assert b"scan.bin" in run.stderr
    assert run.stderr.splitlines()[-1].startswith(b"scrubbed 3 notes, 3 spans masked, 0 errors, ")


def test_any_number_of_jobs_gives_the_same_bytes(scrub: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for n in range(150):
        (folder / f"{n}.txt").write_text(f"Zeb{n % 7} and Zeb{n % 5}\n" * (n + 1))
    runs = [scrub(folder, "-o", tmp_path / f"out{jobs}", *jobs) for jobs in ((), ("-j", "1"), ("-j", "3"))]
    assert [run.returncode for run in runs] == [0, 0, 0]
    trees = [tree(path) for path in sorted(tmp_path.glob("out*"))]
    assert len(trees[0]) == 150
    assert trees[0] == trees[1] == trees[2]


def test_one_note_goes_to_standard_output_or_a_file(scrub: Run, notes: Path) -> None:
    run = scrub(notes / "b.txt")
    assert (run.returncode, run.stdout) == (0, MASKED["b.txt"])
    assert scrub(notes / "b.txt", "-o", "-").stdout == MASKED["b.txt"]
    assert scrub(notes / "b.txt", "-o", notes.parent / "new" / "name.txt").returncode == 0
    assert scrub(notes / "b.txt", "-o", f"{notes.parent}/folder/").returncode == 0
    assert (notes.parent / "new" / "name.txt").read_bytes() == MASKED["b.txt"]
    assert tree(notes.parent / "folder") == {"b.txt": MASKED["b.txt"]}


def test_several_paths_keep_their_names(scrub: Run, notes: Path) -> None:
    out = notes.parent / "out"
    assert scrub(notes / "ward", notes / "a.txt", "-o", out).returncode == 0
    assert list(tree(out)) == ["a.txt", "ward/c.note"]


def test_in_place(scrub: Run, notes: Path) -> None:
    (notes / "b.txt").chmod(0o640)
    (notes / "link.txt").symlink_to("a.txt")
    run = scrub("--in-place", notes)
    assert run.returncode == 0
    assert (notes / "b.txt").read_bytes() == MASKED["b.txt"]
    assert (notes / "b.txt").stat().st_mode & 0o777 == 0o640
    assert b"link.txt" in run.stderr
    assert (notes / "link.txt").is_symlink()


def test_outputs_have_the_modes_of_their_notes(scrub: Run, notes: Path) -> None:
    for name, mode in (("a.txt", 0o600), ("b.txt", 0o444), ("ward/c.note", 0o755)):
        (notes / name).chmod(mode)
    assert scrub(notes, "-o", notes.parent / "out", umask=0o022).returncode == 0
    modes = {name: stat.S_IMODE((notes.parent / "out" / name).stat().st_mode) for name in MASKED}
    assert modes == {"a.txt": 0o600, "b.txt": 0o444, "ward/c.note": 0o644}
    assert scrub(notes / "a.txt", "-o", notes.parent / "single.txt").returncode == 0
    assert stat.S_IMODE((notes.parent / "single.txt").stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_in_place_keeps_the_owner(scrub: Run, notes: Path) -> None:
    os.chown(notes / "b.txt", 12345, 23456)
    assert scrub("--in-place", notes).returncode == 0
    about = (notes / "b.txt").stat()
    assert (about.st_uid, about.st_gid) == (12345, 23456)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_note_that_fails_is_not_written_and_the_others_are(scrub: Run, notes: Path, jobs: str) -> None:
    (notes / "bad1.txt").write_text(f"{SECRET} BOOM\n")
    (notes / "bad2.txt").write_text(f"{SECRET} LATE\n")
    (notes / "bad3.txt").write_bytes(f"{SECRET} \0\n".encode())
    (notes / "bad4.txt").write_bytes(b"caf\x81\n")
    (notes / "bad5.txt").write_bytes(b"\xff\xfe\x00\xd8\n")
    run = scrub(notes, "-o", notes.parent / "out", "-j", jobs)
    assert run.returncode == 2
    assert tree(notes.parent / "out").keys() - {".scrub-journal.jsonl"} == MASKED.keys()
    assert SECRET.encode() not in run.stdout + run.stderr
    lines = run.stderr.decode().splitlines()
    assert [line.split(":")[2].split("/")[-1] for line in lines[:-1]] == [f"bad{n}.txt" for n in range(1, 6)]
    assert "ValueError at" in lines[0]
    assert "5 errors" in lines[-1]


def test_a_worker_that_dies_costs_its_note(scrub: Run, notes: Path) -> None:
    (notes / "bad.txt").write_text("DIE\n")
    run = scrub(notes, "-o", notes.parent / "out", "-j", "2")
    assert run.returncode == 2
    assert tree(notes.parent / "out").keys() - {".scrub-journal.jsonl"} == MASKED.keys()
    assert b"bad.txt: the process that worked on it died" in run.stderr


def test_nothing_is_overwritten_unasked(scrub: Run, notes: Path) -> None:
    out = notes.parent / "out"
    out.mkdir()
    (out / "b.txt").write_text("precious")
    run = scrub(notes, "-o", out)
    assert run.returncode == 2
    assert tree(out) == {"b.txt": b"precious"}
    assert scrub(notes, "-o", out, "--force").returncode == 0
    assert tree(out) == MASKED
    assert scrub(notes / "a.txt", "-o", out / "b.txt").returncode == 2
    assert scrub("-o", out / "b.txt", input=b"x").returncode == 2
    assert scrub("-o", out, "--force", input=b"x").returncode == 2
    assert tree(out) == MASKED


def test_resume_does_what_is_missing(scrub: Run, notes: Path) -> None:
    out = notes.parent / "out"
    (notes / "bad.txt").write_text("BOOM\n")
    assert scrub(notes, "-o", out).returncode == 2
    done = {name: (out / name).stat().st_mtime_ns for name in MASKED}
    (out / ".scrub-abc.tmp").touch()
    (notes / "bad.txt").write_text("good now\n")
    assert scrub(notes, "-o", out, "--resume", "--profile", "strict").returncode == 2
    run = scrub(notes, "-o", out, "--resume", "-v")
    assert run.returncode == 0
    assert tree(out) == MASKED | {"bad.txt": b"good now\n"}
    assert {name: (out / name).stat().st_mtime_ns for name in MASKED} == done
    assert b"scrubbed 1 note," in run.stderr


def test_resume_does_a_note_again_that_has_changed(scrub: Run, notes: Path) -> None:
    out = notes.parent / "out"
    assert scrub(notes, "-o", out).returncode == 0
    (notes / "a.txt").write_text("Zeb\n")
    later = time.time() + 10
    os.utime(notes / "a.txt", (later, later))
    assert scrub(notes, "-o", out, "--resume").returncode == 0
    assert (out / "a.txt").read_text() == "[PATIENT-1]\n"


def stopped(scrub: Run, notes: Path, *options: object) -> Path:
    """An output folder whose run was not finished, with a journal in it."""
    (notes / "z.txt").write_text("BOOM\n")
    assert scrub(notes, "-o", notes.parent / "out", *options).returncode == 2
    (notes / "z.txt").write_text("fine\n")
    return notes.parent / "out"


def test_resume_does_not_trust_raw_copies(scrub: Run, notes: Path) -> None:
    out = notes.parent / "out"
    shutil.copytree(notes, out)
    run = scrub(notes, "-o", out, "--resume")
    assert (run.returncode, tree(out)) == (0, MASKED)


def test_resume_after_a_finished_run_does_all_of_it_again(scrub: Run, notes: Path) -> None:
    out = notes.parent / "out"
    assert scrub(notes, "-o", out, "--profile", "limited").returncode == 0
    run = scrub(notes, "-o", out, "--resume", "--profile", "strict")
    assert run.returncode == 0
    assert b"scrubbed 3 notes" in run.stderr


def test_resume_does_what_was_changed_again_whatever_its_time(scrub: Run, notes: Path) -> None:
    out = stopped(scrub, notes)
    about = (notes / "a.txt").stat()
    (notes / "a.txt").write_text("Zeb's here....\n"[: about.st_size])
    os.utime(notes / "a.txt", ns=(about.st_atime_ns, about.st_mtime_ns))
    (notes / "b.txt").write_bytes(b"Zeb\n")
    os.utime(notes / "b.txt", (1, 1))
    (out / "ward" / "c.note").write_bytes(b"somebody else's\n")
    assert scrub(notes, "-o", out, "--resume").returncode == 0
    assert (out / "a.txt").read_bytes().startswith(b"[PATIENT-1]")
    assert (out / "b.txt").read_bytes() == b"[PATIENT-1]\n"
    assert (out / "ward" / "c.note").read_bytes() == MASKED["ward/c.note"]


def test_resume_refuses_changed_contents_of_rules_lists_and_configuration(scrub: Run, notes: Path) -> None:
    known = notes.parent / "known.csv"
    known.write_text("patient,name\n*,Zeb Aru\n")
    out = stopped(scrub, notes, "--known", known)
    before = tree(out)
    known.write_text("patient,name\n*,Zeb Bru\n")
    run = scrub(notes, "-o", out, "--resume", "--known", known)
    assert (run.returncode, tree(out)) == (2, before)
    assert b"other settings" in run.stderr
    known.write_text("patient,name\n*,Zeb Aru\n")
    assert scrub(notes, "-o", out, "--resume", "--known", known).returncode == 0


def test_a_note_that_was_not_searched_is_not_done(scrub: Run, notes: Path) -> None:
    out = stopped(scrub, notes)
    (notes / "z.txt").write_text("BOOM\n")
    for _ in range(2):
        assert scrub(notes, "-o", out, "--resume").returncode == 2
    (out / "z.txt").write_text("BOOM\n")
    assert b"z.txt: its place in the output holds an older file" in scrub(notes, "-o", out, "--resume").stderr


def test_an_output_that_is_its_input_is_refused(scrub: Run, notes: Path) -> None:
    out = notes.parent / "out"
    out.mkdir()
    os.link(notes / "b.txt", out / "b.txt")  # as where OUT is the same folder, mounted once more
    run = scrub(notes, "-o", out, "--force")
    assert run.returncode == 2
    assert b"would overwrite the input" in run.stderr
    assert b"Zeb" in (notes / "b.txt").read_bytes()


def test_two_runs_do_not_write_into_one_folder(scrub: Run, notes: Path) -> None:
    out = stopped(scrub, notes)
    before = tree(out)
    with (out / JOURNAL_NAME).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        for jobs in ("1", "2"):
            run = scrub(notes, "-o", out, "--force", "-j", jobs)
            assert (run.returncode, tree(out)) == (2, before)
            assert b"another run writes into" in run.stderr


def test_a_note_that_vanishes_between_listing_and_reading_is_an_error(notes: Path) -> None:
    out = notes.parent / "out"
    listing = Listing([notes], out)
    listing.prepare()
    (notes / "a.txt").unlink()
    (notes / "b.txt").unlink()
    os.mkfifo(notes / "b.txt")
    assert [task.name for task in listing.tasks()] == [str(notes / "ward" / "c.note")]
    assert listing.unread == [str(notes / "a.txt"), str(notes / "b.txt")]
    listing.close(finished=False)


def test_a_note_that_grows_while_it_is_read_is_an_error(notes: Path) -> None:
    class Growing(FakeScrubber):
        def note(self, **how: Any) -> Any:
            with (notes / "a.txt").open("ab") as file:
                file.write(b"More.\n")
            return super().note(**how)

    task = Task(notes / "a.txt", "a.txt", notes.parent / "out.txt")
    outcome = guarded(lambda: Masker(Growing(), Reading())(task))  # type: ignore[arg-type]
    assert outcome.error == "changed while it was read"
    assert not (notes.parent / "out.txt").exists()


def test_names_that_are_no_text_are_reported(scrub: Run, notes: Path) -> None:
    (notes / os.fsdecode(b"caf\xe9.txt")).write_text("Zeb\n")
    report = notes.parent / "run.json"
    assert scrub(notes, "-o", notes.parent / "out", "--report", report, "--report-names").returncode == 0
    assert '"caf\\\\xe9.txt"' in report.read_text("utf-8")


def test_a_message_of_too_many_levels_is_an_error_in_words(scrub: Run, notes: Path) -> None:
    head = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(2000))
    (notes / "deep.eml").write_text(f"From: a@example.org\n{head}Content-Type: text/plain\n\nZeb\n")
    run = scrub(notes, "-o", notes.parent / "out")
    assert run.returncode == 2
    assert b"internal error" not in run.stderr
    assert not (notes.parent / "out" / "deep.eml").exists()


def _heed_interrupts() -> None:
    """In a shell's background SIGINT is ignored, and so it would be here."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(
    ("number", "code", "jobs"),
    [
        (signal.SIGINT, 130, "1"),
        (signal.SIGINT, 130, "2"),
        (signal.SIGTERM, 2, "1"),
        (signal.SIGTERM, 2, "2"),
        (signal.SIGKILL, -9, "1"),
    ],
)
def test_a_killed_run_leaves_no_half_note(notes: Path, number: int, code: int, jobs: str) -> None:
    (notes / "c.txt").write_text("Zeb\n\n" * 100_000 + "SLEEP\n\n" + "Zeb\n\n" * 100_000)
    out = notes.parent / "out"
    command = [sys.executable, str(FAKES), str(notes), "-o", str(out), "-j", jobs]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, env=_clean_environment(), preexec_fn=_heed_interrupts)
    while not list(out.glob(".scrub-*.tmp")) or not (out / "b.txt").exists():
        assert run.poll() is None, "the run ended before it was killed"
        time.sleep(0.02)
    time.sleep(0.2)
    run.send_signal(number)
    _, messages = run.communicate()
    assert run.returncode == code
    assert b"Traceback" not in messages
    left = {p.name for p in out.rglob("*") if p.is_file()} - {".scrub-journal.jsonl"}
    if number != signal.SIGKILL:
        assert not [name for name in left if name.endswith(".tmp")]
        assert messages
    assert {name for name in left if not name.startswith(".scrub-")} <= {"a.txt", "b.txt", "c.note"}


def test_a_full_disk_stops_the_run(notes: Path) -> None:
    out = notes.parent / "out"
    code = (
        "import errno, sys; sys.path.insert(0, sys.argv.pop(1))\n"
        "import fakes, scrubber.pipeline; scrubber.pipeline.Scrubber = fakes.FakeScrubber\n"
        "from scrubber.io.atomic import WholeFile\n"
        "import scrubber.runs.input\n"
        "class Full(WholeFile):\n"
        "    def write(self, data):\n"
        "        super().write(data[:3]); raise OSError(errno.ENOSPC, data.decode())\n"
        "scrubber.runs.input.WholeFile = Full\n"
        "from scrubber.cli.main import main; main()\n"
    )
    command = [sys.executable, "-c", code, str(FAKES.parent), str(notes), "-o", str(out)]
    run = subprocess.run(command, capture_output=True, check=False, env=_clean_environment())
    assert run.returncode == 2
    assert b"no space left" in run.stderr
    assert b"Nothing" not in run.stderr
    assert run.stderr.count(b"error:") == 1
    assert tree(out).keys() == {".scrub-journal.jsonl"}


def test_quiet_and_verbose(scrub: Run, notes: Path) -> None:
    (notes / "scan.bin").touch()
    assert scrub(notes, "-o", notes.parent / "1", "-q").stderr == b""
    (notes / "bad.txt").write_text("BOOM")
    quiet = scrub(notes, "-o", notes.parent / "2", "-q")
    assert quiet.stderr.count(b"\n") == 1
    silent = scrub(notes, "-o", notes.parent / "3", "-qq")
    assert (silent.returncode, silent.stderr) == (2, b"")
    verbose = scrub(notes, "-o", notes.parent / "4", "-v")
    assert b"b.txt: 2 spans\n" in verbose.stderr
    assert b"\x1b" not in verbose.stderr
    assert b"\x1b" in scrub(notes, "-o", notes.parent / "5", "--color", "always").stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_terminal_gets_a_progress_bar(notes: Path, jobs: str) -> None:
    pty = pytest.importorskip("pty")
    (notes / "d.txt").write_text("NAP\n")
    (notes / "bad.txt").write_text("BOOM\n")
    main, side = pty.openpty()
    environment = {**_clean_environment(), "TERM": "xterm", "COLUMNS": "100"}
    command = [sys.executable, str(FAKES), str(notes), "-o", str(notes.parent / "out"), "-j", jobs]
    run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=side, env=environment)
    os.close(side)
    seen = b""
    with suppress(OSError):  # what Linux raises when the other side is closed
        while data := os.read(main, 10_000):
            seen += data
    os.close(main)
    assert run.wait(20) == 2
    shown = seen.decode()
    assert "5/5" in shown
    assert "notes/s" in shown
    assert "bad.txt: internal error" in shown
    assert "scrubbed 4 notes" in shown.splitlines()[-1]


def test_many_files_left_out_are_counted(scrub: Run, notes: Path) -> None:
    for n in range(15):
        (notes / f"{n}.bin").touch()
    run = scrub(notes, "-o", notes.parent / "out")
    assert run.stderr.count(b"left out") == 11
    assert b"left out 5 more" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "no such file"),
        ([""], "file"),
        (["/dev/null", "-o", "out"], "neither a file nor a folder"),
        (["-", "notes"], "cannot be mixed"),
        (["notes", "-o", ""], "--output is empty"),
        (["notes"], "--output"),
        (["notes", "-o", "notes/out"], "inside"),
        (["notes/ward", "-o", "notes"], "inside"),
        (["notes/a.txt", "-o", "notes"], "overwrite"),
        (["notes", "-o", "notes/a.txt"], "inside"),
        (["notes", "-o", "file"], "file"),
        (["notes", "-o", "out", "--profile", "nonsense"], "safe-harbor"),
        (["notes", "-o", "out", "--bogus"], "--bogus"),
        (["notes", "-o", "out", "--jobs", "many"], "--jobs"),
        (["notes", "-o", "out", "-j", "-1"], "jobs"),
        (["notes", "-o", "out", "--min-weight", "101"], "min-weight"),
        (["notes", "-o", "out", "--encoding", "nonsense"], "nonsense"),
        (["notes", "-o", "out", "--note-boundary", "x"], "--note-boundary"),
        (["notes", "-o", "out", "--lexicon", "nowhere"], "--lexicon"),
        (["notes", "-o", "out", "--rules", ""], "--rules"),
        (["notes", "-o", "out", "--in-place"], "exclude"),
        (["notes", "-o", "out", "--force", "--resume"], "exclude"),
        (["notes", "-o", "out", "--stdin-filename", "x"], "standard input"),
        (["notes/a.txt", "--force"], "--force needs"),
        (["notes/a.txt", "--resume"], "--resume needs"),
        (["notes/a.txt", "-j", "2"], "--jobs needs"),
        (["notes/a.txt", "--include", "*.x"], "--include needs"),
        (["--in-place"], "--in-place needs"),
    ],
)
def test_bad_usage_is_one_line_and_2(real_scrub: Run, notes: Path, arguments: list[str], message: str) -> None:
    (notes.parent / "file").touch()
    before = tree(notes.parent)
    run = real_scrub(*arguments, cwd=notes.parent)
    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr.startswith(b"scrub: error: ")
    assert run.stderr.count(b"\n") == 1
    assert message in run.stderr.decode()
    assert tree(notes.parent) == before
    assert not (notes.parent / "out").exists()


def test_data_that_does_not_load_leaves_no_trace(real_scrub: Run, notes: Path) -> None:
    site = notes.parent / "site"
    site.mkdir()
    (site / "mine.toml").write_text('[[rule]]\nid = "x"\npattern = "("\n')
    run = real_scrub(notes, "-o", notes.parent / "out", "--rules", site)
    assert run.returncode == 2
    assert run.stderr.startswith(b"scrub: error: ")
    assert run.stderr.count(b"\n") == 1
    assert b"mine.toml" in run.stderr
    assert not (notes.parent / "out").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_without_permission(scrub: Run, notes: Path) -> None:
    (notes / "b.txt").chmod(0)
    run = scrub(notes, "-o", notes.parent / "out")
    assert run.returncode == 2
    assert b"b.txt: permission denied" in run.stderr
    notes.chmod(0)
    assert scrub(notes, "-o", notes.parent / "out2").returncode == 2
    notes.chmod(0o755)
    (notes.parent / "shut").mkdir(0o500)
    assert scrub(notes, "-o", notes.parent / "shut" / "out").returncode == 2
