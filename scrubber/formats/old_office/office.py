"""LibreOffice as a converter: one process for one file, with a profile of its own, no macros and no network."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from scrubber.errors import NoteError

SECONDS = 180
_PROGRAMS = ("soffice", "libreoffice")
_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse">
<value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse">
<value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks"
oor:op="fuse"><value>true</value></prop></item>
</oor:items>
"""


def converted(data: bytes, suffix: str, new_suffix: str, writer: str) -> bytes:
    """A file in another format.

    The file lies in a temporary folder that only its owner can read, and that is removed whatever happens.

    Args:
        suffix, new_suffix: of the formats; writer: LibreOffice's name of the new one.

    Raises:
        NoteError: LibreOffice is not installed, cannot read the file, or takes longer than :data:`SECONDS`.
    """
    program = next((path for name in _PROGRAMS if (path := shutil.which(name))), None)
    if program is None:
        raise NoteError("needs LibreOffice (soffice on the PATH) to be read, which is not installed")
    with tempfile.TemporaryDirectory(prefix="scrub-office-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "profile" / "user").mkdir(parents=True)
        (folder / "profile" / "user" / "registrymodifications.xcu").write_text(_PROFILE, "utf-8")
        source, out = folder / f"in.{suffix}", folder / "out"
        source.write_bytes(data)
        arguments = ["--convert-to", f"{new_suffix}:{writer}", "--outdir", str(out), str(source)]
        _run([program, f"-env:UserInstallation={(folder / 'profile').as_uri()}", *_QUIET, *arguments], folder)
        result = out / f"in.{new_suffix}"
        if not result.is_file():
            raise NoteError("broken: LibreOffice cannot read it")
        return result.read_bytes()


_QUIET = ("--headless", "--invisible", "--norestore", "--nolockcheck", "--nodefault", "--nofirststartwizard")


def _run(command: list[str], home: Path) -> None:
    """Run LibreOffice and whatever it starts; none of it outlives this."""
    environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home)}
    quiet = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, cwd=home, env=environment, start_new_session=True
        )
    except OSError as error:
        raise NoteError("LibreOffice cannot be started") from error
    try:
        process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        raise NoteError(f"LibreOffice took longer than {SECONDS} s") from None
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and its children (LibreOffice is a script that starts a program)."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
