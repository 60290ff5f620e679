"""The rows of host.history.shelf in a page's worker: JavaScript has them, as texts."""

import json
from binascii import a2b_base64, b2a_base64

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.state.entries import unpack
from host.errors import StoreError
from host.history.rows import StoredGame, damaged, is_time, stored

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Packed = tuple[bytes, ...]
    Times = Sequence[float | None]

_UID_BYTES = 8
_COLUMNS = ("uid", "board", "started", "changed", "names", "comments", "result")


class PageRows:
    """The stored games. `store` is JavaScript's, each call of which answers at once: ids(), JSON
    of all ids; row(id) and entries(id), texts; put(id, row, entries), where "" leaves a text as it
    is; remove(id); random(count), hex digits of so many random bytes."""

    def __init__(self, store: "Any"):
        self._store = store
        self._rows: dict[int, dict] = {}
        self._games: dict[int, StoredGame] = {}

    def load(self) -> None:
        """Read all rows again."""
        self._rows, self._games = {}, {}
        for number in json.loads(self._store.ids()):
            try:
                row = json.loads(self._store.row(number))
            except (ValueError, RuntimeError):  # the last: too deep
                row = {}
            self._rows[number] = row if isinstance(row, dict) else {}

    def games(self) -> list[StoredGame]:
        """Return all games that can be read, the latest first."""
        found = []
        for number in self._rows:
            try:
                found.append(self.game(number))
            except StoreError:
                pass
        return sorted(found, key=_order, reverse=True)

    def game(self, number: int) -> StoredGame:
        if number not in self._games:
            row = self._rows.get(number)
            if row is None:
                raise StoreError("there is no such game")
            values = (number,) + tuple([row.get(name) for name in _COLUMNS])
            self._games[number] = stored(values + (row.get("started"),))
        return self._games[number]

    def entries(self, number: int) -> "list[tuple[float | None, bytes]]":
        """Return the packed entries of a game, each with its time. Raises StoreError."""
        try:
            told = json.loads(self._store.entries(number))
            data, times = a2b_base64(told["packed"]), told["times"]
            found, at = [], 0
            while at < len(data):
                end = unpack(data, at)[1]
                found.append((times[len(found)], data[at:end]))
                at = end
        except (PegboardError, ValueError, TypeError, LookupError, RuntimeError):
            raise damaged(number)
        if not found:
            raise damaged(number)
        return [(at if is_time(at) else None, entry) for at, entry in found]

    def where(self, column: str, value: str) -> list[int]:
        return sorted([one for one, row in self._rows.items() if row.get(column) == value])

    def at_place(self, board: str, begun: int) -> list[tuple[int, str]]:
        here = (board, begun)
        rows = [
            (row.get("changed") or 0, number, str(row.get("opening")))
            for number, row in self._rows.items()
            if (row.get("board"), row.get("begun")) == here
        ]
        return [(number, opening) for _, number, opening in sorted(rows, reverse=True)]

    def short(self) -> "list[tuple[int, str, Any]]":
        return [
            (number, str(row.get("board")), row.get("started"))
            for number, row in sorted(self._rows.items(), key=lambda one: one[0])
            if row.get("opening") == ""
        ]

    def facts(self, number: int) -> tuple[str, str, str, str]:
        row = self._rows.get(number) or {}
        uid, opening, digest, names = [
            str(row.get(name, "")) for name in ("uid", "opening", "digest", "names")
        ]
        return uid, opening, digest, names

    def packed(self, number: int) -> "Packed":
        try:
            return tuple([entry for _, entry in self.entries(number)])
        except StoreError:
            return ()

    def insert(self, row: "dict[str, Any]", entries: "Packed", times: "Times") -> int:
        number = max(self._rows) + 1 if self._rows else 1
        self._write(number, row, entries, times)
        return number

    def replace(
        self, number: int, row: "dict[str, Any]", alike: int, entries: "Packed", times: "Times"
    ) -> None:
        before = self.entries(number)[:alike] if alike else []
        whole = tuple([entry for _, entry in before]) + entries
        known = [at for at, _ in before] + list(times)
        new = dict(self._rows.get(number) or {}, **row)
        seen = [at for at in known if at is not None]
        if new.get("started") is None and seen:
            new["started"] = min(seen)
        self._write(number, new, whole, known)

    def change(self, number: int, row: "dict[str, Any]") -> None:
        self._put(number, dict(self._rows.get(number) or {}, **row), "")

    def fill_times(self, number: int, times: "Times") -> None:
        before = self.entries(number)
        known = list(times) + [None] * len(before)
        filled = [at if at is not None else known[n] for n, (at, _) in enumerate(before)]
        if filled != [at for at, _ in before]:
            packed = tuple([entry for _, entry in before])
            self._write(number, self._rows[number], packed, filled)

    def delete(self, number: int) -> None:
        del self._rows[number]
        self._games.pop(number, None)
        self._store.remove(number)

    def fresh_uid(self) -> str:
        return self._store.random(_UID_BYTES)

    def _write(self, number, row, entries, times):
        known = (list(times) + [None] * len(entries))[: len(entries)]
        packed = b2a_base64(b"".join(entries)).decode().strip()
        self._put(number, row, json.dumps({"packed": packed, "times": known}))

    def _put(self, number, row, entries):
        self._rows[number] = row
        self._games.pop(number, None)
        self._store.put(number, json.dumps(row), entries)


def _order(game):
    return game.changed if game.started is None else game.started, game.id
