"""The standings of an evening: tournament points, games won and net spread.

A win is two points, a skunk three, whatever kind of skunk. Ties are broken by games won, then by
net spread: the points by which games were won, less those by which games were lost. These are the
rules of the American Cribbage Congress, as are the qualifiers: a quarter of the players, rounded
up.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine_core.pegs.skunks import loss
from host.history.names import seats_of
from host.history.rows import StoredGame
from host.history.shelf import is_short
from host.history.spread import spread
from host.mirror.names import listed

from .evening import Evening, Pairing
from .games import ClubGame

WIN_POINTS = 2
SKUNK_POINTS = 3
_EVENING_SECONDS = 12 * 3600.0
_QUARTER = 4


class GameResult(NamedTuple):
    """A finished game of two sides; names: of the sides; spread: points by which it was won; at:
    seconds since 1970, None if not known; is_short: whether another game may well have the same
    entries."""

    names: tuple[str, str]
    scores: tuple[int, int]
    winner: int
    spread: int
    is_skunk: bool
    at: float | None
    is_short: bool = False

    def key(self, digest: str) -> tuple:
        """Return a value that no other game has. digest: of its entries."""
        return (digest, *sorted(map(_team, self.names))) if self.is_short else (digest,)


class Row(NamedTuple):
    """The results of a player; place: from 1, equal for ties."""

    place: int
    name: str
    points: int
    won: int
    lost: int
    skunks: int
    spread: int

    def order(self) -> tuple[int, int, int]:
        return -self.points, -self.won, -self.spread


class Met(NamedTuple):
    """A pairing and its result. winner: 0 for its first, 1 for its second; spread: points by which
    that one won; source: "board", "hand", or "" while it has no result."""

    pairing: Pairing
    scores: tuple[int, int] | None = None
    winner: int = 0
    spread: int = 0
    is_skunk: bool = False
    source: str = ""

    def won(self, name: str) -> bool:
        """Return whether the player `name` of the pairing has won."""
        return bool(self.scores) and self.pairing[self.winner] == name


class Standings(NamedTuple):
    """rows: the best first; rounds: as in the evening; qualifiers: names, the best seed first;
    play_off: the pairs of its first round, by seed, the second None for a bye; notes: texts for
    the organiser to check; is_planned: whether there is a plan with these rounds."""

    title: str
    rows: tuple[Row, ...]
    rounds: tuple[tuple[Met, ...], ...]
    qualifiers: tuple[str, ...]
    play_off: tuple[tuple[int, int | None], ...]
    notes: tuple[str, ...]
    is_planned: bool = True


def result_of(game: ClubGame | StoredGame) -> GameResult | None:
    """Return the result of a game; None if it is not over, does not have two sides with names, or
    has no winner. Partners have one name: Ann and Ben."""
    told = game.result
    if not told["over"] or told["winner"] is None or len(told["scores"]) != 2:
        return None
    sides = []
    for side in range(2):
        sides.append(side_label(game, seats_of(game.result, side)))
    if not all(sides) or sides[0].casefold() == sides[1].casefold():
        return None
    # A game found finished at a board may be of any evening: its publisher says 0.
    at = game.at or None if isinstance(game, ClubGame) else game.played
    winner = told["winner"]
    scores = told["scores"][0], told["scores"][1]
    is_skunk = bool(told["losses"][1 - winner])
    won_by = spread(told, winner)
    short = isinstance(game, ClubGame) and is_short(game.game.entries)
    return GameResult((sides[0], sides[1]), scores, winner, won_by, is_skunk, at, short)


def side_label(game: ClubGame | StoredGame, seats: list[int]) -> str:
    """Return the names of the players on `seats` as one, "" if one of them has none."""
    names = [_name(game, seat) for seat in seats]
    return listed(list(dict.fromkeys(names))) if names and all(names) else ""


def _name(game: ClubGame | StoredGame, seat: int) -> str:
    people = game.result["people"]
    if len(game.names) != len(people) or seat not in people:
        return ""
    return game.names[people.index(seat)]


def latest(games: Iterable[GameResult]) -> list[GameResult]:
    """Return the games of the newest game's evening: the twelve hours before its end."""
    found = list(games)
    newest = max((game.at or 0.0 for game in found), default=0.0)
    return [game for game in found if (game.at or 0.0) > newest - _EVENING_SECONDS]


def without_plan(games: Iterable[GameResult]) -> Standings:
    """Return the standings of an evening without a plan: all games of all players."""
    found = sorted(latest(games), key=lambda game: game.at or 0.0)
    called: dict[tuple[str, ...], str] = {}
    met = []
    for game in found:
        first, second = [called.setdefault(_team(name), name) for name in game.names]
        met.append(_of_board(Pairing(first, second), game))
    told = _summed("", list(called.values()), (tuple(met),) if met else (), [])
    return told._replace(is_planned=False)


def standings(evening: Evening, games: Iterable[GameResult]) -> Standings:
    """Return the standings. The games of two players count for their pairings in order; a result
    entered by hand takes precedence, and a note says if the board's differs. A game counts for the
    evening on which it was played. One whose time is not known does not count, and a note says so
    if its players have yet to meet."""
    waiting: dict[frozenset[str], list[GameResult]] = {}
    timeless: dict[frozenset[str], GameResult] = {}
    for game in sorted(games, key=lambda game: game.at or 0.0):
        if evening.day and game.at is None:
            timeless[_pair(game.names)] = game
        elif evening.has(game.at):
            waiting.setdefault(_pair(game.names), []).append(game)
    notes: list[str] = []
    rounds = []
    for number, pairings in enumerate(evening.rounds, 1):
        rounds.append(tuple(_met(one, number, waiting, notes) for one in pairings))
    known = {_who(name) for name in evening.players}
    for games_left in waiting.values():
        for game in games_left:
            first, second = game.names
            strangers = [name for name in game.names if _who(name) not in known]
            why = f"{strangers[0]} is not a player" if strangers else "they do not meet again"
            notes.append(
                f"{first} {game.scores[0]} - {game.scores[1]} {second} does not count: {why}"
            )
    for one in [met.pairing for pairings in rounds for met in pairings if not met.scores]:
        game = timeless.pop(_pair((one.first, one.second)), None)
        if game:
            notes.append(_not_known(game))
    return _summed(evening.title, list(evening.players), tuple(rounds), notes)


def _not_known(game: GameResult) -> str:
    (first, second), (one, other) = game.names, game.scores
    return (
        f"{first} {one} - {other} {second} does not count: it is not known when that was played."
        " If it was on this evening, write this result into its round"
    )


def _pair(names: Sequence[str]) -> frozenset[str]:
    return frozenset(map(_who, names))


def _who(name: str) -> str:
    """Return the same text for the same players: partners may be named in any order, and a plan
    has no commas in its names."""
    words = name.replace(",", " ").casefold().split()
    return " ".join(sorted(words) if "and" in words else words)


def _team(name: str) -> tuple[str, ...]:
    """Return the names of the players that `name` stands for, in an order that is always the
    same."""
    parts = name.casefold().replace(" and ", ",").split(",")
    return tuple(sorted(" ".join(part.split()) for part in parts))


def _has_met(pairing: Pairing, game: GameResult) -> bool:
    """Return whether the game, whose names have the words of this pairing, is of it. A plan has no
    commas between three partners, so only the words tell."""
    teams = {_team(pairing.first), _team(pairing.second)}
    return set(map(_team, game.names)) == teams or any("," in name for name in game.names)


def _met(
    pairing: Pairing, number: int, waiting: dict[frozenset[str], list[GameResult]], notes: list
) -> Met:
    if not pairing.second:
        return Met(pairing)
    found = waiting.get(_pair((pairing.first, pairing.second)), [])
    game = next((one for one in found if _has_met(pairing, one)), None)
    if game:
        found.remove(game)
    told = _of_board(pairing, game) if game else Met(pairing)
    if pairing.scores is None:
        return told
    if told.scores == pairing.scores:
        return told._replace(source="hand")
    if told.scores:
        notes.append(
            f"round {number}, {pairing.first} - {pairing.second}: {pairing.scores[0]} -"
            f" {pairing.scores[1]} was entered, the board has {told.scores[0]} - {told.scores[1]}"
        )
    low, high = sorted(pairing.scores)
    winner = int(pairing.scores[0] < pairing.scores[1])
    return Met(pairing, pairing.scores, winner, high - low, bool(loss(low, high)), "hand")


def _of_board(pairing: Pairing, game: GameResult) -> Met:
    """Return the pairing with the result of the board's `game`."""
    scores, winner = game.scores, game.winner
    one, first, second = _team(game.names[0]), _team(pairing.first), _team(pairing.second)
    if one == second or (one != first and _who(game.names[0]) != _who(pairing.first)):
        scores, winner = (scores[1], scores[0]), 1 - winner
    return Met(pairing, scores, winner, game.spread, game.is_skunk, "board")


def _summed(
    title: str, players: list[str], rounds: tuple[tuple[Met, ...], ...], notes: list[str]
) -> Standings:
    sums = {name: [0, 0, 0, 0, 0] for name in players}  # points, won, lost, skunks, spread
    for one in [met for pairings in rounds for met in pairings if met.scores]:
        names = one.pairing.first, one.pairing.second
        won, lost = names[one.winner], names[1 - one.winner]
        for at, more in enumerate(
            (SKUNK_POINTS if one.is_skunk else WIN_POINTS, 1, 0, one.is_skunk, one.spread)
        ):
            sums[won][at] += more
        sums[lost][2] += 1
        sums[lost][4] -= one.spread
    rows = sorted(
        (Row(0, name, *found) for name, found in sums.items()),
        key=lambda row: (*row.order(), row.name.casefold()),
    )
    places = [row.order() for row in rows]
    placed = tuple(row._replace(place=places.index(row.order()) + 1) for row in rows)
    qualified = tuple(row.name for row in placed[: -(-len(placed) // _QUARTER)])
    return Standings(title, placed, rounds, qualified, play_off(len(qualified)), tuple(notes))


def play_off(count: int) -> tuple[tuple[int, int | None], ...]:
    """Return the first round for `count` seeds: the best against the last; if `count` is not a
    power of two, the best have byes."""
    if count < 2:
        return ()
    size = 1 << (count - 1).bit_length()
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple((min(a, b), None if max(a, b) > count else max(a, b)) for a, b in pairs)


def as_json(told: Standings) -> dict:
    """Return the standings, ready for JSON."""
    return {
        "title": told.title,
        "standings": [row._asdict() for row in told.rows],
        "rounds": [
            [
                {
                    "players": [name for name in one.pairing[:2] if name],
                    "scores": one.scores,
                    "winner": one.pairing[one.winner] if one.scores else None,
                    "skunk": one.is_skunk,
                    "source": one.source,
                }
                for one in pairings
            ]
            for pairings in told.rounds
        ],
        "qualifiers": told.qualifiers,
        "play_off": told.play_off,
        "notes": told.notes,
    }
