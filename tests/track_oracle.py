"""A second opinion on scores: folded from the events of a game alone, each track in its own way.

The Crib Wars track is told here as lanes: a list of holes, and where its end leads.
"""

from engine_core.crib_wars_layout import BLUE, BOXES, GREEN, RED
from engine_core.events import get

LAST = 121
MAIN = list(range(LAST + 1))  # by index its own hole


class Peg:
    """A front peg on the Crib Wars track: at place `at` of `lane`, which leads back to `to`."""

    def __init__(self):
        self.stand(0)

    def stand(self, hole):
        self.lane, self.at, self.to = MAIN, hole, None

    @property
    def hole(self):
        return self.lane[self.at]

    def walk(self, points):
        while points:
            if self.at + 1 < len(self.lane):
                self.at += 1
            elif self.to is not None:
                self.stand(self.to)
            points -= 1

    def lands(self, side):
        """Do what the hole does to `side`, which lands there; return the event it must give."""
        if self.lane is not MAIN:
            return None
        here = self.hole
        for first, second in RED:
            if first == here:
                return ("move", side, second, "red")
        for trap, path, back in BLUE:
            if trap == here:
                self.lane, self.at, self.to = [trap, *path], 0, back
                return ("path", side, here)
        for begin, end in GREEN:
            if begin == here:
                self.lane, self.at, self.to = [begin], 0, end
                return ("path", side, here)
        return ("box", side, here) if here in BOXES else None


class Fold:
    """Takes the events of one game; `scores` are what they come to. Raises AssertionError."""

    def __init__(self, sides, target, crib_wars):
        self.target = target
        self.crib_wars = crib_wars
        self.pegs = [Peg() for _ in range(sides)]
        self.totals = [0] * sides
        self.expected = None  # what the next event must tell of a landing
        self.over = False

    @property
    def scores(self):
        return [peg.hole for peg in self.pegs] if self.crib_wars else self.totals

    def take(self, event):
        assert not self.over, "something happened after the end"
        due, self.expected = self.expected, None
        if due:
            assert event == due, f"{event} came, and not {due}"
        if event[0] == "score":
            self.score(get(event, "side"), get(event, "points"), get(event, "hole"))
        elif event[0] == "move":
            self.move(get(event, "side"), get(event, "hole"))
        elif event[0] == "over":
            self.over = True
        elif event[0] == "start":
            assert get(event, "target") == self.target

    def score(self, side, points, total):
        if self.crib_wars:
            peg = self.pegs[side]
            peg.walk(points)
            assert peg.hole == total
            self.expected = peg.lands(side) if total < LAST else None
        else:
            self.totals[side] += points
            assert self.totals[side] == total <= self.target

    def move(self, side, hole):
        self.totals[side] = hole
        self.pegs[side].stand(hole)
