"""Makes the pictures in ``docs/images`` from the notes in ``examples/``, as a browser shows them.

usage: python docs/screenshots.py     needs selenium and Pillow, and on the machine Chromium with its driver
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
REVIEWED = "notes/social_work.txt"
MASKED = "notes/clinic_letter.txt"
COLOURS = 64
SIZE_LIMIT = 150_000
"""Bytes of a picture."""


def main() -> int:
    """Make them all."""
    with tempfile.TemporaryDirectory() as folder:
        page = review_page(Path(folder))
        browser = chromium()
        try:
            browser.get(page.as_uri())
            draw(browser)
        finally:
            browser.quit()
    for path in IMAGES.glob("*.png"):
        reduce_colours(path)
    large = [path.name for path in IMAGES.glob("*.png") if path.stat().st_size > SIZE_LIMIT]
    if large:
        print(f"more than {SIZE_LIMIT:,} bytes: {', '.join(large)}", file=sys.stderr)
    return 1 if large else 0


def review_page(folder: Path) -> Path:
    """The review page of the example notes."""
    shutil.copytree(ROOT / "examples" / "notes", folder / "notes")
    words = ["notes", "-o", "out", "--review", "review.html", "--isolated", "-q"]
    subprocess.run([sys.executable, "-m", "scrubber", *words], cwd=folder, check=True)
    return folder / "review.html"


def chromium() -> Any:
    """A browser without a window."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--window-size=1240,860",
    ):
        options.add_argument(argument)
    return webdriver.Chrome(service=webdriver.ChromeService(shutil.which("chromedriver")), options=options)


def draw(browser: Any) -> None:
    """The page with a span in focus, and the text of one note after masking."""
    open_note(browser, REVIEWED)
    body = browser.find_element("tag name", "body")
    for _ in range(4):
        body.send_keys("n")
    browser.save_screenshot(str(IMAGES / "review.png"))
    open_note(browser, MASKED)
    body.send_keys("v")
    body.send_keys("v")  # the view after masking
    browser.find_element("css selector", ".pane").screenshot(str(IMAGES / "note.png"))


def reduce_colours(path: Path) -> None:
    """Write a picture with as few colours as it needs: a third of the bytes."""
    from PIL import Image

    Image.open(path).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def open_note(browser: Any, name: str) -> None:
    """Show one note."""
    browser.execute_script("open_(DATA.notes.find((note) => note.name === arguments[0]))", name)


if __name__ == "__main__":
    sys.exit(main())
