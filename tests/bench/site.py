"""The static site in Chromium: what the first visit takes, and how long lights and prompts take.

What is changed counts as painted when the frame after the change was drawn. `--slow 6` has the
page's main thread take six times as long, as on a cheap phone; its worker is not slowed, so these
figures are lower than a phone's.
"""

import argparse
import random
import subprocess
import sys

from playwright.sync_api import sync_playwright

from host.site import build
from tests.browser import find_browser
from tests.page.conftest import FLAGS
from tests.page.keystrokes import press
from tests.site_server import built, publishing
from tests.targets import npm

BROTLI = """const zlib = require("zlib"), chunks = [];
process.stdin.on("data", (one) => chunks.push(one)).on("end", () =>
  console.log(zlib.brotliCompressSync(Buffer.concat(chunks)).length));"""
# What the first visit needs before it can be played on.
LATER = (
    "boards/",
    "games",
    "history",
    "icon-180",
    "icon-512",
    "service_worker",
    "tables/",
    *build.LATER,
)
FIRST_VISIT_MOST = 350_000  # bytes
LAYOUT = "boards/shared.json"
LIT = ".cores circle:not([fill-opacity='0'])"
FIRST_LIGHT = f"""() => new Promise((done) => {{
  const look = () => document.querySelector("{LIT}")
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
  look();
}})"""
# Presses → and ← of the start menu by turns; the lights and the chosen line change with each.
KEYS = """async (count) => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const changed = (element) => new Promise((done) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    });
    const all = { subtree: true, attributes: true, childList: true, characterData: true };
    observer.observe(element, all);
  });
  const found = { lights: [], words: [] };
  for (let n = 0; n < count; n += 1) {
    const lights = changed(document.querySelector("#face .cores"));
    const words = changed(document.getElementById("menu"));
    const key = n % 2 ? "ArrowLeft" : "ArrowRight";
    const start = performance.now();
    for (const type of ["keydown", "keyup"]) {
      document.body.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true }));
    }
    found.lights.push(await lights - start);
    found.words.push(await words - start);
    await wait(150);
  }
  return found;
}"""
# Pegs a point for each of two sides by turns, some times, and waits so many ms after each key.
PEG = """async ([count, ms]) => {
  for (let n = 0; n < count; n += 1) {
    for (const key of [n % 2 ? "s" : "h", "a", "Enter"]) {
      for (const type of ["keydown", "keyup"]) {
        document.body.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true }));
      }
      await new Promise((done) => setTimeout(done, ms));
    }
  }
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", type=float, default=1.0, help="how much slower the page is")
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--ends", type=int, default=20, help="how often the page is ended")
    wanted = parser.parse_args()
    names = [name for name in built() if name == LAYOUT or not name.startswith(LATER)]
    size = sum(compressed(built()[name]) for name in names)
    print(f"first visit: {size / 1000:.0f} KB by brotli, {len(names)} files")
    with publishing() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": wanted.slow})
        page.goto(site.url)
        print(f"first light: {page.evaluate(FIRST_LIGHT):.0f} ms, nothing stored")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.wait_for_timeout(1000)
        context.set_offline(True)
        page.reload()
        print(f"first light: {page.evaluate(FIRST_LIGHT):.0f} ms, without a network")
        page.wait_for_timeout(500)
        for what, times in page.evaluate(KEYS, wanted.keys).items():
            print(f"key to {what} painted: {told(times)}")
        lost, pegged = ended(context, site.url, wanted.ends)
        print(f"page ended {wanted.ends} times, {pegged} points: {lost} times one shown was lost")
        browser.close()
    if lost or size > FIRST_VISIT_MOST:
        sys.exit("a point was lost, or the first visit takes too much")


def compressed(data: bytes) -> int:
    """Return the size of `data` compressed by brotli."""
    done = subprocess.run([npm.node(), "-e", BROTLI], input=data, capture_output=True, check=True)
    return int(done.stdout)


def told(times: list[float]) -> str:
    """Return the middle and the slowest of some times in ms."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"p50 {ordered[len(ordered) // 2]:.0f} ms, p99 {late:.0f} ms"


def ended(context, url: str, times: int) -> tuple[int, int]:
    """Close the page, or load it again, at moments of chance while points are keyed; return how
    often points were lost that the page had shown, and how many were pegged."""
    dice = random.Random(1)
    for page in context.pages:
        page.close()
    lost, shown, pegged = 0, 0, 0
    page = opened(context, url)
    page.locator("#menu").get_by_text("Scoreboard", exact=True).click()
    press(page, "ENTER ENTER ENTER")
    for number in range(times):
        before = points(page)
        lost += before < shown
        if page.locator("body.over").count():
            press(page, "ENTER")
            page.wait_for_timeout(500)
            before = points(page)
        page.evaluate(PEG, [5, 90 + 60 * dice.random()])
        shown = points(page)
        pegged += shown - before
        if number % 2:
            page.reload()
            page.evaluate(FIRST_LIGHT)
        else:
            page.close()
            page = opened(context, url)
        page.wait_for_timeout(300)
    return lost, pegged


def opened(context, url: str):
    page = context.new_page()
    page.goto(url)
    page.evaluate(FIRST_LIGHT)
    return page


def points(page) -> int:
    """Return the points of all sides that the page shows."""
    return page.evaluate(
        "() => [...document.querySelectorAll('#scores .score')]"
        ".reduce((sum, one) => sum + Number(one.textContent), 0)"
    )


if __name__ == "__main__":
    main()
