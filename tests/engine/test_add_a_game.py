"""A game more is one row of engine_core/presets.py: shown in a copy of the sources that has some.

By default the tests that go through the rows are run there: of the presets, the menus, the quick
cards, the README. All of the rules' tests run with `-m exhaustive`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine_core import api, presets
from engine_core.presets import Deal, Preset

TOP = Path(__file__).parents[2]
COPIED = ("engine_core", "firmware", "hardware", "host", "tests")
# More than the keys of a menu's page, and one of each machine.
ROWS = """\
    Preset(110, "Club house", _TWO, targets=(61,), head_start=3, tracks=(opt.PLAIN,)),
    Preset(111, "Cut-throat", _THREE, _FOUR, options=(opt.MUGGINS, opt.STRICT_GO)),
    Preset(
        112, "Skirmish", Deal((5, 5), side_of=(0, 1), from_deck=2), **_BATTLEFIELD
    ),
    Preset(113, "Tally", Deal(side_of=(0, 1)), machine=SCOREBOARD, options=(), targets=(31,),
        tracks=(opt.PLAIN,)),
"""
OWN_TEST = '''\
"""What is special about Club house."""

from tests.conformance.support.text_game import TextGame


def test_the_pone_begins_with_three_points():
    assert TextGame("Club house", target=61).points() == [3, 0]
'''
CLUB = "tests/conformance/rules/test_club.py"
EVERYTHING = (
    "tests/conformance/rules",
    "tests/conformance/battlefield",
    "tests/conformance/records",
    "tests/conformance/board",
    "tests/host/test_quick_card.py",
    "tests/test_readme.py",
)


@pytest.fixture
def copy(tmp_path):
    """A copy of the sources with the ROWS and the test of one of them. What is compiled comes
    along: it is used where the source is the same."""
    ignored = shutil.ignore_patterns(".npm", ".pytest_cache", ".hypothesis")
    for name in COPIED:
        shutil.copytree(TOP / name, tmp_path / name, ignore=ignored)
    for file in TOP.glob("*"):
        if file.is_file():
            shutil.copy(file, tmp_path)
    table = tmp_path / "engine_core" / "presets.py"
    text = table.read_text(encoding="utf-8")
    end = text.index("]  # fmt: skip\n\n\ndef named")
    table.write_text(text[:end] + ROWS + text[end:], encoding="utf-8")
    (tmp_path / CLUB).write_text(OWN_TEST, encoding="utf-8")
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
    """Return the files of tests that go through the rows. The page reads none: its menus show what
    the view has, so those tests would start a second browser for nothing."""
    found = []
    for file in sorted((TOP / "tests").rglob("test_*.py")):
        if file == Path(__file__) or file.parent.name == "page":
            continue
        if "PRESETS" in file.read_text(encoding="utf-8"):
            found.append(file.relative_to(TOP).as_posix())
    return found


def test_another_row_breaks_no_test_of_the_code_that_reads_the_rows(copy):
    said = run(copy, CLUB, *readers())
    assert "does not have Club house" in said  # wanted in the README, not required


@pytest.mark.exhaustive
def test_another_row_breaks_no_test_of_the_rules(copy):
    run(copy, *EVERYTHING)


def test_a_program_can_register_a_game():
    before = list(presets.PRESETS)
    club = Preset(100, "Club", Deal((6, 6), (2, 2)), targets=(61,))
    try:
        api.register(club)
        assert api.Game.new("club", target=61).state.preset is club
        for code, name in ((100, "Other"), (99, "CLUB"), (0, "Zero"), (256, "Large")):
            with pytest.raises(ValueError):
                api.register(Preset(code, name, Deal((6, 6), (2, 2))))
        assert presets.PRESETS[len(before) :] == [club]
    finally:
        presets.PRESETS[:] = before
