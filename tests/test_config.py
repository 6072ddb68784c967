"""Configuration: which file counts, what it may say, and what becomes of slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.cli.configured import crf_thresholds
from scrubber.config import CONFIG_VARIABLE, Config, load_config
from scrubber.errors import UsageError
from scrubber.refine.site import Allow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a folder in it, and a home of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    inner = tmp_path / "repo" / "sub"
    inner.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    return inner


def load(folder: Path, *given: str, isolated: bool = False, **env: str) -> Config:
    return load_config(given, isolated=isolated, start=folder, env=env)


def test_without_any_file_everything_has_its_default(folder: Path) -> None:
    assert load(folder).sources == ()
    assert load(folder).profile is None


def test_the_nearest_file_counts(folder: Path) -> None:
    (folder.parent / "scrub.toml").write_text('profile = "strict"')
    assert load(folder).profile == "strict"
    (folder / "scrub.toml").write_text('profile = "limited"')
    assert load(folder).profile == "limited"
    (folder / ".scrub.toml").write_text('profile = "safe-harbor"')
    assert load(folder).profile == "safe-harbor"


def test_nothing_above_the_repository_counts(folder: Path) -> None:
    (folder.parent.parent / "scrub.toml").write_text('profile = "strict"')
    assert load(folder).profile is None


def test_pyproject_counts_only_with_its_table(folder: Path) -> None:
    (folder.parent / "scrub.toml").write_text('profile = "strict"')
    (folder / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert load(folder).profile == "strict"
    (folder / "pyproject.toml").write_text('[tool.scrub]\nprofile = "limited"\n')
    assert load(folder).profile == "limited"


def test_environment_and_command_line_name_a_file(folder: Path) -> None:
    (folder / "scrub.toml").write_text("min-weight = 1")
    for number, name in ((2, "env.toml"), (3, "given.toml")):
        (folder / name).write_text(f"min-weight = {number}")
    env = {CONFIG_VARIABLE: str(folder / "env.toml")}
    assert load(folder, **env).min_weight == 2
    assert load(folder, str(folder / "given.toml"), **env).min_weight == 3
    assert load(folder, isolated=True, **env).min_weight is None


def test_single_values_override_the_file(folder: Path) -> None:
    (folder / "scrub.toml").write_text('profile = "strict"\n[rules]\nignore = ["a"]\nweights = { a = 10, b = 20 }\n')
    config = load(folder, "min-weight = 7", "rules.weights.b = 0")
    assert (config.profile, config.min_weight) == ("strict", 7)
    assert config.rules.weights == {"a": 10, "b": 0}
    assert config.rules.ignore == ("a",)


def test_extend_puts_a_file_over_another(folder: Path) -> None:
    (folder.parent / "base.toml").write_text(
        'profile = "strict"\nmin-weight = 40\nlexicon-folders = ["words"]\n'
        'allow = [{ text = "Mayo", reason = "the stand" }]\n[types.CITY]\nweight = 50\n'
    )
    (folder / "scrub.toml").write_text(
        'extend = "../base.toml"\nmin-weight = 60\nallow = [{ regex = "A.", reason = "r", rules = ["x"] }]\n'
        '[types.CITY]\noperator = "generalise"\nto = "state"\n'
    )
    config = load(folder)
    assert (config.profile, config.min_weight) == ("strict", 60)
    assert config.lexicon_folders == (folder.parent / "words",)
    assert [a.reason for a in config.allow] == ["the stand", "r"]
    assert config.allow[1] == Allow("r", regex="A.", rules=("x",))
    city = config.types["CITY"]
    assert (city.weight, city.operator, city.options) == (50, "generalise", {"to": "state"})
    assert [p.name for p in config.sources] == ["base.toml", "scrub.toml"]


def test_a_circle_of_extends_is_an_error(folder: Path) -> None:
    (folder / "scrub.toml").write_text('extend = "other.toml"')
    (folder / "other.toml").write_text('extend = "scrub.toml"')
    with pytest.raises(UsageError, match="circle"):
        load(folder)


def test_check_settings(folder: Path) -> None:
    (folder / "scrub.toml").write_text(
        '[check]\nformat = "github"\nbaseline = "b.json"\ninline-allow = false\n'
        '[check.per-file-ignores]\n"docs/*" = ["CITY"]\n'
    )
    check = load(folder).check
    assert (check.format, check.inline_allow) == ("github", False)
    assert check.baseline == folder / "b.json"
    assert check.per_file_ignores == {"docs/*": ("CITY",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('proflie = "strict"', "proflie: unknown key; did you mean 'profile'?"),
        ('profile = "srtict"', "no 'srtict'; did you mean 'strict'?"),
        ("[check]\nformt = 1", "check.formt: unknown key; did you mean 'format'?"),
        ('[check]\nformat = "sarf"', "did you mean 'sarif'?"),
        ("[types.DAET]\nweight = 1", "no 'DAET'; did you mean 'DATE'?"),
        ('[types.DATE]\nopertor = "shift"', "types.DATE.opertor: unknown key; did you mean 'operator'?"),
        ("[types.DATE]\nweight = 101", "types.DATE.weight must be a whole number from 0 to 100"),
        ("min-weight = true", "min-weight must be a whole number from 0 to 100"),
        ("rules = 3", "rules must be a table"),
        ("[rules.weights]\na = -1", "rules.weights.a must be"),
        ('exclude = "x"', "exclude must be a list of texts"),
        ('allow = [{ text = "x" }]', "allow[1] needs a reason"),
        ('allow = [{ reason = "x" }]', "allow[1] needs either text or regex"),
        ('allow = [{ regex = "(", reason = "x" }]', "allow[1].regex does not compile"),
        ("a = ", "scrub.toml:"),
        ('extend = "none.toml"', "no such file to extend"),
        ('key-file = ""', "key-file must be a text"),
    ],
)
def test_slips_are_errors_that_name_file_key_and_remedy(folder: Path, text: str, message: str) -> None:
    (folder / "scrub.toml").write_text(text)
    with pytest.raises(UsageError) as caught:
        load(folder)
    assert message in str(caught.value)
    assert "scrub.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_senseless_config_options_are_errors(folder: Path) -> None:
    (folder / "a.toml").write_text("")
    a = str(folder / "a.toml")
    for given, isolated in (((a, a), False), ((a,), True), ((str(folder / "none.toml"),), False), (("x = ",), False)):
        with pytest.raises(UsageError):
            load(folder, *given, isolated=isolated)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("crf-threshold = 0.3", {"default": 0.3}),
        ("crf-threshold = { AGE = 0.2, default = 0.5 }", {"AGE": 0.2, "default": 0.5}),
    ],
)
def test_crf_thresholds(tmp_path: Path, said: str, meant: dict[str, float]) -> None:
    (tmp_path / "scrub.toml").write_text(said)
    assert load(tmp_path).crf_threshold == meant


@pytest.mark.parametrize("said", ["crf-threshold = 1", "crf-threshold = true", "crf-threshold = { AGE = 0 }"])
def test_a_crf_threshold_is_a_probability(tmp_path: Path, said: str) -> None:
    (tmp_path / "scrub.toml").write_text(said)
    with pytest.raises(UsageError, match="probability between 0 and 1"):
        load(tmp_path)


def test_crf_thresholds_of_the_command_line() -> None:
    assert crf_thresholds(["0.3", "AGE=.2"]) == {"default": 0.3, "AGE": 0.2}
    for wrong in ("x", "AGE", "AGEE=0.2", "AGE=2"):
        with pytest.raises(UsageError, match="--crf-threshold"):
            crf_thresholds([wrong])


@pytest.mark.parametrize("home", ["/", "/nowhere"])
def test_outside_of_home_and_repository_nothing_above_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.setenv("HOME", home)
    inner = tmp_path / "data" / "notes"
    inner.mkdir(parents=True)
    (tmp_path / "data" / ".scrub.toml").write_text('profile = "limited"')
    assert load(inner).sources == ()
    assert load(inner.parent).profile == "limited"


def test_another_owners_file_is_refused_unless_it_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / ".scrub.toml"
    path.write_text('profile = "limited"')
    owner = path.stat().st_uid
    monkeypatch.setattr("os.geteuid", lambda: owner + 1)
    with pytest.raises(UsageError, match=r"\.scrub\.toml belongs to another user"):
        load(folder)
    assert load(folder, str(path)).profile == "limited"
    assert load(folder, **{CONFIG_VARIABLE: str(path)}).profile == "limited"
    assert load(folder, isolated=True).profile is None
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert load(folder, SUDO_UID=str(owner)).profile == "limited"
