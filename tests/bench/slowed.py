"""A program that is given a part of the time, as on a slower computer: all its processes are
stopped and continued in turn. On Linux, whose /proc says which those are.

Each time that it is continued, all its threads wake, and that takes some of its time: of Chromium
with 55 threads little, but Firefox with 175 computed 9.5 times as slowly where 6 was asked for. So
it is measured how much slower a program computes, and the time for which it is stopped is chosen
by that: a sixth of the speed is the same for both.
"""

import contextlib
import os
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

RUN_SECONDS = 0.002  # at once
LOOK_SECONDS = 0.1  # between two looks for new processes
TRIES = 5  # of a computation


def family(pid: int) -> list[int]:
    """Return `pid` and the processes that it, and those, have started."""
    parents: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended
            # The name of the program, in brackets, may have any character.
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            parents.setdefault(parent, []).append(int(status.parent.name))
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found


def stopped_times(pid: int, times: float, compute: Callable[[], float]) -> float:
    """Return the `times` of `slowed` with which the program of the process `pid` computes `times`
    as slowly. `compute` has it compute something, always the same; it returns the ms."""
    if times == 1:
        return times
    alone = min(compute() for _ in range(TRIES))
    with slowed(pid, times):
        found = statistics.median([compute() for _ in range(TRIES)]) / alone
    return min(times, max(1.0, times * times / found))


@contextlib.contextmanager
def slowed(pid: int, times: float) -> Iterator[None]:
    """Have the program of the process `pid` run for one part of `times` of the time, as long as
    the context lasts; 1: nothing is changed."""
    if times == 1:
        yield
        return
    end = threading.Event()
    thread = threading.Thread(target=_stop_and_continue, args=(pid, times, end), daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def _stop_and_continue(pid: int, times: float, end: threading.Event) -> None:
    looked, members = 0.0, []
    while not end.is_set():
        began = time.monotonic()
        _send(members, signal.SIGCONT)
        time.sleep(RUN_SECONDS)
        _send(members, signal.SIGSTOP)
        stopped = time.monotonic()
        if stopped - looked > LOOK_SECONDS:
            looked, members = stopped, family(pid)
            _send(members, signal.SIGSTOP)
        ran = stopped - began  # longer than asked for on a busy machine
        time.sleep(max(0, stopped + ran * (times - 1) - time.monotonic()))
    _send(members, signal.SIGCONT)


def _send(members: list[int], what: signal.Signals) -> None:
    for one in members:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, what)


def private_memory(pids: list[int]) -> int:
    """Return the bytes of memory that these processes have each for itself alone."""
    return sum([_private(Path(f"/proc/{one}/smaps_rollup").read_text()) for one in pids])


def _private(rollup: str) -> int:
    lines = [line.split() for line in rollup.splitlines()]
    return sum([int(line[1]) * 1024 for line in lines if line[0].startswith("Private_")])
