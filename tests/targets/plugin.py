"""Run each test of tests/conformance once for each target, under the ids of pytest."""

import pytest

from tests.targets.answer import TestFailed, Unavailable
from tests.targets.cpython import CPython
from tests.targets.micropython import MicroPython

KINDS = {"cpython": CPython, "micropython": MicroPython}


class Targets:
    """The targets of one run, what each test answered on them, and the counts for the table."""

    def __init__(self, names, timeout):
        self.used = {name: KINDS[name](timeout) for name in names}
        self.answers = {}  # id without target -> (name of the target, answer) that came first
        self.rows = {name: {"passed": 0, "failed": 0, "seconds": 0.0} for name in names}

    def compare(self, base, name, value):
        """Raise TestFailed when another target answered the same test otherwise."""
        first, expected = self.answers.setdefault(base, (name, value))
        if value != expected or type(value) is not type(expected):
            raise TestFailed(difference(first, expected, name, value))

    def table(self):
        """Return the lines of the table: one for each target."""
        width = max(len(name) for name in self.rows)
        lines = [f"{'target':{width}}  passed  failed      time"]
        for name, row in self.rows.items():
            lines.append(
                f"{name:{width}}  {row['passed']:6}  {row['failed']:6}  "
                f"{row['seconds']:6.2f} s  {self.used[name].about()}"
            )
        return lines


KEY = pytest.StashKey[Targets]()
PARAMETER = "conformance_target"


def chosen(options):
    """Return the names in `options`, a list of comma lists. Raises pytest.UsageError."""
    names = [name.strip() for option in options for name in option.split(",")]
    for name in names:
        if name not in KINDS:
            raise pytest.UsageError(
                f"--target: there is no target {name!r}; the targets are {', '.join(KINDS)}"
            )
    return list(dict.fromkeys(names)) or list(KINDS)


def run(item, targets):
    """Run the conformance test `item` on its target; fail as pytest does."""
    name = target_of(item)
    module = f"tests.conformance.{item.path.stem}"
    try:
        answer = targets.used[name].run(module, item.originalname, item.obj)
        show(item, answer.output)
        item.user_properties.append(("ms", round(answer.ms, 3)))
        if answer.heap is not None:
            item.user_properties.append(("heap", answer.heap))
        targets.compare(f"{module}.{item.originalname}", name, answer.value)
        return
    except TestFailed as failure:
        text, output = str(failure), failure.output
    except Unavailable as trouble:
        text, output = str(trouble), ""
    show(item, output)
    pytest.fail(text, pytrace=False)


def show(item, output):
    """Have pytest show what was printed on the target, as it does what is printed here."""
    if output.strip():
        item.add_report_section("call", "stdout", output)


def target_of(item):
    """Return the name of the target of `item`, or None when it is no conformance test."""
    return item.callspec.params.get(PARAMETER) if hasattr(item, "callspec") else None


def count(report, item, targets):
    """Add a phase of a test to the table."""
    row = targets.rows[target_of(item)]
    row["seconds"] += report.duration
    if report.failed:
        row["failed"] += 1
    elif report.when == "call" and report.passed:
        row["passed"] += 1


def difference(first, expected, second, value):
    """Say where the answers of two targets part."""
    if type(value) is not type(expected):
        return f"{first} answers {expected!r:.80} and {second} answers {value!r:.80}"
    at = next((i for i, (a, b) in enumerate(zip(expected, value, strict=False)) if a != b), None)
    if at is None:
        at = min(len(expected), len(value))
    around = slice(max(0, at - 20), at + 20)
    return (
        f"the answers differ from place {at} on ({len(expected)} and {len(value)} long)\n"
        f"{first:>12}: {expected[around]!r}\n{second:>12}: {value[around]!r}"
    )
