"""``scrub rules``: every rule can be looked at, and so can what a run is made from."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

RULE = """
[[rule]]
id = "our-chart"
type = "MEDICALRECORD"
pattern = '''SV-\\d{3}(?!\\w)'''
weight = 90
keywords = ["sv"]
why = "Ours."
hit = ["[[SV-123]]"]
miss = ["SV-12"]
"""


def lines(real_scrub: Run, *arguments: object, cwd: Path | None = None) -> list[str]:
    done = real_scrub("rules", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().splitlines()


LANGUAGES = ((), ("--language", "en"), ("--language", "es"))


def row(rows: list[str], rule: str) -> list[str]:
    return next(line for line in rows if line.startswith(rule + " ")).split()[1:]


def test_the_list(real_scrub: Run, tmp_path: Path) -> None:
    rows = lines(real_scrub, "--isolated")
    assert row(rows, "mrn-label") == ["MEDICALRECORD", "90", "ids.toml"]
    assert row(rows, "religion-label")[1:3] == ["off", "(type)"]
    (tmp_path / "our").mkdir()
    (tmp_path / "our" / "ids.toml").write_text(RULE)
    (tmp_path / "scrub.toml").write_text(
        'rule-folders = ["our"]\n[rules]\nignore = ["ssn*"]\nweights = { our-chart = 60 }\n[types.DATE]\nweight = 50\n'
    )
    rows = lines(real_scrub, "--enable", "RELIGION", cwd=tmp_path)
    assert row(rows, "our-chart") == ["MEDICALRECORD", "60", "ids.toml"]
    assert row(rows, "ssn")[1] == "off"
    assert row(rows, "religion-label")[1] == "85"
    assert "here 60" in "".join(lines(real_scrub, "our-chart", cwd=tmp_path))


def test_the_rules_of_one_language(real_scrub: Run) -> None:
    every, english, spanish = (
        {line.split()[0] for line in lines(real_scrub, "--isolated", *some)} for some in LANGUAGES
    )
    assert {"mrn-label", "es-zip"} <= every
    assert english & every == english
    assert "es-zip" not in english
    assert "es-zip" in spanish
    assert "mrn-label" not in spanish


@pytest.mark.parametrize(
    "rule", ["mrn-label", "known", "context-DOCTOR", "crf-CITY", "repeat-PATIENT", "list-RELIGION"]
)
def test_every_source_is_explained(real_scrub: Run, rule: str) -> None:
    told = lines(real_scrub, rule)
    assert told[0] == rule
    assert len(told) > 2


def test_examples_are_tried(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "ids.toml").write_text(RULE.replace('"SV-12"', '"SV-124"'))
    done = real_scrub("rules", "our-chart", "--rules", tmp_path)
    assert done.returncode == 2
    assert b"<- does not" in done.stdout
    assert b"rule our-chart: 1 of its examples is wrong" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mrn-lable",), "no rule 'mrn-lable'; did you mean 'mrn-label'?"),
        (("crf-TOWN",), "no rule 'crf-TOWN'"),
        (("mrn-label", "--show-settings"), "exclude each other"),
    ],
)
def test_slips(real_scrub: Run, arguments: tuple[str, ...], message: str) -> None:
    done = real_scrub("rules", *arguments)
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_a_type_that_nobody_knows(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "ids.toml").write_text(RULE.replace("MEDICALRECORD", "MEDICALRECROD"))
    done = real_scrub("find", "--rules", tmp_path, input=b"SV-123")
    assert done.returncode == 2
    assert "no type 'MEDICALRECROD'; did you mean 'MEDICALRECORD'?" in done.stderr.decode()


def test_settings_and_their_hash(real_scrub: Run, tmp_path: Path) -> None:
    def digest(*options: object) -> str:
        *table, last = lines(real_scrub, "--show-settings", "--isolated", *options)
        assert any(line.startswith("profile = ") for line in table)
        return last

    places = [tmp_path / name for name in ("a", "b")]
    for place in places:
        place.mkdir()
        (place / "ids.toml").write_text(RULE)
    plain = digest()
    assert plain == digest("--profile", "safe-harbor", "--min-weight", 50)
    assert plain != digest("--profile", "strict")
    ours = digest("--rules", places[0])
    assert ours == digest("--rules", places[1]) != plain
    (places[1] / "ids.toml").write_text(RULE + "# changed\n")
    assert ours != digest("--rules", places[1])


@pytest.mark.parametrize("option", [("--crf-threshold", "0.3"), ("--unknown-language", "error")])
def test_options_that_only_settings_show_need_them(real_scrub: Run, option: tuple[str, str]) -> None:
    done = real_scrub("rules", *option)
    assert (done.returncode, f"{option[0]} needs --show-settings" in str(done.stderr)) == (2, True)
    assert real_scrub("rules", "--show-settings", *option).returncode == 0
