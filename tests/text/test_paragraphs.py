"""Line ends at which paragraphs were wrapped are read as blanks; all others stay."""

from __future__ import annotations

import pytest

from benchmarks.disguises import wrapped
from scrubber.pipeline import Scrubber
from scrubber.text.paragraphs import unwrapped

PROSE = (
    "She was brought in by her neighbour after a fall in the kitchen and had no memory of it when help came. On the "
    "ward she ate well, walked with a frame and asked for her cat, which the neighbour has agreed to look after until "
    "she is home again. She takes her tablets from a box that the pharmacy fills once a week for her on Fridays.\n\n"
    "Plan: home with help twice a day.\n"
)


def test_what_was_wrapped_is_read_as_it_was() -> None:
    narrow = wrapped(PROSE)
    assert narrow != PROSE
    assert len(unwrapped(narrow)) == len(narrow)
    whole, first = unwrapped(narrow).split("\n\n")[0], PROSE.split("\n\n")[0]
    assert whole.replace("\n", " ") == first
    assert whole.count("\n") < 2, "but where a sentence ends with its line"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one line",
        PROSE,
        "A short list of what is to be brought by everybody:\n- a blanket\n- some water and things to eat\n- a torch\n",
        "\n".join(
            f"Sodium {130 + day}   Potassium 4.{day}   Chloride 10{day}   Urea 3.{day}   Creatinine 8{day}"
            for day in range(9)
        ),
        "\n".join(["Name: somebody", "Ward: somewhere", "Plan: come back in a week"] * 3),
        "\n".join(["This line of a note ends here because all has been said about it.", "Short."] * 4),
    ],
)
def test_other_line_ends_stay(text: str) -> None:
    assert unwrapped(text) == text


def test_a_name_over_a_wrapped_line_end_is_masked_as_one() -> None:
    text = wrapped(PROSE.replace("the kitchen and had", "March 2021 at the house of Mr. Darius Velankar and had"))
    assert "\n" in text[text.index("March") : text.index("and had")]
    masked = Scrubber("strict", crf=False).scrub(text)
    assert "Velankar" not in masked
    assert "Darius" not in masked
