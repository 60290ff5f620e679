"""The rooms, folders in layers: an import leads to the same room or to one below it, without
circles.

Imports for type checkers alone and those of `later` and `load` count too. Read from the source.
"""

import ast
import functools

import pytest

from tests.targets.files import ROOT

# Each folder's rooms, the lowest first. A room is a folder, or a file beside the folders.
ROOMS = {
    "engine_core": (
        "compat", "errors", "count", "games", "state", "pegs", "cribbage", "battlefield", "game",
        "records", "named_tuples", "api",
    ),
    "firmware": (
        "ticks", "version", "oldest_micropython", "bundle", "bundle_writer", "settings", "storage",
        "link", "keys", "menus", "lights", "ports", "app", "imports", "pico", "browser",
    ),
    "host": (
        "data_folder", "errors", "files", "record_file", "name_list",
        "install_command", "micropython_version", "shell_word", "page_browser",
        "pico", "analysis", "mirror", "link", "history", "web", "boards", "site", "club", "plan",
        "doctor", "cli", "__main__",
    ),
}  # fmt: skip


def modules(folder):
    """Return the path of each module of `folder`, by its name with dots."""
    found = {}
    for file in sorted((ROOT / folder).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        if parts[1:] != ("__init__",):
            found[".".join(parts)] = file
    return found


def imported(name, text, known):
    """Return the modules of `known` that the module `name` with this text imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            base = name.split(".")[: -node.level] if node.level else []
            base = ".".join(base + ([node.module] if node.module else []))
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # arguments of `later` and `load`
    found |= {f"{one}.__init__" for one in found}
    return found & set(known) - {name}


@functools.cache  # two tests read the same files
def arrows(folder):
    """Return the modules that each module of `folder` imports from it."""
    known = modules(folder)
    return {
        name: imported(name, file.read_text(encoding="utf-8"), known)
        for name, file in known.items()
    }


def circle(graph):
    """Return names that import each other in a circle, or [] if there is none."""
    left = {name: set(names) for name, names in graph.items()}
    while True:
        done = {name for name, names in left.items() if not names & set(left)}
        if not done:
            return sorted(left)
        left = {name: names for name, names in left.items() if name not in done}


@pytest.mark.parametrize("folder", ROOMS)
def test_every_module_is_in_a_room(folder):
    assert {name.split(".")[1] for name in modules(folder)} == set(ROOMS[folder])


@pytest.mark.parametrize("folder", ROOMS)
def test_no_import_leads_to_a_room_above(folder):
    floor = ROOMS[folder].index
    up = [
        f"{name} imports {other}"
        for name, others in arrows(folder).items()
        for other in others
        if floor(other.split(".")[1]) > floor(name.split(".")[1])
    ]
    assert up == []


@pytest.mark.parametrize("folder", ROOMS)
def test_no_imports_are_in_a_circle(folder):
    assert circle(arrows(folder)) == []


def test_the_checks_find_what_they_look_for():
    text = (
        "from ..b import c\nif TYPE_CHECKING:\n    from . import d\nelse:\n    d = later('x.e')\n"
    )
    assert imported("x.a.z", text, {"x.b.c", "x.a.d", "x.e", "x.f"}) == {"x.b.c", "x.a.d", "x.e"}
    assert imported("x.a.z", "def f():\n    from x.b import C\n", {"x.b.__init__"}) == {
        "x.b.__init__"
    }
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]
    assert circle({"a": {"b"}, "b": set()}) == []
