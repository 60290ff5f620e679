"""The mutants of tests.bench.mutants: each changes one thing, and can still be compiled."""

import ast
from functools import lru_cache

import pytest

from tests.bench.changed_code import ROOT
from tests.bench.mutants import EQUIVALENT, PARTS
from tests.bench.mutations import every, importers, mutants

SOURCE = '''"""Nothing in a text is changed: 1 < 2."""


def larger(a, b=3):
    if a < b and not (a == 1):  # 5 < 6
        b += 1
        print(a)
    return a + b


try:
    from math import tau
except ImportError:  # not run here
    tau = 6 + 1
'''
CHANGED = [
    "def larger(a, b=4):",
    "if a <= b and not (a == 1):  # 5 < 6",
    "if a < b and not (a == 2):  # 5 < 6",
    "if a < b and (a == 1):  # 5 < 6",
    "if a < b and not (a != 1):  # 5 < 6",
    "if a < b or not (a == 1):  # 5 < 6",
    "if not (a < b and not (a == 1)):  # 5 < 6",
    "b += 2",
    "pass",
    "pass",
    "return None",
    "return a - b",
]


def test_each_mutant_has_one_change(tmp_path):
    (tmp_path / "file.py").write_text(SOURCE, encoding="utf-8")
    found = mutants(tmp_path, "file.py")
    lines = [one.key(SOURCE).rpartition(" -> ")[2] for one in found]
    assert sorted(lines) == sorted(CHANGED)
    assert {one.function for one in found} == {4}


@lru_cache
def found_in(folder):
    return list(every(ROOT, folder))


@lru_cache
def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


@lru_cache
def statements(path):
    """Return the (first, last) lines of each statement of the file that is in no other."""
    found = ast.parse(text_of(path)).body
    firsts = [
        min([one.lineno, *(d.lineno for d in getattr(one, "decorator_list", []))]) for one in found
    ]
    return [(first, one.end_lineno) for first, one in zip(firsts, found, strict=True)]


@pytest.mark.slow
def test_every_mutant_of_the_program_can_be_compiled():
    for folder in PARTS:
        for one in found_in(folder)[::75]:
            source = text_of(one.path)
            changed = one.source(source)
            assert changed != source
            # The other statements of the file are as they were.
            first, last = next(s for s in statements(one.path) if s[0] <= one.line <= s[1])
            more = changed.count("\n") - source.count("\n")
            ast.parse("\n".join(changed.split("\n")[first - 1 : last + more]))


@pytest.mark.slow
def test_the_mutants_that_are_equivalent_are_there_with_a_reason():
    keys = set()
    for folder in PARTS:
        for one in found_in(folder):
            keys.add(one.key(text_of(one.path)))
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        key, _, reason = line.rpartition("  # ")
        assert key in keys and reason, line


@pytest.mark.slow
def test_importers_are_the_files_that_use_a_module_or_its_names():
    found = importers(ROOT, "engine_core/games/phases.py", PARTS)
    assert found[0] == "engine_core/games/phases.py"
    assert {
        "engine_core/cribbage/play_phase.py",
        "firmware/lights/bar.py",
        "engine_core/battlefield/machine.py",
    } < set(found)
    assert "engine_core/count/cards.py" not in found
