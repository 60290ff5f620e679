"""The play that reviews and the opponent compute with: its points are those of the engine."""

from engine_core.count import play
from engine_core.count.cards import VALUE
from engine_core.game.game import Game
from engine_core.games.phases import PLAY
from engine_core.state.entries import CARD, GO, START
from engine_core.state.events import get
from host.analysis.play_lines import RANKS, count, fits, laid, line_of, replies
from host.analysis.play_out import PlayOut, greedy, hand_of
from tests.conformance.support.kit import Rand

_MANY = 300


def engine_play(playout, hands, starter):
    """Key a play in which both seats choose by `playout`; return the scores, the pone's as
    positive numbers, and the first card."""
    game = Game()
    game.apply((START, 1, 2, 121, 1, 0, 0))
    held = [list(hand) for hand in hands]
    found, first = [], None
    events = game.apply((CARD, starter))
    state = game.state
    while True:
        for event in events:
            if event[0] == "score" and get(event, "what") in ("play", "go", "last card"):
                points = get(event, "points")
                found.append(points if get(event, "seat") == 0 else -points)
        if state.phase != PLAY:
            return found, first
        seat = state.turn
        line = line_of([card >> 2 for card in state.line()])
        hand = hand_of([card >> 2 for card in held[seat]])
        rank = playout.choice(line, hand, len(held[1 - seat]))
        if rank < 0:
            events = game.apply((GO,))
            continue
        card = next(card for card in held[seat] if card >> 2 == rank)
        held[seat].remove(card)
        first = card if first is None else first
        events = game.apply((CARD, card))


def test_a_play_scores_what_the_engine_scores():
    random = Rand(7)
    for playout in (PlayOut(), PlayOut(greedy)):
        for _ in range(_MANY):
            deck = random.shuffle(list(range(52)))[:9]
            found, first = engine_play(playout, (deck[:4], deck[4:8]), deck[8])
            mine, others = [
                hand_of([card >> 2 for card in hand]) for hand in (deck[:4], deck[4:8])
            ]
            scored = playout.scored(playout.after(0, first >> 2, mine, others, False))
            # The engine may peg a card and the last card one after the other.
            assert sum(scored) == sum(found)
            assert sum(map(abs, scored)) == sum(map(abs, found))


def test_a_line_scores_as_its_cards_do():
    random = Rand(3)
    for _ in range(_MANY):
        deck = random.shuffle(list(range(52)))
        cards = []
        while deck and play.total(cards) + VALUE[deck[-1]] <= 31:
            card = deck.pop()
            line = line_of([one >> 2 for one in cards])
            points, after = laid(line, card >> 2)
            cards.append(card)
            assert points == play.points(cards)
            assert count(after) == play.total(cards)
        line = line_of([one >> 2 for one in cards])
        assert not fits(line, deck[-1] >> 2)
        fitting = [rank for rank in range(RANKS) if fits(line, rank)]
        assert replies(line) == (
            sum([laid(line, rank)[0] for rank in fitting]),
            RANKS - len(fitting),
        )
