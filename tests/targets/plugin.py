"""Run each test of tests/conformance once for each target, under the ids of pytest."""

from pathlib import Path

import pytest

from tests.targets.answer import TestFailed, Unavailable
from tests.targets.cpython import CPython
from tests.targets.micropython import MicroPython

KINDS = {"cpython": CPython, "micropython": MicroPython}


class Targets:
    """The targets of one run, what each test answered on them, and the counts for the table."""

    def __init__(self, names):
        self.used = {name: KINDS[name]() for name in names}
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


class ConformanceTest(pytest.Function):
    """One test on one target."""

    def runtest(self):
        targets, name = self.config.stash[KEY], self.callspec_target
        try:
            answer = targets.used[name].run(self.module_name, self.originalname, self.obj)
        except TestFailed as failure:
            self.show(failure.output)
            raise
        self.show(answer.output)
        self.user_properties += [("target", name), ("ms", round(answer.ms, 3))]
        if answer.heap is not None:
            self.user_properties.append(("heap", answer.heap))
        targets.compare(f"{self.module_name}.{self.originalname}", name, answer.value)

    def show(self, output):
        """Have pytest show what was printed on the target, as it does what is printed here."""
        if output.strip():
            self.add_report_section("call", "stdout", output)

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, (TestFailed, Unavailable)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


KEY = pytest.StashKey[Targets]()


def chosen(options):
    """Return the names in `options`, a list of comma lists. Raises pytest.UsageError."""
    names = [name.strip() for option in options for name in option.split(",")]
    for name in names:
        if name not in KINDS:
            raise pytest.UsageError(
                f"--target: there is no target {name!r}; the targets are {', '.join(KINDS)}"
            )
    return list(dict.fromkeys(names)) or list(KINDS)


def collect(collector, name, targets):
    """Return the items of the test `name` of a conformance module, one for each target."""
    items = []
    for target in targets.used:
        item = ConformanceTest.from_parent(collector, name=f"{name}[{target}]", originalname=name)
        item.callspec_target = target
        item.module_name = f"tests.conformance.{Path(collector.path).stem}"
        items.append(item)
    return items


def count(report, item, targets):
    """Add a phase of a test to the table."""
    row = targets.rows[item.callspec_target]
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
