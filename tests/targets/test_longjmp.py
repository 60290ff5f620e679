"""Exceptions on the VM for WebAssembly, which catches them without JavaScript:
host/site/page/longjmp.js."""

import pytest

from tests.targets.micropython import start_vm

CODE = """
import micropython

def dive(depth):
    try:
        if not depth:
            raise ValueError("the deepest")
        dive(depth - 1)
    finally:
        depth += 1

def use():
    return micropython.stack_use()

before = use()
caught = 0
for n in range(3000):
    try:
        dive(n % 20)
    except ValueError as error:
        caught += error.args == ("the deepest",)
print(caught, use() - before)
try:
    (lambda again: again(again))(lambda again: again(again))
except RuntimeError as error:
    print(error)
print(use() - before)
"""

pytestmark = pytest.mark.slow


@pytest.fixture
def repl():
    repl = start_vm()
    repl.enter()
    yield repl
    repl.transport.close()


def test_every_exception_is_caught_and_the_stack_is_as_it_was(repl):
    output, error = repl.execute(CODE)
    assert not error
    assert output.splitlines() == ["3000 0", "maximum recursion depth exceeded", "0"]


def test_an_exception_that_nothing_catches_is_reported_and_the_vm_goes_on(repl):
    assert "ValueError: no" in repl.execute("raise ValueError('no')")[1]
    assert repl.execute("print(6 * 7)") == ("42\n", "")
