"""What pages and the terminal say of random games, as a person reads it: prompts, counts, notes,
the ends of games, seats and totals, deal by deal and entry by entry.

    python -m tests.host.told_games

writes `told_games.txt` again. Read what has changed there before you commit it: the test compares
with that file and nothing else.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from engine_core.count import words
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games.lookup import preset
from engine_core.games.phases import OVER
from engine_core.games.presets import BATTLEFIELD, SCOREBOARD
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.records.game_link import LinkedGame
from engine_core.state import entries as E
from hardware.board import SIDES
from host.mirror.deals import deals_of, steps_of
from host.mirror.linked_game import linked_game
from host.mirror.view import view
from tests.bench.random_tables import quarrelsome
from tests.conformance.support.battle_player import BATTLES, OPTED_BATTLES, BattlePlayer
from tests.conformance.support.mirrored import Watched
from tests.conformance.support.player import GAMES, Player, start

FILE = Path(__file__).with_suffix(".txt")
_RANKS = opt.RANKS_ALONE
_MORE = [
    (1, 2, 61, _RANKS, opt.PLAIN),
    (3, 4, 61, _RANKS | opt.MUGGINS, opt.PLAIN),
    (11, 2, 121, opt.NO_HINTS, opt.PLAIN),
    (3, 4, 61, opt.MUGGINS_IN_PLAY | _RANKS, opt.PLAIN),
]
_TOLD = range(13)  # codes of presets: those of docs/add-a-game.md need no texts here
_OWN = [one for one in GAMES if one[0] in _TOLD]
# The shorter of two games that differ only in it.
_SHORTER = [one for one in _OWN if not (one[2] == 121 and (*one[:2], 61, *one[3:]) in _OWN)]
_BATTLES = [one for one in BATTLES if one[0] in _TOLD]
KINDS = [*_SHORTER, *_BATTLES, *OPTED_BATTLES, *_MORE]
# Of these the table is told after each entry.
WHOLE = [
    (1, 2, 61, opt.CRIB_BY_OWNER, opt.PLAIN),
    (3, 4, 121, 0, opt.CRIB_WARS),
    (11, 3, 121, 0, opt.ONCE_AROUND),
]
SHORT = (8, 2, 31, 0, opt.PLAIN)  # Noddy: told deal by deal, and as a link has it
ENTRIES = 40
MOST = 160  # entries of a game whose texts are told
_PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
_SIDES = [side[0] for side in SIDES]
_NUMBERS = [words.number(number) for number in range(2, 32)]
_ANY = "|".join(sorted([*_PLAYERS, *_SIDES, *_NUMBERS], key=len, reverse=True))
_CHANGES = re.compile(rf"\b(?:{_ANY})\b(?: \d)?|\w*[♠♥♦♣]|\d+")


class Table:
    """Plays a random game by `seed` and shows it to `watched`."""

    def __init__(self, kind: tuple, seed: int):
        row = preset(kind[0])
        plays = BattlePlayer if row.machine == BATTLEFIELD else Player
        self._player = quarrelsome(plays, 8)(seed, careless=15, meddling=14)
        may_cut = row.machine != SCOREBOARD and not row.deals_in_game
        pairs = kind[1] == 4 and row.deal_for(4).sides == 2
        dealer = (0, PARTNERS if pairs else NO_SEAT)[seed % 2] if may_cut else NO_SEAT
        self.game = Game()
        self.entries: list[tuple] = []
        self._enter(start(kind, dealer))

    def _enter(self, entry: tuple) -> tuple:
        self.game.apply(entry)
        if not self.entries:
            self.watched = Watched(entry)
        else:
            self.watched.key(entry)
        self.entries.append(entry)
        return entry

    def next(self) -> tuple:
        """Enter something; return it."""
        return self._enter(self._player.next(self.game.state))


def told() -> Iterator[str]:
    """Yield the lines of the file."""
    seen: set[str] = set()
    for seed, kind in enumerate(KINDS):
        yield _heading(kind)
        for entry, said in _texts(Table(kind, seed), seed):
            shape = _shape(said)
            if shape not in seen:
                seen.add(shape)
                yield f"{E.text(entry)}: {said}"
    for seed, kind in enumerate(WHOLE):
        yield _heading(kind) + ", entry by entry"
        table = Table(kind, seed)
        for _ in range(ENTRIES):
            entry = table.next()
            yield f"{E.text(entry)}: {_table(view(table.watched.mirror)['game'])}"
    yield from _short()


def _shape(said: str) -> str:
    """Return what a text has in common with others that say the same of other players, cards and
    numbers; of a count only which reasons it has."""
    title, _, rest = said.partition(" | ")
    reasons = {
        re.sub(r" \d+ .*", "", item)
        for item in rest.split(" | ")[3:4]
        for item in item.split("; ")
    }
    return _CHANGES.sub("#", f"{title} {sorted(reasons)}" if reasons else said)


def _heading(kind: tuple) -> str:
    names = [name for bit, name in opt.OPTIONS if kind[3] & bit]
    on = [preset(kind[0]).name, f"{kind[1]} players", f"to {kind[2]}", opt.TRACKS[kind[4]]]
    return "\n== " + ", ".join(on + names)


def _texts(table: Table, seed: int) -> Iterator[tuple[tuple, str]]:
    """Yield each entry and text of a game, whose players are named in some, and sides in some."""
    players = _PLAYERS[: table.game.state.seats] if seed % 3 else ()
    last: set[tuple] = set()
    entry = table.entries[0]
    for _ in range(MOST):
        shown = view(table.watched.mirror, players)
        game = shown["game"]
        for count in reversed(game["counts"]):
            key = count["deal"], count["entry"], count["part"]
            if key not in last:
                last.add(key)
                yield entry, _count(count)
        yield entry, shown["prompt"]
        if table.game.state.phase == OVER:
            yield entry, f"over: {game['over']} owes {_list(game['debts'])} {_list(game['match'])}"
            return
        entry = table.next()


def _count(count: dict) -> str:
    items = "; ".join(
        f"{one['text']} {one['points']} {_list(one['cards'])}" for one in count["items"]
    )
    parts = [count["title"], count["points"], count["spoken"], _list(count["cards"]), items]
    parts += [f"claimed {count['claimed']}" if count["claimed"] is not None else ""]
    parts += ["a hand" if count["hand"] else "", count["on_line"]]
    return " | ".join(str(part) for part in parts if part not in ("", None))


def _list(values: list | None) -> str:
    return " ".join(map(str, values or ()))


def _table(game: dict) -> str:
    """Return what lies on the table and who has what."""
    sides = [
        f"{one['name']} {one['score']}/{one['back']} {one['away']}".strip()
        for one in game["sides"]
    ]
    seats = [
        f"{one['name']}{' deals' * one['dealer']}{' acts' * one['turn']}"
        f" [{_list(one['played'])}] {one['left']} more"
        for one in game["seats"]
    ]
    lies = f"{game['phase']}, deal {game['deal']}, starter {game['starter']}"
    lies += f", {game['words']['count']} {game['count']} [{_list(game['line'])}]"
    lies += f", {game['words']['crib']} [{_list(game['crib'])}]"
    match = [" ".join(map(str, one.values())) for one in game["match"] or ()]
    thrown = [f"{one['name']} threw {_list(one['cards'])}" for one in game["thrown"]]
    return "; ".join([*sides, *seats, lies, *thrown, *match])


def _short() -> Iterator[str]:
    table = Table(SHORT, 2)
    while table.game.state.phase != OVER:
        table.next()
    yield _heading(SHORT) + ", deal by deal"
    yield from map(_json, deals_of(table.entries))
    yield _heading(SHORT) + ", entry by entry"
    yield from map(_json, steps_of(table.entries)[-20:])
    yield _heading(SHORT) + ", as a link"
    link = linked_game(LinkedGame(table.entries, ("Ann", "Ben"), 1_700_000_000))
    link["frames"] = link["frames"][-2:]
    yield from (
        f"{key}: {_json(link[key])}" for key in sorted(link) if key not in ("deals", "steps")
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def whole() -> str:
    """Return the text of the file."""
    return "\n".join(told()) + "\n"


if __name__ == "__main__":
    FILE.write_text(whole(), encoding="utf-8")
