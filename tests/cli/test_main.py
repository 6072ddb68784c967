"""The entry point: commands, help, completion, and what it loads for them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import typer
from conftest import Run, _clean_environment

from scrubber import __version__
from scrubber.cli.main import COMMANDS, app

HEAVY = (
    *("regex", "pydantic", "ahocorasick", "pycrfsuite", "phonenumbers", "rich"),
    *("scrubber.pipeline", "scrubber.gazetteers.lexicon"),
)
CODE = """
import sys, atexit
def tell():
    sys.stderr.write("LOADED " + " ".join(m for m in {heavy!r} if m in sys.modules))
atexit.register(tell)
sys.argv = ["scrub", *{arguments!r}]
from scrubber.cli.main import main
main()
"""


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        (["--version"], {}, __version__),
        (["--help"], {}, "redact"),
        (["find", "--help"], {}, "--show-text"),
        (["--show-completion", "bash"], {}, "complete"),
        ([], {"_SCRUB_COMPLETE": "complete_bash", "COMP_WORDS": "scrub fi", "COMP_CWORD": "1"}, "find"),
        ([], {"_SCRUB_COMPLETE": "complete_bash", "COMP_WORDS": "scrub --res", "COMP_CWORD": "1"}, "--resume"),
        ([], {"_SCRUB_COMPLETE": "complete_bash", "COMP_WORDS": "scrub x --prof", "COMP_CWORD": "2"}, "--profile"),
        ([], {"_SCRUB_COMPLETE": "complete_bash", "COMP_WORDS": "scrub --profile l", "COMP_CWORD": "2"}, "limited"),
    ],
)
def test_help_and_completion_load_nothing(arguments: list[str], environment: dict[str, str], expected: str) -> None:
    code = CODE.format(heavy=HEAVY, arguments=arguments)
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        env={**_clean_environment(), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", **environment},
    )
    assert expected in run.stdout.decode()
    assert run.returncode == 0
    assert run.stderr.decode().rpartition("LOADED ")[2] == ""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--operator s", "surrogate"),
        ("--enable CI", "CITY"),
        ("find --crf-threshold CI", "CITY="),
        ("rules date-h", "date-holiday"),
        ("rules n", "new"),
        ("check --select date-h", "date-holiday"),
        ("help ma", "masking"),
    ],
)
def test_values_are_completed(real_scrub: Run, words: str, expected: str) -> None:
    number = str(len(words.split()))
    asked = {"_SCRUB_COMPLETE": "complete_bash", "COMP_WORDS": f"scrub {words}", "COMP_CWORD": number}
    assert expected in real_scrub(env={**_clean_environment(), **asked}).stdout.decode().split()


def app_command(name: str) -> Any:
    return typer.main.get_command(app).get_command(None, name)  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(real_scrub: Run, command: str) -> None:
    run = real_scrub(command, "--help")
    assert run.returncode == 0
    assert b"Usage: scrub " + command.encode() in run.stdout
    options = app_command(command).params
    assert all(option.help for option in options if option.name != "help")


def test_unknown_options_and_the_default_command(scrub: Run) -> None:
    for arguments in (["--bogus"], ["redact", "--bogus"], ["find", "--bogus"]):
        run = scrub(*arguments)
        assert run.returncode == 2
        assert b"--bogus" in run.stderr
        assert run.stderr.count(b"\n") == 1
    assert scrub("redact", input=b"Zeb").stdout == b"[PATIENT-1]"


def test_an_unforeseen_error_quotes_nothing() -> None:
    code = (
        "import scrubber.cli.redact as r\n"
        "def fail(*_): raise KeyError('Hildegard')\n"
        "import scrubber.cli.build as b; b.input_paths = fail\n"
        "from scrubber.cli.main import main; main()\n"
    )
    run = subprocess.run([sys.executable, "-c", code, "x"], capture_output=True, check=False)
    assert run.returncode == 2
    assert run.stderr.startswith(b"scrub: error: internal error: KeyError at scrubber/cli/redact.py:")
    assert b"Hildegard" not in run.stderr
