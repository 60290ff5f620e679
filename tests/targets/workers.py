"""Distributing the tests over processes, if pytest-xdist is installed, and collecting their
results."""

import os
from pathlib import Path

import pytest

from tests.targets.answer import NOT_STARTED
from tests.targets.plugin import KEY

MOST = 4  # each has a MicroPython, and for some of the time a browser
LONG = {"page", "records", "targets"}  # folders
VERSIONS = "versions"


def share(config):
    """Have a run of whole folders shared among processes, a file at a time, unless -n says how.

    There is one more of them than cores, as tests also wait for programs, timers and pages. One
    process remains where speed is measured (-m), and where a device is among the targets: a board
    runs one test at a time. Raises pytest.UsageError where a board was to be shared.
    """
    option = config.option
    if is_worker(config) or not config.pluginmanager.hasplugin("xdist"):
        return
    devices = [target.name for target in config.stash[KEY].devices()]
    if option.numprocesses and "serial" in devices:
        raise pytest.UsageError("a board runs one test at a time: leave out -n, or say -n 0")
    told = option.numprocesses is not None or option.tx
    alone = devices or option.usepdb or option.collectonly or option.markexpr
    if not told and not alone and all(Path(argument).is_dir() for argument in config.args):
        option.numprocesses = min(MOST, (os.cpu_count() or 1) + 1)
    if option.numprocesses == 1:
        option.numprocesses = 0
    if option.numprocesses and option.dist == "no" and not option.distload:
        option.dist = "loadfile"  # the tests of a file share a VM, a browser, a server
        option.loadscopereorder = False  # as `sort` has them


def sort(items):
    """Put files with few but slow tests first, so that no process is left alone with them."""
    items.sort(key=lambda item: not LONG.intersection(item.path.parts))


def is_worker(config):
    """Return whether the tests of this process come from another."""
    return hasattr(config, "workerinput")


def tell(config):
    """Tell the process that shares out the tests which versions ran them here."""
    if is_worker(config):
        used = config.stash[KEY].used
        config.workeroutput[VERSIONS] = {name: target.version for name, target in used.items()}


def join(config, node):
    """Take over the results of the worker `node`; a worker that crashed has none."""
    versions = getattr(node, "workeroutput", {}).get(VERSIONS, {})
    for name, version in versions.items():
        if version != NOT_STARTED:
            config.stash[KEY].used[name].version = version
