"""Fixtures that several test folders share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from fork_server import ForkServer
from hypothesis import HealthCheck, settings

settings.register_profile("scrub", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("scrub")  # how long an example takes says something of the machine, and nothing of scrub

FAKES = Path(__file__).with_name("fakes.py")
Run = Callable[..., CompletedProcess[bytes]]


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is remembered of rules does not outlive the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def _clean_environment() -> dict[str, str]:
    """Ours without what would change colours or configuration."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("SCRUB", "_SCRUB", "NO_COLOR", "FORCE_COLOR"))}


def _runs(fake: bool) -> Iterator[Run]:
    server = ForkServer(fake)
    yield lambda *arguments, **how: server.run(*arguments, **{"env": _clean_environment(), **how})
    server.close()


@pytest.fixture(scope="session")
def scrub() -> Iterator[Run]:
    """Runs the command line in a process of its own, with the fake Scrubber of ``fakes.py``."""
    yield from _runs(fake=True)


@pytest.fixture(scope="session")
def real_scrub() -> Iterator[Run]:
    """Runs the command line in a process of its own, as it is."""
    yield from _runs(fake=False)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of three notes, one of them deeper."""
    folder = tmp_path / "notes"
    (folder / "ward").mkdir(parents=True)
    (folder / "b.txt").write_bytes(b"Seen: Zeb, with Zebedee.\r\n\r\nNo change.\r\n")
    (folder / "a.txt").write_bytes(b"Nothing here.\n")
    (folder / "ward" / "c.note").write_bytes("Zeb a mangé.\n".encode("cp1252"))
    return folder


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser saves."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def browser(downloads: Path) -> Iterator[Any]:
    """A headless Chromium; a test that asks for it is skipped where there is none."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium (pip install selenium)")
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("needs Chromium (Debian: apt-get install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1400,900"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(service=webdriver.ChromeService(driver), options=options)
    yield chrome
    chrome.quit()
