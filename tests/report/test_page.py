"""The review page: what the file holds, and that it works in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scrubber.config import load_config
from scrubber.evaluate.gold import read_gold
from scrubber.report.html.page import Page, ReviewNote, Shown, risk

HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
SELECT_MR = """(() => {
  const node = [...document.querySelector("pre").childNodes].find(n => n.data && n.data.includes("Mr."));
  const range = document.createRange();
  range.setStart(node, node.data.indexOf("Mr."));
  range.setEnd(node, node.data.indexOf("Mr.") + 3);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
})()"""
TWENTY_STEPS = """(() => {
  const start = performance.now();
  for (let i = 0; i < 20; i++) stepNote(1);
  return performance.now() - start;
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


@pytest.fixture(scope="module")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="module")
def browser(downloads: Path) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium (pip install selenium)")
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("needs Chromium (Debian: apt-get install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1400,900"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(service=webdriver.ChromeService(driver), options=options)
    yield chrome
    chrome.quit()


class Seen:
    """The page in the browser."""

    def __init__(self, browser: Any, text: str, folder: Path) -> None:
        self.browser = browser
        path = folder / "page.html"
        path.write_text(text, "utf-8")
        browser.get("about:blank")
        browser.get(path.as_uri())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.browser.find_element("tag name", "body").send_keys(key)

    def js(self, code: str) -> Any:
        return self.browser.execute_script(f"return {code}")

    def click(self, selector: str) -> None:
        self.browser.find_element("css selector", selector).click()

    def marks(self) -> list[str]:
        every = "[...document.querySelectorAll('mark:not(dialog mark)')]"
        found: list[str] = self.js(f"{every}.map(m => m.className + ':' + m.textContent)")
        return found

    def saved(self, button: str, path: Path) -> str:
        path.unlink(missing_ok=True)
        self.click(button)
        for _ in range(100):
            if path.exists() and path.stat().st_size:
                return path.read_text("utf-8")
            self.browser.execute_async_script("setTimeout(arguments[0], 50)")
        raise AssertionError(f"{path.name} was not saved")


@pytest.fixture
def seen(browser: Any, tmp_path: Path) -> Iterator[Seen]:
    shown = Seen(browser, page(views=("side by side", "before", "after")), tmp_path)
    yield shown
    assert shown.js("document.title") == "scrub", "a note's markup was run"
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
    shown.js("(state.dirty = false)")


@pytest.mark.browser
def test_notes_come_by_risk_with_their_spans(seen: Seen) -> None:
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
def test_keys_step_through_spans_and_tell_their_rule(seen: Seen) -> None:
    seen.press("v", "n", "n")
    assert seen.js("document.querySelector('mark.focus').textContent") == "3/14"
    assert "date-slash" in seen.js("document.getElementById('detail').textContent")


@pytest.mark.browser
def test_filters(seen: Seen) -> None:
    seen.press("v")
    seen.js("[...document.querySelectorAll('#types .chip')].find(c => c.textContent.startsWith('DATE')).click()")
    assert not any("3/14" in m and "faint" not in m for m in seen.marks())
    seen.js("(document.getElementById('search').value = 'mayo', document.getElementById('search').oninput())")
    assert seen.js("document.querySelectorAll('#notes li').length") == 1


@pytest.mark.browser
def test_marks_are_saved_as_gold_and_as_an_allow_list(seen: Seen, downloads: Path, tmp_path: Path) -> None:
    seen.press("v", "n", "n", "w")  # the date is wrong
    seen.js(SELECT_MR)
    seen.press("m")
    seen.js("[...document.querySelectorAll('#picks .chip')].find(c => c.textContent === 'DOCTOR').click()")
    seen.press("s")  # on to the other note, where the low-weight town is PHI after all
    seen.press("n", "m", "s")
    gold = seen.saved("#save-gold", downloads / "reviewed.jsonl")
    (tmp_path / "reviewed.jsonl").write_text(gold, "utf-8")
    notes = {
        n.name: [(m.type, n.text[m.start : m.end]) for m in n.marks] for n in read_gold(tmp_path / "reviewed.jsonl")
    }
    assert notes == {
        "ward/a": [("DOCTOR", "Mr."), ("PATIENT", "Zeb “Q” Osei"), ("STATE", "Ohio")],
        "quiet": [("CITY", "Mayo")],
    }
    allow = seen.saved("#save-allow", downloads / "allow.toml")
    assert tomllib.loads(allow)["allow"][0]["rules"] == ["date-slash"]
    (tmp_path / "allow.toml").write_text(allow, "utf-8")
    entry = load_config([str(tmp_path / "allow.toml")]).allow[0]
    assert entry.covers("date-slash", "DATE", "3/14")


@pytest.mark.browser
def test_two_hundred_notes_are_quick(browser: Any, tmp_path: Path) -> None:
    text = "Mr. Zeb Osei was seen on 3/14.\n" * 60
    spans = [
        s
        for i in range(60)
        for s in (Shown(31 * i + 4, 31 * i + 12, "PATIENT", "n", 80), Shown(31 * i + 25, 31 * i + 29, "DATE", "d", 90))
    ]
    notes = [ReviewNote(f"n{i}.txt", text, spans) for i in range(200)]
    seen = Seen(browser, Page("scrub", notes).html(), tmp_path)
    took = seen.js(TWENTY_STEPS)
    assert took < 20 * 50, f"{took / 20:.0f} ms a note"
