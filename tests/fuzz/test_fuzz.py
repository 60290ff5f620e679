"""Every door, from a fixed seed; and the harness itself. The bench has more: tests.bench.fuzz."""

import contextlib
import sys

import pytest

from firmware.link import link_line
from tests.cases import mostly_slow

from . import limits
from .door import Door
from .doors import DOORS
from .fuzzer import fuzz
from .reached import ByMonitoring, ByTrace

COUNT = 2000
USUAL = 125  # by default
# Of doors whose inputs take a millisecond or more.
FEWER = {
    "link": 75,
    "record": 50,
    "journal": 25,
    "archive": 25,
    "history": 10,
    "history-game": 10,
    "device": 15,
    "broker-of-a-table": 15,
    "beside": 100,
    "saved-game": 10,
    "browser-games": 10,
    "browser-import": 50,
    "from-a-board": 37,
    "to-a-board": 37,
    "broker": 37,
    "http": 50,
}
# Doors for which COUNT inputs take 10 s or more where ByTrace counts the lines.
LONGEST = (
    "archive",
    "broker",
    "broker-of-a-table",
    "browser-games",
    "browser-import",
    "device",
    "from-a-board",
    "history",
    "history-game",
    "http",
    "journal",
    "saved-game",
    "to-a-board",
)
MARKS = {name: pytest.mark.exhaustive if name in LONGEST else pytest.mark.slow for name in DOORS}


def check(name, count, seed):
    found = fuzz(DOORS[name], count, seed)
    assert not found.failures, [(one.why, one.data[:500]) for one in found.failures]
    assert found.inputs == count and len(found.kept) > len(DOORS[name].seeds())


@pytest.mark.parametrize("name", mostly_slow([*DOORS], 2))
def test_a_door_takes_anything_or_says_why_not(name):
    check(name, FEWER.get(name, USUAL), 0)


@pytest.mark.parametrize("name", [pytest.param(name, marks=MARKS[name]) for name in DOORS])
def test_a_door_takes_2000_inputs_or_says_why_not(name):
    check(name, COUNT, 1)


class Refused(Exception):
    pass


def door(enter):
    return Door(enter, Refused, lambda: [b"a good input, of some length"])


def refuses(data):
    if len(data) % 2:
        raise Refused(f"{len(data)} bytes")


def fails(data):
    if b"\xff" in data:
        raise KeyError("another error")


def hangs(data):
    while b"\xff" in data:
        pass


def grows(data):
    if b"\xff" in data:
        bytearray(400 << 20)


@pytest.mark.parametrize(
    "enter, why", [(fails, "KeyError"), (hangs, "too long"), (grows, "MemoryError")]
)
def test_what_a_door_must_not_do_is_found(enter, why, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS", 0.1)
    found = fuzz(door(enter), 300)
    (failure,) = found.failures
    assert why in failure.why and b"\xff" in failure.data


def test_the_documented_error_is_no_failure_and_a_seed_repeats_its_inputs():
    inputs = []

    def enter(data):
        inputs.append(data)
        refuses(data)

    first = fuzz(door(enter), 200, 5)
    half = len(inputs)
    again = fuzz(door(enter), 200, 5)
    assert first == again and not first.failures
    assert inputs[:half] == inputs[half:]


@pytest.mark.slow
def test_inputs_that_reach_more_are_kept_and_changed_further():
    """Nobody guesses three letters at once; one after the other they are found."""
    reached = []

    def enter(data):
        for number, letter in enumerate(b"cfk"):
            if data[number : number + 1] != bytes((letter,)):
                raise Refused("abc"[number])
        reached.append(data)

    fuzz(door(enter)._replace(seeds=lambda: [b"abc"]), 12_000)
    assert reached


WAYS = [ByTrace, ByMonitoring] if hasattr(sys, "monitoring") else [ByTrace]


@pytest.mark.parametrize("way", WAYS)
def test_a_line_of_the_program_is_news_once_and_only_while_an_input_enters(way):
    good = link_line.encode(1, ["beat", 3])
    with contextlib.closing(way()) as reached:
        told = []
        link_line.parse(good)
        for line in (b"~", b"~", good, good):
            reached.fresh = False
            with reached:
                link_line.parse(line)
            told.append((reached.fresh, reached.lines))
        link_line.encode(1, ["beat", 4])
        first, last = told[0][1], told[-1][1]
        assert told == [(True, first), (False, first), (True, last), (False, last)]
        assert 0 < first < last == reached.lines
