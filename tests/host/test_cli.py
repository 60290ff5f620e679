"""The `pegboard` command itself: help, version, and the program that is installed."""

import ast
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import host
from engine_core.records.record import RecordError
from host.cli.main import Commands, main
from host.errors import StoreError
from host.link.ports import PortError

COMMANDS = main.list_commands(click.Context(main))


def installed(*words, **environment):
    program = "pegboard.exe" if sys.platform == "win32" else "pegboard"
    return subprocess.run(
        [Path(sysconfig.get_path("scripts")) / program, *words],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=60,
    )


def test_the_installed_program_counts():
    done = installed("count", "5H", "5C", "5S", "JD", "5D", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Hand 5♥ 5♣ 5♠ J♦, starter 5♦: 29 points" in done.stdout


def test_the_installed_program_reports_an_error_and_fails():
    done = installed("count", "5H", "5H", "5S", "JD", "5D")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "Error: the five of hearts appears twice\n"


def test_the_list_of_commands_says_of_each_what_it_does_in_one_line():
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    commands = shown.split("\nCommands:\n")[1]
    assert commands.count("\n") == len(COMMANDS) and "..." not in commands


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    result = CliRunner().invoke(main, [command, "--help"])
    assert result.exit_code == 0
    assert f"pegboard {command} " in result.output.split("Example", 1)[1]


def test_help_lists_the_commands_and_version_prints_it():
    told = CliRunner().invoke(main, ["-h"]).output
    assert all(f"  {command} " in told for command in COMMANDS)
    assert CliRunner().invoke(main, ["--version"]).output.startswith("pegboard, version ")


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("cuont", "There is no command 'cuont'. Did you mean count?"),
        ("standing", "There is no command 'standing'. Did you mean standings?"),
        ("xyzzy", "There is no command 'xyzzy'.\n"),
        ("--cuont", "No such option"),
    ],
)
def test_a_command_that_is_not_there_gets_a_suggestion(word, text):
    result = CliRunner().invoke(main, [word])
    assert result.exit_code == 2
    assert text in result.output


@pytest.mark.parametrize("words", [["count", "5H", "5C", "5S", "JD", "5D"], ["chance", "0", "0"]])
def test_a_command_loads_nothing_that_only_others_need(words):
    code = (
        "import sys\n"
        "before = {*sys.modules}  # a tracer that runs in every process has its own\n"
        "from host.cli.main import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "print(sorted({'asyncio', 'serial', 'starlette', 'numpy'} & ({*sys.modules} - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--delay", "60", "wall"], "Write --delay after wall: pegboard wall --delay"),
        (["--history", "x.sqlite", "games"], "Write --history after games"),
        (["--share", "replay", "1"], "Write --share after replay"),
        (["games", "--json", "--csv"], "Choose --json or --csv."),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(words, text):
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2 and text in result.stderr


@pytest.mark.parametrize(
    "error", [RecordError(7, "no such card"), StoreError("no room"), PortError("COM3: it is gone")]
)
def test_an_error_of_the_engine_or_the_host_is_printed_without_a_traceback(error):
    @click.group(cls=Commands)
    def group():
        pass

    @group.command()
    def check():
        raise error

    result = CliRunner().invoke(group, ["check"])
    assert result.exit_code == 1
    assert result.output == f"Error: {error}\n"


def test_nothing_below_the_commands_imports_click():
    root = Path(host.__file__).parent
    below = {
        path: path.read_text(encoding="utf-8")
        for path in root.rglob("*.py")
        if root / "cli" not in path.parents
    }
    assert len(below) > 40
    for path, text in below.items():
        for node in ast.walk(ast.parse(text if "click" in text else "")):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert "click" not in [name.split(".")[0] for name in names], path
