"""Stored games as CSV, and the games of files as games to store."""

import csv
import io
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.records.record import Record
from engine_core.state.entries import text
from host.errors import RecordFileError
from host.record_file import read_text, record_of

from .game_record import games_of, record_text, when_text
from .games import unpacked
from .games_file import GamesFile
from .games_json import from_json, is_json
from .new_game import NewGame
from .owners import OWNERS, TAG, owners_of, owners_pairs, tag_text
from .owners_check import OwnersError, believed, read_tag
from .practice_results import Result, results_of
from .practice_rows import is_json_rows
from .rows import StoredGame, damaged

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


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
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([_cell(cell) for cell in row])
    return out.getvalue()


def _cell(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_games(path: Path) -> list[NewGame]:
    """Return the games of the file `path`: a text record, or JSON as `pegboard export` writes it.
    Raises RecordFileError."""
    return read_file(path)[0]


def read_file(path: Path) -> tuple[list[NewGame], list[Result]]:
    """Return the games of `read_games` and the results of practice in the file `path`. Raises
    RecordFileError."""
    text = read_text(path)
    if is_json(text):
        return json_file(path, text)
    read = record_of(path, text)
    games = games_of(read)
    if len(games) == 1 and read.tag(TAG):
        _take_owners(games[0], read, path)
    return games, []


def _take_owners(game: NewGame, read: Record, path: Path) -> None:
    """Move the tag Owners of a record to where a stored game has it. Raises RecordFileError."""
    try:
        owners = owners_pairs(read_tag(read.tag(TAG), read.entries))
    except OwnersError as why:
        raise RecordFileError(f"{path}: {why}") from None
    tags = [(name, value) for name, value in game.comments["tags"] if name != TAG]
    game.comments = {**game.comments, "tags": tags, OWNERS: owners}


def stored_record(history: GamesFile, game: StoredGame) -> str:
    """Return a stored game as a text record, with the throwers of the cards in its cribs where
    they fit. Raises StoreError, or PegboardError if nobody can have played it."""
    entries = entries_of(history, game)
    return record_text(game, entries, tag_text(believed(owners_of(game), entries)))


def json_file(path: Path, text: str) -> tuple[list[NewGame], list[Result]]:
    """Return the games and the results of practice of a file with JSON. Raises RecordFileError,
    which names the wrong game."""
    found, results = [], []
    for number, told in enumerate(json_list(path, text), 1):
        if is_json_rows(told):
            results += results_of(told)
            continue
        try:
            found.append(from_json(told))
        except PegboardError as why:
            raise RecordFileError(f"{path}, game {number}: {why}") from None
    return found, results


def json_list(path: Path, text: str) -> list:
    """Return the members of the JSON `text`, of which each may be a game or results of practice.
    Raises RecordFileError."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordFileError(f"{path} is not complete, or not JSON") from None
    return told if isinstance(told, list) else [told]
