"""docs/engines.md is true: every engine runs, and gives what a plain loop gives. (Spark's: tests/spark.)"""

from __future__ import annotations

import pytest
from engines_page import BLOCKS, Page, texts

from scrubber.mask.keys import new_key_text


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    folder = tmp_path_factory.mktemp("engines")
    (folder / "key").write_text(new_key_text())
    (folder / "key").chmod(0o600)
    return Page(folder, folder / "key")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("engine", ["pandas", "polars", "duckdb", pytest.param("ray", marks=pytest.mark.slow), "dask"])
def test_the_same_bytes(engine: str, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(engine)
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    (code,) = [code for kind, code in BLOCKS if kind == engine]
    names = dict(page.names)
    page.run(code, names)
    assert texts(names["masked"]) == (page.expected_of_sql if engine == "duckdb" else page.expected)
