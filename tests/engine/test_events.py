"""Events are described once: code that makes or reads them uses engine_core.state.events."""

import ast
import re
from pathlib import Path

import pytest

from engine_core.state.events import FIELDS, get

ROOT = Path(__file__).parents[2]
PARTS = ("engine_core", "firmware", "host", "tests")
_EVENT = ("event", "e", "events[]")  # the sources' names for an event


# A file without this has no subscript of an event: most need not be parsed.
_SUBSCRIPT = re.compile(r"\b(event|e|events)\b\W*\[")


def trees(*parts, having=""):
    """Yield the path and the syntax tree of each file in which the pattern `having` is found."""
    for part in parts:
        for file in sorted((ROOT / part).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            if re.search(having, text):
                yield file.relative_to(ROOT).as_posix(), ast.parse(text)


def made():
    """Yield (where, tuple node) for each event that the engine makes."""
    for path, tree in trees("engine_core"):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "append"
                and ast.unparse(node.func.value) == "events"
            ):
                yield f"{path}:{node.lineno}", node.args[0]


def test_each_event_is_made_with_the_fields_of_its_kind():
    kinds = set()
    for where, node in made():
        assert isinstance(node, ast.Tuple), f"{where}: an event is written as a tuple"
        kind = ast.literal_eval(node.elts[0])
        assert len(node.elts) == 1 + len(FIELDS[kind]), f"{where}: {kind} has {FIELDS[kind]}"
        kinds.add(kind)
    assert kinds == set(FIELDS)


def places_counted(tree):
    """Yield the line of each subscript that reads an event's field by its place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            of = node.value
            if isinstance(of, ast.Subscript):
                of = of.value
                name = ast.unparse(of) + "[]"
            else:
                name = ast.unparse(of)
            # A text between the brackets is a key of another kind of event: the web server's.
            text = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
            if name in _EVENT and not text and ast.unparse(node.slice) != "0":
                yield node.lineno


def test_no_code_reads_an_event_by_position():
    found = [
        f"{path}:{line}"
        for path, tree in trees(*PARTS, having=_SUBSCRIPT)
        if path != "engine_core/state/events.py"
        for line in places_counted(tree)
    ]
    assert not found


def test_a_read_by_position_is_found():
    lines = ["event[0]", "event[3]", "(e)[1:]", "events[-1][2]", "events[ -1 ] [2]"]
    assert list(places_counted(ast.parse("\n".join(lines)))) == [2, 3, 4, 5]
    assert all(map(_SUBSCRIPT.search, lines))


def test_a_field_is_read_by_name():
    event = ("score", "nibs", 0, 1, 2, 14)
    assert [get(event, field) for field in FIELDS["score"]] == ["nibs", 0, 1, 2, 14]
    with pytest.raises(ValueError):
        get(event, "card")
