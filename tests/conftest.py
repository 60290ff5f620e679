"""Sets pytest up for targets: see tests/targets/plugin.py and tests/conformance/support/kit.py."""

import gc
import os
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from tests.targets import kept_files, plugin, workers

NAMED_ONLY = ("exhaustive", "bench", "package", "files", "slow")  # markers, the rarest first
HOME = pytest.StashKey[tempfile.TemporaryDirectory]()
CONFORMANCE = Path(__file__).parent / "conformance"


def pytest_addoption(parser):
    parser.addoption(
        "--target",
        action="append",
        default=[],
        metavar="NAME[,NAME]",
        help=f"where to run tests/conformance: {plugin.listed()} ({', '.join(plugin.ALWAYS)}, "
        "and emulator once it is told what to boot)",
    )
    for key, (variable, what) in plugin.NEEDED.items():
        parser.addoption(
            f"--{key}", metavar="FILE", help=f"for the emulator: {what} (or {variable})"
        )
    parser.addoption(
        "--target-timeout",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="how long a test may take on a target that can be stopped (60; five times as long "
        "on a device)",
    )
    parser.addoption(
        "--shuffle",
        type=int,
        metavar="SEED",
        help="run the files in a random order, drawn by this seed: see tests.bench.suite",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    # Files of programs in the tests, such as every game they play, do not go to the user's folder.
    config.stash[HOME] = tempfile.TemporaryDirectory(prefix="pegboard-tests-")
    os.environ["PEGBOARD_DATA"] = str(Path(config.stash[HOME].name, "pegboard"))
    if kept_files.begin(Path(config.stash[HOME].name, "kept")):
        config.add_cleanup(kept_files.end)
    # Each worker and each program that a test starts would compile all that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    paths = plugin.named_files({key: config.getoption(key) for key in plugin.NEEDED})
    used = plugin.chosen(config.getoption("target"), config.getoption("target_timeout"), paths)
    config.stash[plugin.KEY] = plugin.Targets(used)
    config.pluginmanager.register(config.stash[plugin.KEY])
    workers.share(config)
    # Otherwise Python would scan all remaining objects at its end, and more than once.
    config.add_cleanup(gc.freeze)


def pytest_unconfigure(config):
    if home := config.stash.get(HOME, None):
        home.cleanup()
    if targets := config.stash.get(plugin.KEY, None):
        for target in targets.used.values():
            target.close()


def pytest_generate_tests(metafunc):
    if CONFORMANCE in metafunc.definition.path.parents:
        metafunc.fixturenames.append(plugin.PARAMETER)
        metafunc.parametrize(plugin.PARAMETER, plugin.targets_of(metafunc))


def pytest_itemcollected(item):
    """Mark a conformance test as slow whose module has its name in SLOW: MicroPython, which runs
    it too, has no marks."""
    if getattr(item, "originalname", "") in getattr(item.module, "SLOW", ()):
        item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_make_scheduler(config, log):
    return workers.scheduler(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    workers.join(node.config, node)


def pytest_sessionfinish(session):
    workers.tell(session.config)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    shared = session.config.pluginmanager.hasplugin("dsession")  # the tests are in workers
    if not (shared or session.config.option.collectonly or session.testsfailed):
        plugin.start_devices(session.config, session.items)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    if not plugin.target_of(pyfuncitem):
        return None
    plugin.run(pyfuncitem, pyfuncitem.config.stash[plugin.KEY])
    return True


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Exclude the tests themselves from garbage collection, since they stay to the end: scanning
    them takes as long as collecting them. Afterwards it runs after every 10,000 objects instead of
    700, because the tests make little garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(10_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    report.target = plugin.target_of(item)
    return report


def pytest_collection_modifyitems(config, items):
    """Leave out tests with a marker of NAMED_ONLY unless -m names it; of several, the first there
    decides."""
    named = [mark for mark in NAMED_ONLY if mark in config.option.markexpr]
    left_out = {item for item in items if _decides(item) not in (None, *named)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    workers.sort(items)
    if config.option.shuffle is not None:
        workers.shuffle(items, config.option.shuffle)


def _decides(item):
    """Return the marker of NAMED_ONLY that decides whether `item` runs; None if it has none."""
    return next(filter(item.get_closest_marker, NAMED_ONLY), None)


def pytest_terminal_summary(terminalreporter, config):
    skipped = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in skipped.items():
        terminalreporter.line(f"{count} {reason[0].lower()}{reason[1:]}")
    targets = config.stash[plugin.KEY]
    if targets.table.cells:
        terminalreporter.section("targets")
        for line in plugin.lines(targets, config.option.verbose > 0):
            terminalreporter.line(line)
