"""Canvases that record the bar or the holes painted on them."""

from firmware.lights.bar import paint_game
from firmware.lights.levels import DARK, WHITE
from hardware.board import BAR, HOLES, SIDES


class Bar:
    """A canvas that records the bar's lights: (colour, level), or None for a dark one. The
    side whose name is White looks white."""

    def __init__(self):
        self.lights = [None] * BAR

    def bar(self, place, colour, level):
        if 0 <= place < BAR:
            colour = WHITE if colour < len(SIDES) and SIDES[colour][0] == "White" else colour
            self.lights[place] = None if level == DARK else (colour, level)

    def span(self, first, after, colour, level):
        for place in range(first, after):
            self.bar(place, colour, level)


def lights_of(text, blink):
    """Return the lights of a Bar that `text` describes, such as "0m*2 .*12 W?": words for runs of
    equal lights, each a colour (the number of a side, W white, R red) and a level (b bright, m
    middle, d dim, f faint, ? bright while `blink` and faint otherwise), or a dot for a dark light,
    and how many there are. The rest of the bar is dark."""
    lights = []
    for word in text.split():
        look, _, count = word.partition("*")
        level = look[1:].replace("?", "b" if blink else "f")
        light = ("012345WR".index(look[0]), "bmdf".index(level)) if level else None
        lights += [light] * int(count or 1)
    return lights + [None] * (BAR - len(lights))


def seen(state, typed):
    """Return the bar as it is seen in both halves of a blink."""
    halves = []
    for blink in (True, False):
        bar = Bar()
        paint_game(bar, state, typed, blink)
        halves.append(bar.lights)
    return halves


class Holes:
    """A canvas that records which holes are lit."""

    def __init__(self):
        self.lit = {}

    def hole(self, hole, colour, level):
        assert 1 <= hole <= HOLES and colour <= WHITE and level != DARK
        self.lit[hole] = colour


class Levels(Bar):
    """A canvas that records the bar's lights, and the colour and level of each hole."""

    def __init__(self):
        super().__init__()
        self.holes = {}

    def hole(self, hole, colour, level):
        self.holes[hole] = (colour, level)
