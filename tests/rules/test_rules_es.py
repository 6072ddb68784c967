"""Spanish rules together; their examples run beside the English ones (``test_rules.py``)."""

from __future__ import annotations

from scrubber.data import data_folder
from scrubber.rules.loading import load_rules
from scrubber.rules.matcher import Matcher
from scrubber.text.document import Document

FOLDER = data_folder("patterns") / "es"
RULES = load_rules([FOLDER])


def test_ids_tell_the_language() -> None:
    assert all(rule.id.startswith("es-") for rule in RULES)


def test_ids_are_unique_within_the_shipped_folder() -> None:
    lines = [line for path in FOLDER.glob("*.toml") for line in path.read_text("utf-8").splitlines()]
    ids = [line for line in lines if line.startswith("id = ")]
    assert len(ids) == len(set(ids)) == len(RULES)


def test_every_pattern_is_quick_on_hostile_text() -> None:
    units = [
        "1", "1-", "1 ", "a1", "A-1 ", "(", "uno ", "Aa ", "1/", "#", "madre Aa ", "NHC 1", "0.", "1 de enero ",
        "C/ Aa ", "Dr. Aa ", "Hospital Aa ", "28001 Aa ", "de la ", "Aa de la ", "Aa-Aa-", "@", ".es", "S.A. ",
        "Calle de ", "º", "Médico: Aa ", "varón de ", "Aa, Aa ", "Universidad de Aa ", "km 1,",
    ]  # fmt: skip
    hostile = [unit * (6000 // len(unit)) for unit in units]
    whole = Matcher(RULES)
    for text in hostile:
        for _ in whole.find_in(Document(text)):  # raises BudgetExceeded where one is not
            pass
