"""What a newcomer types first is answered in a few lines."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import FAKES, Run, _clean_environment

from scrubber.cli.main import COMMANDS

NOTE = "Dear Zeb\nNothing.\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "note.txt").write_text(NOTE)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "note.txt").write_text(NOTE)
    return tmp_path


def on_a_terminal(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    pty = pytest.importorskip("pty")
    master, terminal = pty.openpty()
    try:
        command = [sys.executable, "-m", "scrubber", *arguments]
        return subprocess.run(command, stdin=terminal, capture_output=True, env=_clean_environment(), check=False)
    finally:
        os.close(master)
        os.close(terminal)


def test_whatever_names_the_package_names_ours() -> None:
    root = Path(__file__).parents[2]
    files = [
        p
        for name in ("scrubber", "docs", "README.md")
        for p in ((root / name).rglob("*") if "." not in name else [root / name])
    ]
    texts = [p.read_text("utf-8") for p in files if p.suffix in (".py", ".md", ".1", ".js", ".html")]
    named = [found for text in texts for found in re.findall(r"pip install [-\w ]*['\"]?(\w[\w-]*)\[", text)]
    assert "scrub-phi" in named
    assert set(named) == {"scrub-phi"}


def test_scrub_alone_shows_the_commands_on_one_screen() -> None:
    run = on_a_terminal()
    lines = run.stderr.decode().splitlines()
    assert run.returncode == 2
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 100
    assert all(any(line.startswith(f"  {name} ") for line in lines) for name in COMMANDS)


def test_a_command_alone_shows_its_options() -> None:
    assert b"--show-text" in on_a_terminal("find").stderr


@pytest.mark.parametrize("words", [[], ["redact"], ["find"], ["rules"]])
def test_a_short_option_asks_for_help(scrub: Run, words: list[str]) -> None:
    short, long = scrub(*words, "-h"), scrub(*words, "--help")
    assert short.returncode == 0
    assert short.stdout == long.stdout
    assert b"-h, --help" in short.stdout


def test_options_stand_in_panels_those_of_the_command_first(scrub: Run) -> None:
    text = scrub("redact", "--help").stdout.decode()
    panels = re.findall(r"^(\w.*):$", text, re.MULTILINE)
    assert panels[:2] == ["Arguments", "Options"]
    assert panels[2:] == [
        "What is looked for",
        "How it is masked, and what is kept of it",
        "What is read",
        "Configuration and messages",
    ]
    assert text.index("--output") < text.index("--profile") < text.index("--key-file") < text.index("--column")


def test_the_help_lists_profiles_and_operators(scrub: Run) -> None:
    from scrubber.mask.operators import BUILT_IN, ONLY_FOR
    from scrubber.policy import profile_names

    text = " ".join(scrub("redact", "--help").stdout.decode().split())
    assert all(name in text for name in profile_names())
    assert all(name in text for name in BUILT_IN if name not in ("keep", *ONLY_FOR))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["fnd", "note.txt"], "no such file or directory: 'fnd'; did you mean 'scrub find'?"),
        (["chek"], "did you mean 'scrub check'?"),
        (["explain", "note.txt:99"], "note.txt has 2 lines"),
        (["rules", "dat-*"], "no rule fits 'dat-*'"),
        (["note.txt", "--config", "profile=strct"], "no 'strct'; did you mean 'strict'?"),
        (["note.txt", "--report", "r.pdf"], "--report takes a name that ends in .json or .html, not 'r.pdf'"),
    ],
)
def test_a_slip_is_told_in_one_line(real_scrub: Run, here: Path, words: list[str], why: str) -> None:
    run = real_scrub(*words, cwd=here, input=b"One line.")
    assert run.returncode == 2
    assert why in run.stderr.decode()
    assert run.stderr.count(b"\n") == 1
    assert run.stdout == b""


def test_no_command_is_meant_by_a_file_that_is_missing(scrub: Run, here: Path) -> None:
    assert b"did you mean" not in scrub("notes-of-today.txt", cwd=here).stderr
    assert b"did you mean" not in scrub("note.txt", "fnd", cwd=here).stderr


def test_standard_input_can_be_explained(real_scrub: Run) -> None:
    run = real_scrub("explain", "-", "--isolated", input=b"Nothing.\nMRN 7709-142\n")
    assert run.returncode == 0
    assert b"<stdin>:2:5 MEDICALRECORD" in run.stdout


def test_the_rules_of_a_family_are_listed(real_scrub: Run) -> None:
    head, *rows = real_scrub("rules", "mrn-*", "--isolated").stdout.decode().splitlines()
    assert head.startswith("RULE")
    assert rows
    assert all(row.startswith("mrn-") for row in rows)


@pytest.mark.parametrize("setting", ["profile=strict", 'profile="strict"', "profile = 'strict'"])
def test_a_setting_needs_no_quotes(real_scrub: Run, setting: str) -> None:
    run = real_scrub("rules", "--show-settings", "--isolated", "--config", setting)
    assert b'profile = "strict"' in run.stdout


def test_a_report_goes_into_a_new_folder(scrub: Run, here: Path) -> None:
    assert scrub("notes", "-o", "out", "--report", "new/deeper/r.json", cwd=here).returncode == 0
    assert (here / "new" / "deeper" / "r.json").exists()


def _not_in_the_background() -> None:
    """In a shell's background SIGINT is ignored, and so it would be here."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(("options", "hint"), [([], b"--resume goes on"), (["--report", "r.json"], b"")])
def test_who_interrupts_a_run_is_told_how_it_goes_on(here: Path, options: list[str], hint: bytes) -> None:
    (here / "notes" / "z.txt").write_text("SLEEP")
    command = [sys.executable, str(FAKES), "notes", "-o", "out", *options]
    run = subprocess.Popen(
        command,
        cwd=here,
        stderr=subprocess.PIPE,
        env=_clean_environment(),
        preexec_fn=_not_in_the_background,
    )
    while not (here / "out" / "note.txt").exists():
        assert run.poll() is None
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate()
    assert run.returncode == 130
    assert b"interrupted" in told
    assert (b"--resume" in told) == bool(hint)
    assert hint in told


TABLE = "word,note,ward\nred,Seen by Dr. Velankar.,B\n"


def test_the_columns_that_are_kept_are_named(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TABLE)
    run = real_scrub("t.csv", "--column", "note", "--column-action", "ward=keep", cwd=tmp_path)
    assert b"2 of 3 columns are kept as they are (column 1, column ward): see --column-action" in run.stderr


def test_the_names_that_may_hold_phi_are_named(scrub: Run, here: Path) -> None:
    for number in range(4):
        (here / "notes" / f"Zeb {number}.txt").write_text("One line.\n")
    told = scrub("notes", "-o", "out", cwd=here).stderr
    assert b"4 names of output files may hold PHI (notes/Zeb 0.txt, notes/Zeb 1.txt, notes/Zeb 2.txt" in told
    assert b"notes/Zeb 3.txt: the name may hold PHI" in scrub("notes", "-o", "out2", "-v", cwd=here).stderr
    assert b"--rename gives them others" in told


def test_a_resumed_run_says_what_was_done_before(scrub: Run, here: Path) -> None:
    (here / "notes" / "z.txt").write_text("BOOM")
    assert scrub("notes", "-o", "out", cwd=here).returncode == 2
    (here / "notes" / "z.txt").write_text("One line.\n")
    assert b"scrubbed 1 note, 1 file done before, " in scrub("notes", "-o", "out", "--resume", cwd=here).stderr


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["--shift-dates"], r"on (?!3/12/2023)\d\d?/\d\d?/20\d\d\."),
        (["--date-shifts", "days.csv", "--patient-from", "name:(note)"], r"on 3/2/2023\."),
    ],
)
def test_one_option_shifts_dates(real_scrub: Run, tmp_path: Path, options: list[str], shown: str) -> None:
    (tmp_path / "note.txt").write_text("Seen by Dr. Quillon on 3/12/2023.\n")
    (tmp_path / "days.csv").write_text("patient,days\nnote,-10\n")
    out = real_scrub("note.txt", *options, cwd=tmp_path).stdout.decode()
    assert re.search(r"Dr\. \[DOCTOR-1\] " + shown, out)
    run = real_scrub("note.txt", *options, "--profile", "limited", cwd=tmp_path)
    assert run.returncode == 2
    assert f"{options[0]} would do nothing: limited keeps dates" in run.stderr.decode()


def test_restore_takes_the_key_of_the_configuration(real_scrub: Run, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    (tmp_path / "note.txt").write_text("MRN 7709-142\n")
    (tmp_path / ".git").mkdir()
    assert real_scrub("init", cwd=tmp_path).returncode == 0
    assert real_scrub("note.txt", "-o", "out/", "--map", "m", cwd=tmp_path).returncode == 0
    assert (tmp_path / "out" / "note.txt").read_text() != "MRN 7709-142\n"
    run = real_scrub("restore", "out", "--map", "m", "-o", "back", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "back" / "note.txt").read_text() == "MRN 7709-142\n"


MASK = '[[mask]]\ntext = "Blue Heron"\ntype = "HOSPITAL"\nreason = "Our inpatient house."\n'


def test_a_missed_word_is_masked_from_then_on(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "scrub.toml").write_text(MASK)
    how: dict[str, object] = {"cwd": tmp_path, "input": b"sent to blue\nheron, well"}
    assert real_scrub(**how).stdout == b"sent to [HOSPITAL-1], well"
    assert b"<stdin>:1:9 HOSPITAL mask" in real_scrub("find", **how).stdout
    assert b"the configuration masks it" in real_scrub("explain", "-", **how).stdout
    check = real_scrub("check", "--select", "mask", **how)
    assert (check.returncode, check.stdout.count(b"\n")) == (1, 1)
    assert b"given" in real_scrub("rules", "mask*", cwd=tmp_path).stdout
    assert b"[[mask]]" in real_scrub("rules", "mask", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ('type = "HOSPITAL"', "", "mask[1] needs a type"),
        ('reason = "Our inpatient house."', "", "mask[1] needs a reason"),
        ("HOSPITAL", "HOPSITAL", "no 'HOPSITAL'; did you mean 'HOSPITAL'?"),
        ("HOSPITAL", "STATE", "mask[1] would do nothing: safe-harbor keeps it"),
        ("Blue Heron", " ", "mask[1].text is blank"),
        ('text = "Blue Heron"', "", "mask[1] needs either text or regex"),
        ('text = "Blue Heron"', 'regex = "("', "mask[1].regex does not compile"),
        ("mask", "maks", "unknown key; did you mean 'mask'?"),
    ],
)
def test_a_slip_in_what_is_masked_is_an_error(
    real_scrub: Run, tmp_path: Path, right: str, wrong: str, why: str
) -> None:
    (tmp_path / "scrub.toml").write_text(MASK.replace(right, wrong))
    run = real_scrub(cwd=tmp_path, input=b"Blue Heron")
    assert (run.returncode, run.stdout) == (2, b"")
    assert why in run.stderr.decode()


def test_what_a_rule_finds_is_left_alone(real_scrub: Run, tmp_path: Path) -> None:
    note = {"cwd": tmp_path, "input": b"Mr. Osei, here on Christmas.\n"}
    assert real_scrub(**note).stdout == b"Mr. [PATIENT-1], here on [DATE-1].\n"
    (tmp_path / "scrub.toml").write_text('[[allow]]\nrules = ["date-holiday"]\nreason = "They tell nobody."\n')
    assert real_scrub(**note).stdout == b"Mr. [PATIENT-1], here on Christmas.\n"
    assert real_scrub("check", "--select", "DATE", **note).returncode == 0
    (tmp_path / "scrub.toml").write_text('[[allow]]\ntypes = ["DATE"]\nreason = "They tell nobody."\n')
    assert b"allow[1] needs either text or regex, or rules" in real_scrub(**note).stderr


@pytest.mark.parametrize("command", [[], ["find"], ["check", "--exit-zero"]])
def test_a_rule_that_is_ignored_in_vain_is_told_of(real_scrub: Run, tmp_path: Path, command: list[str]) -> None:
    rule = '[[rule]]\nid = "our-pump"\ntype = "IDNUM"\npattern = "pump q"\nweight = 90\nkeywords = ["pump"]\n'
    (tmp_path / "our").mkdir()
    (tmp_path / "our" / "r.toml").write_text(rule + 'why = "Ours."\nhit = ["[[pump q]]"]\nmiss = ["pump"]\n')
    (tmp_path / "scrub.toml").write_text('rule-folders = ["our"]\n[rules]\nignore = ["date-holiday", "our-*"]\n')
    told = real_scrub(*command, cwd=tmp_path, input=b"on Christmas").stderr.decode()
    assert "rules.ignore: 'date-holiday' changes nothing: the model masks its examples all the same" in told
    assert "our-*" not in told
    assert "changes nothing" not in real_scrub(*command, "-q", cwd=tmp_path, input=b"on Christmas").stderr.decode()
