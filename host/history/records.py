"""Stored games as text records, JSON and CSV, and text records as games to store."""

import csv
import io
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from engine_core import record
from engine_core.entries import text
from engine_core.game import Game
from host.files import read_record
from host.link.backup import packed_match

from .games import split, unpacked
from .names import seat_names
from .store import History, NewGame, StoredGame

_TIME = "%Y-%m-%d %H:%M"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_OF_START = ("Game", "Seats", "Target", "Dealer", "Options", "Track", "Payoff", "Players")


def entries_of(history: History, game: StoredGame) -> list[tuple]:
    """Return the entries of a stored game, as the engine takes them."""
    return unpacked(tuple(entry for _, entry in history.entries(game.id)))


def time_text(seconds: float | None) -> str:
    """Return a time as `2026-11-21 20:15` in this computer's time zone, "" where it is None."""
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds).strftime(_TIME)


def _time(text: str) -> float | None:
    """Return the seconds of a time that `time_text` has written; None of another text."""
    try:
        return datetime.strptime(text, _TIME).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def record_text(game: StoredGame, entries: list[tuple]) -> str:
    """Return the game as a text record, which `pegboard check` and `replay` read."""
    tags = record.start_tags(entries[0])
    if any(game.names):
        called = seat_names(game)
        tags.append(("Players", ", ".join(called[seat] for seat in game.result["people"])))
    if game.started is not None:
        tags.append(("Date", time_text(game.started)))
    known = {name for name, _ in tags} | set(_OF_START)
    tags += [(name, value) for name, value in game.comments.get("tags", []) if name not in known]
    comments = [(at, said) for at, said in game.comments.get("comments", [])]
    return record.write(record.Record(_printable(tags), entries, comments))


def _printable(tags: list) -> list:
    return [(name, str(value).replace('"', "'")) for name, value in tags]


def as_json(history: History, game: StoredGame) -> dict:
    """Return all that is known of the game, ready for JSON."""
    entries = history.entries(game.id)
    told = zip(unpacked(tuple(entry for _, entry in entries)), entries, strict=True)
    return {
        "id": game.id,
        "uid": game.uid,
        "board": game.board,
        "started": game.started,
        "players": game.names,
        "result": game.result,
        "entries": [{"entry": text(entry), "at": at} for entry, (at, _) in told],
    }


def games_csv(games: Iterable[StoredGame]) -> str:
    """Return a table of games, a line for each."""
    rows: list[list] = [["id", "started", "game", "target", "over", "winner", "players", "scores"]]
    for game in games:
        told = game.result
        rows.append(
            [
                game.id,
                time_text(game.started),
                told["game"],
                told["target"],
                int(told["over"]),
                "" if told["winner"] is None else told["winner"] + 1,
                ", ".join(game.names),
                " ".join(map(str, told["scores"])),
            ]
        )
    return csv_text(rows)


def entries_csv(history: History, game: StoredGame) -> str:
    """Return the entries of a game as a table, a line for each, with the scores after it."""
    replay = Game()
    sides = len(game.result["scores"])
    rows: list[list] = [
        ["number", "time", "deal", "entry", *[f"side {n + 1}" for n in range(sides)]]
    ]
    for number, (at, packed) in enumerate(history.entries(game.id)):
        (entry,) = unpacked((packed,))
        replay.apply(entry)
        state = replay.state
        when = "" if at is None else datetime.fromtimestamp(at).isoformat(" ", "seconds")
        rows.append([number + 1, when, state.deal_number, text(entry), *state.scores])
    return csv_text(rows)


def csv_text(rows: Iterable[Iterable]) -> str:
    """Return rows as CSV. A text that a spreadsheet would take for a formula begins with '."""
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
    started = _time(read.tag("Date"))
    known = (*_OF_START, "Date") if started is not None else _OF_START
    tags = [(name, value) for name, value in read.tags if name not in known]
    comments = {"tags": tags, "comments": list(read.comments) if len(games) == 1 else []}
    return [
        NewGame(
            game.entries,
            (started, *(None,) * (len(game.entries) - 1)),
            names=tuple(read.players()),
            comments=comments,
        )
        for game in games
    ]
