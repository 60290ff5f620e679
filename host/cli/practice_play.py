"""The play of a practised throw against the program, in the terminal."""

import random

import click

from engine_core.count.cards import cards as parse
from engine_core.errors import CardError, PegboardError
from engine_core.game.game import Game
from engine_core.games.phases import PLAY
from engine_core.state.entries import CARD, GO, START
from engine_core.state.events import get
from host.analysis.player import FULL, Player, ThrowView
from host.analysis.seat_view import seen
from host.analysis.tables import DEALER

from .text import cards_text

_YOU, _OTHER = 0, 1


def play_deal(view: ThrowView, thrown: tuple[int, ...]) -> None:
    """Deal six other cards and a starter by chance, and play to the end of the play."""
    deck = [card for card in range(52) if card not in view.hand]
    random.shuffle(deck)
    player = Player(FULL)
    theirs = player.throw(ThrowView(1 - view.role, tuple(deck[:6]), view.scores, view.target))
    held = {
        _YOU: [card for card in view.hand if card not in thrown],
        _OTHER: [card for card in deck[:6] if card not in theirs],
    }
    dealer = _YOU if view.role == DEALER else _OTHER
    game = Game()
    game.apply((START, 1, 2, view.target, dealer, 0, 0))
    for side, score in zip((dealer, 1 - dealer), view.scores, strict=True):
        game.state.scores[side] = game.state.spots[side] = score
    click.echo(f"The starter is {cards_text(deck[6:7])}.")
    _tell(game.apply((CARD, deck[6])))
    while game.state.phase == PLAY:
        seat = game.state.turn
        try:
            card = (
                _asked(game, held[_YOU])
                if seat == _YOU
                else player.play(seen(game.state, _OTHER, held[_OTHER], theirs))
            )
        except EOFError:
            return
        if card is not None:
            held[seat].remove(card)
        _tell(game.apply((GO,) if card is None else (CARD, card)))
    click.echo(f"Score: you {game.state.scores[_YOU]}, your opponent {game.state.scores[_OTHER]}.")


def _asked(game, hand):
    """Return the card that the person lays, None for go. Raises EOFError to end."""
    line = cards_text(game.state.line()) or "nothing"
    click.echo(f"On the table: {line}. You hold {cards_text(hand)}.")
    while True:
        text = input("Lay (go; q: end): ").strip().lower()
        if text == "q":
            raise EOFError
        try:
            card = None if text == "go" else parse(text)[0]
            if card is not None and card not in hand:
                raise CardError("that card is not in your hand")
            _try(game, card, hand)
        except (PegboardError, IndexError) as why:
            click.echo(str(why) or "Write a card of your hand, or go.")
            continue
        return card


def _try(game, card, hand):
    """Raise PegboardError unless this can be entered now."""
    room = 31 - sum([min(10, (one >> 2) + 1) for one in game.state.line()])
    fits = any(min(10, (one >> 2) + 1) <= room for one in hand)
    if card is None and fits:
        raise CardError("you hold a card that fits")
    if card is not None and min(10, (card >> 2) + 1) > room:
        raise CardError("that card would pass 31")


def _tell(events):
    for event in events:
        who = "You" if event[0] in ("card", "go", "score") and get(event, "seat") == _YOU else ""
        who = who or "Your opponent"
        if event[0] == "card":
            click.echo(f"{who}: {cards_text([get(event, 'card')])}, {get(event, 'count')}")
        elif event[0] == "go":
            click.echo(f"{who}: go at {get(event, 'count')}")
        elif event[0] == "score" and get(event, "what") not in ("hand", "crib"):
            click.echo(f"  {who}: {get(event, 'points')} for {get(event, 'what')}")
