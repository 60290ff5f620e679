"""Stored games as text records, JSON and CSV, and text records as games to store."""

import contextlib
import csv
import io
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.records import record
from engine_core.state.entries import text
from host.link.backup import packed_match
from host.record_file import read_record

from .games import split, unpacked
from .games_file import GamesFile
from .names import seat_names
from .rows import StoredGame, damaged, is_time
from .store import NewGame

_DAY = "%Y-%m-%d"
_TIME = "%H:%M"
_NOON = "12:00"
# Formats of dates and times in records; other programs use dots or slashes, and seconds.
_DAYS = (_DAY, "%Y.%m.%d", "%Y/%m/%d")
_TIMES = (_TIME, "%H:%M:%S")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_OF_START = ("Game", "Seats", "Target", "Dealer", "Options", "Track", "Payoff", "Players")


def entries_of(history: GamesFile, game: StoredGame) -> list[tuple]:
    """Return the entries of a stored game, unpacked. Raises StoreError."""
    try:
        return unpacked(tuple(entry for _, entry in history.entries(game.id)))
    except (PegboardError, IndexError):
        raise damaged(game.id) from None


def timed_entries(history: GamesFile, game: StoredGame) -> list[tuple[float | None, tuple]]:
    """Return the entries of a stored game, each with its time. Raises StoreError."""
    times = [at for at, _ in history.entries(game.id)]
    return list(zip(times, entries_of(history, game), strict=True))


def time_text(seconds: float | None) -> str:
    """Return a time as `2026-11-21 20:15` in this computer's time zone, "" if it is None."""
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds).strftime(f"{_DAY} {_TIME}")


def when_text(game: StoredGame) -> str:
    """Return the start of a game as text, like `time_text`: only the day if no more is known, ""
    if nothing is."""
    found = time_text(game.started)
    return found if game.has_time() else found.partition(" ")[0]


def _started(day: str, time: str) -> tuple[float | None, bool]:
    """Return the tags Date and Time as seconds since 1970, None if they give no day, and whether
    the time of day is known. Date may hold both. A day without a time counts as its noon."""
    one, _, other = day.strip().partition(" ")
    whole, noon = f"{one} {other or time.strip()}", f"{one} {_NOON}"
    for form in _DAYS:
        for said, more in (*((whole, more) for more in _TIMES), (noon, _TIME)):
            with contextlib.suppress(ValueError, OverflowError, OSError):
                found = datetime.strptime(said, f"{form} {more}").timestamp()
                return (found, said is whole) if is_time(found) else (None, False)
    return None, False


def record_text(game: StoredGame, entries: list[tuple]) -> str:
    """Return the game as a text record, readable by `pegboard check` and `replay`."""
    tags = record.start_tags(entries[0])
    if any(game.names):
        called = seat_names(game)
        tags.append(("Players", ", ".join(called[seat] for seat in game.result["people"])))
    day, _, time = when_text(game).partition(" ")
    tags += [(name, value) for name, value in (("Date", day), ("Time", time)) if value]
    known = {name for name, _ in tags} | set(_OF_START)
    tags += [(name, value) for name, value in game.comments.get("tags", []) if name not in known]
    comments = [(at, said) for at, said in game.comments.get("comments", [])]
    return record.write(record.Record(_printable(tags), entries, comments))


def _printable(tags: list) -> list:
    return [(name, str(value).replace('"', "'")) for name, value in tags]


def as_json(game: StoredGame, entries: Iterable[tuple[float | None, tuple]]) -> dict:
    """Return all that is known of the game, ready for JSON; entries: each with its time."""
    return {
        "id": game.id,
        "uid": game.uid,
        "board": game.board,
        "started": game.started,
        "players": game.names,
        "result": game.result,
        "entries": [{"entry": text(entry), "at": at} for at, entry in entries],
    }


def games_csv(games: Iterable[StoredGame]) -> str:
    """Return a CSV table of games, one line each."""
    rows: list[list] = [["id", "started", "game", "target", "over", "winner", "players", "scores"]]
    for game in games:
        told = game.result
        rows.append(
            [
                game.id,
                when_text(game),
                told["game"],
                told["target"],
                int(told["over"]),
                "" if told["winner"] is None else told["winner"] + 1,
                ", ".join(game.names),
                " ".join(map(str, told["scores"])),
            ]
        )
    return csv_text(rows)


def entries_csv(history: GamesFile, game: StoredGame) -> str:
    """Return the entries of a game as a CSV table, one line each, with the scores after it."""
    replay = Game()
    sides = len(game.result["scores"])
    rows: list[list] = [
        ["number", "time", "deal", "entry", *[f"side {n + 1}" for n in range(sides)]]
    ]
    told = zip(entries_of(history, game), history.entries(game.id), strict=True)
    for number, (entry, (at, _)) in enumerate(told):
        replay.apply(entry)
        state = replay.state
        when = "" if at is None else datetime.fromtimestamp(at).isoformat(" ", "seconds")
        rows.append([number + 1, when, state.deal_number, text(entry), *state.scores])
    return csv_text(rows)


def csv_text(rows: Iterable[Iterable]) -> str:
    """Return rows as CSV. Text that a spreadsheet would read as a formula gets a ' in front."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([_cell(cell) for cell in row])
    return out.getvalue()


def _cell(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_games(path: Path) -> list[NewGame]:
    """Return the games of the text record in `path`. Raises RecordFileError."""
    read = read_record(path)
    match = Game()
    for entry in read.entries:
        match.apply(entry)
    games = split(packed_match(match))
    started, has_time = _started(read.tag("Date"), read.tag("Time"))
    known = {*_OF_START, *(("Date",) if started is not None else ())}
    known |= {"Time"} if has_time else set()
    tags = [(name, value) for name, value in read.tags if name not in known]
    comments = {"tags": tags, "comments": list(read.comments) if len(games) == 1 else []}
    if started is not None and not has_time:
        comments["day"] = True
    return [
        NewGame(
            game.entries,
            (),
            names=tuple(read.players()),
            comments=comments,
            started=started,
        )
        for game in games
    ]
