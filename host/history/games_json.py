"""Games as JSON: `pegboard export --all --format json` and the static site write a list of them,
and both read it, as `pegboard import` and `pegboard merge` do."""

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.state.entries import NEXT, START, pack, parse, text

from .new_game import NewGame, clean_name
from .owners import owners_json, owners_of
from .rows import COMMENT_KINDS, is_pair, is_time

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .rows import StoredGame

ENTRIES_MOST = 4096  # of a game; a long one has 400
_TEXT_MOST = 1000  # characters of a comment
_COMMENTS_MOST = 1000
_UID_MOST = 64
_HEX = "0123456789abcdef"
_NO_GAME = "this is not a game that pegboard has written"


def as_json(game: "StoredGame", entries: "Iterable[tuple[float | None, tuple]]") -> dict:
    """Return all that is known of the game, ready for JSON; entries: each with its time."""
    return {
        "id": game.id,
        "uid": game.uid,
        "board": game.board,
        "started": game.started,
        "players": game.names,
        "comments": game.comments,
        "owners": owners_json(owners_of(game)),
        "result": game.result,
        "entries": [{"entry": text(entry), "at": at} for at, entry in entries],
    }


def from_json(told: "Any") -> NewGame:
    """Return the game that `as_json` wrote, which may come from anywhere: its entries are checked
    against the rules, and all else is left out if it is not as it should be. Raises
    PegboardError."""
    listed = told.get("entries") if isinstance(told, dict) else None
    if not isinstance(listed, list) or not all([isinstance(one, dict) for one in listed]):
        raise PegboardError(_NO_GAME)
    if len(listed) > ENTRIES_MOST:
        raise PegboardError("this game has more entries than any game has")
    times = [one.get("at") for one in listed]
    started, comments = told.get("started"), told.get("comments")
    kept = _comments(comments if isinstance(comments, dict) else {})
    if not is_time(started):
        kept.pop("day", None)
    names, uid, board = told.get("players"), told.get("uid"), told.get("board")
    return NewGame(
        _checked([one.get("entry") for one in listed]),
        [at if is_time(at) else None for at in times],
        uid if isinstance(uid, str) and _is_uid(uid) else "",
        clean_name(board) if isinstance(board, str) else "",
        names=_names(names),
        comments=kept,
        started=started if is_time(started) else None,
    )


def is_json(text: str) -> bool:
    """Return whether a text looks like JSON with games, which no text record does."""
    found = text[:100].lstrip("\ufeff \t\r\n")
    return found[:1] == "{" or (found[:1] == "[" and found[1:].lstrip()[:1] in ("{", "]"))


def _checked(said):
    """Return the entries of these texts, packed. Raises PegboardError."""
    game, found = Game(), []
    for number, one in enumerate(said):
        try:
            if not isinstance(one, str):
                raise PegboardError(_NO_GAME)
            entry = parse(one)
            if (entry[0] in (START, NEXT)) != (number == 0) or entry[0] == NEXT:
                raise PegboardError("a game has one start, before everything else")
            game.apply(entry)
        except PegboardError as why:
            raise PegboardError("entry " + str(number + 1) + " is wrong: " + str(why))
        found.append(pack(entry))
    if len(found) < 2:
        raise PegboardError("this game has no entries")
    return tuple(found)


def _is_uid(value):
    return 0 < len(value) <= _UID_MOST and not [one for one in value if one not in _HEX]


def _names(value):
    if not isinstance(value, list) or not all([isinstance(one, str) for one in value]):
        return ()
    return tuple([clean_name(one) for one in value[:8]])


def _comments(value):
    found: dict[str, Any] = {}
    for key, first in COMMENT_KINDS.items():
        pairs = value.get(key)
        if isinstance(pairs, list):
            good = [one for one in pairs[:_COMMENTS_MOST] if is_pair(one, first)]
            found[key] = [[one[0], one[1][:_TEXT_MOST]] for one in good]
    if value.get("day") is True:
        found["day"] = True
    return found
