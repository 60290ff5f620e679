"""The allowed imports between folders, and none that a stock Pico lacks. Read from the source, not
run."""

import ast
import functools
import subprocess
import sys

import pytest

from tests.targets.device import HOST
from tests.targets.files import KEPT, ROOT, sources

ENGINE = {"array", "binascii", "collections", "micropython", "struct"}
PICO = ENGINE | {"errno", "gc", "io", "json", "os", "select", "sys", "time"}
CHECKING = "TYPE_CHECKING"
# Folder -> what its files may import from outside it; the first part of the name counts.
MAY_IMPORT = {
    "engine_core": ENGINE,
    "firmware": PICO | {"engine_core", "hardware"},
    "hardware": set(),
    "tests": PICO | {"engine_core", "firmware", "hardware", "tests"},
    # Not for a Pico, but for MicroPython in a page. What only CPython has is imported where there
    # is something else in a page; js is the page's.
    "host": PICO
    | {"engine_core", "firmware", "hardware", "hashlib", "js", "math", "random"}
    | {"datetime", "functools", "itertools", "operator", "secrets", "unicodedata"},
}
# Folder -> the project's folders that it may not know of, wherever Python finds them.
ARROWS = {
    "engine_core": {"firmware", "host", "hardware", "tests"},
    "firmware": {"host", "tests"},
    "hardware": {"engine_core", "firmware", "host", "tests"},
    "host": {"tests"},
}


@functools.cache  # several tests read the same files
def imports(text):
    """Return each import of the module `text`, and whether it is only where TYPE_CHECKING is."""
    return list(_imports(ast.parse(text).body, False))


def _imports(statements, checking):
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement, checking
        elif isinstance(statement, ast.If) and getattr(statement.test, "id", "") == CHECKING:
            yield from _imports(statement.body, True)
            yield from _imports(statement.orelse, checking)
        else:
            inner = ast.iter_child_nodes(statement)
            yield from _imports(
                [node for node in inner if not isinstance(node, ast.expr)], checking
            )


def imported(node):
    """Return (line, first part of the name) of each absolute import of `node`."""
    if isinstance(node, ast.Import):
        return [(node.lineno, alias.name.split(".")[0]) for alias in node.names]
    return [] if node.level else [(node.lineno, node.module.split(".")[0])]


def reaching_out(path, text, allowed):
    """Return "path:line imports name" for each import of `text` that is not allowed.

    Imports under TYPE_CHECKING do not count.
    """
    found = [one for node, checking in imports(text) if not checking for one in imported(node)]
    return [f"{path}:{line} imports {name}" for line, name in found if name not in allowed]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_code_for_micropython_imports_only_its_modules(folder):
    sent = sources().items()
    files = {path: text for path, text in sent if path.startswith(folder + "/")}
    found = []
    for path, text in files.items():
        if path.endswith(".py"):
            more = {"host"} if path.startswith(HOST) else set()
            found += reaching_out(path, text, MAY_IMPORT[folder] | {folder} | more)
    assert files and found == []


@pytest.mark.parametrize("folder", ARROWS)
def test_imports_go_one_way(folder):
    found = []
    for file in (ROOT / folder).rglob("*.py"):
        path = file.relative_to(ROOT).as_posix()
        for node, _ in imports(file.read_text(encoding="utf-8")):
            for line, name in imported(node):
                if name in ARROWS[folder]:
                    found.append(f"{path}:{line} imports {name}")
    assert found == []


def test_no_conformance_test_imports_another():
    """A device has one file of tests at a time."""
    for path, text in sources().items():
        if path.startswith("tests/") and path.endswith(".py"):
            names = [name for node, _ in imports(text) for name in modules_of(node)]
            assert not [name for name in names if ".test_" in name], path


def modules_of(node):
    """Return the modules that the import `node` imports, with their dots."""
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names]


def test_the_check_finds_forbidden_imports():
    text = "import json\nif TYPE_CHECKING:\n    import typing\nfrom host.cli.main import main\n"
    text += "def f():\n    try:\n        import re\n    except OSError:\n        import csv\n"
    text += "if TYPE_CHECKING:\n    pass\nelse:\n    import abc\n"
    found = {"a.py:4 imports host", "a.py:7 imports re", "a.py:9 imports csv"}
    assert set(reaching_out("a.py", text, {"json"})) == found | {"a.py:13 imports abc"}


def test_only_the_picos_folder_is_excluded_from_the_targets():
    sent = sources()
    assert "engine_core/count/cards.py" in sent and "tests/conformance/support/kit.py" in sent
    assert not any(path.startswith(KEPT) for path in sent)


def test_modules_of_the_standard_library_are_spelt_right():
    assert PICO - {"micropython"} <= sys.stdlib_module_names


READ = """
import sys
from engine_core.game.match_base import unpack_match
unpack_match(bytes(10))
print("engine_core.game.state_bounds" in sys.modules)
"""


def test_a_match_that_begins_without_a_state_is_read_without_the_check_of_states():
    """While saved games are listed, a Pico has no room for it."""
    done = subprocess.run(
        [sys.executable, "-c", READ], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
