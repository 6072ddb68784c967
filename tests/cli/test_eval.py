"""``scrub eval`` in a process of its own."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from conftest import Run

GOLD = "Seen: [[PATIENT|Zeb]], with [[PATIENT|Amara]], aged [[AGE|67]].\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "gold"
    folder.mkdir()
    (folder / "1.txt").write_text(GOLD)
    (folder / "2.txt").write_text("Zeb is nobody here.\n")
    return folder


def test_table_and_json_agree(scrub: Run, gold: Path) -> None:
    run = scrub("eval", gold)
    assert run.returncode == 0, run.stderr
    assert "  R_all               0.333  recall over all PHI tokens" in run.stdout.decode().splitlines()
    data = json.loads(scrub("eval", gold, "--format", "json").stdout)
    assert data["figures"]["R_all"] == pytest.approx(1 / 3, abs=1e-6)
    assert data["figures"]["P"] == 0.5
    assert data["entities"]["strict"]["by_type"]["PATIENT"] == {
        "P": 0.5,
        "R": 0.5,
        "F1": 0.5,
        "gold": 2,
        "predicted": 2,
    }


def test_what_changed_since_then(scrub: Run, gold: Path) -> None:
    old = gold.parent / "old.json"
    assert scrub("eval", gold, "--format", "json", "--misses", "-O", old).returncode == 0
    (gold / "2.txt").write_text("[[PATIENT|Zeb]] is somebody here.\n")
    run = scrub("eval", gold, "--since", old, "--misses")
    lines = run.stdout.decode().splitlines()
    assert "  R_all                       0.333    0.500   +0.167  better" in lines
    assert "gone: alarm  2:0-3  PATIENT" in lines
    assert b"notes or marks are not what they were" in run.stderr
    data = json.loads(scrub("eval", gold, "--since", old, "--format", "json").stdout)
    assert data["since"]["changes"][0] == {"name": "R_all", "before": 0.333333, "now": 0.5, "verdict": "better"}
    assert scrub("eval", gold, "--since", old, "--format", "html", "-O", gold.parent / "x.html").returncode == 2
    assert b"not an evaluation" in scrub("eval", gold, "--since", gold / "1.txt").stderr


def test_plots_hold_no_text(scrub: Run, gold: Path) -> None:
    folder = gold.parent / "new" / "plots"
    assert scrub("eval", gold, "--plots", folder).returncode == 0
    assert sorted(path.name for path in folder.iterdir()) == ["min-weight.svg", "recall.svg"]
    assert "0.500 of 2" in (folder / "recall.svg").read_text()
    assert all("Amara" not in path.read_text() for path in folder.iterdir())
    assert b"cannot write" in scrub("eval", gold, "--plots", gold / "1.txt").stderr


def test_mistakes_are_listed_without_text_unless_asked(scrub: Run, gold: Path) -> None:
    run = scrub("eval", gold, "--misses").stdout.decode()
    assert "miss  1:16-21  PATIENT  tokens=1\n" in run
    assert "alarm  2:0-3  PATIENT  tokens=1\n" in run
    assert "Amara" not in run
    assert "»Amara«" in scrub("eval", gold, "--misses", "--show-text").stdout.decode()


@pytest.mark.parametrize(
    ("limits", "code"),
    [([], 0), (["0.3"], 0), (["0.99"], 1), (["R_all=0.3"], 0), (["R_all=0.3", "over_1k=1"], 1), (["none=1"], 2)],
)
def test_fail_under(scrub: Run, gold: Path, limits: list[str], code: int) -> None:
    run = scrub("eval", gold, *(part for limit in limits for part in ("--fail-under", limit)))
    assert run.returncode == code, run.stderr
    assert (b"beyond the limit" in run.stderr) is (code == 1)


def test_predictions_of_find_are_read(scrub: Run, gold: Path, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "gold-1.txt").write_text("Seen: Zeb, with Amara, aged 67.\n")
    (tmp_path / "pred.jsonl").write_bytes(scrub("find", texts, "--format", "jsonl").stdout)
    run = scrub("eval", gold, "--pred", tmp_path / "pred.jsonl", "--format", "json")
    assert json.loads(run.stdout)["figures"]["P"] == 1
    assert b"1 gold note without prediction" in run.stderr


@pytest.mark.parametrize(
    "arguments",
    [["none"], ["."], [".", "--pred", "none"], ["gold", "--scheme", "none"], ["gold", "--show-text"],
     ["gold", "--format", "html"], ["gold", "-O", ""]],
)  # fmt: skip
def test_usage_errors(scrub: Run, gold: Path, arguments: list[str]) -> None:
    (gold.parent / "gold").exists()
    where = gold.parent if arguments[0] == "gold" else gold.parent / "empty"
    where.mkdir(exist_ok=True)
    run = scrub("eval", *arguments, cwd=where)
    assert run.returncode == 2
    assert run.stderr.count(b"\n") == 1


def test_find_writes_brat_and_i2b2_that_eval_reads(scrub: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    (notes / "ward").mkdir(parents=True)
    (notes / "ward" / "a.txt").write_bytes("\ufeffSeen: Zeb,\r\nwith Zebedee.\r\n".encode())
    for format, name in (("brat", "a.ann"), ("i2b2", "a.xml")):
        out = tmp_path / format
        assert scrub("find", notes, "--format", format, "-o", out).returncode == 0
        assert stat.S_IMODE((out / "ward" / name).stat().st_mode) == 0o600
        figures = json.loads(scrub("eval", out, "--format", "json").stdout)["figures"]
        assert (figures["R_all"], figures["P"], figures["strict_F1"]) == (1, 1, 1)
        assert scrub("find", notes, "--format", format, "-o", out).returncode == 2  # there already
    # the copy keeps its byte-order mark, which brat counts
    assert (tmp_path / "brat" / "ward" / "a.txt").read_bytes() == (notes / "ward" / "a.txt").read_bytes()
    assert (tmp_path / "brat" / "ward" / "a.ann").read_text() == "T1\tPATIENT 7 10\tZeb\nT2\tPATIENT 18 25\tZebedee\n"


@pytest.mark.parametrize(
    "arguments",
    [["--format", "brat"], ["-o", "out"], ["--format", "brat", "-o", "notes/out"], ["--format", "brat", "-o", ""],
     ["--format", "brat", "-o", "out", "--scheme", "none"]],
)  # fmt: skip
def test_find_refuses_senseless_outputs(scrub: Run, notes: Path, arguments: list[str]) -> None:
    run = scrub("find", "notes", *arguments, cwd=notes.parent)
    assert run.returncode == 2
    assert not (notes.parent / "out").exists()


def test_find_does_not_export_what_it_cannot_write_whole(scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("Zeb\x0cZeb")
    run = scrub("find", tmp_path / "notes", "--format", "i2b2", "-o", tmp_path / "out")
    assert run.returncode == 2
    assert b"control character at offset 3" in run.stderr
    assert not (tmp_path / "out" / "a.xml").exists()


def test_ways_to_find_stand_side_by_side_and_the_best_are_written(real_scrub: Run, gold: Path) -> None:
    best = gold.parent / "best.toml"
    run = real_scrub("eval", gold, "--detectors", "rules,crf", "--choose", best)
    assert run.returncode == 0, run.stderr
    assert run.stdout.decode().splitlines()[0].split() == ["rules", "crf", "chosen"]
    assert best.read_text() == "# Of rules, crf the best for each type.\n", "two marks choose nothing"
    again = real_scrub("eval", gold, "--detectors", "rules,crf", "--choose", best)
    assert b"exists already" in again.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--detectors", "crff"], b"no way 'crff' to find; did you mean 'crf'"),
        (["--detectors", ","], b"--detectors is empty"),
        (["--detectors", "crf", "--misses"], b"--detectors and --misses exclude each other"),
        (["--choose", "best.toml"], b"--choose needs --detectors"),
        (["--detectors", "neural", "--isolated", "--language", "es"], b"no network for 'es'"),
    ],
)
def test_slips_with_ways(real_scrub: Run, gold: Path, options: list[str], message: bytes) -> None:
    run = real_scrub("eval", gold, *options)
    assert run.returncode == 2
    assert message in run.stderr
