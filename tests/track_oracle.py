"""A second opinion on scores: folded from entries and events, each track in its own way.

The Crib Wars track is described here as lanes: a list of holes, and the destination of its end.
"""

from engine_core.games.crib_wars_layout import BLUE, BOXES, GREEN, RED
from engine_core.games.penalties import TOO_MANY
from engine_core.state.entries import MINUS, MOVED, PENALTY, REDEAL
from engine_core.state.events import get

LAST = 121
VOID = (4, 7, 9, 15)  # penalties after which there must be a new deal
NEW_DEAL = (1, 4)  # choices that call for one
MAIN = list(range(LAST + 1))  # by index its own hole


class Peg:
    """A front peg on the Crib Wars track: at place `at` of `lane`, which leads back to `to`.

    `trail`: where it stood before the last count and after each point of it.
    """

    def __init__(self):
        self.put(0)

    def stand(self, hole):
        self.lane, self.at, self.to = MAIN, hole, None

    def put(self, hole):
        """Stand at `hole` after a move that is not a count."""
        self.stand(hole)
        self.trail = [self.place]

    @property
    def place(self):
        return (self.lane, self.at, self.to)

    @property
    def hole(self):
        return self.lane[self.at]

    def walk(self, points, goes_on=False):
        """Peg a count, or with `goes_on` more points of the last one."""
        if not goes_on:
            self.trail = [self.place]
        while points:
            if self.at + 1 < len(self.lane):
                self.at += 1
            elif self.to is not None:
                self.stand(self.to)
            points -= 1
            self.trail.append(self.place)

    def walk_back(self, points):
        """Take `points` from the last count; return whether any of it is left."""
        while points and len(self.trail) > 1:
            self.trail.pop()
            points -= 1
        self.lane, self.at, self.to = self.trail[-1]
        left = len(self.trail) > 1
        while points and self.hole:
            if self.at:
                self.at -= 1
            else:
                self.stand(self.hole - 1)
            points -= 1
        if not left:
            self.trail = [self.place]
        return left

    def lands(self, side):
        """Apply the effect of the hole to the side that lands there; return the expected event."""
        if self.lane is not MAIN or self.hole == LAST:
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


def voids(number, side, choice):
    """Return whether a penalty of the booklet makes the deal void."""
    return number in VOID or (number != TOO_MANY and choice in NEW_DEAL)


class Fold:
    """Follows the events of one game; `scores` are the resulting scores. Raises AssertionError.

    `key` comes before the events of each entry, `settle` after them.
    """

    def __init__(self, sides, target, crib_wars):
        self.target = target
        self.crib_wars = crib_wars
        self.pegs = [Peg() for _ in range(sides)]
        self.totals = [0] * sides
        self.backs = [0] * sides  # the holes of the back pegs
        self.landing = None  # a side whose count has ended; what it landed on is told next
        self.counted = None  # whose card has just been counted: the 1 for it belongs to that
        self.less = 0  # points that the entry takes back
        self.void = False  # whether the last entry has declared the deal void
        self.boxed = {}  # deals that a side in a penalty box has to sit out
        self.waiting = set()  # sides that do so only from the next deal on
        self.moved = set()  # sides that have moved their pegs in this deal
        self.advances = []  # sides in a box that advance now: another has landed
        self.over = False

    @property
    def scores(self):
        return [peg.hole for peg in self.pegs] if self.crib_wars else self.totals

    @property
    def sits_out(self):
        """Return by side the deals that it still has to sit out."""
        return [self.boxed.get(side, 0) for side in range(len(self.pegs))]

    def key(self, entry):
        self.less = 0
        self.void = entry[0] == REDEAL or (entry[0] == PENALTY and voids(*entry[1:4]))
        if entry[0] == MOVED:
            self.moved.add(entry[1])
        if entry[0] == MINUS:
            self.less = entry[2]
        elif entry[0] == PENALTY and entry[1] == TOO_MANY:
            self.less = entry[3]

    def settle(self):
        self.land()
        self.counted = None
        assert not self.advances

    def box(self, side):
        """Handle a side that has landed in a penalty box: the first of three or more sits
        there."""
        if len(self.pegs) > 2 and not self.boxed:
            self.boxed[side] = 3
            self.waiting.add(side)
        else:
            self.advances += [other for other in sorted(self.boxed) if other != side]

    def advance(self, side, deals):
        self.advances.remove(side)
        if side not in self.waiting and self.boxed[side] == 1:
            self.moved.add(side)  # its last deal, which it is not dealt into
        else:
            self.boxed[side] = max(0, self.boxed[side] - 1)
        assert deals == self.boxed[side]

    def deal(self):
        """Begin a deal: the last one counts for those who sat it out and moved their pegs."""
        for side in self.boxed:
            if not self.void and side not in self.waiting and side in self.moved:
                self.boxed[side] -= 1
        self.boxed = {side: deals for side, deals in self.boxed.items() if deals}
        self.waiting = set()
        self.moved = set()

    def land(self, event=None):
        """Apply the landing of the side whose count has ended; `event` is the next event."""
        side, self.landing = self.landing, None
        due = None if side is None or self.over else self.pegs[side].lands(side)
        assert not due or event == due, f"{event} came, and not {due}"

    def take(self, event):
        assert not self.over, "something happened after the end"
        goes_on = (
            event[0] == "score"
            and get(event, "what") == "last card"
            and get(event, "seat") == self.counted
        )
        if not goes_on:
            self.land(event)
        self.counted = None
        if event[0] == "score":
            side = get(event, "side")
            self.score(side, get(event, "points"), get(event, "hole"), goes_on)
            if get(event, "what") in ("play", "line"):
                self.counted = get(event, "seat")
        elif event[0] == "move":
            self.move(get(event, "side"), get(event, "hole"), get(event, "why"))
        elif event[0] == "box":
            self.box(get(event, "side"))
        elif event[0] == "advance":
            self.advance(get(event, "side"), get(event, "deals"))
        elif event[0] == "deal":
            self.deal()
        elif event[0] == "again":
            self.__init__(len(self.pegs), self.target, self.crib_wars)
        elif event[0] == "over":
            self.over = True
            self.advances = []
        elif event[0] == "start":
            assert get(event, "target") == self.target

    def score(self, side, points, total, goes_on):
        if not goes_on:
            self.backs[side] = self.scores[side]
        if self.crib_wars:
            self.pegs[side].walk(points, goes_on)
            assert self.pegs[side].hole == total
            self.landing = side
        else:
            self.totals[side] += points
            assert self.totals[side] == total <= self.target

    def move(self, side, hole, why):
        peg = self.pegs[side]
        if why == "back peg":
            # On a blue path holes have other numbers, so a back peg there is behind in any case.
            behind = self.backs[side]
            if peg.trail[0][0] is MAIN:
                behind = min(behind, self.scores[side])
            assert hole == behind
            trail = peg.trail
            peg.put(hole)
            if len(trail) > 1 and trail[0][0][trail[0][1]] == hole:
                peg.lane, peg.at, peg.to = trail[0]
                peg.trail = [trail[0]]
            self.totals[side] = hole
            return
        behind = self.scores[side] if hole >= self.scores[side] else self.backs[side]
        self.backs[side] = min(hole, behind)
        self.totals[side] = hole
        if why == "minus" and self.crib_wars:
            if peg.walk_back(self.less):
                self.landing = side
            assert peg.hole == hole, f"{side} went back to {hole}, and not {peg.hole}"
        elif why in ("red", "box"):
            trail = peg.trail
            peg.put(hole)
            if len(trail) > 1:
                peg.trail = trail  # it was its own count that led there
        else:
            peg.put(hole)
            if why == "award":
                self.landing = side
