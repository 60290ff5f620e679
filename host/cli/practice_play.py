"""The play of a practised throw against the program, in the terminal."""

import secrets

import click

from engine_core.count.cards import card as parse
from engine_core.errors import CardError
from host.analysis.player import ThrowView
from host.analysis.practice_play import OTHER, YOU, Table, begin, lay

from .text import cards_text, safe_text


def play_deal(view: ThrowView, thrown: tuple[int, ...]) -> None:
    """Deal six other cards and a starter by chance, and play to the end of the play."""
    table = begin(view, thrown, secrets.token_hex(8))
    state = table.game.state
    click.echo(safe_text(f"The starter is {cards_text([state.starter])}."))
    shown = _tell(table, 0)
    while not table.is_over():
        line = cards_text(state.line()) or "nothing"
        click.echo(safe_text(f"On the table: {line}. You hold {cards_text(table.held[YOU])}."))
        if not _asked(table):
            return
        shown = _tell(table, shown)
    click.echo(f"Score: you {state.scores[YOU]}, your opponent {state.scores[OTHER]}.")


def _asked(table: Table) -> bool:
    """Lay the card that the person names; return False to end."""
    while True:
        try:
            text = input("Lay (go; q: end): ").strip().lower()
        except EOFError:
            return False
        if text == "q":
            return False
        try:
            lay(table, None if text == "go" else parse(text))
        except CardError as why:
            click.echo(str(why) or "Write a card of your hand, or go.")
            continue
        return True


def _tell(table: Table, shown: int) -> int:
    """Print what happened since `shown`; return what to print from next time."""
    for one in table.told[shown:]:
        who = "You" if one["you"] else "Your opponent"
        if "card" in one:
            click.echo(safe_text(f"{who}: {cards_text([parse(one['card'])])}, {one['count']}"))
        elif "go" in one:
            click.echo(f"{who}: go at {one['go']}")
        else:
            click.echo(f"  {who}: {one['points']} for {one['what']}")
    return len(table.told)
