"""The plugin itself: what fails on a target must fail here, and say where and why."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.targets import npm
from tests.targets.files import ROOT
from tests.targets.micropython import VM

SAMPLE = """
import sys
from tests.conformance.kit import Rand

def test_good():
    return bytes([Rand(1).below(256) for _ in range(9)])

def test_bad():
    print("before it failed")
    one = 1
    assert one == 2

def test_answers_differ():
    return "the game is " + sys.implementation.name

def test_kinds_differ():
    return "x" if sys.implementation.name == "cpython" else b"x"

def test_answers_a_list():
    return [1]

def test_hangs_there():
    print("going in")
    while sys.implementation.name == "micropython":
        pass

def test_after_the_hang():
    print("@ 1 bytes eA==")
    return "nothing was lost"
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A project with the plugin and one conformance module, which fails in every way."""
    root = tmp_path_factory.mktemp("project")
    shutil.copy(ROOT / "pyproject.toml", root)
    unwanted = shutil.ignore_patterns("__pycache__", "test_*.py")
    for part in ("tests/targets", "tests/conformance"):
        shutil.copytree(ROOT / part, root / part, ignore=unwanted)
    for part in ("tests/__init__.py", "tests/conftest.py"):
        shutil.copy(ROOT / part, root / part)
    (root / "tests/conformance/test_sample.py").write_text(SAMPLE)
    return root


def run(root, *options, **environment):
    """Run pytest in `root` and return its exit code and all it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-vv", "--color=no", "-p", "no:cacheprovider", *options],
        cwd=root,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def report(copy):
    """What a run on both targets printed."""
    folder = npm.package(VM).parent
    shutil.copytree(folder, copy / "tests/.npm" / folder.name)
    code, text = run(copy, "--target-timeout=1")
    assert code == 1
    return text


@pytest.mark.parametrize(
    ("name", "cpython", "micropython"),
    [
        ("good", "PASSED", "PASSED"),
        ("bad", "FAILED", "FAILED"),
        ("answers_differ", "PASSED", "FAILED"),
        ("kinds_differ", "PASSED", "FAILED"),
        ("answers_a_list", "FAILED", "FAILED"),
        ("hangs_there", "PASSED", "FAILED"),
        ("after_the_hang", "PASSED", "PASSED"),
    ],
)
def test_each_target_is_judged_by_itself(report, name, cpython, micropython):
    assert f"test_sample.py::test_{name}[cpython] {cpython}" in report
    assert f"test_sample.py::test_{name}[micropython] {micropython}" in report


def test_a_failure_there_shows_its_place_its_source_and_what_it_printed(report):
    section = report.partition("_ test_bad[micropython] _")[2].partition("\n____")[0]
    line = SAMPLE.split("\n").index("    assert one == 2") + 1
    assert f'File "tests/conformance/test_sample.py", line {line}, in test_bad' in section
    assert "    assert one == 2\nAssertionError" in section
    assert "before it failed" in section
    assert "<stdin>" not in section and "another exception" not in section


def test_a_difference_shows_both_answers(report):
    section = report.partition("_ test_answers_differ[micropython] _")[2].partition("\n____")[0]
    assert "from place 12 on" in section
    assert "cpython: 'the game is cpython'" in section
    assert "micropython: 'the game is micropython'" in section


def test_a_hang_shows_what_was_printed_before(report):
    section = report.partition("_ test_hangs_there[micropython] _")[2].partition("\n____")[0]
    assert "no answer within 1 s" in section
    assert "going in" in section


def test_the_table_counts(report):
    times = r" +[\d.]+ s +[\d.]+ s  "
    assert re.search(rf"^cpython +5 +2{times}CPython 3", report, re.MULTILINE)
    assert re.search(rf"^micropython +2 +5{times}MicroPython 1\.29", report, re.MULTILINE)


def test_one_target_can_be_chosen(copy):
    code, text = run(copy, "--target", "cpython", "-k", "good")
    assert code == 0
    assert "1 passed" in text and "[micropython]" not in text


def test_an_unknown_target_is_a_usage_error_that_lists_them(copy):
    code, text = run(copy, "--target", "cpython,toaster")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "no target 'toaster'; the targets are cpython, micropython" in text


def test_a_target_that_cannot_be_had_fails(copy):
    shutil.rmtree(copy / "tests/.npm", ignore_errors=True)
    nowhere = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
    code, text = run(copy, "--target=micropython", "-k", "good", **nowhere)
    assert code == 1
    assert "test_good[micropython] FAILED" in text
    assert "the target micropython cannot be used: npm cannot get @micropython" in text
    assert "must be reachable" in text
