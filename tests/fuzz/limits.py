"""The bounds of one input: 64 MB and one second of this computer's time."""

import contextlib
import signal
import time
from collections.abc import Iterator

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None

MEMORY = 64 << 20  # bytes
SECONDS = 1.0  # of processor time, which does not depend on what else runs
_PAGE_SIZES = "/proc/self/statm"


class TooSlow(BaseException):
    """An input took longer than it may. Nothing in the program catches it."""


@contextlib.contextmanager
def bounded_memory() -> Iterator[None]:
    """Let this process have MEMORY more than now; beyond it MemoryError is raised. Without effect
    where the system has no such limit."""
    now = _size()
    if not resource or not now:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextlib.contextmanager
def bounded_time() -> Iterator[None]:
    """Raise TooSlow in what takes longer than SECONDS; where the system has no such clock, at its
    end."""
    if not hasattr(signal, "setitimer"):
        begun = time.process_time()
        yield
        if time.process_time() - begun > SECONDS:
            raise TooSlow
        return
    before = signal.signal(signal.SIGVTALRM, _too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_slow(*_: object) -> None:
    raise TooSlow


def _size() -> int:
    """Return the bytes of this process, or 0 if the system does not tell."""
    try:
        with open(_PAGE_SIZES, encoding="ascii") as file:
            return int(file.read().split()[0]) * resource.getpagesize() if resource else 0
    except (OSError, ValueError):
        return 0
