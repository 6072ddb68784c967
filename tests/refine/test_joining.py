"""Joining words: which parts of a name become one."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.refine.join import Joiner
from scrubber.text.span import Span

SHIPPED = data_folder("patterns") / "en" / "joining.toml"


def joined(text: str, *types: str, words: tuple[str, ...] | None = None) -> list[str]:
    """What is left of spans over the words in brackets."""
    spans, plain = [], ""
    for number, piece in enumerate(text.replace("]", "[").split("[")):
        if number % 2:
            spans.append(Span(len(plain), len(plain) + len(piece), types[number // 2], "x", 80 - number))
        plain += piece
    return [f"{s.type}:{plain[s.start : s.end]}:{s.weight}" for s in Joiner(SHIPPED, words).join(plain, spans)]


@pytest.mark.parametrize(
    ("text", "types", "expected"),
    [
        ("[Health Center] of [Washington]", ("HOSPITAL", "STATE"), ["HOSPITAL:Health Center of Washington:77"]),
        ("[Hospital of the] [Sacred]", ("HOSPITAL", "HOSPITAL"), 1),
        ("[Eyes on] [Barrow]", ("HOSPITAL", "CITY"), 1),
        ("[Eyes on] [Osei]", ("HOSPITAL", "PATIENT"), 2),
        ("[Eyes] on [Barrow]", ("HOSPITAL", "CITY"), 2),
        ("[Mercy] [Toledo]", ("HOSPITAL", "CITY"), 2),
        ("[Hospital] of the\n[Sacred] de [Lima]", ("HOSPITAL",) * 2 + ("CITY",), 1),
        ("[Mercy] in [Toledo]", ("HOSPITAL", "CITY"), 2),
        ("[Amara] [Osei]", ("PATIENT", "PATIENT"), 1),
        ("[Amara]  [Osei]", ("PATIENT", "PATIENT"), 2),
        ("[Amara] [Osei]", ("PATIENT", "DOCTOR"), 2),
        ("[Toledo] of [Mercy]", ("CITY", "HOSPITAL"), 2),
        ("[Mercy] of [Osei]", ("HOSPITAL", "PATIENT"), 2),
        ("[Mercy] , of [Toledo]", ("HOSPITAL", "CITY"), 2),
        ("[Mercy]of [Toledo]", ("HOSPITAL", "CITY"), 2),
        ("[Kings]-[Mercy]", ("HOSPITAL", "HOSPITAL"), 1),
        ("[Kings][Mercy]", ("HOSPITAL", "HOSPITAL"), 2),
        ("[Monday] the [12th]", ("DATE", "DATE"), ["DATE:Monday the 12th:77"]),
        ("[Wed.], the [16th]", ("DATE", "DATE"), 1),
        ("[March] the [12th]", ("DATE", "DATE"), 2),
        ("[Monday] the [Okafor]", ("DATE", "PATIENT"), 2),
    ],
)
def test_shipped_words(text: str, types: tuple[str, ...], expected: list[str] | int) -> None:
    result = joined(text, *types)
    assert (len(result) if isinstance(expected, int) else result) == expected


def test_words_of_a_site_replace_them() -> None:
    assert len(joined("[Mercy] chez [Lima]", "HOSPITAL", "CITY", words=("chez",))) == 1
    assert len(joined("[Mercy] of [Lima]", "HOSPITAL", "CITY", words=("chez",))) == 2
    assert len(joined("[Mercy] of [Lima]", "HOSPITAL", "CITY", words=())) == 2


def test_a_broken_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "joining.toml"
    path.write_text("words = []")
    with pytest.raises(DataError, match="no 'first'"):
        Joiner(path)
