"""A soft reset of the VM: its memory is as at the start, and its files stay."""

import pytest

from tests.targets.micropython import start_vm

FILES = {"lib_a.py": b"LIST = []\n"}

pytestmark = pytest.mark.slow


@pytest.fixture
def run():
    """Return a function that runs code on a VM and returns its output."""
    repl = start_vm(FILES, "import gc\ngreeting = 'hello'")
    repl.enter()

    def execute(code):
        if code is None:
            return repl.reset()
        output, error = repl.execute(code)
        assert error == "", error
        return output.strip()

    yield execute
    repl.transport.close()


def test_a_soft_reset_empties_the_memory(run):
    run(None)
    empty = run("print(gc.mem_alloc())")
    run("import lib_a, sys\nlib_a.LIST.append(1)\nrows = [bytes(99) for _ in range(100000)]")
    assert run("print(len(rows), 'lib_a' in sys.modules)") == "100000 True"
    run(None)
    assert run("print(gc.mem_alloc())") == empty
    assert run("import sys, lib_a\nprint(lib_a.LIST, 'rows' in globals(), greeting)") == (
        "[] False hello"
    )


def test_a_soft_reset_keeps_the_files_and_closes_them(run):
    for n in range(3):
        run(f"import os\nos.mkdir('/deep{n}')\nos.chdir('/deep{n}')")
        run("files = [open('/kept.txt', 'w') for _ in range(3000)]")  # of 4096 at a time
        run("files[-1].write('abc')\nfiles[-1].flush()")
        run(None)
    assert run("import os\nprint(os.getcwd(), open('kept.txt').read())") == "/ abc"
    assert run("print(sorted(name for name in os.listdir('/') if 'deep' in name))") == (
        "['deep0', 'deep1', 'deep2']"
    )
