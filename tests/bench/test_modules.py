"""Checks that the benches, which run only when named, still fit the program."""

import importlib
from pathlib import Path

import pytest

from tests.targets.files import ROOT

NOT_HERE = {"tests.rig.on_device", "tests.bench.undo_time"}  # run on MicroPython alone


def modules():
    """Return the names of the modules of the benches and of the rig."""
    files = [*Path(ROOT, "tests/bench").glob("*.py"), *Path(ROOT, "tests/rig").glob("*.py")]
    names = {".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files}
    return sorted(names - NOT_HERE)


@pytest.mark.parametrize("name", modules())
def test_it_finds_what_it_imports(name):
    assert importlib.import_module(name)
