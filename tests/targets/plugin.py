"""Run each test of tests/conformance once for each target, under the ids of pytest."""

import os
from pathlib import Path

import pytest

from tests.targets.answer import TestFailed, Unavailable
from tests.targets.board import Board
from tests.targets.browser import Browser
from tests.targets.cpython import CPython
from tests.targets.device import Device
from tests.targets.emulator import NEEDED, Emulator, lacking
from tests.targets.files import ROOT
from tests.targets.micropython import MicroPython
from tests.targets.table import Table

# Values of --target -> the target, of (seconds, files that were named, what comes after ":").
KINDS = {
    "cpython": lambda timeout, paths, rest: CPython(timeout),
    "micropython": lambda timeout, paths, rest: MicroPython(timeout),
    "browser": lambda timeout, paths, rest: Browser(timeout),
    "emulator": lambda timeout, paths, rest: Emulator(timeout, paths),
    "serial": lambda timeout, paths, rest: Board(timeout, rest),
}
ALWAYS = ("cpython", "micropython")
MORE = "\n(and more where there is time)"  # as kit.begun has it


class Targets:
    """The targets of one run, {name: target}, their answers to each test, and the table."""

    def __init__(self, used):
        self.used = used
        self.answers = {}  # id without target -> (name of the target, answer) that came first
        self.table = Table(list(used))

    def compare(self, base, name, value):
        """Raise TestFailed if another target gave a different answer to the same test."""
        first, expected = self.answers.setdefault(base, (name, value))
        if type(value) is not type(expected) or not agree(expected, value):
            raise TestFailed(difference(first, expected, name, value))

    def devices(self):
        """Return those of the targets that are devices."""
        return [target for target in self.used.values() if isinstance(target, Device)]

    def pytest_runtest_logreport(self, report):
        """Add a phase of a conformance test, run here or in another process, to the table."""
        if report.target:
            test = report.nodeid.rpartition("/")[2].rpartition("[")[0]
            measured = dict(report.user_properties)
            self.table.count(
                test, report.target, report, measured.get("ms", 0.0), measured.get("heap")
            )


KEY = pytest.StashKey[Targets]()
PARAMETER = "conformance_target"
NOT_ON_BOARDS = "mirror"  # the folder of what a laptop and a page know


def targets_of(metafunc):
    """Return the names of the targets on which a conformance test is to run."""
    used = metafunc.config.stash[KEY].used
    if metafunc.definition.path.parent.name != NOT_ON_BOARDS:
        return list(used)
    return [name for name, target in used.items() if not isinstance(target, Device)]


def named_files(options, environment=os.environ):
    """Return {"image": Path or None, ...} by the options of those names, or the environment."""
    paths = {}
    for key, (variable, _) in NEEDED.items():
        text = options.get(key) or environment.get(variable, "")
        paths[key] = Path(text).expanduser() if text else None
    return paths


def chosen(options, timeout, paths):
    """Return {name: target} of `options`, a list of comma lists. Raises pytest.UsageError.

    If nothing is chosen, the emulator is included if a file was named for it.
    """
    wanted = [name.strip() for option in options for name in option.split(",")]
    if not wanted:
        wanted = [*ALWAYS, *(["emulator"] if any(paths.values()) else [])]
    used = {}
    for text in wanted:
        name, colon, rest = text.partition(":")
        if name not in KINDS or (colon and name != "serial"):
            raise pytest.UsageError(
                f"--target: there is no target {text!r}; the targets are {listed()}"
            )
        if name == "serial" and not rest:
            raise pytest.UsageError("--target: name the port, as in serial:COM3, or serial:auto")
        if name == "emulator" and (missing := lacking(paths)):
            raise pytest.UsageError(f"the target emulator cannot be used: {missing}")
        used[name] = KINDS[name](timeout, paths, rest)
    return used


def listed():
    """Return the values of --target, for a person."""
    return ", ".join(name + ":PORT" * (name == "serial") for name in KINDS)


def start_devices(config, items):
    """Prepare the devices that `items` need; end the run with one line if one is not ready."""
    targets = config.stash[KEY]
    needed = {target_of(item) for item in items}
    say = config.pluginmanager.get_plugin("terminalreporter")
    for target in targets.devices():
        if target.name in needed:
            try:
                target.start()
            except Unavailable as trouble:
                pytest.exit(str(trouble), returncode=1)
            if say:
                say.write_line(f"{target.name}: {target.sent} files sent, {target.version}")


def run(item, targets):
    """Run the conformance test `item` on its target; fail as pytest does."""
    name = target_of(item)
    module = ".".join(item.path.relative_to(ROOT).with_suffix("").parts)
    base = f"{module}.{item.originalname}"
    try:
        answer = targets.used[name].run(module, item.originalname, item.obj)
        show(item, answer.output)
        item.user_properties.append(("ms", round(answer.ms, 3)))
        if answer.heap is not None:
            item.user_properties.append(("heap", answer.heap))
        if answer.value is not None and base not in targets.answers:
            here = CPython(0)  # also where only another target was asked for
            if name != here.name:
                targets.compare(base, here.name, here.run(module, "", item.obj).value)
        targets.compare(base, name, answer.value)
        return
    except TestFailed as failure:
        text, output = str(failure), failure.output
    except Unavailable as trouble:
        text, output = str(trouble), ""
    show(item, output)
    pytest.fail(text, pytrace=False)


def show(item, output):
    """Make pytest show the target's output like output printed here."""
    if output.strip():
        item.add_report_section("call", "stdout", output)


def target_of(item):
    """Return the name of the target of `item`, or None if it is not a conformance test."""
    return item.callspec.params.get(PARAMETER) if hasattr(item, "callspec") else None


def lines(targets, verbose):
    """Return the lines printed at the end; the whole table of tests and targets only if
    `verbose`."""
    devices = [target.name for target in targets.devices()]
    printed = targets.table.whole() + [""] if devices and verbose else []
    for name in devices:
        printed += targets.table.device(name) + [""]
    versions = {name: target.version for name, target in targets.used.items()}
    return printed + targets.table.summary(versions)


def agree(one, other):
    """Return whether two answers are the same, up to the end of the shorter; see kit.begun."""
    if isinstance(one, str):
        for begun, whole in ((one, other), (other, one)):
            if begun.endswith(MORE):
                return whole.startswith(begun.removesuffix(MORE))
    return one == other


def difference(first, expected, second, value):
    """Return a text on where the answers of two targets differ."""
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
