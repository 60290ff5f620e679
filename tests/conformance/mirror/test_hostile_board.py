"""A board that sends wrong values with good checksums: the mirror goes on, and its lights. On
MicroPython, which runs in a page, a list has no place for every number that a line may have."""

import json

from firmware.browser.page_ports import PageStrip
from firmware.link import link_line
from firmware.link.link_messages import NUMBER_MOST
from host.mirror import messages
from host.mirror.lights import Lights
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.kit import Rand, scale
from tests.conformance.support.virtual_ports import Board

EDGES = (0, 1, -1, 5, 63, 64, 255, 256, 65535, 0x3FFFFFFF, 0x40000000, 0x7FFFFFFF, 0x80000000)
EDGES += (NUMBER_MOST, -NUMBER_MOST)
TEXTS = ("", "start", "game", "next", "5H", "go", "start 1 2 121 0 0 0", "deal 1", "00", "ff" * 40)
STEPS = ("MENU", "RIGHT ENTER", "ENTER", "UNDO UNDO UNDO", "ENTER ENTER 2 ENTER", "5D 4H 4C")
STEPS += ("MENU", "RIGHT ENTER", "UNDO UNDO", "5", "UNDO UNDO UNDO", "RIGHT", "6S 7D", "4C")


def wrong(rand, line):
    """Return the line with one of its values, or of those in its lists, changed."""
    number, message = link_line.parse(line)
    values, at = message, 0
    if len(message) > 1:
        at = 1 + rand.below(len(message) - 1)
        if isinstance(message[at], list) and message[at]:
            values = message[at]
            at = rand.below(len(values))
    values[at] = rand.choice(EDGES if isinstance(values[at], int) else TEXTS)
    return link_line.encode(number, message)


class Page:
    """A mirror and its lights, as a page has them. `seen`: how often there was something new."""

    def __init__(self):
        self._mirror = Mirror()
        self._lights = Lights(PageStrip(lambda text: None), 0)
        self._lights.mirror = self._mirror
        self._ms = 0
        self.seen = 0

    def receive(self, line):
        self._ms += 100
        message = messages.parse(line)
        if message and self._mirror.apply(message):
            self.seen += 1
            self._lights.update(message.name, self._ms)
        self._lights.show(self._ms)
        json.dumps(view(self._mirror))


def test_no_value_that_a_board_sends_stops_the_mirror_or_its_lights():
    rand = Rand(7)
    board = Board(lines=True)
    page = Page()
    for keys in STEPS:
        board.keys(keys)
        for line in board.link.lines:
            for _ in range(scale(60, 12)):
                page.receive(wrong(rand, line))
            page.receive(line)
        del board.link.lines[:]
    assert page.seen > len(STEPS)
