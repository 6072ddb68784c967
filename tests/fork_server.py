"""Runs of ``scrub`` without the start of Python: a process that has all of it imported forks itself for each of them.

Every run is a process of its own, with its own arguments, environment, folder and standard streams. Run as a script
this is the process that forks.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from subprocess import DEVNULL, CompletedProcess, Popen
from tempfile import TemporaryFile
from typing import Any

_MOST = 1 << 17
"""Bytes of a request, at most."""
_PACKAGES = ("scrubber.check", "scrubber.cli", "scrubber.io", "scrubber.mask", "scrubber.report", "scrubber.runs")
"""What most runs import."""


class ForkServer:
    """The server as the tests see it; one run at a time.

    Args:
        fake: whether the runs have the Scrubber of ``fakes.py``.
    """

    def __init__(self, fake: bool = False) -> None:
        self._connection, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = Popen([sys.executable, __file__, *["fake"] * fake], stdin=theirs, stdout=DEVNULL)

    def run(
        self,
        *arguments: object,
        env: Mapping[str, str],
        input: bytes = b"",
        cwd: Path | None = None,
        umask: int = 0o022,
    ) -> CompletedProcess[bytes]:
        """Run ``scrub`` as ``subprocess.run`` would, its output captured."""
        words = [str(argument) for argument in arguments]
        about = {"arguments": words, "cwd": str(cwd or Path.cwd()), "env": dict(env), "umask": umask}
        theirs, ours = os.pipe()
        with TemporaryFile() as out, TemporaryFile() as err:
            socket.send_fds(self._connection, [json.dumps(about).encode()], [theirs, out.fileno(), err.fileno()])
            os.close(theirs)
            with suppress(BrokenPipeError), open(ours, "wb", buffering=0) as pipe:
                pipe.write(input)
            code = int(self._connection.recv(_MOST))
            out.seek(0)
            err.seek(0)
            return CompletedProcess(words, code, out.read(), err.read())

    def close(self) -> None:
        """End the server."""
        self._connection.close()
        self._process.kill()
        self._process.wait()


def _next_run() -> dict[str, Any]:
    """Fork for every request; returns in the processes forked, with what is asked of each, its streams in place."""
    with socket.socket(fileno=os.dup(0)) as connection:
        while True:
            request, streams, *_ = socket.recv_fds(connection, _MOST, 3)
            if not request:
                sys.exit()
            if not (child := os.fork()):
                for number, stream in enumerate(streams):
                    os.dup2(stream, number)
                    os.close(stream)
                return dict(json.loads(request))
            for stream in streams:
                os.close(stream)
            connection.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _serve(fake: bool) -> None:
    """Be the server, and in the end one of its runs."""
    if fake:
        import fakes

        fakes.install()
    from scrubber.cli.main import main
    from scrubber.pipeline import Scrubber

    for package in _PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    Scrubber().note().scrub("Nothing.")
    gc.freeze()
    request = _next_run()
    os.chdir(request["cwd"])
    os.umask(request["umask"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["scrub", *request["arguments"]]
    main()


if __name__ == "__main__":
    _serve("fake" in sys.argv)
