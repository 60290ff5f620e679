"""Another game is one row of engine_core/games/presets.py, which a copy of the sources with more
rows shows.

The first is the example of docs/add-a-game.md, added as it says. With `-m slow` the tests that
depend on the rows are run there: of the presets, the menus, the quick cards, the pages of docs/
and hardware/. All of the rules' and the board's tests run with `-m exhaustive`.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine_core import api
from engine_core.games import presets
from engine_core.games.presets import Deal, Preset

TOP = Path(__file__).parents[2]
COPIED = ("docs", "engine_core", "firmware", "hardware", "host", "tests")
# More than the keys of a menu's page, and one of each machine.
ROWS = """\
    Preset(110, "Club house", _TWO, targets=(61,), head_start=3, tracks=(opt.PLAIN,)),
    Preset(111, "Cut-throat", _THREE, _FOUR, options=(opt.MUGGINS, opt.STRICT_GO)),
    Preset(
        112, "Skirmish", Deal((5, 5), side_of=(0, 1), from_deck=2), **_BATTLEFIELD
    ),
    Preset(114, "Lodge", _TWO, options=_TWO_PLAYERS),
    Preset(113, "Tally", Deal(side_of=(0, 1)), machine=SCOREBOARD, options=(), targets=(31,),
        tracks=(opt.PLAIN,)),
"""
CLUB = "tests/conformance/rules/test_club.py"
# Presses every key of every prompt, for most of a minute with more games.
PROMPTS = TOP / "tests/host/test_prompt_keys.py"
# These depend on the rows without naming them.
GENERATED = "tests/hardware/test_documents.py"
# These play games of the start menu, or of every row.
PLAYED = ("tests/conformance/mirror/test_page_board.py", "tests/host/test_told_games.py")
EVERYTHING = (
    "tests/conformance/rules",
    "tests/conformance/battlefield",
    "tests/conformance/records",
    "tests/conformance/board",
    "tests/host/test_quick_card.py",
    PROMPTS.relative_to(TOP).as_posix(),
    GENERATED,
    "tests/test_readme.py",
)


def example():
    """Return the row and the test that the page adds for a club."""
    told = (TOP / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    row = re.search(r"^    Preset\(.*\),\n", told, re.MULTILINE)
    test = re.search(rf"`{CLUB}`:\n\n```python\n(.*?)```", told, re.DOTALL)
    assert row and test
    return row[0], test[1]


@pytest.fixture
def copy(tmp_path, more):
    """A copy of the sources with the page's example and the rows `more`. Compiled files are copied
    too: they are used if the source is the same."""
    ignored = shutil.ignore_patterns(".npm", ".pytest_cache", ".hypothesis")
    for name in COPIED:
        shutil.copytree(TOP / name, tmp_path / name, ignore=ignored)
    for file in TOP.glob("*"):
        if file.is_file():
            shutil.copy(file, tmp_path)
    table = tmp_path / "engine_core" / "games" / "presets.py"
    text = table.read_text(encoding="utf-8")
    end = text.index("]  # fmt: skip\n\n\ndef named")
    row, test = example()
    if any(there.code == 100 or there.name == "Club" for there in presets.PRESETS):
        row = ""  # somebody has followed the page
    else:
        (tmp_path / CLUB).write_text(test, encoding="utf-8")
    table.write_text(text[:end] + row + more + text[end:], encoding="utf-8")
    return tmp_path


def run(copy, *tests):
    """Run `tests` in the copy, on CPython; return the output of pytest."""
    command = [sys.executable, "-m", "pytest", "-q", "--target", "cpython", *tests]
    environ = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command += ["-p", "no:cacheprovider"]
    done = subprocess.run(
        command, cwd=copy, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def readers():
    """Return the test files that go through the rows. The page reads none: its menus show what
    the view has, so those tests would start a second browser for nothing."""
    found = []
    for file in sorted((TOP / "tests").rglob("test_*.py")):
        if file in (Path(__file__), PROMPTS) or file.parent.name == "page":
            continue
        if "PRESETS" in file.read_text(encoding="utf-8"):
            found.append(file.relative_to(TOP).as_posix())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("more", [ROWS], ids=["with more"])
def test_the_pages_game_breaks_no_test_that_depends_on_the_rows(copy):
    said = run(copy, CLUB, GENERATED, *PLAYED, *readers())
    assert "does not have Club" in said  # wanted on the page, not required


@pytest.mark.exhaustive
@pytest.mark.parametrize("more", ["", ROWS], ids=["alone", "with more"])
def test_the_pages_game_breaks_no_test_of_the_rules_and_the_board(copy):
    run(copy, *EVERYTHING)


def test_a_program_can_register_a_game():
    before = list(presets.PRESETS)
    taken = {row.code for row in before}
    free, another = [code for code in range(1, 256) if code not in taken][-2:]
    mine = Preset(free, "My own", Deal((6, 6), (2, 2)), targets=(61,))
    try:
        api.register(mine)
        assert api.Game.new("my own", target=61).state.preset is mine
        own = "My own already has that name or code " + str(free)
        out_of_range = "the code of a game must be 1 to 255, not "
        for code, name, why in (
            (free, "Other", own),
            (another, "MY OWN", own),
            (0, "Zero", out_of_range + "0"),
            (-1, "Minus", out_of_range + "-1"),
            (256, "Large", out_of_range + "256"),
        ):
            with pytest.raises(ValueError, match=f"^{why}$"):
                api.register(Preset(code, name, Deal((6, 6), (2, 2))))
        assert presets.PRESETS[len(before) :] == [mine]
    finally:
        presets.PRESETS[:] = before
