"""A board without a board: an App with ports in memory, and fingers for its keys."""

from engine_core.count.cards import name
from engine_core.games import phases
from engine_core.games.options import PAYOFF_BITS, RANKS_ALONE, entry_options
from engine_core.games.phases import AFTER_PLAY, CHALLENGE, CLAIM, PLAY
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.state import entries as E
from firmware.app import App
from firmware.lights import canvas, palette
from firmware.ports import Ports
from firmware.settings.brightness import Brightness
from firmware.storage.game_store import GameStore
from hardware.board import (
    BAR,
    CURRENT_MA,
    DEFAULT_LAYOUT,
    HOLES,
    KEYS,
    PIXELS,
    SUPPLY_MA,
    bar_pixel,
    hole_pixel,
)
from tests.conformance.support.ports import Clock, Link, Store, Strip

RANKS = "A23456789TJQK"
SUITS = "SHDC"

# Computed once, as in a board's own files, not by each board.
canvas.SHADES = canvas.SHADES or palette.shades(Brightness())
canvas.PLACES = canvas.PLACES or palette.places()

_BY_HAND = {
    E.POINTS: "Give points",
    E.MINUS: "Take points back",
    E.MOVED: "Moved the peg in the box",
    E.LEAVE: "A player leaves",
    E.REDEAL: "The deal is void, deal again",
    E.HOLDS: "A hand is short or long",
}
_OF_SEATS = (E.LEAVE, E.REDEAL, E.HOLDS)


class Board:
    """An App with ports, and fingers. `step` is the ms between two ticks; `lines`: whether all
    lines of the link are kept; `log`, `names`, `waiting`, `archive_missing` and `make_room` as in
    Ports; `layout`: a name of hardware.layouts. One with more pixels is fed by a supply.
    `strip_class`: of support.ports."""

    link_class = Link

    def __init__(
        self,
        store=None,
        now=1000,
        step=30,
        lines=False,
        log=None,
        names=None,
        layout=DEFAULT_LAYOUT,
        strip_class=Strip,
        waiting=None,
        archive_missing=None,
        make_room=None,
    ):
        self.store = store or Store()
        self.clock = Clock(now)
        pixels, limit = PIXELS, CURRENT_MA
        make_screen = brightness = None
        if layout != DEFAULT_LAYOUT:
            from firmware.lights.layout_screen import maker
            from hardware.layouts import SHARED, Layout

            make_screen = maker(layout)
            pixels = Layout(layout).pixels
            limit = CURRENT_MA if layout in SHARED else SUPPLY_MA
            brightness = Brightness(limit_ma=limit, pixels=pixels)
        self.strip = strip_class(self.clock, pixels, limit)
        self.link = self.link_class(lines)
        self.step = step
        self.layout = layout
        self.down = 0
        ports = Ports(self.strip, self.store, self.link, self.clock)
        ports.keys = self
        ports.waiting = waiting
        ports.archive_missing = archive_missing
        ports.make_room = make_room
        ports.brightness = brightness
        ports.make_screen = make_screen
        ports.names = names
        ports.log = log
        ports.engine = "0123abcd"
        ports.nonce = "00000001"
        self.app = App(ports)
        self.app.tick()

    def scan(self):
        """The port of the keys."""
        return self.down

    def run(self, ms):
        """Let `ms` ms pass."""
        for _ in range(-(-ms // self.step)):
            self.clock.now += self.step
            self.app.tick()

    def press(self, key):
        """Press the key with this name long enough, and release it."""
        self.down = 1 << KEYS.index(key)
        self.run(30)
        self.down = 0
        # Two looks: since when it is open, and that it has been so for 20 ms.
        self.run(self.step + 24)

    def hold(self, key, ms=900):
        """Press the key with this name and keep it down for `ms`."""
        self.down = 1 << KEYS.index(key)
        self.run(ms)
        self.down = 0
        self.run(self.step + 24)

    def keys(self, text):
        """Press the keys that `text` names, separated by spaces; a card is two of them."""
        for word in text.split():
            if word in KEYS:
                self.press(word)
            else:
                self.press(word[0])
                self.press(word[1])

    def key_entry(self, entry):
        """Press the keys of `entry` in a game."""
        state = self.app.game.state
        phase = state.phase
        if phase == PLAY and state.options & RANKS_ALONE and entry[0] in (E.CLAIM, E.MUGGINS):
            self.press("S")  # points follow, or a player's number
        if entry[0] == E.CARD or entry[0] == E.DROP:
            self.keys(name(entry[1]))
        elif entry[0] == E.TAKE:
            self.press("GO")
        elif entry[0] == E.SHOWN:
            self.press("ENTER")
        elif entry[0] == E.GO:
            assert phase == PLAY
            self.press("GO")
        elif entry[0] == E.NOBS:
            self.press("S")
        elif entry[0] == E.FLUSH:
            counted = state.seating.crib if crib_is_counted(state) else state.seating.hand
            self.press("D" if entry[1] > counted else "H")
        elif entry[0] == E.NEXT or entry[0] == E.PASS:
            while self.app.screen.has_next_count():
                self.press("ENTER")
            if phase == CHALLENGE and self.app.key_entry.points:
                self.press("ENTER")  # of a claim that was made without it
            self.press("ENTER")
        elif entry[0] == E.POINTS and phase == phases.POINTS:
            self.press("SHDC"[entry[1]])
            self.amount(entry[2])
        elif entry[0] == E.CLAIM:
            assert phase in (CLAIM, CHALLENGE, phases.SUITS, PLAY, AFTER_PLAY)
            in_play = phase in (PLAY, AFTER_PLAY)
            self.amount(entry[1]) if in_play else self.claim(entry[1])
        elif entry[0] == E.MUGGINS:
            assert phase in (CHALLENGE, PLAY, AFTER_PLAY)
            two = phase == CHALLENGE and state.seats == 2
            if not two:
                self.press(RANKS[entry[1]])
            if two or phase != CHALLENGE:
                self.press("JK")
        else:
            self.adjust(entry)

    def claim(self, points):
        """Key a claim with the fewest keys, each of them after the answer of the board."""
        length = self.app.game.length
        self.keys(claim_keys(points))
        claimed = self.app.game.length > length and self.app.game.state.phase == CHALLENGE
        if not claimed:
            self.press("ENTER" if points else "GO")

    def amount(self, points):
        """Key points as digits, and ENTER; GO for a claim of none."""
        self.keys(typed(points))
        self.press("ENTER" if points else "GO")

    def adjust(self, entry):
        """Give or take points, move a peg in a box, let a player leave, deal again, or say that a
        hand is short or long, by the menu."""
        self.press("MENU")
        self.choose(_BY_HAND[entry[0]])
        self.choose(("Player " if entry[0] in _OF_SEATS else "Side ") + str(entry[1] + 1))
        if len(entry) > 2:
            self.choose(str(entry[2]))

    def choose(self, choice):
        """Move to the light of `choice` in the menu that is open, and ENTER."""
        menu = self.app.menu
        choices = menu.choices()
        assert choice in choices, (choice, choices)
        self.go_to(choices.index(choice))
        self.press("ENTER")

    def go_to(self, place):
        """Move to the choice `place`, from 0, of the menu that is open."""
        if self.app.menu.takes_number():
            self.keys(typed(place + 1))
        elif place < len(RANKS):
            self.press(RANKS[place])
        while self.app.menu.at != place:
            self.press("RIGHT")

    def start(self, entry):
        """Choose the game of a START entry from the menu, in any state of the board."""
        code, seats, target, dealer, options, track = entry[1:7]
        if not self.app.menu:
            self.leave()
        payoff = entry[7] & PAYOFF_BITS if entry[7:] else 0
        start_menu(self, code, seats, target, dealer, entry_options(entry), track, payoff)

    def leave(self):
        """Leave the game in progress for a new one, by its menu."""
        self.press("MENU")
        self.choose("New game")
        if self.app.menu.kind == "game":
            self.choose("New game")

    def bar(self):
        """Return the colours of the bar as last shown."""
        return [self.pixel(bar_pixel(n, self.layout)) for n in range(BAR)]

    def hole(self, hole):
        """Return the colour of `hole`, 1 to 121, as last shown."""
        return self.pixel(hole_pixel(hole, 0, self.layout))

    def pixel(self, n):
        return tuple(self.strip.last[3 * n : 3 * n + 3])

    def lit(self):
        """Return the holes that are not dark."""
        return [n for n in range(1, HOLES + 1) if any(self.hole(n))]

    def snapshot(self):
        """Return everything on the board that must not change when a key is refused."""
        game = self.app.game
        stored, _ = GameStore(self.store.copy()).load()
        return (
            game.state.pack(),
            game.length,
            game.can_redo(),
            stored.state.pack(),
            stored.length,
            stored.can_redo(),
        )

    def refused(self, text):
        """Press `text`, which must be refused and change nothing; return the reason."""
        before = self.snapshot()
        self.link.heard()
        self.keys(text)
        assert self.snapshot() == before
        reasons = [said[1] for said in self.link.heard() if said[0] == "refused"]
        assert len(reasons) == 1 and reasons[0], reasons
        assert self.shows_refusal()
        return reasons[0]

    def shows_refusal(self):
        """Return whether the bar has red lights and dark ones, and no others."""
        bar = self.bar()
        red = [colour for colour in bar if colour[0] and colour[1:] == (0, 0)]
        return 0 < len(red) < BAR and len(red) + bar.count((0, 0, 0)) == BAR


def crib_is_counted(state):
    return state.hands_counted == state.seats


def typed(number):
    """Return the keys that type `number`: `9`, `A T`, `2 T`."""
    digits = str(number) if number else ""
    return " ".join(["T" if digit == "0" else RANKS[int(digit) - 1] for digit in digits])


def claim_keys(points):
    """Return the fewest keys that type a claim: `7`, `Q` for twelve, `A 4`."""
    return RANKS[points - 1] if 9 < points <= len(RANKS) else typed(points)


def start_menu(board, code, seats, target, dealer, options, track, payoff=0):
    """Answer the questions of the start menu."""
    from engine_core.games.lookup import preset
    from engine_core.games.options import OPTIONS, PAYOFFS, TRACKS

    row = preset(code)
    menu = board.app.menu
    board.go_to(menu.choices().index(row.name))
    if options or track != row.tracks[0] or payoff:
        board.press("MENU")
        if track != row.tracks[0]:
            board.choose(TRACKS[track] + " track: off")
        for bit, label in OPTIONS:
            switch = label + (": off" if options & bit else ": on")
            if switch in menu.choices():  # one option may switch another
                board.choose(switch)
        if payoff:
            board.choose("Payoff: " + PAYOFFS[payoff] + ": off")
        board.press("UNDO")
    board.press("ENTER")
    if menu is board.app.menu and menu.title() == "Players":
        board.choose(str(seats) + " players")
    if menu is board.app.menu and menu.title() == "Play to":
        board.choose([text for text in menu.choices() if text.startswith(str(target) + " ")][0])
    if menu is board.app.menu and menu.title() == "First dealer":
        cuts = {NO_SEAT: "Cut for it", PARTNERS: "Cut for partners too"}
        board.choose(cuts.get(dealer) or "Player " + str(dealer + 1))
