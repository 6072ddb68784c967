"""The review page: what the file holds, and that it works in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pages import Keys, OpenPage

from scrubber.config import load_config
from scrubber.evaluate.gold import read_gold
from scrubber.report.html.page import Page, ReviewNote, Riskiest, Shown, risk

HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
SELECT_MR = """(() => {
  const node = [...document.querySelector("pre").childNodes].find(n => n.data && n.data.includes("Mr."));
  const range = document.createRange();
  range.setStart(node, node.data.indexOf("Mr."));
  range.setEnd(node, node.data.indexOf("Mr.") + 3);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
})()"""
NOTES = [
    ReviewNote("quiet.txt", "Nothing here. Mayo stand.", [Shown(14, 18, "CITY", "place", 30, "almost")]),
    ReviewNote(
        "ward/a.txt",
        f"😀 Mr. Zeb “Q” Osei \\ 3/14, of Ohio.\n{HOSTILE}",
        [
            Shown(6, 18, "PATIENT", "name-title", 55, "found", "[PATIENT-1]"),
            Shown(21, 25, "DATE", "date-slash", 80, "found", "[DATE-1]"),
            Shown(30, 34, "STATE", "state", 90, "kept"),
        ],
    ),
]


def page(**how: Any) -> str:
    return Page("scrub", NOTES, **how).html()


def test_nothing_in_it_comes_from_elsewhere() -> None:
    text = page()
    assert "default-src 'none'" in text
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", text)
    assert "http" not in text.replace("http-equiv", "")


def test_a_note_cannot_leave_its_data() -> None:
    text = page()
    assert HOSTILE not in text
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert data
    assert json.loads(data[1])["notes"][1]["text"] == NOTES[1].text


def test_the_same_notes_give_the_same_page() -> None:
    assert page() == page()


def test_risk_is_what_may_have_been_missed() -> None:
    sure, unsure = Shown(0, 1, "CITY", "r", 100), Shown(0, 1, "CITY", "r", 60)
    low = Shown(0, 1, "CITY", "r", 40, "almost")
    assert risk([sure], "masked") < risk([unsure], "masked") <= risk([low], "masked")
    assert risk([low], "masked") < risk([Shown(0, 1, "PATIENT", "r", 40, "almost")], "masked")
    assert risk([sure], "reported") > risk([unsure], "reported")


@pytest.fixture
def seen(browser: Any, tmp_path: Path) -> Iterator[OpenPage]:
    shown = OpenPage(browser, page(views=("side by side", "before", "after")), tmp_path)
    yield shown
    assert shown.js("document.title") == "scrub", "a note's markup was run"
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
    shown.js("(localStorage.clear(), true)")


@pytest.mark.browser
def test_notes_come_by_risk_with_their_spans(seen: OpenPage) -> None:
    assert seen.js("[...document.querySelectorAll('#notes .file')].map(n => n.textContent)") == [
        "ward/a.txt",
        "quiet.txt",
    ]
    assert seen.marks() == [
        "found:Zeb “Q” Osei", "found:3/14", "kept:Ohio", "found:[PATIENT-1]", "found:[DATE-1]", "kept:Ohio",
    ]  # fmt: skip
    seen.press("v")
    assert len(seen.marks()) == 3
    seen.press("j")
    assert seen.marks() == ["almost:Mayo"]
    seen.press("c")
    assert seen.marks() == ["faint:Mayo"] or seen.marks() == []


@pytest.mark.browser
def test_keys_step_through_spans_and_tell_their_rule(seen: OpenPage) -> None:
    seen.press("v", "n", "n")
    assert seen.js("document.querySelector('mark.focus').textContent") == "3/14"
    assert "date-slash" in seen.js("document.getElementById('detail').textContent")


@pytest.mark.browser
def test_filters(seen: OpenPage) -> None:
    seen.press("v")
    seen.js("[...document.querySelectorAll('#types .chip')].find(c => c.textContent.startsWith('DATE')).click()")
    assert not any("3/14" in m and "faint" not in m for m in seen.marks())
    seen.js("(document.getElementById('search').value = 'mayo', document.getElementById('search').oninput())")
    assert seen.js("document.querySelectorAll('#notes li').length") == 1


@pytest.mark.browser
def test_marks_are_saved_as_gold_and_as_lists(seen: OpenPage, downloads: Path, tmp_path: Path) -> None:
    seen.press("v", "n", "n", "w")  # the date is wrong
    seen.js(SELECT_MR)
    seen.press("m", "d", Keys.ENTER)  # DATE, DOCTOR: the first that begins with it
    seen.press("w")  # not so
    seen.js(SELECT_MR)
    seen.press("m")
    seen.js("document.querySelector('#picks [data-type=DOCTOR]').click()")
    seen.press("s")  # on to the other note, where the low-weight town is PHI after all
    seen.press("n", "m", "s")
    gold = seen.saved("save-gold", downloads / "reviewed.jsonl")
    (tmp_path / "reviewed.jsonl").write_text(gold, "utf-8")
    notes = {
        n.name: [(m.type, n.text[m.start : m.end]) for m in n.marks] for n in read_gold(tmp_path / "reviewed.jsonl")
    }
    assert notes == {
        "ward/a": [("DOCTOR", "Mr."), ("PATIENT", "Zeb “Q” Osei"), ("STATE", "Ohio")],
        "quiet": [("CITY", "Mayo")],
    }
    (tmp_path / "marks.toml").write_text(seen.saved("save-list", downloads / "marks.toml"), "utf-8")
    config = load_config([str(tmp_path / "marks.toml")])
    assert [(entry.text, entry.types) for entry in config.allow] == [("3/14", ("DATE",))]
    assert [(entry.text, entry.type) for entry in config.mask] == [("Mayo", "CITY"), ("Mr.", "DOCTOR")]


@pytest.mark.browser
def test_marks_outlive_the_tab_without_text_of_notes(seen: OpenPage) -> None:
    seen.press("v", "n", "n", "w", "e", "r", *"a lens", Keys.ENTER, "s", "n", "m")
    stored = seen.js("JSON.stringify(localStorage)")
    assert "Osei" not in stored
    assert "Mayo" not in stored
    seen.load()
    assert seen.text("status") == "your marks are back"
    assert seen.js("state.seen.size") == 1
    assert seen.js("[...marksOf(DATA.notes[1]).wrong.values()]") == [{"reason": "a lens", "everywhere": False}]
    assert seen.js("marksOf(DATA.notes[0]).missed.length") == 1
    seen.press("?")
    seen.browser.find_element("id", "forget").click()
    seen.load()
    assert not seen.js("markedNotes().length")


@pytest.mark.browser
def test_marks_are_loaded_from_a_file_and_no_other_file_is(seen: OpenPage, downloads: Path, tmp_path: Path) -> None:
    seen.press("v", "n", "n", "w", "s", "n", "m")
    marks = tmp_path / "marks.json"
    marks.write_text(seen.saved("save-marks", downloads / "marks.json"), "utf-8")
    seen.js("forget()")
    seen.upload(marks)
    assert seen.text("status") == "2 marks read: 2 open, 0 done"
    assert seen.js("marksFile()") == marks.read_text("utf-8")
    hostile = tmp_path / "hostile.json"
    for content in ("{", "[]", '{"format": "scrub-marks", "version": 1, "notes": [{"name": 1}]}'):
        hostile.write_text(content)
        seen.upload(hostile)
        assert seen.text("status") == "hostile.json is no file of marks"
    assert seen.js("markedNotes().length") == 2


@pytest.mark.browser
def test_words_are_chosen_by_keyboard(seen: OpenPage) -> None:
    chosen = "getSelection().toString()"
    seen.press("v", ".")
    assert seen.js(chosen) == "Mr"
    seen.press(".", ">")
    assert seen.js(chosen) == "Zeb “Q"
    seen.press("<", ",")
    assert seen.js(chosen) == "Mr"
    seen.press("]")
    assert seen.js(chosen) == "script"
    seen.press("[")
    assert seen.js(chosen) == "Mr"


@pytest.mark.browser
def test_what_was_missed_takes_the_place_of_what_it_overlaps(seen: OpenPage) -> None:
    seen.press(".", ">", "m", "1")  # "Mr. Zeb", of the first type
    assert seen.marks()[:2] == ["missed:Mr. Zeb", "found:3/14"]
    assert "missed:Mr. " in seen.marks(), "what is still to be read after masking"
    assert "found:[PATIENT-1]" in seen.marks()
    assert not seen.js("marksOf(state.note).wrong.size")
    seen.press("w")
    assert seen.marks()[0] == "found:Zeb “Q” Osei"


@pytest.mark.browser
def test_why_is_told_with_the_rules_that_are_named(browser: Any, tmp_path: Path) -> None:
    span = Shown(0, 4, "CITY", "crf-CITY", 75, why=("+ what rules find there (place)", "- the signs around it"))
    rules = {"place": "Towns behind from.", "other": "Something else."}
    seen = OpenPage(browser, Page("scrub", [ReviewNote("a", "Mayo", [span])], rules=rules).html(), tmp_path)
    seen.press("n")
    said = seen.js("[...document.querySelectorAll('.why li')].map(li => li.className + ':' + li.textContent)")
    assert said == ["for:what rules find there (place)", "against:the signs around it", ":place: Towns behind from."]


@pytest.mark.browser
def test_a_step_draws_two_rows_and_no_more(browser: Any, tmp_path: Path) -> None:
    notes = [ReviewNote(f"n{number}.txt", "Mr. Zeb Osei was seen on 3/14.\n") for number in range(200)]
    seen = OpenPage(browser, Page("scrub", notes).html(), tmp_path)
    seen.js("(drawn = 0, plainDraw = drawRow, drawRow = (note) => { drawn += 1; plainDraw(note); }, true)")
    seen.press("j")
    assert seen.js("drawn") == 2


def test_the_page_grows_by_what_is_distinct() -> None:
    why = ("the CRF gives 1.00 that it is PHI; 0.12 is needed", "+ the word before it, listed as a title", "masked")
    text = "Mr. Zeb Osei was seen on 3/14.\n" * 2000
    spans = [Shown(31 * line + 4, 31 * line + 12, "PATIENT", "crf-PATIENT", 75, why=why) for line in range(2000)]
    told = len(Page("scrub", [ReviewNote("a", text, spans)]).html())
    untold = len(Page("scrub", [ReviewNote("a", text, [replace(span, why=()) for span in spans])]).html())
    assert told - untold < 10 * len(spans)


def test_a_page_holds_the_notes_of_most_risk_in_their_order() -> None:
    kept = Riskiest("masked", limit=30)
    for name, weight in (("a", 40), ("b", 10), ("c", 30), ("d", 20)):
        kept.add(ReviewNote(name, "0123456789", [Shown(0, 1, "CITY", "r", weight, "almost")]))
    assert [note.name for note in kept.notes] == ["a", "c", "d"]
    assert kept.met == 4
