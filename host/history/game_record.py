"""Stored games as text records, and text records as games to store."""

from engine_core.compat import TYPE_CHECKING
from engine_core.game.game import Game
from engine_core.records import record
from host.link.packed_match import packed_match

from .games import split
from .local_time import moment, time_text
from .names import seat_names
from .new_game import NewGame
from .owners import TAG

if TYPE_CHECKING:
    from .rows import StoredGame

_OF_START = ("Game", "Seats", "Target", "Dealer", "Options", "Track", "Payoff", "Players")


def when_text(game: "StoredGame") -> str:
    """Return the start of a game as text, like `time_text`: only the day if no more is known, ""
    if nothing is."""
    found = time_text(game.started)
    return found if game.has_time() else found.partition(" ")[0]


def record_text(game: "StoredGame", entries: list[tuple], owners: str = "") -> str:
    """Return the game as a text record, readable by `pegboard check` and `replay`. owners: the
    text of the tag Owners, "" for none. Raises PegboardError if nobody can have played it."""
    Game().apply(entries[0])  # the tags can only be those of a game that can begin
    tags = list(record.start_tags(entries[0]))
    if any(game.names):
        called = seat_names(game)
        tags.append(("Players", ", ".join([called[seat] for seat in game.result["people"]])))
    day, _, time = when_text(game).partition(" ")
    tags += [(name, value) for name, value in (("Date", day), ("Time", time)) if value]
    tags += [(TAG, owners)] if owners else []
    known = [name for name, _ in tags] + list(_OF_START)
    tags += [(name, value) for name, value in game.comments.get("tags", []) if name not in known]
    comments = [(at, said) for at, said in game.comments.get("comments", [])]
    return record.write(record.Record(_printable(tags), entries, comments))


def _printable(tags):
    return [(name, str(value).replace('"', "'")) for name, value in tags]


def games_of(read: record.Record) -> list[NewGame]:
    """Return the games of a text record. Raises PegboardError."""
    match = Game()
    for entry in read.entries:
        match.apply(entry)
    games = split(packed_match(match))
    started, has_time = moment(read.tag("Date"), read.tag("Time"))
    known: list[str] = list(_OF_START)
    if started is not None:
        known.append("Date")
    if has_time:
        known.append("Time")
    tags = [(name, value) for name, value in read.tags if name not in known]
    comments = {"tags": tags, "comments": list(read.comments) if len(games) == 1 else []}
    if started is not None and not has_time:
        comments["day"] = True
    names = tuple(read.players())
    return [
        NewGame(game.entries, (), names=names, comments=comments, started=started)
        for game in games
    ]
