"""The README's Python, record, commands and links work."""

import doctest
import re
import warnings
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engine_core import presets, record
from host.cli.main import main

TOP = Path(__file__).parent.parent
TEXT = (TOP / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def games():
    """Restore the games after a test registers others."""
    before = list(presets.PRESETS)
    yield
    presets.PRESETS[:] = before


def test_the_python_in_the_readme_prints_its_output(games):
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_record_in_the_readme_is_a_game_by_the_rules():
    block = re.search(r"(    \[Game .*?)    \.\.\.", TEXT, re.DOTALL)
    assert block
    text = re.sub(r"^    ", "", block[1], flags=re.MULTILINE)
    parsed = record.parse(text)
    assert record.write(parsed) == text


def test_the_commands_in_the_readme_exist():
    named = set(re.findall(r"`?pegboard ([a-z]+)", TEXT))
    assert {"count", "peg", "check", "replay", "watch", "card", "devices", "flash"} <= named
    for name in named & set(re.findall(r"(?:`|\$ |    )pegboard ([a-z]+)", TEXT)):
        assert main.get_command(click.Context(main), name), name


@pytest.mark.parametrize("line", re.findall(r"\$ pegboard ([a-z]+ .*)", TEXT))
def test_the_examples_in_the_readme_run(line):
    assert CliRunner().invoke(main, line.split()).exit_code == 0


def test_the_links_in_the_readme_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (TOP / target).exists(), target


def numbers(text):
    return {int(n) for n in re.findall(r"\d+", text)}


def test_the_table_of_games_agrees_with_the_presets():
    told = {}
    for line in re.search(r"\| game \| players \| to \|\n(.*?)\n\n", TEXT, re.DOTALL)[1].split(
        "\n"
    )[1:]:
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
            warnings.warn(f"the README's table of games does not have {row.name}", stacklevel=1)


def test_two_commands_start_a_board_and_run_every_test_in_an_environment_of_their_own():
    found = re.findall(r"^    (python3 -m venv \.venv && .*)$", TEXT, re.MULTILINE)
    made = "python3 -m venv .venv && .venv/bin/pip install -e "
    tests = made + '".[test]" && .venv/bin/python -m pytest'
    assert found == [made + ". && .venv/bin/pegboard", tests]
    # Windows has the same, in either of its shells.
    for command in found:
        there = command.replace("/bin/", "\\Scripts\\").replace('"', "")
        there = there.replace("python3", "py", 1)
        assert f'    cmd /c "{there}"\n' in TEXT
    assert f"    {tests}\n" in (TOP / "tests/README.md").read_text(encoding="utf-8")
