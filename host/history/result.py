"""The result of a game: the scores, and each player's points from play, hands and cribs."""

from engine_core.count import cards
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.games.options import OPTIONS, TRACKS
from engine_core.pegs.skunks import NAMES, losses
from engine_core.state.entries import START
from engine_core.state.events import get
from engine_core.state.state import NO_SIDE

_PLAY = ("play", "go", "last card", "nibs", "line", "knobs")


def result(entries: list[tuple]) -> dict:
    """Return the result of the game with these entries, as `replayed` does."""
    return replayed(entries)[1]


def replayed(entries: list[tuple]) -> tuple[Game, dict]:
    """Return the game after these entries, and its result, ready for JSON. Raises PegboardError.

    In `players` each seat has its totals as dealer and as pone (any player who does not deal):
    deals, the number whose play is over; play, the points pegged; hands and cribs, the numbers
    counted; hand and crib, their points.
    """
    if not entries or entries[0][0] != START:
        raise PegboardError("a game begins with its start")
    game = Game()
    sums = _Sums()
    for entry in entries:
        sums.add(game.apply(entry), game)
    state = game.state
    over = state.phase == phases.OVER
    decided = over and state.winner != NO_SIDE
    told = {
        "game": state.preset.name,
        "seats": state.seats,
        "target": state.target,
        "track": TRACKS[state.track],
        "options": [name for bit, name in OPTIONS if state.options & bit],
        "deals": state.deal_number,
        "scores": list(state.scores),
        "side_of": [state.side(seat) for seat in range(state.seats)],
        "over": over,
        "winner": state.winner if decided else None,
        "losses": [NAMES[loss] for loss in losses(state)] if decided else [],
        "people": [seat for seat in range(state.seats) if seat != state.seating.crib_seat],
        "first_dealer": sums.first_dealer,
        "players": sums.players(state.seats),
    }
    return game, told


class _Sums:
    def __init__(self) -> None:
        self.first_dealer: int | None = None
        self._dealer = -1
        self._starter: list[int] = []
        self._played = False  # whether the totals include the play of this deal
        self._of: dict[int, dict] = {}
        self._open: dict[int, int] = {}  # by seat: points pegged so far in the play of this deal

    def players(self, seats: int) -> list[dict]:
        return [self._player(seat) for seat in range(seats)]

    def _player(self, seat: int) -> dict:
        names = ("deals", "play", "hands", "hand", "cribs", "crib")
        return self._of.setdefault(
            seat,
            {
                "dealer": dict.fromkeys(names, 0),
                "pone": dict.fromkeys(names, 0),
                "best": None,
            },
        )

    def _role(self, seat: int) -> dict:
        return self._player(seat)["dealer" if seat == self._dealer else "pone"]

    def add(self, events: list[tuple], game: Game) -> None:
        for event in events:
            if event[0] == "again":
                self._of = {}  # that game was void
            elif event[0] == "deal":
                self._dealer = get(event, "dealer")
                if self.first_dealer is None:
                    self.first_dealer = self._dealer
                self._played = False
                self._open = {}
                self._starter = []
            elif event[0] == "starter":
                self._starter = [get(event, "card")]
            elif event[0] == "score" and get(event, "what") in _PLAY:
                seat = get(event, "seat")
                self._open[seat] = self._open.get(seat, 0) + get(event, "points")
            elif event[0] == "count":
                self._end_play(game)
                self._count(event, game)

    def _end_play(self, game: Game) -> None:
        if self._played:
            return
        self._played = True
        for seat in range(game.state.seats):
            role = self._role(seat)
            role["deals"] += 1
            role["play"] += self._open.get(seat, 0)

    def _count(self, event: tuple, game: Game) -> None:
        seat, points, what = get(event, "seat"), get(event, "points"), get(event, "what")
        if seat >= game.state.seats or what not in ("hand", "crib"):
            return
        role = self._role(seat)
        role[f"{what}s"] += 1
        role[what] += points
        player = self._player(seat)
        if player["best"] is None or points > player["best"]["points"]:
            names = [cards.name(card) for card in list(get(event, "cards")) + self._starter]
            player["best"] = {"points": points, "what": what, "cards": names}
