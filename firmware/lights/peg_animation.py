"""The pegs as they are shown: each side has two, and the back one leaps over the front one when it
scores."""

from engine_core.compat import const
from engine_core.games.options import SHOW_BY_ITSELF
from engine_core.games.phases import SUITS
from engine_core.state.events import get

from ..ticks import since
from .levels import BRIGHT, DIM, FADE, STEPS

_HOP_MS = const(35)  # for each hole
_LEAP_MS = const(900)  # the longest leap
_SHOW_MS = const(1400)  # at least, for the last hand whose points are shown on the bar
_PAUSE_MS = const(2500)  # at least, for one that others follow, if they follow by themselves
_TURN_MS = const(400)  # of each colour, if pegs share a hole


class PegAnimation:
    """Moves are queued and shown one after another; `settle` shows the final positions at once.

    The points of a hand are shown until `next_count`, if another hand follows, or the question for
    its suits (G19), and the option SHOW_BY_ITSELF is off.

    `tracks`: pegs of sides whose numbers differ by a multiple of it share a track.
    """

    tracks = 1

    def __init__(self):
        self._front = bytearray()
        self._back = bytearray()
        self._moves = []  # (side, hole from, hole to, points on the bar or None)
        self._began = 0
        self._sharing = None  # whether pegs share a hole, or None if that is not known
        self._by_itself = False  # whether the counts follow each other by themselves
        self._question = 0  # 1 if the board asks for another hand's suits after the last count
        self._end = (self._front, self._back)  # the positions of the pegs after the last move
        self._places = bytearray()  # see paint

    def settle(self, state) -> None:
        """Show the pegs where they are in `state`."""
        self._front = bytearray(state.scores)
        self._back = bytearray(state.back_pegs)
        self._sharing = None
        self._moves = []

    def add(self, state, events, now: int) -> None:
        """Queue the moves that result from `events`; the first begins at `now` ms."""
        if not self._moves:
            self._began = now
        self._by_itself = bool(state.all_options() & SHOW_BY_ITSELF)
        counted = None
        self._question = 0
        if state.phase == SUITS:
            kinds = [event[0] for event in events]
            # A hand whose suits were asked for has been seen.
            self._question = int(kinds.count("count") > ("card" not in kinds))
        for event in events:
            if event[0] in ("next", "again"):  # another game, whose pegs are at the start
                self._moves = []
                self._front = bytearray(len(state.scores))
                self._back = bytearray(len(state.scores))
            elif event[0] == "count":
                counted = get(event, "points")
                if not counted:
                    side = state.side(get(event, "seat"))
                    hole = self._ends_at(side)
                    self._moves.append((side, hole, hole, 0))
            elif event[0] == "score":
                self._queue(event, counted)
                counted = None
            elif event[0] == "move":
                self._queue(event, None)
        self._end = (bytearray(state.scores), bytearray(state.back_pegs))
        if not self._moves:
            self._show_end()

    def recall(self, state, counts: list, now: int) -> None:
        """Queue counts, as `(side, points)`, that were shown before; no peg moves."""
        self.settle(state)
        self._began = now
        self._by_itself = bool(state.all_options() & SHOW_BY_ITSELF)
        self._question = 0
        for side, points in counts:
            hole = self._front[side]
            self._moves.append((side, hole, hole, points))
        self._end = (self._front, self._back)

    def _queue(self, event, counted):
        side = get(event, "side")
        self._moves.append((side, self._ends_at(side), get(event, "hole"), counted))

    def _ends_at(self, side):
        """Return the hole of the front peg of `side` after all moves in the queue."""
        for move in reversed(self._moves):
            if move[0] == side:
                return move[2]
        return self._front[side]

    def moving(self) -> bool:
        """Return whether a move is not finished yet."""
        return bool(self._moves)

    def queued(self) -> int:
        """Return how many moves are not finished yet."""
        return len(self._moves)

    def counted(self):
        """Return `(side, points)` of the hand that is being pegged, or None."""
        if self._moves and self._moves[0][3] is not None:
            return self._moves[0][0], self._moves[0][3]
        return None

    # These are called up to a thousand times a second, and pegs are painted sixty times: anything
    # they left on the heap would soon fill it, and collecting garbage stops a moving peg.

    def is_counted(self) -> bool:
        """Return whether a hand is being pegged."""
        return bool(self._moves) and self._moves[0][3] is not None

    def counts(self) -> int:
        """Return the number of hands whose points are shown or queued."""
        hands = 0
        for move in self._moves:
            if move[3] is not None:
                hands += 1
        return hands

    def following(self) -> int:
        """Return the number of hands that follow what is shown."""
        if not self._moves:
            return 0
        return self.counts() - self.is_counted() + self._question

    def waits(self) -> bool:
        """Return whether the points of a hand are shown until `next_count`."""
        return not self._by_itself and self.is_counted() and self.following() > 0

    def at_rest(self, now: int) -> bool:
        """Return whether nothing moves before `next_count`."""
        return self.waits() and since(now, self._began) >= _leap(self._moves[0])

    def next_count(self, now: int) -> None:
        """Show the points of the next hand from `now` ms on, skipping everything before them."""
        if self.is_counted():
            self._end_move()
        while self._moves and not self.is_counted():
            self._end_move()
        self._began = now

    def step(self, now: int) -> None:
        """Continue the moves up to `now` ms."""
        while self._moves and since(now, self._began) >= self._length():
            if self.waits():
                return
            self._end_move()
            self._began = now

    def _length(self):
        """Return how long the current move is shown, in ms."""
        move = self._moves[0]
        if move[3] is None:
            return _leap(move)
        least = _PAUSE_MS if self.following() else _SHOW_MS
        return max(least, _leap(move) + _TURN_MS)

    def finish(self) -> None:
        """End all moves at once."""
        while self._moves:
            self._end_move()

    def _end_move(self):
        side, first, last, _ = self._moves.pop(0)
        if last != first:
            self._back[side] = min(first, last)
            self._front[side] = last
        self._sharing = None
        if not self._moves:
            self._show_end()

    def _show_end(self):
        self._front, self._back = self._end
        self._sharing = None

    def look(self, now: int) -> int:
        """Return a number that changes when the pegs look different."""
        if self._moves:
            return -1 - self._way(now)
        if self._sharing is None:
            self._sharing = self._shared()
        return now // _TURN_MS & 0xFF if self._sharing else 0

    def paint(self, canvas, now: int, levels=None) -> None:
        """Paint every peg as it is at `now` ms. levels: of the front pegs, by side; None if all
        are bright."""
        sides = len(self._front)
        if len(self._places) != 2 * sides:
            self._places = bytearray(2 * sides)
        places = self._places  # the holes of the back pegs, then of the front pegs
        for side in range(sides):
            places[side] = self._back[side]
            places[sides + side] = self._front[side]
        leaps = False
        if self._moves:
            move = self._moves[0]
            leaps = move[1] != move[2]
            if leaps:
                places[move[0]] = move[1]
                places[sides + move[0]] = 0
        turn = now // _TURN_MS
        for i in range(2 * sides):
            hole = places[i]
            if not hole:
                continue
            side = i % sides
            before = after = 0
            for j in range(2 * sides):
                apart = side - j % sides
                if places[j] == hole and apart and not apart % self.tracks:
                    if j < i:
                        before += 1
                    else:
                        after += 1
            if turn % (before + after + 1) == before:
                canvas.hole(hole, side, DIM if i < sides else levels[side] if levels else BRIGHT)
        if leaps:
            self._paint_leap(canvas, now)

    def _paint_leap(self, canvas, now):
        """Paint the moving peg: one hole fades out while the next fades in."""
        way = self._way(now)
        hole = way // STEPS
        part = way % STEPS
        if hole:
            canvas.hole(hole, self._moves[0][0], FADE + STEPS - 1 - part)
        if part:
            canvas.hole(hole + 1, self._moves[0][0], FADE + part)

    def _way(self, now):
        """Return where the moving peg is, in eighths of a hole from the start of the board."""
        _, first, last, _ = self._moves[0]
        gone = since(now, self._began)
        span = _leap(self._moves[0])
        if gone >= span:
            return last * STEPS
        return first * STEPS + (last - first) * STEPS * gone // span

    def _shared(self):
        holes = []
        for side in range(len(self._front)):
            holes += [h for h in {self._front[side], self._back[side]} if h]
        return len(set(holes)) < len(holes)


def _leap(move):
    """Return how long the peg is moving, in ms."""
    return min(_LEAP_MS, _HOP_MS * abs(move[2] - move[1]))
