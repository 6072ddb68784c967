"""Jobs in processes of their own: what they say of what went wrong."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubber.errors import DataError, UsageError
from scrubber.fitting import Scratch, side_by_side

pytestmark = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="jobs are forked where they are"
)


def quotes_a_note() -> None:
    raise KeyError("Qorvath")


def broken_file() -> None:
    raise DataError("our.crf: not a CRF model")


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_each_job_writes_its_files(tmp_path: Path) -> None:
    side_by_side([lambda name=name: (tmp_path / name).write_text(str(os.getpid())) for name in "ab"])  # type: ignore[misc]
    assert len({str(os.getpid()), *((tmp_path / name).read_text() for name in "ab")}) == 3


def test_scratch_goes_with_what_a_stopped_process_left_beside_it(tmp_path: Path) -> None:
    (tmp_path / "our.tsv").write_text("kept")
    with Scratch(tmp_path / "our.tsv") as scratch, Scratch(scratch) as inner:
        inner.with_name(inner.name + "1").write_text("of another process")
        assert list(tmp_path.glob(".*"))
    assert [path.name for path in tmp_path.iterdir()] == ["our.tsv"]


@pytest.mark.parametrize(
    ("job", "message"),
    [
        (quotes_a_note, "internal error: KeyError at "),
        (broken_file, "our.crf: not a CRF model"),
        (killed, "a process that was training ended early"),
    ],
)
def test_a_job_that_fails_is_an_error_without_note_text(
    job: Callable[[], None], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError) as caught:
        side_by_side([job, lambda: None])
    assert str(caught.value).startswith(message)
    assert "Qorvath" not in str(caught.value) + "".join(capfd.readouterr())


def test_jobs_end_with_the_one_who_started_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(process: object, timeout: float | None = None) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        side_by_side([lambda: time.sleep(600)] * 2)
    assert not multiprocessing.active_children()
