"""The review page in a real browser, for the tests marked ``browser``."""

from __future__ import annotations

from pathlib import Path
from typing import Any


class Keys:
    """Keys that have no letter, as the browser's driver names them."""

    ENTER = "\ue007"


class OpenPage:
    """A page in the browser."""

    def __init__(self, browser: Any, text: str, folder: Path) -> None:
        self.browser = browser
        self.path = folder / "page.html"
        self.path.write_text(text, "utf-8")
        self.load()

    def load(self) -> None:
        """Load it, once more or for the first time."""
        self.browser.get("about:blank")
        self.browser.get(self.path.as_uri())

    def press(self, *keys: str) -> None:
        """Press keys, where the focus is."""
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def js(self, code: str) -> Any:
        """The value of an expression."""
        return self.browser.execute_script(f"return {code}")

    def text(self, element: str) -> str:
        """What an element says."""
        said: str = self.js(f"document.getElementById({element!r}).textContent")
        return said

    def marks(self) -> list[str]:
        """Class and text of every span that is shown."""
        every = "[...document.querySelectorAll('#panes mark')]"
        found: list[str] = self.js(f"{every}.map(m => m.className.replace(' focus', '') + ':' + m.textContent)")
        return found

    def saved(self, button: str, path: Path) -> str:
        """What a button saves in the folder of downloads under a name."""
        path.unlink(missing_ok=True)
        self.browser.find_element("id", button).click()
        self.wait(lambda: path.exists() and path.stat().st_size > 0)
        return path.read_text("utf-8")

    def upload(self, path: Path) -> None:
        """Have it load a file of marks."""
        self.js("(say(''), true)")
        self.browser.find_element("id", "marks-file").send_keys(str(path))
        self.wait(lambda: bool(self.text("status")))

    def wait(self, ready: Any) -> None:
        """Until something is so, for at most some hundred looks."""
        for _ in range(200):
            if ready():
                return
            self.browser.execute_async_script("setTimeout(arguments[0], 25)")
        raise AssertionError("the page did not do it")
