"""docs/referee.md has the keys that tests/conformance/board/test_referee_keys.py presses."""

import re
from pathlib import Path

from tests.conformance.board.test_referee_keys import CASES

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs" / "referee.md").read_text(encoding="utf-8")
_STEP = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*")


def rows():
    """Return the steps of each row of the page, as the test writes them."""
    cells = [line.split("|")[2] for line in PAGE.splitlines() if line.startswith("| ")]
    found = [_STEP.findall(cell) for cell in cells]
    return [
        tuple(keys.replace("▶", "RIGHT") if keys else f"*{choice}" for keys, choice in steps)
        for steps in found
        if steps
    ]


def test_g24_the_page_has_the_keys_of_every_case_and_no_others():
    assert rows() == [steps for _, _, steps, _ in CASES]


def test_readme_and_play_link_to_the_page():
    assert "(docs/referee.md)" in (TOP / "README.md").read_text(encoding="utf-8")
    assert "(referee.md)" in (TOP / "docs" / "play.md").read_text(encoding="utf-8")
