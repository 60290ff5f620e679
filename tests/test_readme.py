"""README.md and the pages of docs/: their Python, record, tables, commands and links work."""

import doctest
import importlib.util
import re
import warnings
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from PIL import Image

from engine_core.games import presets
from engine_core.records import record
from host.cli.main import main
from tests.page import moving_picture

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted([*TOP.glob("*.md"), *TOP.glob("docs/*.md")])
}
ALL = "\n".join(PAGES.values())
# Only the links of these are looked at here.
FOLDERS = ("engine_core", "firmware", "hardware", "host/*", "tests", "tests/bench")
OTHERS = [
    path.relative_to(TOP).as_posix()
    for folder in FOLDERS
    for path in sorted(TOP.glob(f"{folder}/*.md"))
    if path.parent.name != "templates"
]
EXAMPLE = "tests/conformance/rules/test_club.py"  # which the reader writes
MOST_LINES = 150  # of the README


@pytest.fixture
def games():
    """Restore the games after a test registers others."""
    before = list(presets.PRESETS)
    yield
    presets.PRESETS[:] = before


def test_the_readme_is_short_and_links_every_page():
    assert README.count("\n") <= MOST_LINES
    for path in PAGES.keys() - {"README.md"}:
        assert f"]({path})" in README, path


@pytest.mark.parametrize("path", [path for path, text in PAGES.items() if ">>> " in text])
def test_the_python_in_a_page_prints_its_output(path, games):
    blocks = re.findall(r"```python\n(.*?)```", PAGES[path], re.DOTALL)
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, path, path, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_record_in_the_page_of_records_is_a_game_by_the_rules():
    block = re.search(r"(    \[Game .*?)    \.\.\.", PAGES["docs/records.md"], re.DOTALL)
    assert block
    text = re.sub(r"^    ", "", block[1], flags=re.MULTILINE)
    parsed = record.parse(text)
    assert record.write(parsed) == text


def test_the_commands_in_the_pages_exist():
    named = set(re.findall(r"(?:`|\$ | {4})pegboard ([a-z]+)", ALL))
    assert {"count", "peg", "check", "replay", "watch", "card", "devices", "flash"} <= named
    for name in named:
        assert main.get_command(click.Context(main), name), name


def options_of(name):
    """Return the options of `pegboard NAME`, or of `pegboard` alone if there is no name."""
    # Its own context, as click keeps the option for help that it makes by the first one.
    context = main.make_context("pegboard", [], resilient_parsing=True)
    command = main.get_command(context, name) if name else main
    return {
        word
        for option in command.get_params(context)
        for word in option.opts + option.secondary_opts
    }


def test_the_options_in_the_pages_exist():
    for line in re.findall(r"(?:`|\$ | {4})pegboard ([^`\n]*)", ALL):
        name = re.match(r"[a-z]+", line)
        found = set(re.findall(r"(?<!\S)--[a-z-]+", line))
        assert found <= options_of(name and name[0]), line


def test_the_modules_that_the_pages_run_exist():
    named = set(re.findall(r"python -m ((?:tests|host)[.\w]*)", ALL))
    assert "tests.bench.pico_budgets" in named
    for name in named:
        assert importlib.util.find_spec(name), name


def test_the_files_that_the_pages_name_exist():
    folders = "docs|engine_core|firmware|hardware|host|tests"
    named = set(re.findall(rf"`((?:{folders})/[\w./-]*)`", ALL)) - {EXAMPLE}
    assert "engine_core/" in named
    for path in named:
        assert (TOP / path).exists(), path


@pytest.mark.parametrize("line", re.findall(r"\$ pegboard ([a-z]+ .*)", ALL))
def test_the_examples_in_the_pages_run(line):
    assert CliRunner().invoke(main, line.split()).exit_code == 0


def anchors(path):
    """Return the anchors that a page with Markdown has at its headings, as on GitHub."""
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", [*PAGES, *OTHERS])
def test_the_links_of_a_page_lead_somewhere(path):
    page = TOP / path
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not link.startswith("https:"):
            target, _, anchor = link.partition("#")
            file = page.parent / target if target else page
            assert file.exists(), link
            assert not anchor or anchor in anchors(file), link


def test_the_moving_picture_is_small_and_moves():
    assert moving_picture.FILE.stat().st_size < 300_000
    with Image.open(moving_picture.FILE) as picture:
        assert getattr(picture, "n_frames", 1) > 50
    for path in ("README.md", "docs/play.md"):
        assert f"/{moving_picture.FILE.name})" in PAGES[path]


def numbers(text):
    return {int(n) for n in re.findall(r"\d+", text)}


def test_the_table_of_games_agrees_with_the_presets():
    table = re.search(r"\| game \| players \| to \|\n(.*?)\n\n", PAGES["docs/play.md"], re.DOTALL)
    told = {}
    for line in table[1].split("\n")[1:]:
        name, players, to = [cell.strip() for cell in line.strip("|").split("|")]
        told[name] = (numbers(players), numbers(to))
    for name, (players, targets) in told.items():
        row = presets.named(name)
        assert {min(players), max(players)} == {row.players()[0], row.players()[-1]} or (
            row.deals_in_game and players == {1}
        )
        assert players <= {*row.players(), 1}
        assert targets == set(row.targets) or row.machine == presets.SCOREBOARD
    for row in presets.PRESETS:
        if row.name not in told:
            warnings.warn(f"the page's table of games does not have {row.name}", stacklevel=1)


def test_two_commands_start_a_board_and_run_every_test_in_an_environment_of_their_own():
    found = re.findall(r"^    (python3 -m venv \.venv && .*)$", README, re.MULTILINE)
    made = "python3 -m venv .venv && .venv/bin/pip install -e "
    tests = made + '".[test]" && .venv/bin/python -m pytest'
    assert found == [made + ". && .venv/bin/pegboard", tests]
    # Windows has the same, in either of its shells.
    for command in found:
        there = command.replace("/bin/", "\\Scripts\\").replace('"', "")
        there = there.replace("python3", "py", 1)
        assert f'    cmd /c "{there}"\n' in README
    assert f"    {tests}\n" in (TOP / "tests/README.md").read_text(encoding="utf-8")
