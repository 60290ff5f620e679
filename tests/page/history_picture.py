"""Makes the picture of a game in the history: python -m tests.page.history_picture."""

import tempfile
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from host.cli.main import main as pegboard
from tests.browser import find_browser
from tests.host.program import running
from tests.page.record_play import RECORDS

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "game-played.jpg"
RECORD = RECORDS / "skunk.txt"
WORDS = ("--virtual", "--no-browser", "--page-port", "0")


def main() -> None:
    """Write FILE."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        history = Path(folder) / "history.sqlite"
        done = CliRunner().invoke(pegboard, ["import", str(RECORD), "--history", str(history)])
        assert done.exit_code == 0, done.output
        words = (*WORDS, "--history", history, "--game", Path(folder) / "game.journal")
        browser = playwright.chromium.launch(
            executable_path=find_browser(playwright), args=["--no-sandbox"]
        )
        with running(*words) as program:
            address = f"http://127.0.0.1:{program.board().port}/?view=history&game=1"
            page = browser.new_page(viewport={"width": 1000, "height": 720})
            page.goto(address, wait_until="networkidle")
            page.screenshot(path=FILE, type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main()
