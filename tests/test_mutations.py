"""The mutants of tests.bench.mutants: each changes one thing, and can still be compiled."""

import ast

from tests.bench.mutants import EQUIVALENT, GOALS, ROOT
from tests.bench.mutations import every, importers, mutants

SOURCE = '''"""Nothing in a text is changed: 1 < 2."""


def larger(a, b=3):
    if a < b and not (a == 1):  # 5 < 6
        b += 1
        print(a)
    return a + b
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


def test_every_mutant_of_the_program_can_be_compiled():
    for folder in GOALS:
        sources = {}
        for one in list(every(ROOT, folder))[::25]:
            source = sources.setdefault(one.path, (ROOT / one.path).read_text(encoding="utf-8"))
            assert one.source(source) != source
            ast.parse(one.source(source))


def test_the_mutants_that_are_equivalent_are_there_with_a_reason():
    keys = set()
    for folder in GOALS:
        for one in every(ROOT, folder):
            keys.add(one.key((ROOT / one.path).read_text(encoding="utf-8")))
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        key, _, reason = line.rpartition("  # ")
        assert key in keys and reason, line


def test_importers_are_the_files_that_use_a_module_or_its_names():
    found = importers(ROOT, "engine_core/phases.py", GOALS)
    assert found[0] == "engine_core/phases.py"
    assert {"engine_core/play_phase.py", "firmware/bar.py", "engine_core/battlefield.py"} < set(
        found
    )
    assert "engine_core/cards.py" not in found
