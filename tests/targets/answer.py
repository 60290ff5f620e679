"""A target's answer after a test, and the exceptions when it has none."""

from typing import NamedTuple

NOT_STARTED = "not started"  # the version of a target that has run nothing


class Answer(NamedTuple):
    """A test passed."""

    value: str | bytes | None  # what it returned, to be the same on every target
    output: str  # what it printed
    ms: float
    heap: int | None  # bytes in use once the test was over and the garbage collected


class TestFailed(Exception):
    """A test failed on a target; the text is the traceback from there."""

    __test__ = False  # not a test class, whatever its name

    def __init__(self, text, output=""):
        super().__init__(text)
        self.output = output


class Unavailable(Exception):
    """A target cannot be used; the text says why, with advice."""
