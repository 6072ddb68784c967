"""Wrong arguments from Python are told of as such, and what they hold is not quoted."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import scrubber
from scrubber import Scrubber, from_config
from scrubber.errors import UsageError


@pytest.fixture(scope="module")
def plain() -> Scrubber:
    return Scrubber(crf=False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"key": "a long one"}, "key must be a Key (of read_key or key_from_text) or a KeyReference or None, not str"),
        ({"profile": None}, "profile must be the name of a profile or a Policy, not None"),
        ({"min_weight": "50"}, "min_weight must be a whole number from 0 to 100, not str"),
        ({"min_weight": 900}, "min_weight must be a whole number from 0 to 100"),
        ({"rules": "our-rules"}, "rules must be a list of folders (pathlib.Path), not str"),
        ({"lexicons": ["lists"]}, "lexicons must be a list of folders (pathlib.Path), not list"),
        ({"known": "patients.csv"}, "known must be a file (pathlib.Path) or None, not str"),
        ({"crf": "no"}, "crf must be True, False or None, not str"),
        ({"site": {}}, "site must be a Site, not dict"),
        ({"language": None}, "language must be a text, not None"),
        ({"operators": {"DATE": "shift"}}, "operators must be a dict of OperatorChoices by type or None, not dict"),
        ({"shifts": {"P17": "3"}}, "shifts must be a dict of days (int) by patient or None, not dict"),
        ({"joining_words": "of"}, "joining_words must be a list of texts or None, not str"),
    ],
)
def test_arguments_of_another_kind(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)) as caught:
        Scrubber(**options)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rules": [Path("nowhere")]}, "rules: no such folder: 'nowhere'"),
        ({"known": Path("nowhere.csv")}, "known: no such file: 'nowhere.csv'"),
        ({"model": Path("nowhere.crf")}, "model: no such file: 'nowhere.crf'"),
        ({"profile": "strct"}, "no profile 'strct'"),
        ({"operator": "shred"}, "no operator 'shred'"),
    ],
)
def test_arguments_that_mean_nothing(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        Scrubber(**options)


def test_an_argument_that_there_is_not() -> None:
    with pytest.raises(TypeError, match="profil"):
        Scrubber(profil="strict")  # type: ignore[call-arg]


@pytest.mark.parametrize("text", [None, b"Dr. Velankar", 7, ["Dr. Velankar"]])
def test_a_note_is_a_text(plain: Scrubber, text: Any) -> None:
    calls = (plain.scrub, plain.find, plain.note().scrub, plain.note().find, lambda t: list(plain.scrub_texts([t])))
    for call in calls:
        with pytest.raises(TypeError, match=r"a note must be a text \(str\), not \w+$"):
            call(text)


def test_one_text_is_not_several(plain: Scrubber) -> None:
    with pytest.raises(TypeError, match="texts must be several texts"):
        list(plain.scrub_texts("Dr. Velankar"))


@pytest.mark.parametrize(
    ("known", "kind", "message"),
    [
        ({"PATIENT": "Darius Velankar"}, TypeError, r"known\['PATIENT'\] must be a list of texts"),
        ({"PATIENT": (7,)}, TypeError, r"known\['PATIENT'\] must be a list of texts"),
        (["Darius"], TypeError, "known must be a dict of lists of texts by PHI type, not list"),
        ({"PATEINT": ("Darius",)}, UsageError, "known: no type 'PATEINT'; did you mean 'PATIENT'"),
    ],
)
def test_what_is_known_is_listed_by_type(plain: Scrubber, known: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        plain.note(known=known)


def test_what_there_is_can_be_listed_without_loading_it() -> None:
    assert set(scrubber.__all__) == set(dir(scrubber))
    assert all(getattr(scrubber, name) is not None for name in dir(scrubber))
    code = "import scrubber, sys; assert 'Scrubber' in dir(scrubber); assert 'regex' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


CONFIG = """profile = "strict"
crf = false
key-file = "our.key"
[types.PATIENT]
operator = "hash"
[[mask]]
text = "Blue Heron"
type = "HOSPITAL"
reason = "Our house."
"""


def test_a_scrubber_as_the_configuration_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCRUB_KEY", raising=False)
    monkeypatch.delenv("SCRUB_CONFIG", raising=False)
    (tmp_path / ".git").mkdir()
    (tmp_path / "our.key").write_text("a key of our own, long enough")
    (tmp_path / "our.key").chmod(0o600)
    (tmp_path / ".scrub.toml").write_text(CONFIG)
    monkeypatch.chdir(tmp_path)
    nearest, named = from_config(), from_config(tmp_path / ".scrub.toml")
    text = "Mr. Darius Velankar, at Blue Heron, aged 67 in 2019."
    masked = nearest.scrub(text)
    assert masked == named.scrub(text)
    assert "[PATIENT:" in masked
    assert "[HOSPITAL-1]" in masked
    assert "67" not in masked
    assert "67" in from_config(profile="safe-harbor").scrub(text)
    with pytest.raises(UsageError, match="no such configuration file"):
        from_config(tmp_path / "none.toml")
    (tmp_path / ".scrub.toml").write_text("profle = 'strict'")
    with pytest.raises(UsageError, match="did you mean 'profile'"):
        from_config()
