"""The part of a test file that is sent for one of its tests."""

import ast
import builtins

import pytest

from tests.targets.excerpt import excerpt
from tests.targets.files import ROOT

BUILT_IN = set(dir(builtins))
SOURCE = '''"""Text."""
import gc
import os.path as path
from a import (
    b,
    c,
)

ONE, TWO = 1, 2
ROWS = [
    ONE,
]
ROWS[0] = TWO
OTHER = ROWS
gc.collect()


def helper(x):
    return x


def test_a():
    return helper(b)


def test_b():
    return OTHER
'''


def lines(name):
    kept = excerpt(SOURCE, name)
    assert len(kept.split("\n")) == len(SOURCE.split("\n"))
    for line, whole in zip(kept.split("\n"), SOURCE.split("\n"), strict=True):
        assert line in ("", whole)
    return [line for line in kept.split("\n") if line]


def test_only_what_a_test_needs_is_left_each_line_where_it_was():
    imports = ["from a import (", "    b,", "    c,", ")"]
    called = ["def helper(x):", "    return x"]
    test = ["def test_a():", "    return helper(b)"]
    assert lines("test_a") == [
        '"""Text."""',
        "import gc",
        *imports,
        "gc.collect()",
        *called,
        *test,
    ]


def test_statements_that_change_what_a_test_needs_are_left():
    rows = ["ONE, TWO = 1, 2", "ROWS = [", "    ONE,", "]", "ROWS[0] = TWO", "OTHER = ROWS"]
    test = ["def test_b():", "    return OTHER"]
    assert lines("test_b") == ['"""Text."""', "import gc", *rows, "gc.collect()", *test]


def test_a_test_that_is_not_there_is_reported():
    with pytest.raises(KeyError):
        excerpt(SOURCE, "test_c")


@pytest.mark.slow
def test_each_conformance_test_has_what_it_reads_in_its_excerpt():
    count = 0
    for file in sorted((ROOT / "tests/conformance").glob("*/test_*.py")):
        source = file.read_text(encoding="utf-8")
        lines = source.split("\n")
        statements = ast.parse(source).body
        # To read each excerpt would take longer: it has some of the statements, each in whole.
        found = [names(statement) for statement in statements]
        read, bound = both(found)
        others = read - bound
        for statement in statements:
            if isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_"):
                there = excerpt(source, statement.name).split("\n")
                kept = [n for n, one in enumerate(statements) if there[one.lineno - 1]]
                left = [""] * len(lines)
                for one in [statements[n] for n in kept]:
                    part = slice(one.lineno - 1, one.end_lineno)
                    left[part] = lines[part]
                assert there == left
                read, bound = both([found[n] for n in kept])
                assert read - bound - BUILT_IN <= others, statement.name
                count += 1
    assert count > 900


def both(found):
    """Return all names that are read, and all that are bound, of a list of these."""
    reads, bounds = zip(*found, strict=True)
    return set().union(*reads), set().union(*bounds)


def names(statement):
    """Return the names that `statement` reads, and those that it binds, itself or within."""
    read, bound = set(), set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return read, bound
