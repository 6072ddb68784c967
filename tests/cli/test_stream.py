"""``scrub < in > out``: the filter, in a process of its own."""

from __future__ import annotations

import codecs
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FAKES, Run, _clean_environment
from fakes import SECRET

COMMAND = [sys.executable, str(FAKES)]


def test_text_comes_through_masked(scrub: Run) -> None:
    run = scrub(input="Zeb a mangé.\r\n\r\nZeb.".encode())
    assert (run.returncode, run.stdout) == (0, "[PATIENT-1] a mangé.\r\n\r\n[PATIENT-1].".encode())
    assert run.stderr.startswith(b"scrubbed 1 note, 2 spans masked, 0 errors")
    assert scrub("-", input=b"Zeb").stdout == b"[PATIENT-1]"
    assert scrub("-", "-q", input=b"").stdout == b""


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings(scrub: Run, codec: str) -> None:
    bom = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(codec, b"")
    text = "Zeb: café\r\n\r\n" * 50_000
    masked = text.replace("Zeb", "[PATIENT-1]")
    assert scrub(input=bom + text.encode(codec)).stdout == bom + masked.encode(codec)


def test_into_a_file(scrub: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert scrub("-o", out, input=b"Zeb").returncode == 0
    assert out.read_bytes() == b"[PATIENT-1]"
    assert scrub("-o", out, "--force", input=f"{SECRET} BOOM".encode()).returncode == 2
    assert out.read_bytes() == b"[PATIENT-1]"
    assert os.listdir(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("bad", [b"BOOM", b"LATE", b"\0", b"caf\x81"])
def test_an_error_stops_the_stream_before_the_piece_it_is_in(scrub: Run, bad: bytes) -> None:
    good = b"Zeb was here.\n\n" * 40_000
    run = scrub("--stdin-filename", "ward 3", input=good + SECRET.encode() + bad + b"\n\n" + good)
    assert run.returncode == 2
    assert run.stdout
    assert good.replace(b"Zeb", b"[PATIENT-1]").startswith(run.stdout)
    assert run.stderr.startswith(b"scrub: error: ward 3: ")
    assert SECRET.encode() not in run.stderr


def test_a_line_is_shown_when_the_input_pauses() -> None:
    run = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_clean_environment())
    assert run.stdin
    assert run.stdout
    for n in range(1, 4):
        run.stdin.write(b"Zeb %d\nhalf a " % n)
        run.stdin.flush()
        line = run.stdout.readline()
        assert line == (b"[PATIENT-1] 1\n" if n == 1 else b"half a [PATIENT-1] %d\n" % n)
    run.stdin.close()
    assert run.stdout.read() == b"half a "
    assert run.wait(10) == 0
    run.stdout.close()


def test_nobody_reads_any_more() -> None:
    line = f'yes Zeb | {" ".join(COMMAND)} | head -n 1; echo "${{PIPESTATUS[1]}}"'
    run = subprocess.run(["bash", "-c", line], capture_output=True, check=False, env=_clean_environment())
    assert run.stdout == b"[PATIENT-1]\n2\n"
    assert run.stderr == b"scrub: error: standard output was closed before all was written\n"


@pytest.mark.parametrize(
    ("closed", "code"), [("2>&-", 0), (">&-", 2), (">&- 2>&-", 2), ("<&-", 2), ("<&- >&- 2>&-", 2)]
)
def test_standard_streams_may_be_closed(closed: str, code: int) -> None:
    line = f"{' '.join(COMMAND)} {closed}"
    run = subprocess.run(["sh", "-c", line], input=b"Zeb\n", capture_output=True, check=False)
    assert run.returncode == code
    assert b"Traceback" not in run.stderr


def test_pipes_that_do_not_block(scrub: Run) -> None:
    theirs, ours = os.pipe()
    os.set_blocking(theirs, False)
    run = subprocess.Popen(COMMAND, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(theirs)
    with os.fdopen(ours, "wb") as pipe:
        pipe.write(b"Zeb\n")
        pipe.flush()
        assert run.stdout is not None
        assert run.stdout.readline() == b"[PATIENT-1]\n"
    assert run.communicate()[0] == b""
    assert run.returncode == 0


def test_standard_output_is_full() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            COMMAND, input=b"Zeb", stdout=full, stderr=subprocess.PIPE, check=False, env=_clean_environment()
        )
    assert run.returncode == 2
    assert b"cannot write standard output: no space left" in run.stderr


@pytest.mark.parametrize("how", ["{scrub} note.txt >> note.txt", "{scrub} < note.txt >> note.txt"])
def test_the_input_is_the_output(how: str, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_bytes(b"Zeb\n")
    line = how.format(scrub=" ".join(COMMAND))
    run = subprocess.run(["sh", "-c", line], capture_output=True, check=False, cwd=tmp_path, env=_clean_environment())
    assert run.returncode == 2
    assert b": is the output as well: write to another file" in run.stderr
    assert (tmp_path / "note.txt").read_bytes() == b"Zeb\n"


def test_standard_input_that_cannot_be_read() -> None:
    closed = subprocess.run(["sh", "-c", f"{' '.join(COMMAND)} <&-"], capture_output=True, check=False)
    assert closed.returncode == 2
    assert b"<stdin>: cannot be read" in closed.stderr


def test_a_keyboard_gets_the_help() -> None:
    pty = pytest.importorskip("pty")
    main, side = pty.openpty()
    run = subprocess.run(COMMAND, stdin=side, capture_output=True, check=False, env=_clean_environment())
    os.close(main)
    os.close(side)
    assert run.returncode == 2
    assert b"scrub notes/ -o out/" in run.stderr
    assert run.stdout == b""


@pytest.mark.parametrize(
    ("boundary", "text", "masked"),
    [
        (None, "Zeb1 Zeb2\n\n\n\nZeb2\f\nZeb2\n", "[PATIENT-1] [PATIENT-2]\n\n\n\n[PATIENT-2]\f\n[PATIENT-1]\n"),
        ("2", "Zeb1\n\nZeb2\n\n\nZeb2\n", "[PATIENT-1]\n\n[PATIENT-2]\n\n\n[PATIENT-1]\n"),
        ("regex:^NOTE", "NOTE 1 Zeb1\nZeb2\nNOTE 2 Zeb2\n", "NOTE 1 [PATIENT-1]\n[PATIENT-2]\nNOTE 2 [PATIENT-1]\n"),
        (
            "jsonl",
            '{"t":"Zeb1","u":"Zeb2"}\n{"t":"Zeb2"}',
            '{"t":"[PATIENT-1]","u":"[PATIENT-2]"}\n{"t":"[PATIENT-1]"}',
        ),
    ],
)
def test_numbers_begin_anew_with_a_note(scrub: Run, boundary: str | None, text: str, masked: str) -> None:
    arguments = ("--note-boundary", boundary) if boundary else ()
    run = scrub(*arguments, input=text.encode())
    assert (run.returncode, run.stdout.decode()) == (0, masked)


def test_a_json_line_that_is_none(scrub: Run) -> None:
    run = scrub("--note-boundary", "jsonl", input=f'{{"a": "Zeb"}}\n{SECRET}\n'.encode())
    assert run.returncode == 2
    assert run.stdout == b'{"a": "[PATIENT-1]"}\n'
    assert SECRET.encode() not in run.stderr


_MEASURE = """
import os, subprocess, sys
run = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
piece = b"Zeb said that all is well and that nothing has changed since.\\n\\n" * 1024
for _ in range(40 * 2**20 // len(piece)):
    run.stdin.write(piece)
run.stdin.close()
print(os.wait4(run.pid, 0)[2].ru_maxrss)
"""


def test_memory_is_bounded() -> None:
    """40 MB through a process that needs about 40 MB anyway; a small process measures, whose own size counts."""
    run = subprocess.run(
        [sys.executable, "-c", _MEASURE, *COMMAND], capture_output=True, check=False, env=_clean_environment()
    )
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(run.stdout) * unit < 100 * 2**20
    assert b"masked, 0 errors" in run.stderr
