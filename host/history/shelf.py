"""Stores each game exactly once, wherever it comes from: what the file of games and the browser
of a page have in common.

The `rows` of these functions are one of the two: host.history.store.History, or
host.site.page_rows.PageRows. A row has the columns of the table `games`
(host.history.games_file); `uid`, `digest` and `opening` are looked up.
"""

import json
from binascii import hexlify
from hashlib import sha256

from engine_core.compat import TYPE_CHECKING
from host.errors import StoreError

from .games import SAME_ANYWHERE_BITS, SAME_BITS, common, same_game, unpacked
from .new_game import NewGame, clean_name
from .owners import OWNERS, owners_in, owners_of, owners_pairs
from .result import result
from .rows import is_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Protocol

    from .games import PlayedGame
    from .rows import StoredGame

    Packed = tuple[bytes, ...]
    Times = Sequence[float | None]

    class Rows(Protocol):
        """Stored games by id, as texts and numbers; each may be damaged."""

        def where(self, column: str, value: str) -> list[int]:
            """Return the ids of the games with this value of `uid`, `digest` or `opening`."""
            ...

        def at_place(self, board: str, begun: int) -> list[tuple[int, str]]:
            """Return id and opening of the games of a board at one place of its match, the latest
            changed first."""
            ...

        def short(self) -> list[tuple[int, str, Any]]:
            """Return id, board and start of all games without an opening."""
            ...

        def facts(self, number: int) -> tuple[str, str, str, str]:
            """Return uid, opening, digest and names (JSON) of a game, each "" if there is none."""
            ...

        def packed(self, number: int) -> Packed:
            """Return the entries of a game, unchecked, only for comparison."""
            ...

        def game(self, number: int) -> StoredGame:
            """Return a game. Raises StoreError if it is damaged."""
            ...

        def insert(self, row: dict[str, Any], entries: Packed, times: Times) -> int:
            """Store a new game; return its id. An entry without a time has None."""
            ...

        def replace(
            self, number: int, row: dict[str, Any], alike: int, entries: Packed, times: Times
        ) -> None:
            """Change the columns in `row`, and replace all entries but the first `alike` by these;
            where no start is known, it becomes the first time of an entry."""
            ...

        def change(self, number: int, row: dict[str, Any]) -> None:
            """Change the columns in `row`."""
            ...

        def fill_times(self, number: int, times: Times) -> None:
            """Fill in the unknown times of the first entries."""
            ...

        def delete(self, number: int) -> None: ...

        def fresh_uid(self) -> str: ...


_OPENING = 9  # the first entries, by which games that may be the same are looked up
_LATEST = 3  # games of a board at one place in its match, any of which may be the current one
_DAY_SECONDS = 86400.0
_NO_NAMES = "[]"


def game_digest(entries: "Iterable[bytes]") -> str:
    """Return the hash of packed entries, the same for the same game everywhere."""
    return hexlify(sha256(b"".join(entries)).digest()).decode()[:32]


def names_text(names: "Iterable[str]") -> str:
    """Return the stored form of names."""
    return json.dumps([clean_name(name) for name in names])


def update(
    rows: "Rows",
    board: str,
    game: "PlayedGame",
    now: float,
    number: int,
    times: "Times",
    told: "dict | None" = None,
    late: bool = False,
) -> int:
    """Store `game` of `board` as it was at `now`; return its id. number: its id, 0 if not known:
    then it is looked up. times: of its entries; what is stored already keeps its time. told: its
    result, if known; late: whether a game that was stored after `now` stays as it is. Raises
    PegboardError."""
    known = number or _find_played(rows, board, game)
    if known and late and _was_changed_after(rows, known, now):
        return known
    if known:
        return _replace_played(rows, known, board, game, now, times, told)
    return _insert(rows, NewGame(game.entries, times, "", board, game.begun), now, told)


def add(
    rows: "Rows", game: NewGame, now: float, corrects: bool = False, late: bool = False
) -> tuple[int, bool]:
    """Store a game from elsewhere, once; return its id, and whether it was new or longer.

    corrects: whether it replaces a stored game with the same uid, or if it has none, one of the
    same board at the same place in its match; late: as for `update`. Raises PegboardError if it
    breaks the rules.
    """
    known = _find_anywhere(rows, game) or _find_short(rows, game)
    if not known:
        return _insert(rows, game, now), True
    stored = rows.packed(known)
    uid, _, digest, names = rows.facts(known)
    # Of a damaged game nothing can be read, though its row may say that it is finished.
    longer = len(game.entries) > len(stored) and not (stored and digest)
    same = corrects and (uid == game.uid if game.uid else _is_at_place(rows, known, game))
    is_old = late and _was_changed_after(rows, known, now)
    if (longer or (same and game.entries != stored)) and not is_old:
        _replace(rows, known, game.entries, now, game.times)
    _fill_times(rows, known, game)
    _fill_owners(rows, known, game)
    if game.names and names == _NO_NAMES:
        rows.change(known, {"names": names_text(game.names)})
    return known, longer


def _was_changed_after(rows, number, moment):
    try:
        return rows.game(number).changed > moment
    except StoreError:
        return False  # its row is damaged, and may be written anew


def _is_at_place(rows, number, game):
    """Return whether the stored game `number` was played where `game` was."""
    return number in [one for one, _ in rows.at_place(game.board, game.begun)]


def _insert(rows, game, now, told=None):
    return rows.insert(
        dict(
            _columns(game.entries, told),
            uid=game.uid or rows.fresh_uid(),
            board=game.board,
            begun=game.begun,
            started=game.start(),
            changed=now,
            names=names_text(game.names),
            comments=json.dumps(game.comments),
        ),
        game.entries,
        game.times,
    )


def _replace(rows, number, entries, now, times, told=None):
    """Replace the entries of the game; those that stay keep their times."""
    stored = rows.packed(number)
    if stored == entries:
        return
    alike = common(stored, entries)
    rows.replace(
        number, dict(_columns(entries, told), changed=now), alike, entries[alike:], times[alike:]
    )


def _columns(entries, told=None):
    """Return the columns that come from the entries; told: their result, if known."""
    told = told or result(unpacked(entries))
    return {
        "opening": _opening(entries),
        "digest": game_digest(entries) if told["over"] else "",
        "result": json.dumps(told),
    }


def _replace_played(rows, number, board, game, now, times, told):
    """Replace the entries of the game, and return its id. A game that was undone to its first
    cards while nobody watched looked like a new one until now."""
    before = rows.facts(number)[1]
    opening = _opening(game.entries)
    if opening and not before:
        same = [
            one for one, its in rows.at_place(board, game.begun) if its == opening and one < number
        ]
        if same:
            rows.delete(number)
            number = min(same)
        _remove_beginnings(rows, number, board, game)
    _replace(rows, number, game.entries, now, times, told)
    return number


def _remove_beginnings(rows, number, board, game):
    """Remove other short games that are the first cards of this game, `number`: each time it was
    undone that far and the program ended, one was stored."""
    for other, opening in rows.at_place(board, game.begun):
        if not opening and other != number:
            stored = rows.packed(other)
            if stored == game.entries[: len(stored)]:
                rows.delete(other)


def _fill_times(rows, number, game):
    """Fill in unknown times from `game`, another copy of the same game."""
    alike = common(rows.packed(number), game.entries)
    rows.fill_times(number, game.times[:alike])
    start, is_day = game.start(), bool(game.comments.get("day"))
    try:
        before = rows.game(number)
    except StoreError:
        return  # its row is damaged, but its entries can be used
    if start is None or before.has_time() or (is_day and before.started is not None):
        return
    comments = json.dumps(dict(before.comments, day=is_day))
    rows.change(number, {"started": start, "comments": comments})


def _fill_owners(rows, number, game):
    """Add who threw what in the deals of which only `game`, another copy, knows it."""
    try:
        before = rows.game(number)
    except StoreError:
        return  # its row is damaged, but its entries can be used
    told = dict(owners_in(game.comments))
    told.update(owners_of(before))
    if told != owners_of(before):
        comments = dict(before.comments)
        comments[OWNERS] = owners_pairs(told)
        rows.change(number, {"comments": json.dumps(comments)})


# Looking up a game ---------------------------------------------------------------------------


def _find_played(rows, board, game):
    """Return the id of the game that `board` plays, 0 if it is new."""
    for number, _ in rows.at_place(board, game.begun)[:_LATEST]:
        stored = rows.packed(number)
        grown = stored == game.entries[: len(stored)] and not rows.facts(number)[2]
        if grown or stored == game.entries or same_game(stored, game.entries, SAME_BITS):
            return number
    return _find_anywhere(rows, NewGame(game.entries, ()))


def _find_anywhere(rows, game):
    """Return the id of this game, from whatever source, 0 if it is new, or too short to tell."""
    opening = _opening(game.entries)
    digest = game_digest(game.entries) if opening else ""
    for column, value in (("uid", game.uid), ("digest", digest)):
        found = rows.where(column, value) if value else []
        if found:
            return found[0]
    for number in rows.where("opening", opening) if opening else []:
        if same_game(rows.packed(number), game.entries, SAME_ANYWHERE_BITS):
            return number
    return 0


def _find_short(rows, game):
    """Return the id of a game with exactly these entries, too few to look it up by its opening; 0
    if there is none. Many a game that somebody leaves at once has the same. Games of different
    boards differ, those of different days if both days are known, and those of different players,
    though a board may correct their names."""
    if _opening(game.entries):
        return 0
    start = game.start()
    for number, board, started in rows.short():
        if board and game.board and board != game.board:
            continue
        named, others = rows.facts(number)[3], names_text(game.names)
        if not (board and game.board) and _NO_NAMES not in (named, others) and named != others:
            continue
        apart = abs(started - start) if is_time(started) and start is not None else 0.0
        if apart < _DAY_SECONDS and rows.packed(number) == game.entries:
            return number
    return 0


def _opening(entries):
    return "" if is_short(entries) else game_digest(entries[:_OPENING])


def is_short(entries: "Packed") -> bool:
    """Return whether these are so few entries that another game may well have the same."""
    return len(entries) < _OPENING
