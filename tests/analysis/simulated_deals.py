"""Simulated deals entered into the engine, for tests and benches."""

from engine_core.count import play
from engine_core.count.cards import VALUE
from engine_core.game.game import Game
from engine_core.games.phases import OVER, PLAY, STARTER
from engine_core.state.entries import CARD, GO, START


def cards(deals, deal):
    """Yield the cards of one of `host.analysis.simulation.table_deals.Deals` as they are keyed
    from the starter on, each with the seat that lays it in the play, or None."""
    yield int(deals.starter[deal]), None
    for card, seat in zip(deals.play.cards[deal], deals.play.who[deal], strict=True):
        yield int(card), int(seat)
    for card in deals.crib[deal]:
        yield int(card), None


def started(code, seats, scores, target=121):
    """Return a game before a deal of the last seat, with these scores by side."""
    game = Game()
    game.apply((START, code, seats, target, seats - 1, 0, 0))
    assert game.state.phase == STARTER
    game.state.scores[:] = bytes(scores)
    return game


def keyed(game, deals, deal):
    """Key the deal into `game`; yield it after each entry, until the deal or the game is over."""
    state = game.state
    number = state.deal_number
    for card, seat in cards(deals, deal):
        while state.phase == PLAY and not (
            state.turn == seat and play.total(state.line()) + VALUE[card] <= 31
        ):
            game.apply((GO,))
            yield game
        if state.phase == OVER or state.deal_number != number:
            return
        game.apply((CARD, card))
        yield game
