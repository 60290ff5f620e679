"""Games between two players of `host.analysis.player`, keyed into the engine, for tests and
benches."""

from engine_core.game.game import Game
from engine_core.games.options import CRIB_BY_OWNER, numbers
from engine_core.games.phases import CRIB, OVER, PLAY, STARTER
from engine_core.state.entries import CARD, GO, START
from host.analysis.player import ThrowView
from host.analysis.seat_view import seen

TARGET = 121


def begun(dealer=0, target=TARGET):
    """Return a START entry with the crib by owner."""
    options, more = numbers(CRIB_BY_OWNER, 0)
    return (START, 1, 2, target, dealer, options, 0, more)


def played(players, random, dealer=0, target=TARGET):
    """Return the entries of a game; players: by seat, with `throw` and `play`; random: has
    `shuffle`."""
    game = Game()
    entries = []
    events = enter(game, entries, begun(dealer, target))
    while game.state.phase != OVER:
        deck = random.shuffle(list(range(52)))
        events = play_deal(game, entries, players, deck)
    del events
    return entries


def enter(game, entries, entry):
    entries.append(entry)
    return game.apply(entry)


def play_deal(game, entries, players, deck):
    """Deal from `deck`, and play the deal to its end or the game's."""
    state = game.state
    number, dealer = state.deal_number, state.dealer
    assert state.phase == STARTER
    six = {seat: tuple(deck[6 * seat : 6 * seat + 6]) for seat in (0, 1)}
    scores = (state.scores[dealer], state.scores[1 - dealer])
    thrown = {
        seat: players[seat].throw(ThrowView(int(seat != dealer), six[seat], scores, state.target))
        for seat in (0, 1)
    }
    held = {seat: [card for card in six[seat] if card not in thrown[seat]] for seat in (0, 1)}
    enter(game, entries, (CARD, deck[12]))
    while state.phase == PLAY:
        seat = state.turn
        card = players[seat].play(seen(state, seat, held[seat], thrown[seat]))
        if card is None:
            enter(game, entries, (GO,))
        else:
            held[seat].remove(card)
            enter(game, entries, (CARD, card))
    for card in (*thrown[dealer], *thrown[1 - dealer]):
        if state.phase == CRIB and state.deal_number == number:
            enter(game, entries, (CARD, card))
    while state.phase not in (STARTER, OVER):
        raise AssertionError(f"a deal ends in phase {state.phase}")
