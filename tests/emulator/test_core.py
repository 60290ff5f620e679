"""The emulator's quick instructions, compared with those of rp2040js."""

import json
import subprocess

import pytest

from tests.emulator.pico import HERE
from tests.targets import npm


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_random_instructions_leave_what_the_core_of_rp2040js_leaves(seed):
    program = npm.package("rp2040js") / "dist" / "esm" / "index.js"
    command = [npm.node(), HERE / "core_twins.mjs", program, str(seed), "4000"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    done = json.loads(printed.splitlines()[-1])
    assert done["difference"] is None
    assert done["fast"] > done["instructions"] / 3
