"""All that a card says of a game, with every number of players, track and option: `--long`."""

from collections.abc import Callable, Collection, Iterable, Sequence

from engine_core.count import words
from engine_core.count.reasons import NOBS
from engine_core.count.scoring import STANDARD, Scoring
from engine_core.games import options, phases, presets
from engine_core.games.presets import Deal, Preset
from host.mirror.names import colour, listed

_Part = Callable[[Preset], Sequence[str]]  # some lines of a preset's card, or none

_KEYS = {
    phases.CUT: "Cut: enter each card that is cut, rank then suit. The lowest deals.",
    phases.STARTER: "Starter: turn it up and enter it. A jack gives the dealer 2.",
    phases.CLAIM: "Claims: from the dealer's left, enter the points you count (1 2 is twelve),"
    " then ENTER; GO for none.",
    phases.PLAY: "Play: enter each card as it is played. GO if you cannot play within 31;"
    " hold GO if nobody can play. A player who has said go at this count or lower is skipped.",
    phases.SHOW: "Show: the board knows the hands and counts them.",
    phases.CRIB: "Crib: the dealer enters its cards, and the board counts it.",
}
_ONE_COUNT = {
    **_KEYS,
    phases.PLAY: "Play: enter each card as it is played, or GO. It ends with its first count.",
    phases.SHOW: "Show: enter the cards that you have not played, and the board counts your hand.",
}
BATTLEFIELD = (
    _KEYS[phases.CUT],
    "First card: enter the card that begins the line. The joker is a cease-fire.",
    "Turn: GO if the end card is taken. Then enter the card that is laid.",
    "Over 31 the card begins a new line: it scores nothing, and the player to the right pegs 1.",
    "At 31 the whole line blinks.",
    "ENTER when a player has turned up all five: that seat then blinks in turn with the"
    " seat to act. The others have one more turn.",
    "Before the seats: a white light if the end card was taken, two if two cards are left.",
    "Formations: from the dealer's left, enter the cards that the board does not know yet.",
    "ENTER drops the card that the board proposes, or enter another one.",
    "Reserve, the dealer's: with the dropped cards it has four. Enter those dealt to it; with"
    " four players the four dropped cards are the reserve.",
)
SCOREBOARD = (
    "A side is a suit: ♠ first, ♥ second, ♦ third, ♣ fourth.",
    "Points are entered as digits: A is 1, 1 4 is 14, 2 10 is 20; J Q K are 11 12 13.",
    "ENTER pegs them.",
    "Play to 121, or to any lower number that you enter.",
)
_SEATS = (
    "The seats are at the bar's right end, in the order of the players: who is to act blinks, the"
    " dealer has a second light.",
    "MENU lights the seats street by street: all of them, who is to act, who deals, who has said"
    " go.",
)
_CRIB_WARS = (
    "Crib Wars track: red slides 20 on, blue leads back along its path, green is a short cut,"
    " white folds your hand.",
    "These holes are faint and go dark now and then. A peg that changes between"
    " bright and dim has left the track.",
)
_SITTING_OUT = (
    "In a penalty box for three deals: there is a light for each at the bar's left end. ENTER"
    " moves your peg while it blinks, once in each deal, or you stay one deal longer.",
    "If another side lands in a box meanwhile, it goes back 20 and you stay one deal less.",
)
# By the name in a Scoring.
_WORTHS = (
    ("pair", "A pair"),
    ("run_of_three", "A run of three"),
    ("go", "A go"),
    ("last_card", "The last card"),
)
_ALWAYS = (
    "UNDO takes back the last key or card, again and again; ▶ redoes it, held down all of it.",
    "Wrong card: UNDO until it is gone, key it right, then ▶ (or hold ▶) for what came after it.",
    "One too many: UNDO until it is gone, ◀ leaves it out, then ▶. White lights with red in the"
    " middle: an entry was left out or replaced; UNDO takes that back.",
    "MENU: a new game, points by hand, penalties, the match. Its trackers have a street for each"
    " side; five holes are a digit: a white light is five, the others are ones.",
    "A player leaves: MENU ends the game, and the best placed of the others wins.",
    "ENTER after the last hole: the next game. MENU lets you choose who deals it.",
    "Moving red stripes: refused, and nothing has changed. In pairs: that card has been"
    " seen. Red lights only at the left end: points above 31.",
    "Three steady red blocks: the board has failed. It restarts by itself with your game.",
)


def worths(scoring: Scoring) -> list[str]:
    """Return a line on the points that differ from those of most games, or none."""
    found = [
        f"{words.number(total).capitalize()} is 2, like fifteen."
        for total in scoring.totals
        if total not in STANDARD.totals
    ]
    found += [
        f"{what} is {getattr(scoring, name)}."
        for name, what in _WORTHS
        if getattr(scoring, name) != getattr(STANDARD, name)
    ]
    if scoring.play_flush:
        found.append(f"A flush in the play: {scoring.play_flush} up.")
    return [" ".join(found)] if found else []


def title(row: Preset) -> str:
    """Return the card's title: the number of the game in the menu, and its name."""
    return f"{presets.PRESETS.index(row) + 1}  {row.name}"


def lines(row: Preset) -> list[str]:
    """Return the lines of the quick card of a preset."""
    parts = _SCOREBOARD_PARTS if row.machine == presets.SCOREBOARD else _PARTS
    return [line for part in parts for line in part(row)]


def to(row: Preset) -> list[str]:
    targets = listed([str(target) for target in row.targets]).replace(" and ", " or ")
    if row.backward:
        return [f"Who reaches {targets} first has lost."]
    return [f"To {targets} points."]


def deals(row: Preset) -> list[str]:
    """Return how the cards are dealt, on one line if it is the same for any number of players."""
    if row.deals_in_game:
        return ["Deal 6 to yourself and 2 to the crib; throw 2."]
    told = [dealt(row, deal) for deal in row.deals]
    players = [f"{deal.seats} players{_sides(deal)}" for deal in row.deals]
    if len(told) > 1 and len(set(told)) == 1:
        return [f"{row.deals[0].seats} to {row.deals[-1].seats} players: {told[0]}"]
    return [f"{who}: {text}" for who, text in zip(players, told, strict=True)]


def dealt(row: Preset, deal: Deal) -> str:
    text = f"deal {_numbers(deal.deal)}"
    if deal.from_deck:
        where = "reserve" if row.machine == presets.BATTLEFIELD else "crib"
        text += f" and {deal.from_deck} to the {where}"
    if any(deal.throw):
        text += f", throw {_numbers(deal.throw)}"
    if any(deal.bury):
        text += ", the dealer and the partner bury 1 under the deck"
    return text + "."


def _sides(deal: Deal) -> str:
    if deal.sides == deal.seats:
        return ""
    teams = [
        f"{colour(side)} "
        + "+".join(str(n + 1) for n, owner in enumerate(deal.side_of) if owner == side)
        for side in range(deal.sides)
    ]
    return f" ({listed(teams)})"


def _numbers(numbers: tuple) -> str:
    if len(set(numbers)) == 1:
        return f"{numbers[0]} each"
    return "-".join(str(n) for n in numbers) + " from the dealer's left"


def head_start(row: Preset) -> list[str]:
    if not row.head_start:
        return []
    return [f"The non-dealer of the first deal begins with {row.head_start} points."]


def _keys(row: Preset) -> list[str]:
    """Return how the cards are entered, phase by phase."""
    if row.machine == presets.BATTLEFIELD:
        return list(BATTLEFIELD)
    cut = [] if row.deals_in_game else [phases.CUT]
    keys = _ONE_COUNT if row.one_count else _KEYS
    return [keys[phase] for phase in (*cut, *row.phases)]


def muggins(deals: Iterable[Deal]) -> list[str]:
    """Return the keys of claims at the show, and of muggins, for these deals (G14)."""
    two = {deal.seats == 2 for deal in deals}
    told = []
    if True in two:
        told.append(
            "Muggins: count your hand and enter the points, with ENTER only after 1 or 2 alone; GO"
            " claims none. Then Joker calls muggins; the next entry, or ENTER twice, if nobody"
            " does."
        )
    if False in two:
        told.append(
            ("Muggins, more players" if told else "Muggins")
            + ": count your hand, enter the points (1 2 is twelve), then ENTER; GO claims none."
            " Then the number of who calls muggins, or ENTER."
        )
    return told


def deals_of_one_deck(row: Preset) -> list[str]:
    if not row.deals_in_game:
        return []
    return [
        "The crib plays too: its two unseen cards, then the two you threw. Enter them in turn.",
        "The starter goes on top of the deck, the rest face up below: no shuffle.",
        "White pairs of lights with red between them: the last starter is not among these eight.",
        f"After deal {row.deals_in_game} the four cards left are known: enter their starter.",
    ]


def _nobs(row: Preset) -> list[str]:
    called = [word for reason, word in row.called if reason == NOBS]
    return [f"The jack of the turn card's suit is {word}: 1." for word in called]


def _options(row: Preset) -> list[str]:
    names = [name for bit, name in options.OPTIONS if bit in row.options]
    half = (len(names) + 1) // 2
    parts = [part for part in (names[:half], names[half:]) if part]
    return [f"Options (MENU): {listed(part)}." for part in parts]


def _when(applies: Callable[[Preset], bool], *texts: str) -> _Part:
    """Return the part that has these lines on the card of each preset to which it applies."""
    return lambda row: texts if applies(row) else ()


def _with_phase(phase: int, *texts: str) -> _Part:
    return _when(lambda row: phase in row.phases, *texts)


def _with_options(bits: Collection[int], *texts: str) -> _Part:
    return _when(lambda row: all(bit in row.options for bit in bits), *texts)


def _has_partners(row: Preset) -> bool:
    return any(deal.seats == 4 and deal.sides == 2 for deal in row.deals)


def _has_crib_wars(row: Preset) -> bool:
    return options.CRIB_WARS in row.tracks and options.FULL_TRACK in row.targets


def _has_penalty_box(row: Preset) -> bool:
    return _has_crib_wars(row) and any(deal.sides > 2 for deal in row.deals)


def _sitting_out(row: Preset) -> Sequence[str]:
    """Return how the others deal while a side sits in a penalty box (C3b)."""
    if not _has_penalty_box(row):
        return ()
    told = {_others_deal(row, deal): None for deal in row.deals if deal.sides > 2}
    return (
        *_SITTING_OUT,
        f"While a side sits out: {'; '.join(told)}. Four cards are in the"
        f" {'reserve' if row.machine == presets.BATTLEFIELD else 'crib'}.",
        "A seat without a light is not dealt in."
        + " The lights before the middle of the bar are the cards each." * (not row.called),
    )


def _others_deal(row: Preset, deal: Deal) -> str:
    players = deal.seats - deal.seats // deal.sides
    who = f"deal {words.number(players)} players"
    if row.machine == presets.BATTLEFIELD:
        return f"{who} 5 each and {4 - players} to the reserve"
    throw = 4 // players
    buried = ", none buried" * any(deal.bury)
    return f"{who} {deal.hand + throw} each, throw {throw} each{buried}"


def _has_steps(row: Preset) -> bool:
    return options.SHOW_BY_ITSELF in row.options and not row.one_count


_SCOREBOARD_PARTS: tuple[_Part, ...] = (lambda row: (*SCOREBOARD, *_ALWAYS),)
# Of any other card, in their order.
_PARTS: tuple[_Part, ...] = (
    to,
    deals,
    _when(
        _has_partners,
        "Cut for partners too, if you like: all four cut, the two lowest are partners and sit"
        " opposite, the lowest deals.",
    ),
    head_start,
    _keys,
    _with_phase(
        phases.PLAY,
        "A go was not entered, so a card counts for the wrong seat: Joker gives"
        " it to the next player (with muggins in the play: in MENU).",
        "Pairs of lights with red between them, until the next key: a renege.",
    ),
    _with_phase(
        phases.CLAIM,
        "Three red lights at the right end: a claim was false. The lights at the left are what"
        " the hand had, red what was too much; what blinks was missed.",
    ),
    lambda row: worths(row.scoring),
    deals_of_one_deck,
    _nobs,
    lambda row: (*_SEATS, *_ALWAYS),
    _when(_has_crib_wars, *_CRIB_WARS),
    _sitting_out,
    _options,
    lambda row: ("A game that is left for a new one is saved: MENU at the start lists it last.",),
    _with_options(
        [options.RANKS_ALONE],
        "Ranks alone: a card is one key, its rank. At the show ♠ says nobs, ♥ a flush of the"
        " hand, ♦ a flush with the starter.",
        "Three lights before the seats stand for ♠ ♥ ♦, and those blink that the ranks allow."
        " ENTER or the next card says that there is none.",
    ),
    _with_options(
        [options.GO_BY_ITSELF],
        "Go by itself: where nobody can play, enter the next lead without GO. The bar then shows"
        " three lights for each go, the middle one white. One UNDO takes back all of it.",
    ),
    _with_options(
        [options.RANKS_ALONE, options.MUGGINS_IN_PLAY],
        "With ranks alone and muggins in the play: any suit key, then points.",
    ),
    _when(
        _has_steps,
        "While the light at the bar's right end blinks beside a hand's points, ENTER shows the"
        " next hand's. MENU, The last counts, shows them all again.",
    ),
    lambda row: muggins(row.deals) if options.MUGGINS in row.options else [],
    _with_options(
        [options.MUGGINS_IN_PLAY],
        "Muggins in the play: points and ENTER claim those of your card before the next one;"
        " after that the caller's number and Joker take them. ENTER then goes on to the show.",
    ),
)
