"""Cases of parametrised tests."""

import pytest


def slow(*cases: object) -> list:
    """Return these cases, a tuple with a value for each parameter or the value of the one there is,
    for the runs of tests marked slow. Other cases of the same test run always."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]
