"""Profiles: those that ship, and the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.errors import UsageError
from scrubber.mask.masking import Masking
from scrubber.policy import OperatorChoice, load_policy, phi_types, profile_names


def own(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("name", profile_names())
def test_shipped_profiles_load(name: str) -> None:
    policy = load_policy(name)
    assert policy.about
    assert policy.masked
    Masking(policy)


def test_what_the_named_profiles_promise() -> None:
    safe, limited, strict = load_policy("safe-harbor"), load_policy("limited"), load_policy("strict")
    every = {t for t, info in phi_types().items() if info.default}
    assert strict.masked == every
    assert safe.masked == every - {"STATE", "COUNTRY"}
    assert limited.masked == every - {"DATE", "CITY", "STATE", "COUNTRY", "ZIP"}
    assert not safe.masks("AGE", "72")
    assert safe.masks("AGE", "92")
    assert not safe.masks("DATE", "2009")
    assert strict.masks("AGE", "72")
    assert load_policy("surrogates").masked == safe.masked


def test_a_profile_of_ones_own(tmp_path: Path) -> None:
    policy = load_policy(
        own(
            tmp_path,
            'about = "ours"\nextends = "safe-harbor"\nmask = ["STATE"]\noperator = "hash"\n'
            'keep_when = { AGE = "never" }\n[types]\nDATE = { operator = "shift", days = 30 }\n',
        )
    )
    assert policy.name == "own"
    assert "STATE" in policy.masked
    assert "COUNTRY" not in policy.masked
    assert policy.masks("AGE", "72")
    assert not policy.masks("DATE", "2009")
    assert policy.operator_of("DATE") == OperatorChoice("shift", {"days": 30})
    assert policy.operator_of("PATIENT").name == "hash"


def test_keep_replaces_the_list_of_the_base(tmp_path: Path) -> None:
    policy = load_policy(own(tmp_path, 'extends = "limited"\nkeep = ["CITY"]\n'))
    assert "CITY" not in policy.masked
    assert {"DATE", "STATE", "ZIP"} <= policy.masked


@pytest.mark.parametrize(
    "text",
    [
        'extends = "nothing"',
        'extends = "strict"\nkep = []',
        'extends = "strict"\nkeep = ["NOBODY"]',
        'extends = "strict"\nkeep_when = { AGE = "sometimes" }',
        'extends = "strict"\ntypes = { NOBODY = { operator = "tag" } }',
        "extends = ",
    ],
)
def test_mistakes_are_said(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError):
        load_policy(own(tmp_path, text))


def test_the_default_operator_of_the_command_line() -> None:
    policy = load_policy("strict").with_operators("surrogate", {"CITY": OperatorChoice("keep")})
    assert policy.operator_of("PATIENT").name == "surrogate"
    assert policy.operator_of("DATE").name == "shift"
    assert policy.operator_of("CITY").name == "keep"


@pytest.mark.parametrize("text", ["noventa y dos años", "cien años", "ciento tres años", "nonagenaria", "93 años"])
def test_great_ages_in_spanish_are_masked(text: str) -> None:
    assert load_policy("safe-harbor").masks("AGE", text)
    assert not load_policy("safe-harbor").masks("AGE", "ochenta y nueve años")
