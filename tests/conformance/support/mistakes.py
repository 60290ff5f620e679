"""Mistakes of a table, and a person who corrects them with the keys of a board (ruling G16b)."""

from engine_core.count.cards import JOKER, SUITLESS
from engine_core.errors import PegboardError
from engine_core.game.fold import fold
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD, PRESETS, SCOREBOARD
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from engine_core.state.state import State
from tests.conformance.support.battle_player import BATTLES, OPTED_BATTLES, BattlePlayer
from tests.conformance.support.keying import key
from tests.conformance.support.kit import Rand
from tests.conformance.support.player import GAMES, Player, play_out, start
from tests.conformance.support.virtual_ports import Board

RANKS = [
    (row.code, deal.seats, row.targets[0], opt.RANKS_ALONE, row.tracks[0])
    for row in PRESETS
    if opt.RANKS_ALONE in row.options
    for deal in row.deals
]
MIXED = [(1, 2, 61, opt.RANKS_ALONE | opt.MUGGINS, 0), (1, 2, 61, opt.MUGGINS_IN_PLAY, 0)]
TABLES = GAMES + BATTLES + OPTED_BATTLES + RANKS + MIXED
KINDS = ("wrong", "forgotten", "too many", "another kind")
EQUAL = "equal"  # outcomes of a correction
SAID = "said"
DIFFERENT = "different"
_NUMBERS = {E.CLAIM: 30, E.MUGGINS: 6, E.FLUSH: 6}
_ANY = (E.CARD, E.GO, E.TAKE, E.SHOWN, E.PASS, E.NOBS, E.POINTS, E.MINUS) + tuple(_NUMBERS)


class Evening:
    """Game `number`, entered on a board, with `most` entries and so many mistakes, each corrected
    some entries later. `found` has the outcome of each: (kind of mistake, EQUAL, SAID or
    DIFFERENT)."""

    def __init__(self, number: int, most: int = 60, mistakes: int = 2):
        self.rand = Rand(number & 0xFFFF)
        game = TABLES[number % len(TABLES)]
        row = preset(game[0])
        kind = BattlePlayer if row.machine == BATTLEFIELD else Player
        alone = row.deals_in_game or row.machine == SCOREBOARD
        turn = number // len(TABLES)
        dealer = NO_SEAT if alone or turn % 3 == 0 else turn % game[1]
        played = play_out(
            game, number & 0xFFFF, dealer, careless=25 * (turn % 2), kind=kind, most=most
        )
        self.right = played.entries()
        self.board = Board(step=60)
        self.board.app.enter(start(game, dealer))
        self.found = []
        due = sorted([1 + self.rand.below(len(self.right) - 1) for _ in range(mistakes)])
        while self.length() < len(self.right):
            if due and self.length() >= due[0]:
                due.pop(0)
                self.err()
            else:
                self.board.app.enter(self.right[self.length()])

    def length(self) -> int:
        return self.board.app.game.length

    def err(self) -> None:
        """Make a mistake, go on for some entries, and correct it."""
        place = self.length()
        right = self.right[place]
        kind = self.rand.choice(KINDS)
        wrong = self.wrong(kind, right)
        if wrong is None:
            self.board.app.enter(right)
            return
        entered = {"forgotten": (), "too many": (wrong, right)}.get(kind, (wrong,))
        if not all([self.enters(entry) for entry in entered]):
            # What was too many was seen at once.
            self.found.append((kind, self.outcome(kind, place, place, wrong)))
            return
        after = place + 1
        for _ in range(self.rand.below(14)):
            if after == len(self.right) or not self.enters(self.right[after]):
                break
            after += 1
        self.found.append((kind, self.outcome(kind, place, after, wrong)))

    def enters(self, entry) -> bool:
        """Enter `entry`, if the board takes it."""
        try:
            self.board.app.enter(entry)
        except PegboardError:
            return False
        return True

    def wrong(self, kind, right):
        """Return an entry in place of `right`, or one too many; () for a forgotten one; None if
        the table cannot make that mistake here."""
        state = self.board.app.game.state
        if kind == "forgotten":
            return ()
        for _ in range(40):
            entry = self.any_entry(right[0] if kind == "wrong" else self.rand.choice(_ANY), state)
            if kind == "another kind" and entry[0] == right[0]:
                continue
            if entry != right and allowed(state, entry):
                return entry
        return None

    def any_entry(self, kind, state):
        below = self.rand.below
        if kind == E.CARD:
            ranks = state.options & opt.RANKS_ALONE
            return (kind, SUITLESS + 4 * below(13) if ranks else below(JOKER + 1))
        if kind == E.DROP:
            return (kind, self.rand.choice(bytes(state.formation)))
        if kind == E.POINTS or kind == E.MINUS:
            return (kind, below(max(1, len(state.scores))), 1 + below(9))
        return (kind, below(_NUMBERS[kind])) if kind in _NUMBERS else (kind,)

    # The correction -----------------------------------------------------------------------

    def outcome(self, kind, place, after, wrong):
        """Correct the mistake at `place`, made before the right entries up to `after`; return the
        outcome."""
        said = self.correct(kind, place, after, wrong)
        same = self.is_right()
        if said:
            # The table checks the game, and enters the rest.
            while same and self.length() < after:
                self.key(self.right[self.length()])
                same = self.is_right()
        elif self.board.app.game.can_redo():
            return DIFFERENT
        good = same and self.length() == after
        return (SAID if said else EQUAL) if good else DIFFERENT

    def is_right(self) -> bool:
        """Return whether all entries so far are the right ones."""
        game = self.board.app.game
        game.reach(0)
        return game.entries() == self.right[: game.length]

    def correct(self, kind, place, after, wrong):
        """Go back, put it right and redo the rest; return whether the board has reported that some
        entries are missing or changed."""
        right = self.right[place]
        back = place
        if kind == "forgotten":
            # Of several that are equal the last one was forgotten.
            while back + 1 < after and self.right[back + 1] == right:
                back += 1
        while self.length() > back:
            self.press("UNDO")
        if kind == "too many":
            self.press("LEFT")
        else:
            self.key(right)
        game = self.board.app.game
        if kind == "another kind" and game.can_redo() and game.undone.entry(0) == wrong:
            self.press("LEFT")
            game = self.board.app.game
        if game.undone.left_out() not in ((), (wrong,)):
            return True
        if game.can_redo():
            self.board.hold("RIGHT")
        return bool(self.board.app.refusal)

    def press(self, name):
        """Press a key; after some of them the power fails."""
        self.board.press(name)
        if not self.rand.below(20):
            self.board = Board(self.board.store, step=60)

    def key(self, entry):
        """Press the keys of `entry`, after everything that is still shown."""
        board = self.board
        while board.app.screen.has_next_count():
            board.press("ENTER")
        key(board, entry)


def allowed(state, entry):
    """Return whether the rules allow `entry`."""
    trial = State()
    trial.restore(state.pack())
    try:
        fold(trial, entry, [])
    except PegboardError:
        return False
    return trial.phase != at.OVER or state.phase == at.OVER
