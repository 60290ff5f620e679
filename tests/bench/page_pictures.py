"""Take a picture of each view at each size, and compare the pictures with those of before.

    git switch main && python -m tests.bench.page_pictures --before
    git switch mine && python -m tests.bench.page_pictures

The first takes the pictures that the second compares with; both are in the folder --into, with a
page, changes.html, that shows each picture that has changed beside the one before. Moments: the
start, in play, at the show, after an entry was taken back, and the end; games of two to six
players, with long names, and Battlefield.
"""

import argparse
import html
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from engine_core.games.phases import PLAY, TURN
from host.boards.mirrored_board import page_brightness
from host.mirror.lights import Lights
from host.mirror.names import NAME_MOST
from tests.browser import find_browser
from tests.page.conftest import FLAGS
from tests.page.record_play import RecordPlay
from tests.page_server import TOKEN, PageServerThread, serving

# By view: its address, and its sizes: width, height, whether it has a touch screen.
VIEWS = {
    "player": ("#{token}", {
        "laptop": (1440, 900, False), "small": (1280, 720, False), "phone": (390, 844, True),
        "small phone": (320, 568, True), "phone aside": (844, 390, True),
        "tablet": (1024, 768, True), "tablet 11": (1180, 820, True),
        "tablet 13": (1366, 1024, True), "tablet upright": (820, 1180, True),
    }),
    "tv": ("?view=tv", {"tv": (1920, 1080, False), "small": (1366, 768, False)}),
    "overlay": ("?view=overlay&cards=1&chance=1", {"obs": (1920, 1080, False)}),
}  # fmt: skip
GAMES = {
    "two": "traditional.txt", "three": "three-handed.txt", "four": "four-handed.txt",
    "five": "five-handed.txt", "six": "six-handed.txt", "long names": "traditional.txt",
    "battlefield": "battlefield-three.txt",
}  # fmt: skip
LONG_NAMES = ["Maximilian Oberhauser", "Elizabeth Anne-Marie"]
SETTLE_MS = 350
Scheme = Literal["light", "dark"]
UNDONE = "#undone:not(:empty), #notice:not(:empty)"  # say that an entry was taken back
ALIKE = 12  # of 255: how far colours differ that look the same
CHANGED_LEAST = 30  # pixels


class PageStrip:
    """A strip whose pixels are on the pages of `served`."""

    def __init__(self, served: PageServerThread):
        self._served = served

    def show(self, frame: bytearray) -> None:
        self._served.frame(bytes(frame))

    def busy(self) -> bool:
        return False


class LitPlay(RecordPlay):
    """A game of a record with the lights of the board, at rest."""

    def show(self) -> None:
        super().show()
        lights = Lights(PageStrip(self._served), 0, page_brightness())
        lights.mirror = self.mirror
        lights.update("undo", 0)
        lights.show(SETTLE_MS)


def moments(served: PageServerThread, game: str) -> Iterator[str]:
    """Bring a game to each of its moments on the pages of `served`, and yield their names."""
    play = LitPlay(served, GAMES[game])
    if game == "long names":
        play.mirror.names[:2] = [name[:NAME_MOST] for name in LONG_NAMES]
    play.play()
    yield "start"
    state = play.mirror.game.state
    while not (state.phase in (PLAY, TURN) and len(state.line()) >= 3):
        play.enter()
    play.show()
    yield "play"
    while not any(count["hand"] for count in play.mirror.counts()):
        play.enter()
    play.show()
    yield "show"
    play.undo()
    yield "undo"
    play.enter(len(play.entries) - play.mirror.game.length)
    play.show()
    yield "end"


def take(folder: Path, chosen: str, scheme: Scheme) -> int:
    """Take all pictures whose name contains `chosen`; return how many."""
    folder.mkdir(parents=True, exist_ok=True)
    many = 0
    with serving() as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        for view, (address, sizes) in VIEWS.items():
            for size, (width, height, has_touch) in sizes.items():
                names = [f"{view}, {size}, {game}" for game in GAMES]
                if not any(chosen in name for name in names):
                    continue
                page = _page(browser, width, height, has_touch, scheme)
                for game in GAMES:
                    page.goto("about:blank")
                    page.goto(f"{served.origin}/{address.format(token=TOKEN)}")
                    for moment in moments(served, game):
                        name = f"{view}, {size}, {game}, {moment}"
                        if chosen in name:
                            page.wait_for_timeout(SETTLE_MS)
                            if moment != "undo":
                                expect(page.locator(UNDONE)).to_have_count(0, timeout=15_000)
                            page.screenshot(path=folder / f"{name}.png", animations="disabled")
                            many += 1
                page.context.close()
        browser.close()
    return many


def _page(browser: Browser, width: int, height: int, has_touch: bool, scheme: Scheme) -> Page:
    viewport: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, has_touch=has_touch, color_scheme=scheme)
    return context.new_page()


def changed(before: Path, now: Path) -> int:
    """Return how many pixels of two pictures look different; all where their sizes do."""
    with Image.open(before) as first, Image.open(now) as second:
        if first.size != second.size:
            return second.size[0] * second.size[1]
        apart = ImageChops.difference(first.convert("RGB"), second.convert("RGB"))
        return sum(apart.convert("L").histogram()[ALIKE:])


def compare(before: Path, now: Path) -> tuple[int, dict[str, int]]:
    """Return how many pictures have one before, and the changed pixels of those that differ."""
    found = {}
    pairs = [(before / one.name, one) for one in sorted(now.glob("*.png"))]
    pairs = [pair for pair in pairs if pair[0].exists()]
    for first, second in pairs:
        pixels = changed(first, second)
        if pixels >= CHANGED_LEAST:
            found[second.stem] = pixels
    return len(pairs), found


def write_page(folder: Path, found: dict[str, int]) -> Path:
    """Write the page that shows each changed picture beside the one before."""
    parts = [
        f"<h2>{html.escape(name)}: {pixels} pixels</h2>"
        f'<img src="before/{html.escape(name)}.png"> <img src="now/{html.escape(name)}.png">'
        for name, pixels in sorted(found.items(), key=lambda one: -one[1])
    ]
    style = (
        "<style>img { width: 49%; vertical-align: top; } body { font: 16px sans-serif; }</style>"
    )
    page = folder / "changes.html"
    text = f"<!doctype html><meta charset=utf-8>{style}<title>Changed views</title>"
    page.write_text(text + "\n".join(parts), encoding="utf-8")
    return page


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", action="store_true", help="take those to compare with")
    parser.add_argument("--into", type=Path, default=Path(tempfile.gettempdir()) / "page-pictures")
    parser.add_argument("--matching", default="", metavar="TEXT", help='as in "phone, two"')
    parser.add_argument("--dark", action="store_true", help="in the colours of the night")
    chosen = parser.parse_args()
    where = chosen.into / ("before" if chosen.before else "now")
    many = take(where, chosen.matching, "dark" if chosen.dark else "light")
    if chosen.before:
        print(f"page_pictures: {many} pictures in {where}")
        return
    compared, found = compare(chosen.into / "before", where)
    for name, pixels in found.items():
        print(f"{name}: {pixels} pixels")
    page = write_page(chosen.into, found)
    print(f"page_pictures: {many} pictures, {compared} compared, {len(found)} changed: {page}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
