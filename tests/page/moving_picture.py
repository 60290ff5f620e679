"""Makes the README's moving picture of a peg: python -m tests.page.moving_picture.

The firmware's App plays on a clock that stands still while the page is painted, so the peg
moves at its own speed however slow the computer is.
"""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from engine_core.records import record
from hardware.board import KEYS
from host.mirror.view import view
from tests.browser import find_browser
from tests.host.boards import Board, Watch
from tests.page_server import PageServerThread, serving

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "peg.webp"
WIDTH = 720  # pixels
STEP_MS = 40  # between two frames
RECORD = Path(__file__).parents[1] / "conformance" / "records" / "skunk.txt"
ENTRIES = 70  # of the record: the next one ends a play, and two hands are counted
# Keys of a keyboard and of the board, and how many ms to look at the board from then on.
PRESSED = (("", "", 400), ("q", "Q", 600), ("s", "S", 2800), ("Enter", "ENTER", 2800))
DOWN_MS = 200  # how long the page shows a key that is down
PAINT_MS = 30  # the page paints a frame of lights soon after it has it
QUALITY = 75  # of WebP, of 100


def main() -> None:
    """Write FILE."""
    with serving() as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(playwright), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1240, "height": 790})
        page.goto(served.url)
        frames = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots(served, page)]
        browser.close()
    height = round(WIDTH * frames[0].height / frames[0].width)
    small = [frame.resize((WIDTH, height), Image.Resampling.LANCZOS) for frame in frames]
    FILE.parent.mkdir(exist_ok=True)
    rest = {"append_images": small[1:], "duration": STEP_MS, "loop": 0}
    small[0].save(FILE, save_all=True, quality=QUALITY, method=6, minimize_size=True, **rest)
    print(f"{FILE.name}: {len(small)} frames, {FILE.stat().st_size // 1024} KB")


def shots(served: PageServerThread, page: Page):
    """Yield a screenshot of the board (PNG) for each frame."""
    board = Board()
    watch = Watch(board)
    watch.settle()
    for entry in record.parse(RECORD.read_text(encoding="utf-8")).entries[:ENTRIES]:
        board.app.enter(entry)
        watch.settle()
    for _ in range(100):  # until every peg is where it belongs
        watch.step(STEP_MS)
    wood = page.locator("#wood")
    for typed, key, ms in PRESSED:
        if key:
            page.keyboard.down(typed)
            board.app.press(KEYS.index(key))
        for at in range(0, ms, STEP_MS):
            if key and at == DOWN_MS:
                page.keyboard.up(typed)
            watch.step(STEP_MS)
            served.frame(board.strip.frame)
            # Its prompt is not in the picture, so it can tell which frame the page has.
            prompt = f"{key} {at}"
            served.show({**view(watch.session.mirror), "prompt": prompt})
            expect(page.locator("#prompt")).to_have_text(prompt)
            page.wait_for_timeout(PAINT_MS)
            yield wood.screenshot(animations="disabled")


if __name__ == "__main__":
    main()
