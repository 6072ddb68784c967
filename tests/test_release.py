"""What a release is made of: one version everywhere, a site that loads nothing, an image that has what it needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scrubber import __version__

ROOT = Path(__file__).resolve().parent.parent


def test_one_version_stands_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    [cited] = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    [shown] = re.findall(r"^copyright: scrub (.*)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert project["version"] == cited == shown == __version__


@pytest.mark.slow
def test_the_site_builds_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("material", reason="needs scrub-phi[docs]")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", tmp_path]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    pages = sorted(tmp_path.glob("*.html"))
    written = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert written < {page.stem for page in pages}
    for page in pages:
        loaded = re.findall(
            r"<(?:script|link|img|iframe)[^>]+(?:src|href)=[\"']?(https?:[^\"' >]+)", page.read_text("utf-8")
        )
        assert loaded == [], page.name


def test_every_page_is_in_the_site() -> None:
    listed = re.findall(r"^  - .*?([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in (ROOT / "docs").glob("*.md"))


def test_the_image_has_what_the_wheel_is_built_from_and_runs_without_rights() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copied = {
        name for line in lines if line.startswith("COPY ") and "--from" not in line for name in line.split()[1:-1]
    }
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {"pyproject.toml", "README.md", "hatch_build.py", "scrubber", *build["force-include"]} <= copied
    assert all((ROOT / name).exists() for name in copied)
    assert [line for line in lines if line.startswith("USER ")] == ["USER scrub"]
