"""The report of .ci/run on skipped tests."""

import pytest

from tests import skips

HEAD = '<?xml version="1.0"?><testsuites><testsuite>'
END = "</testsuite></testsuites>"


def case(name, inside=""):
    return f'<testcase classname="tests.test_one" name="{name}">{inside}</testcase>'


def skip(message, kind="pytest.skip"):
    return f'<skipped type="{kind}" message="{message}">where</skipped>'


@pytest.fixture
def results(tmp_path):
    """Return a function that writes the results of a run to a file."""
    made = []

    def write(*cases):
        made.append(tmp_path / f"{len(made)}.xml")
        made[-1].write_text(HEAD + "".join(cases) + END)
        return made[-1]

    return write


def test_known_reasons_are_counted_and_told(results):
    path = results(
        case("a", skip("root may write anywhere")),
        case("b", skip("root may write anywhere")),
        case("c", skip("Mosquitto is not installed")),
        case("d"),
        case("e", skip("a known failure", "pytest.xfail")),
    )
    lines, is_known = skips.report(skips.skipped([path]))
    assert is_known
    assert [line.partition(" (")[0] for line in lines] == [
        "1 skipped: Mosquitto is not installed",
        "2 skipped: root may write anywhere",
    ]


def test_a_new_reason_is_marked(results):
    path = results(case("a", skip("the moon is full")), case("b", skip("root may do all")))
    lines, is_known = skips.report(skips.skipped([path]))
    assert not is_known
    assert [("NEW" in line) for line in lines] == [False, True]


def test_what_ran_in_another_run_is_not_skipped(results):
    first = results(case("a", skip("the moon is full")), case("b", skip("the moon is full")))
    then = results(case("a"))
    assert skips.skipped([first, then]) == {"tests.test_one::b": "the moon is full"}
    assert skips.skipped([then, first]) == {"tests.test_one::b": "the moon is full"}
    assert skips.report(skips.skipped([then])) == (["nothing"], True)
