"""Sends changed inputs through a door, and keeps those that reach a new line or a new answer, to
change them further."""

import contextlib
import random
import re
from collections.abc import Callable
from typing import NamedTuple

from .door import Door
from .limits import TooSlow, bounded_memory, bounded_time
from .mutator import Mutator
from .reached import ByMonitoring, ByTrace, reached_lines

_SEALED = 0.75  # share of the inputs whose checksums are good
_NEWEST = 0.5  # share of the inputs made from those that were kept last
_FOLLOWED = 0.06  # share of the inputs that are followed everywhere
_LAST = 20
_ANSWERS_MOST = 2000
_FAILURES_MOST = 5
_SLOW = "it takes too long"


class Failure(NamedTuple):
    """An input, and what it raised other than the documented error."""

    data: bytes
    why: str


class Report(NamedTuple):
    """inputs: how many entered; lines: of the program that they reached; kept: those that reached
    something new, the seeds first; failures: a few at most, of different kinds."""

    inputs: int
    lines: int
    kept: list[bytes]
    failures: list[Failure]


def try_one(door: Door, data: bytes) -> str:
    """Let `data` enter, and return the text of the documented error, or "". Raises anything else
    that the door raises, and TooSlow."""
    documented = (door.error,) if door.error else ()
    with bounded_time():
        try:
            door.enter(data)
        except documented as why:
            return f"{type(why).__name__} {why}"
    return ""


def fuzz(
    door: Door, count: int, seed: int = 0, tell: Callable[[int], None] | None = None
) -> Report:
    """Let `count` inputs enter, the seeds of `door` first, then changes of them. The same seed
    gives the same inputs. tell: called before each with the number of those that have entered."""
    dice = random.Random(seed)
    mutator = Mutator(dice, door.words)
    seeds = door.seeds()
    for data in seeds:
        try_one(door, door.seal(data))  # a good input; what it imports is not its own memory
    kept = list(seeds)
    failures: dict[str, Failure] = {}
    answers: set[str] = set()
    with contextlib.closing(reached_lines()) as reached, bounded_memory():
        for number in range(count):
            if tell:
                tell(number)
            body = kept[number] if number < len(seeds) else _next(dice, mutator, kept)
            data = body
            if number < len(seeds) or dice.random() < _SEALED:
                data = door.seal(body)
                if number >= len(seeds) and dice.random() < 0.1:
                    data = mutator.changed(data, body)
            reached.fresh, reached.whole = False, dice.random() < _FOLLOWED
            answer, failure = _entered(door, data, reached)
            if failure:
                failures.setdefault(answer, failure)
                if len(failures) >= _FAILURES_MOST or answer == _SLOW:
                    return Report(number + 1, reached.lines, kept, [*failures.values()])
            if number >= len(seeds) and (reached.fresh or _is_new(answer, answers)):
                kept.append(body)
    return Report(count, reached.lines, kept, [*failures.values()])


def _next(dice: random.Random, mutator: Mutator, kept: list[bytes]) -> bytes:
    newest = kept[-_LAST:] if dice.random() < _NEWEST else kept
    return mutator.changed(dice.choice(newest), dice.choice(kept))


def _entered(
    door: Door, data: bytes, reached: ByMonitoring | ByTrace
) -> tuple[str, Failure | None]:
    """Return the kind of the answer, and what went wrong, if anything did."""
    try:
        with reached:
            return _kind(try_one(door, data)), None
    except TooSlow:
        why = _again(door, data)
        return why, Failure(data, why) if why else None
    except Exception as error:
        why = _described(error)
        return why, Failure(data, why)


def _again(door: Door, data: bytes) -> str:
    """Try an input that was slow again, no longer followed line by line."""
    try:
        try_one(door, data)
    except TooSlow:
        return _SLOW
    except Exception as error:
        return _described(error)
    return ""


def _described(error: Exception) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__}: {str(error)[:200]} at {place}"


def _kind(answer: str) -> str:
    """Return the answer without what it quotes."""
    return re.sub(r"'.*'|\".*\"|\d+", "", answer)[:60]


def _is_new(answer: str, answers: set[str]) -> bool:
    if answer in answers or len(answers) >= _ANSWERS_MOST:
        return False
    answers.add(answer)
    return True
