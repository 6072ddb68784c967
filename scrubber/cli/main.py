"""The entry point ``scrub``: chooses the command, and turns whatever goes wrong into one line and an exit code.

Exit codes: 0 done; 1 ``check`` found PHI or ``eval`` missed its mark; 2 usage, configuration, or a note that could not
be processed completely, nothing to check, output that nobody took; 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from scrubber.cli.groups import spread
from scrubber.cli.light import Light, LightCommand
from scrubber.errors import ScrubError
from scrubber.faults import ReaderGone, Terminated, describe, stop_on_sigterm
from scrubber.text.one_thread import BLAS_THREADS

COMMANDS = {
    "redact": "scrubber.cli.redact",
    "find": "scrubber.cli.find",
    "check": "scrubber.cli.check",
    "eval": "scrubber.cli.evaluate",
    "rules": "scrubber.cli.rules",
    "rules new": "scrubber.cli.new_rule",
    "explain": "scrubber.cli.explain",
    "train": "scrubber.cli.train",
    "vectors": "scrubber.cli.vectors",
    "review": "scrubber.cli.review",
    "restore": "scrubber.cli.restore",
    "reveal": "scrubber.cli.reveal",
    "init": "scrubber.cli.init",
    "doctor": "scrubber.cli.doctor",
    "demo": "scrubber.cli.demo",
    "help": "scrubber.cli.help",
}
"""A module a command, imported when it is needed; its function ``command`` takes the options. In the help's order."""

DEFAULT = "redact"
COLLECTIONS = (50_000, 20, 50)
"""How rarely cycles are looked for: next to nothing here makes any, and what is loaded is large and stays."""
_HELP = {"help_option_names": ["-h", "--help"]}
_OWN_OPTIONS = frozenset({"-h", "--help", "--version", "--install-completion", "--show-completion"})


def load_command(name: str) -> Callable[..., None]:
    """A command's function, which takes each of its options by name."""
    return spread(import_module(COMMANDS[name]).command)


def _joined(args: list[str]) -> list[str]:
    """Arguments with a command of two words (``rules new``) as one."""
    two = " ".join(args[:2])
    return [two, *args[2:]] if two in COMMANDS and len(args) > 1 else args


class Commands(Light, TyperGroup):
    """Loads commands when they are asked for, and takes anything else for arguments of the default command."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(cmd_name, cls=LightCommand, context_settings=_HELP)(load_command(cmd_name))
        return typer.main.get_command(app)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        completing_first_word = ctx.resilient_parsing and not args
        args = _joined(args)
        first = args[0].partition("=")[0] if args else ""
        if not completing_first_word and first not in COMMANDS and first not in _OWN_OPTIONS:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The commands, and what the default command would complete."""
        default = self.get_command(ctx, DEFAULT)
        with default.make_context(DEFAULT, [], parent=ctx, resilient_parsing=True) as inner:
            return [*super().shell_complete(ctx, incomplete), *default.shell_complete(inner, incomplete)]


app = typer.Typer(cls=Commands, context_settings=_HELP, pretty_exceptions_enable=False, rich_markup_mode=None)


def _version(wanted: bool) -> None:
    if wanted:
        from scrubber.version import __version__

        typer.echo(f"scrub {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """Find protected health information in clinical notes and mask it.

    scrub notes/ -o out/    mask a folder of notes; see the result in out/

    scrub < in > out        mask what comes through a pipe

    scrub find notes/       list what would be masked, without quoting it

    scrub check out/        exit 1 if anything is left; for the last step before text leaves

    Nothing is sent anywhere, and a note that cannot be processed completely is not written (exit 2). Without COMMAND it
    is redact: 'scrub redact --help' tells its options. Write ./find for a file named find.
    """


def main() -> None:
    """Run the command line."""
    stop_on_sigterm()
    _hold_standard_streams()
    gc.set_threshold(*COLLECTIONS)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # typer loads pydantic, which would look for them
    os.environ.setdefault(BLAS_THREADS, "1")  # --jobs says how many cores are used
    code = _run()
    gc.freeze()  # or Python would look through everything for cycles before it ends
    sys.exit(code)


def _hold_standard_streams() -> None:
    """Let no file that is opened later take the place of a standard stream that is closed, and be written to as such.

    What stands in for standard input and output cannot be read or written, so that the run fails.
    """
    for number, flags in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # gets the lowest free number: this one
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115 (for as long as we live)


def _run() -> int:
    try:
        code = app(prog_name="scrub", standalone_mode=False)
    except ReaderGone:  # what was not read may have been findings
        return _fail("standard output was closed before all was written")
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except Terminated:
        return _fail("stopped by a signal; the note at hand was not written")
    except ScrubError as error:
        return _fail(str(error))
    except OSError as error:
        from scrubber.io.source import reason

        return _fail(f"{reason(error)} ({describe(error)})")
    except Exception as error:
        return _fail(_usage_message(error) or describe(error))
    if code == 130:
        _say("scrub: interrupted")
    return code if isinstance(code, int) else 0


def _usage_message(error: Exception) -> str:
    """What the option parser says about the command line, or nothing if the error is another one."""
    message = getattr(error, "format_message", None)
    if message is None:
        return ""
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "scrub"
    said = " ".join(message().split()).replace("Value error, ", "").removesuffix(".")
    return f"{said} (see {where} --help)"


def _fail(text: str) -> int:
    _say(f"scrub: error: {text}")
    return 2


def _say(line: str) -> None:
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass
