"""Checks who threw the cards of a game's cribs against its entries."""

from collections.abc import Iterable

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import CardError, PegboardError
from host.analysis.decisions import deals_of

from .owners import TAG, seats_of

if TYPE_CHECKING:
    from host.analysis.decisions import Owners


class OwnersError(PegboardError):
    """A text does not say who threw the cards of a game's cribs."""


def believed(told: "Owners", entries: Iterable[tuple]) -> "Owners":
    """Return the part of `told` that fits the cribs of the game with these entries."""
    if not told:
        return {}
    game, deals = deals_of(list(entries), told)
    fitting = [
        deal.number
        for deal in deals
        if len(deal.thrown) == game.state.seats
        and _cards(told.get(deal.number, {})) == set(deal.crib)
    ]
    return {number: seats for number, seats in told.items() if number in fitting}


def _cards(seats):
    return {card for each in seats.values() for card in each}


def read_tag(text: str, entries: Iterable[tuple]) -> "Owners":
    """Return what the tag `Owners` of a game with these entries says. Raises OwnersError."""
    told: Owners = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        deal, _, thrown = part.partition(":")
        try:
            told[int(deal)] = seats_of(thrown)
        except (CardError, ValueError):
            raise OwnersError(
                f"the tag {TAG} cannot be read at '{part}': write the deal and what each seat"
                f' threw, as in [{TAG} "1: 2C 3C / 9D KH"]'
            ) from None
    fitting = believed(told, entries)
    for number in told:
        if number not in fitting:
            raise OwnersError(
                f"the tag {TAG} does not have the cards of the crib of deal {number}: correct"
                " them, or leave the deal out"
            )
    return told
