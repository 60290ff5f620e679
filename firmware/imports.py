"""Imports the modules that the keys of a game may need, one at a time, before a key needs them.

A Pico takes up to 20 ms to import a module, and a key would have to wait for it. A module
that is not needed now is removed once a game is on: a Pico has no room for all of them. The menu
of a game stays where there is room.
"""

from sys import modules

from engine_core.compat import MICROPYTHON, TYPE_CHECKING, const, forget, load, remove
from engine_core.game import machines
from engine_core.games.lookup import preset
from engine_core.games.options import CRIB_WARS, MUGGINS, MUGGINS_IN_PLAY, RANKS_ALONE
from engine_core.games.phases import OVER
from engine_core.games.preset_types import BATTLEFIELD, CRIBBAGE, SCOREBOARD

if TYPE_CHECKING:
    from collections.abc import Callable

    from .app import App

_START, _GAME = "start", "game"  # kinds of menus
# Each module after those that it imports, as imports within imports need more of the stack.
_BY_MACHINE = {
    CRIBBAGE: ("engine_core.cribbage.free_crib_phase", "firmware.lights.bar_cribbage"),
    BATTLEFIELD: ("firmware.lights.bar_cribbage", "firmware.lights.bar_battle"),
    SCOREBOARD: ("engine_core.pegs.manual_points", "firmware.lights.bar_cribbage"),
}
_BY_OPTION = (
    (MUGGINS | MUGGINS_IN_PLAY, ("engine_core.cribbage.muggins",)),
    (MUGGINS_IN_PLAY, ("engine_core.cribbage.play_claims",)),
    (MUGGINS | RANKS_ALONE, ("firmware.keys.implied_pass",)),
    (RANKS_ALONE, ("engine_core.cribbage.suit_claims", "firmware.keys.rank_keys")),
)
_CRIB_WARS = (
    "engine_core.games.crib_wars_layout",
    "engine_core.pegs.crib_wars",
    "firmware.lights.track_lights",
)
_ALWAYS = (
    "firmware.lights.bar_menu",
    "engine_core.pegs.skunks",
    "engine_core.pegs.trackers",
    "engine_core.pegs.peg_moves",
    "engine_core.pegs.pegs",
    "firmware.lights.notices",
    # Modules for a laptop's requests.
    "firmware.link.side_names",
    "firmware.link.snapshot",
    "firmware.link.link_messages",
    "firmware.link.message_fields",
    "firmware.link.link_requests",
)
# In a game, but not right at its beginning: the list of the saved games has their room.
_LATER = (
    "firmware.menus.correction",
    "firmware.menus.last_counts",
    "firmware.storage.undone_slots",
    "firmware.lights.win_animation",
)
# Bytes: what the modules of a game's menu take, what must stay free beside them while the menu is
# not open, and the free memory below which they are removed.
_MENU = const(13 * 1024)
_ROOM = const(24 * 1024)
_LEAST = const(18 * 1024)
# While the menu of a game is open. Where there is no room for them before, MENU waits for them.
_GAME_MENU = (
    "engine_core.games.penalties",
    "firmware.menus.game_questions",
    "firmware.menus.game_choices",
    "firmware.menus.game_menu",
    "engine_core.pegs.payoffs",
    "firmware.lights.game_menu_lights",
    "engine_core.pegs.manual_points",
)
# While the start menu is open, and between two games.
_BETWEEN = (
    "engine_core.games.presets",
    "firmware.menus.saved_text",
    "firmware.menus.start_menu",
    "engine_core.game.game_start",
    "engine_core.games.dealers",
    "engine_core.cribbage.deal_phase",
)
# Once a game is over.
_NEXT_GAME = ("engine_core.game.next_dealer", "firmware.menus.next_game_menu")
# While games that were left are stored, or listed in a menu.
_ARCHIVE = (
    "engine_core.state.old_states",
    "engine_core.game.match_base",
    "firmware.storage.archive_record",
    "firmware.storage.archive",
    "firmware.storage.archive_keeper",
    "firmware.link.archive_requests",
    "firmware.menus.saved_games",
)
_SELDOM = ("engine_core.game.state_bounds",)  # imported by the code that needs them
# Not while a game is left or resumed. No object keeps one of them: each is imported by the code
# that uses it.
_SPARE = _LATER + (
    "firmware.lights.bar_battle",
    "firmware.lights.bar_cribbage",
    "firmware.lights.notices",
    "firmware.link.side_names",
    "firmware.link.snapshot",
    "firmware.link.archive_requests",
)
_NONE = ((),)  # no case


def needed(code: int, track: int, options: int) -> list:
    """Return the dotted names of the modules that the keys of a game may need, in the order in
    which to import them. code: of its preset; options: the bits of all options."""
    machine = preset(code).machine
    names = machines.modules(machine)
    if track == CRIB_WARS:
        names += _CRIB_WARS
    for bits, more in _BY_OPTION:
        if options & bits:
            names += more
    return names + list(_BY_MACHINE[machine])


def wanted(app: "App", game: tuple) -> list:
    """Return the dotted names of the modules that the next keys may need, in the order in which to
    import them; `game` as `chosen` returns it."""
    names = (needed(*game) if game else []) + list(_ALWAYS)
    if _asks(app) == _GAME:
        names += _GAME_MENU
    if _between(app):
        names += _BETWEEN
    if _is_over(app):
        names += _NEXT_GAME
    return names


def _between(app):
    return _asks(app) == _START or not app.game.length or _is_over(app)


def _is_over(app):
    return bool(app.game.length) and app.game.state.phase == OVER


def _lists(app):
    return bool(app.menu) and app.menu.listing


def _asks(app):
    return app.menu.kind if app.menu else ""


def give_back(machine: str, kept: list) -> None:
    """Give back the memory of modules that only some games need, or some menus, except `kept`.
    machine: of the game on the board, or of the one to be begun; "" if there is neither."""
    machines.keep_only(machine)
    groups = [_CRIB_WARS, _GAME_MENU, _BETWEEN, _NEXT_GAME, _LATER, _ARCHIVE, _SELDOM]
    groups += [more for _, more in _BY_OPTION]
    for other in _BY_MACHINE:
        groups += [machines.modules(other), _BY_MACHINE[other]]
    # One by one: there may be no piece of memory for a list of all.
    for names in groups:
        remove_modules([name for name in names if name in modules and name not in kept])


def make_room() -> None:
    """Give back the memory of modules that are not needed while a game is left or resumed."""
    remove_modules(list(_SPARE))


def remove_modules(names: list) -> None:
    """Give back the memory of the modules with these dotted names, which are imported again when
    they are needed next."""
    for name in names:
        if MICROPYTHON and name in modules:
            forget(name)
            package, _, module = name.rpartition(".")
            remove(modules[package], module)
            modules[name] = None  # pyright: ignore[reportArgumentType]
            del modules[name]


class Imports:
    """Imports the modules for the game on the board, or while the start menu is open, for the game
    that it would begin.

    more: the dotted names of other modules that any game may need; free: returns how many bytes
    of memory are free once garbage has been collected. `rested`: whether no key was touched for a
    while since the archive was closed; only then is it opened.
    """

    def __init__(self, more: tuple, free: "Callable[[], int]"):
        self._more = more
        self._free = free
        self.rested = False
        self._case = _NONE  # for which modules were wanted
        self._wanted = self._left = []
        self._short = False  # whether there was no memory for one of them
        self._ahead = False  # whether there may be room for a menu that is not open
        self._machine = ""  # of the game whose modules are wanted

    def due(self, app: "App") -> bool:
        """Return whether there is a module to import."""
        game = chosen(app)
        self.rested = self.rested and app.archive_due
        archives = (self.rested or _lists(app) or bool(app.keeper)) and app.may_open_archive()
        case = (game, _asks(app), _between(app), _is_over(app), archives)
        if case != self._case:
            # A game that is chosen in the start menu takes the place of the one in progress: there
            # is no room for two.
            known = game or _in_progress(app)
            kept = needed(*known) if known else []
            more = self._more if archives and _asks(app) == _START else _LATER + self._more
            self._wanted = wanted(app, game) + list(more + _ARCHIVE * archives) + kept
            self._ahead = bool(game) and not archives and not app.menu
            menu = _GAME_MENU if self._ahead and game == self._case[0] else ()
            self._left = self._wanted[: len(self._wanted) - len(kept)]
            self._case = case
            self._machine = preset(known[0]).machine if known else ""
            give_back(self._machine, self._wanted + list(menu))
        while self._left and self._left[0] in modules:
            self._left.pop(0)
        return bool(self._left)

    def again(self) -> None:
        """Let modules for which there was no memory be due again. To be called when garbage has
        just been collected."""
        if self._short:
            self._short = False
            self._case = _NONE  # so that modules of a menu that is not open are removed, too

    def make_room(self) -> None:
        """Do as the function `make_room`; the modules that it removes are due again."""
        make_room()
        self._case = _NONE

    def load(self) -> None:
        """Import the module that is due; after the last, find the machine of the game, for which
        MicroPython looks for each of its modules again."""
        loaded = self._load(self._left.pop(0))
        if self._machine and not self._left:
            loaded = self._load(self._machine, machines.machine) and loaded
        if not loaded:
            # The game itself goes on without what is imported ahead of its use.
            self._left = []
            self._short = True

    def load_ahead(self) -> bool:
        """Import the next module of the game's menu if there is room for it, or remove the menu's
        modules if they take the room of others. Return whether there may be more to do. To be
        called when garbage has just been collected."""
        if not self._ahead:
            return False
        free = self._free()
        missing = [name for name in _GAME_MENU if name not in modules]
        if missing and free >= _ROOM + _MENU * len(missing) // len(_GAME_MENU):
            return self._load(missing[0]) and missing[0] in modules
        self._ahead = False
        if free < _LEAST:
            remove_modules([name for name in _GAME_MENU if name not in self._wanted])
        return False

    def _load(self, name, loads=None):
        """Import a module, or do what `loads` does; return whether there was memory for it."""
        try:
            (loads or load)(name)
        except ImportError:
            # MicroPython raises this if Ctrl-C comes while it looks for the file. Code that needs
            # the module imports it, or reports that it is missing.
            pass
        except MemoryError:
            self._ahead = False
            return False
        return True


def chosen(app: "App") -> tuple:
    """Return the preset's code, the track and the bits of the options of the game that the next
    keys need: of the one that is chosen in the start menu, or else of the one on the board. On an
    empty board it is the one with which the start menu begins, which most tables play."""
    menu = app.menu
    if menu and menu.kind == _START and (menu.question or not app.game.length):
        return menu.chosen()
    return _in_progress(app)


def _in_progress(app):
    state = app.game.state
    return (state.code, state.track, state.all_options()) if app.game.length else ()
