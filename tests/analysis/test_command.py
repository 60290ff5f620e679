"""`python -m host.analysis.simulation` on the command line."""

import subprocess
import sys

import pytest

from host.install_command import install_command
from tests.targets.files import ROOT


def run(*words, code="from host.analysis.simulation.__main__ import main; main()"):
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=ROOT,
    )


def test_help_has_an_example():
    done = run("--help")
    assert done.returncode == 0
    assert "example: python -m host.analysis.simulation" in done.stdout


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--deals", "0"], "0 is below 1"),
        (["--seed", "-1"], "-1 is below 0"),
        (["--times", "many"], "invalid whole_number value: 'many'"),
        (["--only", "solitaire"], "invalid choice: 'solitaire'"),
    ],
)
def test_impossible_arguments_are_refused(words, text):
    done = run(*words)
    assert done.returncode == 2
    assert text in done.stderr
    assert "Traceback" not in done.stderr


def test_without_numpy_the_error_says_what_to_install():
    done = run(
        code="import sys; sys.modules['numpy'] = None\n"
        "from host.analysis.simulation.__main__ import main; main()"
    )
    assert done.returncode == 1
    assert done.stderr == f"This needs numpy: {install_command('analysis')}\n"
