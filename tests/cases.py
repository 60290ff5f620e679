"""The cases of a test with parameters."""

import pytest


def slow(*cases: object) -> list:
    """Return these cases as parameters that are marked slow, beside others that always run.

    A case is a tuple with a value for each parameter, or the value of the only one.
    """
    return _marked(pytest.mark.slow, cases)


def exhaustive(*cases: object) -> list:
    """Return these cases as parameters that are marked exhaustive, beside others that run more
    often; a case as in `slow`."""
    return _marked(pytest.mark.exhaustive, cases)


def mostly_slow(cases: list, step: int = 4) -> list:
    """Return these cases, of one value each, as parameters: the first and each `step`-th after it
    always run, the others are marked slow."""
    return [
        pytest.param(case, marks=pytest.mark.slow if number % step else ())
        for number, case in enumerate(cases)
    ]


def _marked(mark, cases):
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark) for case in cases
    ]
