"""The arrows of the house, and nothing that a stock Pico lacks. Read from the source, not run."""

import ast
import sys

import pytest

from tests.targets.files import KEPT, ROOT, sources

ENGINE = {"array", "binascii", "micropython", "struct"}
PICO = ENGINE | {"collections", "errno", "gc", "io", "json", "os", "select", "sys", "time"}
# Folder -> what its files may import from outside it; the first part of the name counts.
MAY_IMPORT = {
    "engine_core": ENGINE,
    "firmware": PICO | {"engine_core", "hardware"},
    "hardware": set(),
    "tests": PICO | {"engine_core", "firmware", "hardware", "tests"},
}
# Folder -> the project's folders that it may not know of, wherever Python finds them.
ARROWS = {
    "engine_core": {"firmware", "host", "hardware", "tests"},
    "firmware": {"host", "tests"},
    "hardware": {"engine_core", "firmware", "host", "tests"},
    "host": {"tests"},
}


def imported(tree):
    """Return (line, first part of the name) of each absolute import in `tree`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name.split(".")[0]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.append((node.lineno, node.module.split(".")[0]))
    return found


def reaching_out(path, text, allowed):
    """Return "path:line imports name" for each import of `text` that is not allowed.

    What is imported only where TYPE_CHECKING is true is not imported there.
    """
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return [
        f"{path}:{line} imports {name}" for line, name in imported(tree) if name not in allowed
    ]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_code_for_a_pico_imports_only_its_modules(folder):
    sent = sources().items()
    files = {path: text for path, text in sent if path.startswith(folder + "/")}
    found = []
    for path, text in files.items():
        if path.endswith(".py"):
            found += reaching_out(path, text, MAY_IMPORT[folder] | {folder})
    assert files and found == []


@pytest.mark.parametrize("folder", ARROWS)
def test_imports_go_one_way(folder):
    found = []
    for file in (ROOT / folder).rglob("*.py"):
        path = file.relative_to(ROOT).as_posix()
        for line, name in imported(ast.parse(file.read_text(encoding="utf-8"))):
            if name in ARROWS[folder]:
                found.append(f"{path}:{line} imports {name}")
    assert found == []


def test_no_conformance_test_imports_another():
    """A device has one file of tests at a time."""
    for path, text in sources().items():
        if path.startswith("tests/") and path.endswith(".py"):
            names = [name for node in ast.walk(ast.parse(text)) for name in modules_of(node)]
            assert not [name for name in names if ".test_" in name], path


def modules_of(node):
    """Return the modules that `node` imports, with their dots, if it is an import."""
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_the_check_finds_forbidden_imports():
    text = "import json\nif TYPE_CHECKING:\n    import typing\nfrom host.cli.main import main\n"
    assert reaching_out("a.py", text, {"json"}) == ["a.py:4 imports host"]


def test_only_the_picos_folder_is_excluded_from_the_targets():
    sent = sources()
    assert "engine_core/cards.py" in sent and "tests/conformance/support/kit.py" in sent
    assert not any(path.startswith(KEPT) for path in sent)


def test_modules_of_the_standard_library_are_spelt_right():
    assert PICO - {"micropython"} <= sys.stdlib_module_names
