"""Distributing the tests over processes, if pytest-xdist is installed, and collecting their
results."""

import os
import random
from pathlib import Path

import pytest

from tests.targets.answer import NOT_STARTED
from tests.targets.npm import CACHE
from tests.targets.plugin import KEY

TESTS = CACHE.parent
MOST = 4  # each has a MicroPython, and for some of the time a browser
LONG = ("page", "records", "targets")  # folders
SLOW = {  # files of other folders that take some seconds
    "test_add_a_game.py", "test_app.py", "test_app_games.py", "test_app_store.py",
    "test_archive.py", "test_assembly.py", "test_board_commands.py", "test_build_page.py",
    "test_connection.py", "test_connections.py", "test_damage.py", "test_delay.py",
    "test_files.py", "test_flash.py", "test_fuzz.py", "test_game_review.py",
    "test_layout_games.py", "test_many_tables.py", "test_match_store.py", "test_mirror.py",
    "test_own_layout.py", "test_page_games.py", "test_pcb.py", "test_pico_files.py",
    "test_plan_command.py", "test_prompt_keys.py", "test_publisher.py", "test_side_luck.py",
    "test_simulation.py", "test_store_faults.py", "test_view.py", "test_virtual.py",
    "test_wall.py", "test_wall_input.py", "test_wheel.py",
}  # fmt: skip
BROWSER = "tests/page/"  # where the tests' files share a browser, which takes long to start
VERSIONS = "versions"


def share(config):
    """Have a run of whole folders shared among processes, a file at a time, unless -n says how.

    There is one more than cores, at most MOST: tests also wait for programs, timers and pages, and
    each process compiles all tests.
    There is only one process if speed is measured (-m), or if a device is among the targets: a
    board runs one test at a time. Raises pytest.UsageError if a board was to be shared.
    """
    option = config.option
    if is_worker(config):
        begin_elsewhere(config)
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


def scheduler(config, log):
    """Return a scheduler that distributes tests a file at a time, by `choose`; None for other
    distributions, which pytest-xdist provides."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        with_browser = None  # the first process that has a file of BROWSER

        def _assign_work_unit(self, node):
            file = choose(self.workqueue, self.with_browser in (None, node))
            if file.startswith(BROWSER):
                self.with_browser = self.with_browser or node
            self.workqueue.move_to_end(file, last=False)
            super()._assign_work_unit(node)

    return Scheduling(config, log)


def choose(files, has_browser):
    """Return which of `files` a process gets next. One has the files of BROWSER for as long as
    there are others for the other processes: each would start a browser and a program."""
    suiting = [file for file in files if file.startswith(BROWSER) == has_browser]
    return next(iter(suiting or files))


def begin_elsewhere(config):
    """Make each worker begin to collect at another folder.

    pytest compiles each file of tests once and keeps the result for other processes and runs. The
    workers collect all files at the same time: in the same order, each would compile all of them.
    """
    parts = [part for argument in config.args for part in folders(argument)]
    number = int(config.workerinput["workerid"].removeprefix("gw"))
    at = len(parts) * number // config.workerinput["workercount"]
    config.args = parts[at:] + parts[:at]


def folders(argument):
    """Return the paths in the folder `argument` of our tests, in order: folders without subfolders
    of tests, and files beside folders; for anything else only itself."""
    path = Path(argument)
    if not path.is_dir() or TESTS not in (path.resolve(), *path.resolve().parents):
        return [argument]
    files = [file for file in path.rglob("test_*.py") if CACHE.name not in file.parts]
    found = {file.parent for file in files}
    outer = {folder for folder in found if any(folder in other.parents for other in found)}
    return sorted({str(file if file.parent in outer else file.parent) for file in files})


def sort(items):
    """Put slow tests first, so that no process is left alone with them: the tests of each folder
    of LONG together, then SLOW. Among the files of SLOW and among the others those of each folder
    are spread: where one waits for a program or a timer, another computes. The order does not
    depend on where the collection began."""
    groups = {}
    for path in sorted({item.path for item in items}):
        when = next((n for n, folder in enumerate(LONG) if folder in path.parts), len(LONG))
        if when == len(LONG):
            when += path.name not in SLOW
        groups.setdefault((when, path.parent), []).append(path)
    place = {
        path: (when, (n + 0.5) / len(paths))
        for (when, _), paths in groups.items()
        for n, path in enumerate(paths)
    }
    items.sort(key=lambda item: (place[item.path], item.path))


def shuffle(items, seed):
    """Put the files in a random order; the tests of each stay together, in their order."""
    files = sorted({item.path for item in items})
    random.Random(seed).shuffle(files)
    place = {path: n for n, path in enumerate(files)}
    items.sort(key=lambda item: place[item.path])


def is_worker(config):
    """Return whether the tests of this process come from another."""
    return hasattr(config, "workerinput")


def tell(config):
    """Report to the distributing process which versions ran the tests here."""
    if is_worker(config):
        used = config.stash[KEY].used
        config.workeroutput[VERSIONS] = {name: target.version for name, target in used.items()}


def join(config, node):
    """Take over the results of the worker `node`; a worker that crashed has none."""
    versions = getattr(node, "workeroutput", {}).get(VERSIONS, {})
    for name, version in versions.items():
        if version != NOT_STARTED:
            config.stash[KEY].used[name].version = version
