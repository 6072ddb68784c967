"""What is found in a note does not depend on the notes that it is read with, nor on what was read before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrubber.pipeline import Scrubber
from scrubber.runs.input import Masker, Reading
from scrubber.runs.task import Task
from scrubber.text.document import Document

ROOT = Path(__file__).parents[2]
NOTES = [path.read_text("utf-8") for path in sorted((ROOT / "examples" / "notes").glob("*.txt"))]
LINES = [
    json.loads(line)["text"]
    for path in sorted((ROOT / "tests" / "cases").glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()[:20]
]
TEXTS = [*NOTES, *LINES, "", "\n", "x", "\f", "Dr.", NOTES[0], "[PATIENT-1] called Ekwueme", "a\u00adb Osei"]


@pytest.fixture(scope="module")
def alone() -> list[list[object]]:
    scrubber = Scrubber("strict")
    return [list(scrubber.find(text)) for text in TEXTS]


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("size", [2, 7, len(TEXTS)])
def test_spans_and_weights_are_the_same_however_notes_are_batched(
    alone: list[list[object]], size: int, step: int
) -> None:
    scrubber = Scrubber("strict")
    order = list(range(len(TEXTS)))[::step]
    found: dict[int, list[object]] = {}
    for at in range(0, len(order), size):
        part = order[at : at + size]
        scrubber.read_ahead([TEXTS[number] for number in part])
        for number in part:
            found[number] = list(scrubber.find(TEXTS[number]))
    assert [found[number] for number in range(len(TEXTS))] == alone


def test_notes_that_come_again_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    scrubber, read = Scrubber("strict", operator="redact"), list[str]()
    found = scrubber.detection.candidates

    def counted(documents: list[Document], **how: bool) -> object:
        read.extend(document.text for document in documents)
        return found(documents, **how)

    monkeypatch.setattr(scrubber.detection, "candidates", counted)
    masked = list(scrubber.scrub_texts(iter(NOTES)))
    assert list(scrubber.scrub_texts(iter(NOTES[::-1]))) == masked[::-1]
    assert len(read) == len(set(NOTES))
    monkeypatch.setattr("scrubber.found_before.MOST", len(NOTES[0]) + len(NOTES[1]))
    scrubber = Scrubber("strict", operator="redact")
    assert list(scrubber.scrub_texts([*NOTES, *NOTES])) == masked * 2
    kept = sum(len(text) for _, text, *_ in scrubber.detection.found_before._found)
    assert kept <= len(NOTES[0]) + len(NOTES[1])


def test_of_short_texts_the_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubber.found_before.MOST_TEXTS", 20)
    scrubber = Scrubber("strict", language="en", crf=False)
    scrubber.read_ahead(str(number) for number in range(100))
    assert [text for _, text, *_ in scrubber.detection.found_before._found] == [
        str(number) for number in range(80, 100)
    ]


def test_what_is_known_of_a_note_decides_on_what_is_found_in_it_again() -> None:
    scrubber, text = Scrubber("strict"), "Seen with zorvex today."
    notes = [scrubber.note(known={"PATIENT": (name,)} if name else None) for name in ("zorvex", "", "zorvex")]
    scrubber.read_notes_ahead((note, text) for note in notes)
    assert [bool(note.find(text)) for note in notes] == [True, False, True]


def test_texts_come_back_in_order() -> None:
    scrubber = Scrubber(operator="redact")
    assert list(scrubber.scrub_texts(iter(NOTES * 3))) == [scrubber.scrub(text) for text in NOTES] * 3


def test_a_vocabulary_that_forgets_changes_nothing(monkeypatch: pytest.MonkeyPatch, alone: list[list[object]]) -> None:
    monkeypatch.setattr("scrubber.text.vocabulary.MOST", 50)
    scrubber = Scrubber("strict")
    assert [list(scrubber.find(text)) for text in TEXTS] == alone


def test_names_of_files_are_looked_through_with_the_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = []
    for number, text in enumerate(NOTES[:3]):
        path = tmp_path / f"{number}_Ekwueme.txt"
        path.write_text(text, "utf-8")
        tasks.append(Task(path, path.name, tmp_path / "out" / path.name, place=path.name))
    scrubber, batches = Scrubber("strict"), list[int]()
    found = scrubber.detection.candidates

    def counted(documents: list[object], **how: bool) -> object:
        batches.append(len(documents))
        return found(documents, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(scrubber.detection, "candidates", counted)
    masker = Masker(scrubber, Reading(), names=True)
    masker.ahead(tasks)
    assert all(masker(task).telling_name for task in tasks)
    assert batches == [6]


def test_without_the_chain_no_span_reaches_over_a_line_end_or_into_the_next_note() -> None:
    scrubber = Scrubber("strict", crf=False, language="en")
    texts = ["4471902", "4471903", "4471904\n4471905\n"]
    scrubber.read_ahead(texts)
    for text in texts:
        assert all("\n" not in text[span.start : span.end] for span in scrubber.find(text))
