"""The game in the terminal: plain lines that need neither colour nor a window."""

import asyncio
import contextlib
import json
import sys

import click

from engine_core.count import cards
from host.boards.match_publisher import MatchPublisher
from host.link.backup import BackupFile
from host.link.reconnect import follow
from host.link.session import LIVE, Session
from host.mirror.names import NAME_MOST
from host.mirror.view import view
from host.web.broadcast import Broadcast

from .text import cards_text, points_text, printable


def lines(shown: dict) -> list[str]:
    """Return a whole view as lines: the game, each side, the cards in play, the last count, and
    the next step."""
    game = shown["game"]
    found = []
    if game:
        deal = f", deal {game['deal']}" if game["deal"] else ""
        found.append(f"{game['preset']} to {game['target']}{deal}")
        found += [_side(game, number) for number in range(len(game["sides"]))]
        if game["line"]:
            count = game["words"]["count"].capitalize()
            found.append(f"{count} {game['count']}: {_cards(game['line'])}")
        if game["starter"]:
            found.append(f"{game['words']['starter'].capitalize()} {_cards([game['starter']])}")
        if game["counts"]:
            found.append(_count(game["counts"][0]))
        if game["debts"]:
            found.append("Who owes whom:")
            found += [f"  {one['from']} owes {one['to']} {one['amount']}" for one in game["debts"]]
    if shown["differs"]:
        found.append("The board has another version of the rules: the scores shown are its own.")
    if shown["refusal"]:
        found.append(f"Refused: {shown['refusal']}.")
    if shown["menu"]:
        menu = shown["menu"]
        at = menu["at"]
        found.append("  ".join(f"[{c}]" if n == at else c for n, c in enumerate(menu["choices"])))
    found.append(f"> {shown['prompt']}")
    link = shown["link"]
    if link["state"] != LIVE:
        found.append(link["text"])
    return found


def _side(game: dict, number: int) -> str:
    side = game["sides"][number]
    seats = [game["seats"][seat] for seat in side["seats"]]
    marks = ["dealer"] * any(seat["dealer"] for seat in seats)
    marks += ["to act"] * any(seat["turn"] for seat in seats)
    return f"  {side['name']:<{NAME_MOST}}{side['score']:>4}  {', '.join(marks)}".rstrip()


def _count(count: dict) -> str:
    spoken = f": {count['spoken']}" if count["spoken"] else ""
    points = "" if count["points"] is None else f", {points_text(count['points'])}"
    return f"{count['title']}{points}{spoken}"


def _cards(names: list[str]) -> str:
    return cards_text([cards.card_or_rank(name) for name in names])


class TerminalView:
    """Prints views to standard output: a terminal is redrawn, otherwise each new line is added."""

    def __init__(self) -> None:
        self._before: list[str] = []
        self._picture = sys.stdout.isatty()

    def show(self, shown: dict) -> None:
        """Show a whole view, unless it is already shown."""
        now = lines(shown)
        if now == self._before:
            return
        if self._picture:
            click.clear()
        encoding = sys.stdout.encoding or "ascii"
        for line in now:
            if self._picture or line not in self._before:
                click.echo(printable(line).encode(encoding, "replace").decode(encoding))
        self._before = now


class JsonView:
    """Prints each view as a line of JSON, unless it equals the last one."""

    def __init__(self) -> None:
        self._before = ""

    def show(self, shown: dict) -> None:
        """Print a whole view."""
        now = json.dumps(shown, separators=(",", ":"))
        if now != self._before:
            self._before = now
            click.echo(now)


def run(
    name: str,
    backup: BackupFile,
    screen: TerminalView | JsonView,
    broadcast: Broadcast,
    players: tuple[str, ...] = (),
) -> None:
    """Show the board at the port `name` on `screen` until Ctrl-C, and publish its match. players:
    names by seat, for sides without a name from the table."""
    matches = MatchPublisher(broadcast, players)

    async def watching() -> None:
        now = asyncio.get_running_loop().time
        session = Session(now(), backup=backup)

        def show() -> None:
            screen.show({**view(session.mirror, players), "link": session.status(now())})
            if session.snapshots:
                matches.publish(session.mirror)

        await follow(session, name, show)

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(watching())
