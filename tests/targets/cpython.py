"""The target `cpython`: the Python that runs pytest."""

import platform
import time

from tests.targets.answer import Answer, TestFailed


class CPython:
    """Calls the tests where they are."""

    name = "cpython"
    version = f"{platform.python_implementation()} {platform.python_version()}"

    def __init__(self, timeout):
        """`timeout` has no effect here: nothing can stop a function in the same process."""

    def run(self, module, function, test):
        """Call `test` and return its Answer; exceptions are passed on. Names are not needed."""
        start = time.perf_counter()
        value = test()
        if not isinstance(value, (str, bytes, type(None))):
            raise TestFailed(
                f"a conformance test returns None, str or bytes, not {type(value).__name__}"
            )
        return Answer(value, "", (time.perf_counter() - start) * 1000, None)

    def close(self):
        """Do nothing: there is nothing to end."""
