"""The bytes that stood where two files differ turn the one back into the other."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from scrubber.io.differences import differences
from scrubber.mask.mapfile import MappedFile

_LINES = st.lists(
    st.sampled_from([b"a,b\n", b"a,c\r\n", b"\n", b"x\r", b"a", b"\xff\x00", b"long, long, long\n"]), max_size=200
)


def edits(old: bytes, new: bytes) -> list[tuple[int, int, bytes]]:
    return list(differences(io.BytesIO(old), io.BytesIO(new)))


@given(_LINES.map(b"".join), _LINES.map(b"".join))
def test_whatever_the_two_hold(old: bytes, new: bytes) -> None:
    found = edits(old, new)
    assert MappedFile("", "", "", found).restore(new) == old
    assert [start for start, *_ in found] == sorted(start for start, *_ in found)


def test_of_lines_that_differ_only_what_differs_is_held() -> None:
    old = b"".join(b"%d;Osei;54 kg\r\n" % n for n in range(500))
    new = old.replace(b"Osei", b"[PATIENT-1]")
    found = edits(old, new)
    assert {before for *_, before in found} == {b"Osei"}
    assert len(found) == 500


def test_a_line_more_or_less_is_one_edit() -> None:
    old = b"".join(b"%d\n" % n for n in range(500))
    assert edits(old, old.replace(b"\n250\n", b"\n")) == [
        (old.index(b"\n251\n") - 3, old.index(b"\n251\n") - 3, b"250\n")
    ]
    assert edits(old, old) == []
