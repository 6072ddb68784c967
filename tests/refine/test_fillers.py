"""Text that scrub has been over: clean to it under every profile and operator, while real PHI beside tags is found."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from conftest import Run

from scrubber.pipeline import Scrubber
from scrubber.policy import OperatorChoice, load_policy, phi_types
from scrubber.refine.fillers import Filled, Fillers
from scrubber.text.span import Span

ROOT = Path(__file__).parents[2]
FILE = ROOT / "patterns" / "en" / "fillers.toml"
PROFILES = ["safe-harbor", "limited", "strict", "surrogates", "generalised"]
OPERATORS = {
    "tag": 'operator = "tag"',
    "redact": 'operator = "redact"',
    "same-length": 'operator = "redact"\nsame-length = true',
    "string": 'operator = "redact"\ntext = "<<{type}>>"',
}


def filled(text: str, /, **options: object) -> Filled | None:
    policy = load_policy("strict").with_operators("redact", {"DATE": OperatorChoice("redact", options)})
    return Fillers(FILE, policy).fill(text)


def test_every_type_has_a_filler() -> None:
    assert set(phi_types()) | {"ANY"} == set(tomllib.loads(FILE.read_text("utf-8")))


@pytest.mark.parametrize("text", ["", "Dr. Osei", "[x] done", "** see **", "2 * 3"])
def test_text_without_own_tags_is_read_as_it_is(text: str) -> None:
    assert filled(text) is None


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("by [DOCTOR-2] on [DATE]", {}, "by Okonkwo on 3/14/2021"),
        ("SEEN BY [DOCTOR-2] ON [DATE]", {}, "SEEN BY OKONKWO ON 3/14/2021"),
        ("on <<DATE>>.", {"text": "<<{type}>>"}, "on 3/14/2021."),
        ("on REMOVED.", {"text": "REMOVED"}, "on Okonkwo."),
        ("on *****, **bold**", {"same-length": True}, "on Okonkwo, **bold**"),
    ],
)
def test_tags_become_fillers(text: str, options: dict[str, object], expected: str) -> None:
    found = filled(text, **options)
    assert found is not None
    assert found.text == expected


def test_spans_find_their_way_back_and_forth() -> None:
    text = "by [DOCTOR-2] and Zeb on [DATE], with Ann"
    found = filled(text)
    assert found is not None
    spans = [Span(found.text.index(w), found.text.index(w) + 3, "PATIENT", "r", 80) for w in ("Zeb", "Oko", "Ann")]
    back = list(found.back(spans))
    assert [text[s.start : s.end] for s in back] == ["Zeb", "Ann"]
    assert [found.forth(s) for s in back] == [spans[0], spans[2]]


def test_of_a_span_over_a_filler_the_rest_is_told_of_alone() -> None:
    found = filled("by [DOCTOR-2] Zeb on [DATE]")
    assert found is not None
    assert [(found.text[s.start : s.end], s.weight) for s in found.cut([Span(0, 17, "DOCTOR", "r", 90)])] == [
        ("by", 49),
        ("Zeb on", 49),
    ]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("operator", sorted(OPERATORS))
def test_scrubbed_examples_are_clean(real_scrub: Run, tmp_path: Path, profile: str, operator: str) -> None:
    config = tmp_path / "scrub.toml"
    config.write_text("".join(f"[types.{type_}]\n{OPERATORS[operator]}\n" for type_ in phi_types()))
    settings = ("--profile", profile, "--config", config)
    done = real_scrub(ROOT / "examples" / "notes", "-o", tmp_path / "out", *settings)
    assert done.returncode == 0, done.stderr
    run = real_scrub("check", tmp_path / "out", *settings)
    assert run.returncode == 0, run.stdout.decode()


@pytest.mark.parametrize("operator", ["tag", "redact"])
@pytest.mark.parametrize(
    "planted",
    [
        "Called her daughter, Mrs. Leocadia Brandvold, about the results.",
        "Call back on 613-867-5309.",
        "Follow-up on 4/17/2023 at the clinic.",
        "Seen with Dr. [DOCTOR-1] and Dr. Thaddeus Quillfeather on rounds.",
    ],
)
def test_what_is_planted_beside_tags_is_found(real_scrub: Run, tmp_path: Path, operator: str, planted: str) -> None:
    note = ROOT / "examples" / "notes" / "discharge_summary.txt"
    done = real_scrub(note, "-o", tmp_path / "a.txt", "--operator", operator, "--isolated")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "a.txt").open("a") as out:
        out.write(f"\n{planted}\n")
    assert real_scrub("check", tmp_path / "a.txt", "--isolated").returncode == 1


def test_known_identifiers_are_found_beside_tags() -> None:
    note = Scrubber("strict").note(known={"PATIENT": ("Okonkwo",)})
    text = "Seen by [DOCTOR-1]; okonkwo agrees."
    assert [text[s.start : s.end] for s in note.find(text)] == ["okonkwo"]
