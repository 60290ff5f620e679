"""`pegboard owners`: records who threw the cards in the cribs of a game."""

import sys
from pathlib import Path

import click

from engine_core.count.cards import cards as parse
from engine_core.errors import CardError
from host.analysis.analysed_games import check_reviewed
from host.analysis.decisions import Deal, deals_of
from host.history.names import seat_names
from host.history.owners import owners_of, owners_pairs
from host.history.records import entries_of
from host.history.store import History

from .history import HISTORY_OPTION, opened
from .text import cards_text, safe_text

_CRIB = 4
_WORDS = {2: "two", 3: "three", 4: "four"}


def is_terminal() -> bool:
    """Return whether a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@click.command(short_help="Record who threw which cards to the crib.")
@click.argument("game", type=click.IntRange(1), metavar="ID")
@HISTORY_OPTION
def owners(game: int, history: Path | None) -> None:
    """Record who threw which cards to the crib, deal by deal, so that throws can be reviewed.

    For each deal, write the two cards that the dealer threw, as in 5H JC; with three or four
    players, the card of each one in the order of the question. ENTER alone leaves a deal as it
    is, - makes it unknown, and q ends. With the option "Crib by owner" the board asks
    for the cards in that order, and this is not needed.

    \b
    Example:
      pegboard owners 12
    """
    with opened(history) as kept:
        ask_owners(kept, game)


def ask_owners(kept: History, number: int) -> None:
    """Ask deal by deal, and store the answers, even if there are none. Raises StoreError."""
    game = kept.game(number)
    told = owners_of(game)
    played, deals = deals_of(entries_of(kept, game), told)
    check_reviewed(played.state)
    names = seat_names(game)
    asked = [deal for deal in deals if len(deal.crib) == _CRIB]
    if not asked:
        click.echo("No crib of this game has been entered.")
        return
    order = [names[seat] for seat in _order(asked[0], played.state.seats)]
    what = "the dealer's two" if len(order) == 2 else "the card of each player, in that order"
    click.echo(f"Who threw which cards to the crib? Write {what}. ENTER: no change; q: end.")
    try:
        for deal in asked:
            answer = _ask(deal, names, played.state.seats)
            if answer is None:
                break
            told = {**told, **answer}
    finally:
        kept.tell_owners(number, owners_pairs({n: each for n, each in told.items() if each}))
    known = sum(bool(told.get(deal.number)) for deal in asked)
    click.echo(f"Known in {known} of {len(asked)} deals. pegboard owners {number} changes it.")


def _order(deal: Deal, seats: int) -> list[int]:
    """Return the seats from the dealer's left round to the dealer."""
    return [(deal.dealer + step) % seats for step in range(1, seats + 1)]


def _ask(
    deal: Deal, names: list[str], seats: int
) -> "dict[int, dict[int, tuple[int, ...]]] | None":
    """Return by deal and seat the cards thrown, {} if not known, None to end."""
    order = _order(deal, seats)
    hands = "; ".join([f"{names[seat]} kept {cards_text(deal.hand(seat))}" for seat in order])
    asked = order if seats > 2 else [deal.dealer]
    thrown = [card for seat in asked for card in deal.thrown.get(seat, ())]
    known = f" [{cards_text(thrown)}]" if thrown else ""
    who = ", ".join([names[seat] for seat in asked])
    many = 2 if seats == 2 else seats
    click.echo(safe_text(f"\nDeal {deal.number}, crib {cards_text(deal.crib)}. {hands}."))
    while True:
        try:
            text = input(safe_text(f"{who} threw{known}: ")).strip()
        except EOFError:
            return None
        if text.lower() == "q":
            return None
        if not text:
            return {}
        if text == "-":
            return {deal.number: {}}
        try:
            thrown = parse(text)
        except CardError as why:
            click.echo(str(why))
            continue
        if len(set(thrown)) == len(thrown) == many and set(thrown) <= set(deal.crib):
            return {deal.number: _thrown(deal, asked, thrown)}
        click.echo(f"Write {_WORDS[many]} of {cards_text(deal.crib)}.")


def _thrown(deal, asked, cards):
    """Return by seat the cards thrown."""
    if len(asked) > 1:
        return {seat: (card,) for seat, card in zip(asked, cards, strict=True)}
    rest = [card for card in deal.crib if card not in cards]
    return {asked[0]: tuple(cards), 1 - asked[0]: tuple(rest)}
