"""The layout of a state: its numbers and rows, in order, and its bytes.

A state packed is one byte for each number, then for each row its length and its bytes.

A later version may only add numbers after the last of NUMBERS, rows after the last of ROWS, and
phases after the last of their names, so that it can read the states of this one: see old_states.
"""

from ..compat import crc32
from ..games.phases import NAMES

NUMBERS = (
    "code",  # of the preset
    "seats",
    "target",  # points
    "options",  # bits of engine_core.games.options
    "more_options",  # the payoff, in options.PAYOFF_BITS
    "track",
    "phase",
    "deal_number",  # of this deal in the game, from 1
    "dealer",  # seat
    "turn",  # seat the board waits for
    "starter",  # card or NO_CARD; in Battlefield the turn card
    "line_from",  # index in `laid` of the first card since the count restarted
    "said_go",  # a bit for each seat that has said go in this count
    "passed",  # a bit for each seat that was passed without an entry since the last card (G17)
    "last_player",  # seat that laid the last card
    "laid_at_go",  # one more than the number of cards laid at the last go; 0 if none was said
    "hands_counted",  # number of hands, and then the crib, counted in this deal
    "claim",  # points claimed for the hand that is being counted
    "open_points",  # muggins in the play: points of the last card that are not claimed yet
    "open_by",  # the seat that may claim them, or NO_SEAT
    "missed_points",  # points of the card before, for which muggins may be called
    "missed_by",  # the seat that missed them, or NO_SEAT
    "caller",  # ranks alone: the seat that said muggins, or NO_SEAT, while suits are asked for
    "nobs_claimed",  # ranks alone: 1 once nobs has been claimed in this deal
    "folded",  # a bit for each side that is out of this deal
    "pegs_moved",  # a bit for each side in a penalty box that has moved its peg in this deal
    "corners_passed",  # a bit for each corner that has been won in this game
    "winner",  # side or NO_SIDE
    "offender",  # the side from which the game was claimed, or NO_SIDE
    "pile",  # Battlefield: cards left to draw
    "taken_card",  # Battlefield: the end card taken in this turn, or NO_CARD
    "shown_by",  # Battlefield: seat that showed five cards, or NO_SEAT
    "last_scorer",  # seat that scored last
    "next_way",  # who deals the next games of the match: see engine_core.games.dealers
    "first_dealer",  # one more than the seat that dealt first in this game; 0 if it is not known
    "last_starter",  # Solitaire: one more than the starter of the deal before; 0 if not known
)
ROWS = (
    "scores",  # of each side: points, or on Crib Wars the hole of its front peg
    "back_pegs",  # the hole of its back peg
    "laid",  # the cards played in this deal, in order
    "laid_by",  # the seat that laid each
    "go_room",  # by seat: the largest room below 31 at a go in this deal, as in reneges
    "crib",
    "cutters",  # seats that cut for the deal
    "cuts",  # their cards
    "low_cutters",  # seats already known to be among the two lowest of four cuts
    "early_claims",  # Noddy: points claimed by each seat
    "used_cards",  # Solitaire: cards of earlier deals, since the deck is not shuffled
    "spots",  # Crib Wars: the spot of each side's front peg
    "count_spots",  # Crib Wars: the spot where each side's last count began
    "count_points",  # Crib Wars: its points; 0 once something else has moved the peg
    "deals_out",  # Crib Wars: deals that each side has to sit out, see pegs.crib_wars.deals_out
    "seen_cards",  # Battlefield: cards known to be in a formation
    "seen_seats",  # the seat of each
    "formation",  # Battlefield: the known cards of the formation being counted
    "turns",  # Battlefield: turns that each seat has had in this deal, at most three
    "standoff_cards",  # Battlefield: cards laid in a run of turns that may be a standoff
    "match_before",  # corner_wins and high_hands before this game, which may be void
    "hand_sizes",  # cards of each seat's hand in this deal, if one was found short or long
    "owed",  # of each loser to each winner over the match, with three sides or more: pegs.payoffs
)
# Carried from game to game of a match: see engine_core.pegs.trackers.
MATCH_ROWS = (
    "games",
    "stakes",
    "skunks",
    "double_skunks",
    "corner_wins",
    "high_hands",
    "running_points",
)
# Four bytes that differ if the bytes of a state have another meaning: the number of NUMBERS, and
# three bytes of a checksum of all names.
LAYOUT = (
    bytes((len(NUMBERS),))
    + crc32(" ".join(NUMBERS + ROWS + MATCH_ROWS + tuple(NAMES.split(","))).encode()).to_bytes(
        4, "big"
    )[1:]
)
