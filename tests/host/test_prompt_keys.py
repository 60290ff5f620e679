"""Every key that a prompt names does what the prompt says: each prompt of each game is read, and
pressed."""

import re
from copy import deepcopy

import pytest

from engine_core.count import cards
from engine_core.count.play import total
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD, PRESETS, SCOREBOARD
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.state import entries as E
from host.mirror.view import view
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.mirrored import Mirrored
from tests.conformance.support.player import Player, start

MOST = 100  # entries of a game
# What stays the same in a copy of a board.
SHARED = {id(one): one for row in PRESETS for one in (row, *row.deals)}
SETS = (
    0,
    opt.GO_BY_ITSELF | opt.CRIB_BY_OWNER | opt.NO_HINTS,
    opt.RANKS_ALONE | opt.GO_BY_ITSELF,
    opt.MUGGINS,
    opt.MUGGINS | opt.RANKS_ALONE,
    opt.MUGGINS_IN_PLAY,
    opt.MUGGINS_IN_PLAY | opt.RANKS_ALONE,
)
TABLES = [
    (row.code, deal.seats, row.targets[0], bits, track)
    for row in PRESETS
    for deal in row.deals
    for track in {row.tracks[0], row.tracks[-1]}
    for bits in sorted({bits & row.options_for(deal.seats) for bits in SETS})
    if not bits or track == row.tracks[0]
    if track == opt.PLAIN or row.targets[0] == opt.FULL_TRACK
]
KEY = re.compile(r"ENTER|UNDO|MENU|Joker|\bGO\b|[♠♥♦♣◀▶]")
CARD = re.compile(r"(?:10|[A2-9JQK])[♠♥♦♣]|the Joker")
# Of SETS, those of every game; its prompts with the others are those of the first game.
USUAL = opt.MUGGINS | opt.RANKS_ALONE


def name(table):
    code, seats, target, bits, track = table
    chosen = [label for bit, label in opt.OPTIONS if bits & bit]
    return ", ".join([f"{preset(code).name} {seats}", opt.TRACKS[track], *chosen])


class Pressed:
    """A copy of a board on which `keys` are pressed: what came of them."""

    def __init__(self, board, keys):
        self.before = board.app.game.length
        board.mirror._named = []  # only saves work, and cannot be copied
        painted = board.app.screen._canvas  # only painted on, so both may use it
        self.board = deepcopy(board, {**SHARED, id(painted): painted})
        self.board.keys(keys)
        self.app = self.board.app
        self.state = self.app.game.state
        self.refusal = self.app.refusal[0] if self.app.refusal else ""
        self.prompt = view(self.board.mirror)["prompt"]

    def entries(self):
        """Return the entries that came of it."""
        return self.app.game.entries()[self.before - self.app.game.first() :]

    def entered(self, *kinds):
        """Return whether the first entry that came of it is one of `kinds`."""
        found = self.entries()
        return bool(found) and found[0][0] in kinds


def unseen(state, above=0):
    """Return the name of a card that has not been seen and is worth more than `above`."""
    for card in range(52):
        used = bytes(state.laid) + bytes(state.crib) + bytes(state.used_cards)
        if cards.VALUE[card] > above and card != state.starter and card not in used:
            ranks = state.options & opt.RANKS_ALONE
            return cards.name(card)[0] if ranks else cards.name(card)
    raise AssertionError("every card has been seen")


def enters(keys, *kinds):
    """Return the check that `keys` make an entry of one of `kinds`."""
    return lambda board, _: Pressed(board, keys).entered(*kinds)


def claims_in_play(board, _):
    """A rank key begins points for the card laid last, with ranks alone after a suit key."""
    ranks = board.app.game.state.options & opt.RANKS_ALONE
    keyed = "S A" if ranks else "A"
    asked = Pressed(board, keyed)
    assert "ENTER to claim 1" in asked.prompt, asked.prompt
    read(asked.board)
    if ranks:
        read(Pressed(board, "S").board)
    return Pressed(board, keyed + " ENTER").entered(E.CLAIM)


def lead(board, _):
    state = board.app.game.state
    card = unseen(state, 31 - total(state.line()))
    came = Pressed(board, card)
    if state.track == opt.CRIB_WARS and came.refusal:
        return True  # the point for the go has folded the hand that should lead
    first = came.entered(E.CARD)
    return first and (came.state.phase == at.OVER or len(came.state.line()) == 1)


def suits(board, _):
    came = [Pressed(board, key) for key in "S H D C".split()]
    return all(one.entered(E.CARD, E.DROP) or "seen" in one.refusal for one in came) and any(
        not one.refusal for one in came
    )


def pass_or_next(board, _):
    """ENTER, or the next card, or with muggins the next claim, says that there is no suit."""
    last = Pressed(board, "ENTER").entered(E.PASS)
    came = Pressed(board, "A")
    claims = came.state.phase == at.CLAIM and came.app.key_entry.text() == "1"
    follows = came.entered(E.PASS) and (claims or came.entries()[-1][0] == E.CARD)
    return last and (follows or came.state.phase == at.OVER or "all four" in came.refusal)


def pass_implied(board, match):
    """ENTER, or the first key of the next entry, says that nobody calls muggins."""
    enters = "ENTER ENTER" if "twice" in match[0] else "ENTER"
    came = Pressed(board, "A")
    went = came.app.key_entry.text() or came.entries()[1:] or came.state.phase == at.OVER
    return Pressed(board, enters).entered(E.PASS) and came.entries()[:1] == [(E.PASS,)] and went


def muggins(board, match):
    """Each number is that of a caller."""
    numbers = re.findall(r"(\d) for", match[0])
    return numbers and all(
        Pressed(board, n.replace("1", "A")).entries()[:1] == [(E.MUGGINS, int(n) - 1)]
        for n in numbers
    )


def calls(keys):
    """Return the check that `keys` call muggins, where points were missed."""

    def check(board, _):
        came = Pressed(board, keys)
        state = board.app.game.state
        return (
            came.entered(E.MUGGINS)
            or bool(came.refusal and not state.missed_points)
            or ("own" in came.refusal or "side" in came.refusal or "no seat" in came.refusal)
        )

    return check


def goes_on(board, match):
    """ENTER shows the hands one after another, and the prompt then says what follows them."""
    following = board.app.screen._pegs.following()
    for _ in range(following):
        came = Pressed(board, "ENTER")
        assert not came.entries()
        board = came.board
    read(board)
    return following and "The bar shows" not in board_prompt(board)


def clears(board, _):
    came = Pressed(board, "UNDO")
    return not came.entries() and not came.app.key_entry.text()


def sides(board, match):
    for key in "SHDC"[: len(board.app.game.state.scores)]:
        came = Pressed(board, key)
        assert came.app.key_entry.side == "SHDC".index(key)
        read(came.board)
    return True


def points(board, _):
    came = Pressed(board, "7")
    read(came.board)
    return Pressed(board, "7 ENTER").entered(E.POINTS, E.CLAIM)


def claim(board, _):
    """With two players points are a claim without ENTER, but for 1 and 2."""
    for key in ("A", "2", "7"):
        read(Pressed(board, key).board)
    return all(Pressed(board, keys).entered(E.CLAIM) for keys in ("A ENTER", "2 ENTER", "7"))


# A part of a prompt, and the check that its keys do what it says.
CLAUSES = (
    (r"\(ENTER moves its peg\)", enters("ENTER", E.MOVED)),
    (r"or GO if none fits within 31\.", enters("GO", E.GO)),
    (r"If nobody can play, the next lead alone is enough\.", lead),
    (r"(?:a suit, )?points and ENTER to claim for the last card", claims_in_play),
    (r"Now the suit(?:: ♠ ♥ ♦ ♣)?", suits),
    (r"ENTER to claim \d+(?: for the last card)?", enters("ENTER", E.CLAIM)),
    (r"Key points, then ENTER, to claim;", enters("2 ENTER", E.CLAIM)),
    (r"a player's number, then Joker: muggins\.", calls("2 JK")),
    (r"Joker: player \d calls muggins\.", calls("JK")),
    (r"ENTER claims \d+", enters("ENTER", E.CLAIM)),
    (r", or a second digit follows", enters("4", E.CLAIM)),
    (r"UNDO clears the number", clears),
    (r"points and ENTER for the last card;", enters("2 ENTER", E.CLAIM)),
    (r"a player's number and Joker for muggins;", calls("2 JK")),
    (r"Joker for muggins;", calls("JK")),
    (r"ENTER goes on\.", enters("ENTER", E.PASS)),
    (r"enter the points, then ENTER", points),
    (r"and enter the points", claim),
    (r"; GO claims nothing\.", enters("GO", E.CLAIM)),
    (r"Muggins\? Joker if [^;]* calls it;", enters("JK", E.MUGGINS)),
    (r"ENTER or the next entry if not\.", pass_implied),
    (r"the next entry, or ENTER twice, if not\.", pass_implied),
    (r"Muggins\? [^.]*, or ENTER if nobody calls it\.", muggins),
    (r"♠ nobs", enters("S", E.NOBS)),
    (r"♥ a flush of the hand", enters("H", E.FLUSH)),
    (r"♦ a flush with the starter", enters("D", E.FLUSH)),
    (r"ENTER or the next (?:card|starter|points claimed) if none\.", pass_or_next),
    (r"GO first (?:to take|if) the end card(?: was taken)?", enters("GO", E.TAKE)),
    (r"ENTER if five cards are face up before \w+", enters("ENTER", E.SHOWN)),
    (r"ENTER drops (?:the )?card", enters("ENTER", E.DROP)),
    (r"ENTER for the next game\.", enters("ENTER", E.NEXT)),
    (r"Whose points\? .*", sides),
    (r"ENTER pegs \d+\.", enters("ENTER", E.POINTS)),
)


def board_prompt(board):
    return view(board.mirror)["prompt"]


read_before = set()


def read(board, where=""):
    """Press what the prompt of `board` names; `where` and the same prompt are pressed once."""
    text = CARD.sub("card", board_prompt(board))
    alike = where + str(board.app.game.state.code) + re.sub(r"\d+", "0", text)
    if alike in read_before:
        return
    read_before.add(alike)
    left = text
    if text.startswith("The bar shows a hand of"):
        assert goes_on(board, None), text
        return  # what it says after that was read there
    for pattern, check in CLAUSES:
        match = re.search(pattern, left)
        if match:
            left = left.replace(match[0], "")
            assert check(board, match), (pattern, text, board.app.game.state)
    assert not KEY.search(left), f"no keys are pressed for {left!r} of {text!r}"


def marked(number, table):
    """Return the parameter for `table`: by default every third game is read with its first number
    of players, on its first track and with those of USUAL that it has; with `-m slow` every
    game is, and every eighth of the other tables."""
    code, seats, _, bits, track = table
    row = preset(code)
    usual = seats == row.deals[0].seats and track == row.tracks[0]
    usual = usual and bits == row.options_for(seats) & USUAL
    if usual and code % 3 == 1:
        marks = ()
    elif usual or number % 8 == 0:
        marks = pytest.mark.slow
    else:
        marks = pytest.mark.exhaustive
    return pytest.param(table, id=name(table), marks=marks)


@pytest.mark.parametrize("table", [marked(*each) for each in enumerate(TABLES)])
def test_each_prompt_of_a_game_leads_where_it_says(table):
    row = preset(table[0])
    player = (BattlePlayer if row.machine == BATTLEFIELD else Player)(11, careless=0)
    partners = table[1] == 4 and row.deal_for(4).sides == 2
    alone = row.deals_in_game or row.machine == SCOREBOARD
    board = Mirrored(step=20)
    board.app.enter(start(table, PARTNERS if partners and not alone else NO_SEAT))
    game = board.app.game
    while game.length < MOST:
        board.run(40)
        read(board, name(table))
        if game.state.phase == at.OVER:
            break
        board.app.enter(player.next(game.state))
    assert game.length > 20 or game.state.phase == at.OVER
    # The game's end asks for the next.
    if game.state.phase != at.OVER:
        board.app.enter((E.LEAVE, 0))
        board.run(40)
    read(board, name(table))


def test_the_questions_of_the_menu_lead_where_they_say():
    board = Mirrored(step=20)
    text = board_prompt(board)
    assert text == "Game: ◀ ▶ or a number to choose, then ENTER. MENU for options."
    right = Pressed(board, "RIGHT").app.menu
    assert right.at == 1
    assert Pressed(board, "RIGHT LEFT").app.menu.at == 0
    assert Pressed(board, "3").app.menu.at == 2
    assert Pressed(board, "ENTER").app.menu.title() != "Game"
    options = Pressed(board, "MENU")
    assert options.prompt == "Options: ENTER switches one on or off, MENU goes back."
    menu = options.app.menu
    menu.at = len(preset(1).tracks)
    came = Pressed(options.board, "ENTER").app.menu
    assert came.choices() != menu.choices()
    assert Pressed(options.board, "MENU").app.menu.title() == "Game"


def test_undo_after_a_refusal_leads_where_the_prompt_says():
    board = Mirrored(step=20)
    board.start((E.START, 1, 2, 121, 0, 0, 0))
    board.keys("5H 5H")
    assert board_prompt(board).startswith("UNDO takes back the refused key.")
    came = Pressed(board, "UNDO")
    assert came.app.game.length == came.before and not came.refusal
