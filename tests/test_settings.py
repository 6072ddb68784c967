"""What a Scrubber is made from, and how it travels."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from scrubber import KeyReference, Scrubber, ScrubberSettings
from scrubber.errors import UsageError
from scrubber.mask.keys import key_from_text, new_key_text, read_key
from scrubber.model.file import ModelFile
from scrubber.policy import load_policy
from scrubber.refine.site import Mask, Site

NOTE = "Mr. Darius Velankar was seen by Dr. Quillon on 3/12/2023 at Blue Heron."
RULE = """
[[rule]]
id = "ours-chart"
why = "our chart numbers"
type = "MEDICALRECORD"
weight = 95
keywords = ["zq"]
pattern = 'ZQ-[0-9]{4}(?!\\w)'
hit = ["chart [[ZQ-1234]]"]
miss = ["chart 1234", "ZQ 1234"]
"""


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text(new_key_text())
    path.chmod(0o600)
    return path


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "our-rules"
    folder.mkdir()
    (folder / "ours.toml").write_text(RULE)
    return folder


def test_a_scrubber_pickles_as_its_settings() -> None:
    site = Site(mask=(Mask("HOSPITAL", "our house", text="Blue Heron"),))
    scrubber = Scrubber("strict", site=site, min_weight=40)
    sent = pickle.dumps(scrubber)
    there = pickle.loads(sent)
    assert len(sent) < 2000
    assert there.scrub(NOTE) == scrubber.scrub(NOTE)
    assert "[HOSPITAL" in there.scrub(NOTE)
    assert pickle.loads(sent) is there


def test_a_policy_travels() -> None:
    scrubber = Scrubber(load_policy("safe-harbor").with_operators("redact", {}))
    assert pickle.loads(pickle.dumps(scrubber)).scrub(NOTE) == scrubber.scrub(NOTE)


def test_the_key_travels_by_reference(key_file: Path) -> None:
    scrubber = Scrubber("surrogates", key=read_key(key_file))
    sent = pickle.dumps(scrubber)
    secret = key_file.read_text()
    assert secret.encode() not in sent
    assert read_key(key_file).secret not in sent
    assert secret not in repr(scrubber.settings)
    assert pickle.loads(sent).note(patient="P1").scrub(NOTE) == scrubber.note(patient="P1").scrub(NOTE)


def test_a_key_that_stands_nowhere_does_not_travel() -> None:
    with pytest.raises(UsageError, match="KeyReference"):
        pickle.dumps(Scrubber("surrogates", key=key_from_text(new_key_text(), "here")))
    with pytest.raises(UsageError, match="by reference"):
        pickle.dumps(Scrubber("surrogates"))


def test_another_key_at_the_same_place_is_refused(key_file: Path) -> None:
    settings = Scrubber("surrogates", key=KeyReference(f"file:{key_file}")).settings
    key_file.write_text(new_key_text())
    with pytest.raises(UsageError, match="another key"):
        Scrubber.made_from(settings)


def test_references(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUR_KEY", key_file.read_text())
    assert KeyReference("env:OUR_KEY").key() == KeyReference(f"file:{key_file}").key()
    monkeypatch.delenv("OUR_KEY")
    for wrong in ("env:OUR_KEY", "file:", "vault:x", "call:no_such_module:key", "call:os:getpid"):
        with pytest.raises(UsageError):
            KeyReference(wrong).key()


def test_a_call_gives_the_key_and_its_errors_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = new_key_text()
    monkeypatch.setattr(os, "our_key", lambda: text, raising=False)
    assert KeyReference("call:os:our_key").key() == key_from_text(text, "")

    def refuse() -> str:
        raise RuntimeError(f"denied for {text}")

    monkeypatch.setattr(os, "our_key", refuse)
    with pytest.raises(UsageError, match=r"gave no key \(RuntimeError\)$"):
        KeyReference("call:os:our_key").key()


def test_rules_that_changed_on_the_way_are_refused(rules: Path) -> None:
    settings = Scrubber(rules=[rules]).settings
    (rules / "ours.toml").write_text(RULE.replace("95", "94"))
    with pytest.raises(UsageError, match="not what it was"):
        Scrubber.made_from(settings)
    (rules / "ours.toml").unlink()
    rules.rmdir()
    with pytest.raises(UsageError, match="no such file or folder"):
        Scrubber.made_from(settings)


def test_rules_are_found_elsewhere_by_name_and_hash(rules: Path, tmp_path: Path) -> None:
    settings = Scrubber(rules=[rules]).settings
    there = tmp_path / "sent"
    there.mkdir()
    rules.rename(there / "our-rules")
    (tmp_path / "other" / "our-rules").mkdir(parents=True)
    moved = settings.found_in([tmp_path / "other", there])
    assert Scrubber.made_from(moved).scrub("chart ZQ-4711") == "chart [MEDICALRECORD-1]"
    assert moved == settings


def test_equal_where_the_effect_is_the_same(rules: Path, key_file: Path) -> None:
    assert Scrubber().settings == Scrubber("safe-harbor", min_weight=50, rules=()).settings
    assert len({Scrubber().settings, Scrubber("strict").settings, Scrubber(rules=[rules]).settings}) == 3
    keyed = [Scrubber(key=KeyReference(f"file:{key_file}")).settings, Scrubber().settings]
    assert keyed[0] != keyed[1]
    shifted = Scrubber(shifts={"P1": 3}).settings
    assert shifted != keyed[1]
    assert "P1" not in repr(shifted)
    assert keyed[1] != "settings"


def test_one_scrubber_a_process() -> None:
    assert Scrubber.from_settings(ScrubberSettings("strict")) is Scrubber.from_settings(ScrubberSettings("strict"))


def test_a_second_scrubber_does_not_read_the_model_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Scrubber()
    monkeypatch.setattr(ModelFile, "read", lambda path: pytest.fail(f"{path} is read again"))
    assert Scrubber().scrub(NOTE) == first.scrub(NOTE)
