"""``scrub check`` in a process of its own: exit codes, formats, filters, baseline, configuration."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FAKES, Run
from fakes import SECRET

KEY = {"SCRUB_KEY": "a key of sixteen bytes or more"}


def env(**more: str) -> dict[str, str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("SCRUB", "GITHUB"))}
    return clean | more


@pytest.fixture
def folder(notes: Path) -> Path:
    """The folder above the notes, with a repository's sign in it so that no configuration above counts."""
    (notes.parent / ".git").mkdir()
    return notes.parent


def test_findings_are_listed_without_their_text(scrub: Run, folder: Path) -> None:
    run = scrub("check", "notes", "--format", "concise", cwd=folder, env=env())
    assert run.returncode == 1
    assert run.stdout.decode().splitlines() == [
        "notes/b.txt:1:7 PATIENT fake-name",
        "notes/b.txt:1:17 PATIENT fake-name",
        "notes/ward/c.note:1:1 PATIENT fake-name",
    ]
    assert run.stderr == b"checked 3 files, 3 found in 2, 0 errors\n"


def test_text_is_the_default_and_shows_text_on_request(scrub: Run, folder: Path) -> None:
    run = scrub("check", "notes/b.txt", "--show-text", "--statistics", cwd=folder, env=env())
    assert run.stdout.decode().splitlines() == [
        'notes/b.txt:1:7 PATIENT fake-name len=3 weight=90 "Zeb"',
        'notes/b.txt:1:17 PATIENT fake-name len=7 weight=90 "Zebedee"',
        "      2  PATIENT         fake-name",
    ]


def test_clean_is_0_and_exit_zero_too(scrub: Run, folder: Path) -> None:
    assert scrub("check", "notes/a.txt", cwd=folder, env=env()).returncode == 0
    assert scrub("check", "notes", "--exit-zero", cwd=folder, env=env()).returncode == 0


def test_standard_input(scrub: Run) -> None:
    run = scrub("check", "--stdin-filename", "x.txt", input=b"ok\n\nDear Zeb\n", env=env())
    assert (run.returncode, run.stdout) == (1, b"x.txt:3:6 PATIENT fake-name len=3 weight=90\n")
    assert scrub("check", "-", input=b"ok", env=env()).returncode == 0


def test_the_summary_names_the_configuration_in_use(scrub: Run, folder: Path) -> None:
    (folder / ".scrub.toml").write_text('profile = "limited"\n')
    for arguments in (["check", "notes/a.txt"], ["notes/a.txt"], ["find", "notes/a.txt"]):
        run = scrub(*arguments, cwd=folder, env=env())
        assert run.stderr.decode().endswith(f", configuration {folder / '.scrub.toml'}\n")
        assert b"configuration" not in scrub(*arguments, "--isolated", cwd=folder, env=env()).stderr


def test_an_empty_pipe_is_no_clean_one(scrub: Run) -> None:
    run = scrub("check", input=b"", env=env())
    assert run.returncode == 2
    assert b"<stdin>: not fully checked: nothing came" in run.stderr
    assert scrub("check", "--allow-empty", input=b"", env=env()).returncode == 0


def test_a_report_that_nobody_reads_is_no_success(folder: Path) -> None:
    (folder / "many.txt").write_text("Zeb\n" * 100_000)
    line = f'{sys.executable} {FAKES} check many.txt --format jsonl | head -n 1 >&2; echo "${{PIPESTATUS[0]}}"'
    run = subprocess.run(["bash", "-c", line], capture_output=True, check=False, env=env(), cwd=folder)
    assert run.stdout == b"2\n"


@pytest.mark.parametrize(
    ("name", "closed", "code"), [("a.txt", "2>&-", 0), ("b.txt", "2>&-", 1), ("a.txt", ">&-", 0), ("b.txt", ">&-", 2)]
)
def test_a_closed_stream_opens_no_gate(folder: Path, name: str, closed: str, code: int) -> None:
    line = f"{sys.executable} {FAKES} check notes/{name} {closed}"
    run = subprocess.run(["sh", "-c", line], check=False, env=env(), cwd=folder, capture_output=True)
    assert (run.returncode, b"internal error" in run.stderr) == (code, False)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "content",
    [f"BOOM {SECRET}".encode(), f"LATE {SECRET}".encode(), b"\x00\x01binary", b"\xff\xfe\x00"],
    ids=["error", "timeout", "binary", "utf16"],
)
def test_what_is_not_fully_checked_is_2_and_beats_1(scrub: Run, folder: Path, content: bytes, jobs: str) -> None:
    (folder / "notes" / "bad.txt").write_bytes(content)
    run = scrub("check", "notes", "--exit-zero", "-j", jobs, cwd=folder, env=env())
    assert run.returncode == 2
    assert b"notes/bad.txt: not fully checked" in run.stderr
    assert SECRET.encode() not in run.stdout + run.stderr
    assert b"notes/b.txt:1:7 PATIENT" in run.stdout


def test_every_file_of_a_folder_counts_not_only_notes(scrub: Run, folder: Path) -> None:
    (folder / "notes" / "export.dat").write_bytes(b"name\nZeb\n")
    (folder / "notes" / "scan.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    run = scrub("check", "notes", "--format", "concise", cwd=folder, env=env())
    assert run.returncode == 2
    assert b"notes/export.dat:2:1 PATIENT" in run.stdout
    assert scrub("check", "notes", "--exclude", "*.png", cwd=folder, env=env()).returncode == 1


def test_an_unreadable_link_is_2(scrub: Run, folder: Path) -> None:
    (folder / "notes" / "link.txt").symlink_to("/nonexistent/elsewhere")
    assert scrub("check", "notes", cwd=folder, env=env()).returncode == 2


def test_excluded_files_are_checked_when_named_unless_forced(scrub: Run, folder: Path) -> None:
    given = ("check", "--exclude", "notes", "notes/b.txt")
    assert scrub(*given, cwd=folder, env=env()).returncode == 1
    assert scrub(*given, "--force-exclude", cwd=folder, env=env()).returncode == 2
    assert scrub(*given, "--force-exclude", "--allow-empty", cwd=folder, env=env()).returncode == 0
    assert scrub("check", ".", "--exclude", "notes", "--allow-empty", cwd=folder, env=env()).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["none.txt"],
        ["-", "notes"],
        ["notes", "--bogus"],
        ["notes", "--format", "xml"],
        ["notes", "--profile", "none"],
        ["notes", "--output-file", ""],
        ["notes", "--output-file", "no/such/folder/r.txt"],
        ["notes", "--format", "html"],
        ["notes", "--stdin-filename", "x"],
        ["--jobs", "2"],
        ["notes/a.txt", "--include", "*.md"],
        ["notes", "--update-baseline"],
        ["notes", "--baseline", "b.json"],
        ["notes", "--config", "none.toml"],
        ["notes", "--config", "proflie = 'strict'"],
        ["notes", "--isolated", "--config", "notes/a.txt"],
        ["notes", "--select", "DAET"],
        ["notes", "--select", "foo-*"],
        ["notes", "--ignore", "DOCTR"],
    ],
)
def test_usage_errors_are_2_and_one_line(scrub: Run, folder: Path, arguments: list[str]) -> None:
    run = scrub("check", *arguments, cwd=folder, env=env())
    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr.count(b"\n") == 1


def test_json_and_jsonl(scrub: Run, folder: Path) -> None:
    run = scrub("check", "notes", "--format", "json", "--statistics", cwd=folder, env=env())
    data = json.loads(run.stdout)
    assert (data["schema_version"], data["files"], len(data["findings"])) == (1, 3, 3)
    assert data["findings"][1] == {
        "path": "notes/b.txt", "line": 1, "column": 17, "end_line": 1, "end_column": 24, "start": 16, "end": 23,
        "type": "PATIENT", "rule": "fake-name", "weight": 90,
    }  # fmt: skip
    assert data["statistics"] == [{"type": "PATIENT", "rule": "fake-name", "count": 3}]
    lines = scrub("check", "notes", "--format", "jsonl", cwd=folder, env=env()).stdout.splitlines()
    assert [json.loads(line) for line in lines] == data["findings"]


def test_github_annotations_are_escaped(scrub: Run, folder: Path) -> None:
    (folder / "a,b:c%.txt").write_text("Dear Zeb")
    run = scrub("check", "a,b:c%.txt", "--show-text", cwd=folder, env=env(GITHUB_ACTIONS="true"))
    assert run.stdout.decode() == (
        "::error file=a%2Cb%3Ac%25.txt,line=1,endLine=1,col=6,endColumn=8,title=scrub fake-name::"
        "PATIENT found by rule fake-name (length 3, weight 90): Zeb\n"
    )


def test_github_reports_errors_too(scrub: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text("BOOM")
    run = scrub("check", "bad.txt", "--format", "github", cwd=folder, env=env())
    assert run.returncode == 2
    assert run.stdout.startswith(b"::error file=bad.txt,title=scrub::not fully checked")


def test_the_format_comes_from_option_environment_configuration_workflow(scrub: Run, folder: Path) -> None:
    (folder / "scrub.toml").write_text('[check]\nformat = "jsonl"\n')
    workflow = env(GITHUB_ACTIONS="true")
    assert scrub("check", "notes", cwd=folder, env=workflow).stdout.startswith(b'{"path"')
    workflow["SCRUB_FORMAT"] = "sarif"
    assert b'"version": "2.1.0"' in scrub("check", "notes", cwd=folder, env=workflow).stdout
    assert scrub("check", "notes", "--format", "concise", cwd=folder, env=workflow).stdout.startswith(b"notes/")
    assert scrub("check", "notes", cwd=folder, env=env(SCRUB_FORMAT="none")).returncode == 2


def test_output_file_appears_whole_and_private_when_it_quotes(scrub: Run, folder: Path) -> None:
    out = folder / "report.txt"
    assert scrub("check", "notes", "-O", out, "--show-text", cwd=folder, env=env()).returncode == 1
    assert '"Zebedee"' in out.read_text()
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    scrub("check", "notes", "-O", out, cwd=folder, env=env())
    assert "Zeb" not in out.read_text()


def test_select_ignore_and_min_weight(scrub: Run, folder: Path) -> None:
    for arguments, code in (
        (["--select", "NAME"], 1),
        (["--select", "DATE"], 0),
        (["--ignore", "P*TIENT"], 0),
        (["--ignore", "PATIENT"], 0),
    ):
        assert scrub("check", "notes", *arguments, cwd=folder, env=env()).returncode == code


def test_configuration_is_honoured_unless_isolated(scrub: Run, folder: Path) -> None:
    (folder / ".scrub.toml").write_text(
        'exclude = ["ward"]\n[[allow]]\ntext = "zebedee"\nreason = "the practice\'s cat"\n'
        '[check.per-file-ignores]\n"notes/b.txt" = ["fake-name"]\n'
    )
    run = scrub("check", "notes", cwd=folder, env=env())
    assert run.returncode == 0
    assert run.stderr.startswith(b"checked 2 files, 0 found in 0, 2 allowed, 1 left out, 0 errors, configuration ")
    assert scrub("check", "notes", "--isolated", cwd=folder, env=env()).returncode == 1
    (folder / ".scrub.toml").write_text("exlude = []")
    run = scrub("check", "notes", cwd=folder, env=env())
    assert run.returncode == 2
    assert b"did you mean 'exclude'?" in run.stderr


def test_a_configuration_among_the_notes_does_not_count(scrub: Run, folder: Path) -> None:
    (folder / "notes" / ".scrub.toml").write_text('exclude = ["*"]')
    run = scrub("check", "notes", cwd=folder, env=env())
    assert (run.returncode, b"configuration" in run.stderr) == (1, False)


def test_inline_allow_is_honoured_unless_switched_off(scrub: Run, folder: Path) -> None:
    (folder / "note.txt").write_text("Zeb  scrub:allow[fake-name]\n")
    assert scrub("check", "note.txt", cwd=folder, env=env()).returncode == 0
    assert scrub("check", "note.txt", "--no-inline-allow", cwd=folder, env=env()).returncode == 1


def test_redacting_disregards_inline_allow(scrub: Run, folder: Path) -> None:
    run = scrub("redact", input=b"Zeb  scrub:allow[fake-name]\n")
    assert b"Zeb" not in run.stdout


def test_baseline_life(scrub: Run, folder: Path) -> None:
    given = ("check", "notes", "--baseline", "b.json")
    made = scrub(*given, "--update-baseline", cwd=folder, env=env(**KEY))
    assert (made.returncode, made.stdout) == (0, b"")
    before = (folder / "b.json").read_bytes()
    assert b"Zeb" not in before
    assert scrub(*given, cwd=folder, env=env(**KEY)).returncode == 0
    (folder / "notes" / "b.txt").write_text("\n\nmoved: Zeb, with Zebedee.\n\nZeb again.\n")
    run = scrub(*given, "--format", "concise", cwd=folder, env=env(**KEY))
    assert (run.returncode, run.stdout) == (1, b"notes/b.txt:5:1 PATIENT fake-name\n")
    assert (folder / "b.json").read_bytes() == before
    assert scrub(*given, cwd=folder / "notes" / "..", env=env(**KEY)).returncode == 1
    assert scrub(*given, cwd=folder, env=env()).returncode == 2
    assert scrub(*given, cwd=folder, env=env(SCRUB_KEY="short")).returncode == 2


def test_the_key_may_stand_in_a_file(scrub: Run, folder: Path) -> None:
    (folder / "key").write_text(KEY["SCRUB_KEY"] + "\n")
    (folder / "key").chmod(0o600)
    given = ("check", "notes", "--baseline", "b.json")
    assert scrub(*given, "--update-baseline", "--key-file", "key", cwd=folder, env=env()).returncode == 0
    assert scrub(*given, cwd=folder, env=env(**KEY)).returncode == 0


def test_a_file_given_twice_is_checked_once(scrub: Run, folder: Path) -> None:
    run = scrub("check", "notes", "notes/b.txt", "notes", cwd=folder, env=env())
    assert run.stderr == b"checked 3 files, 3 found in 2, 0 errors\n"


def test_quiet_says_nothing_but_findings(scrub: Run, folder: Path) -> None:
    assert scrub("check", "notes", "-q", cwd=folder, env=env()).stderr == b""
