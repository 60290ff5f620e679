"""The actions of the keys in a game and in a menu.

Each function takes the App. It raises PegboardError if the key is refused, and OSError if an entry
cannot be saved; then nothing has changed.
"""

from engine_core.compat import TYPE_CHECKING, later
from engine_core.errors import Illegal, PegboardError
from engine_core.games.options import MUGGINS_IN_PLAY, RANKS_ALONE
from engine_core.games.phases import CHALLENGE, OVER, PLAY, SUITS
from engine_core.state.entries import NEXT

from ..keys import keymap
from ..keys.key_entry import KeyEntry
from .menu_base import BACK_TO_GAME, LAST_COUNTS, NEW_GAME, OTHER_OPTIONS, RESUME, TO_NEXT_PLAYER

# Most games are played without a menu of the game, and without corrections.
if TYPE_CHECKING:
    from ..keys import implied_pass, rank_keys
    from . import correction, game_menu, last_counts, next_game_menu, saved_games, start_menu
else:
    correction = later("firmware.menus.correction")
    game_menu = later("firmware.menus.game_menu")
    implied_pass = later("firmware.keys.implied_pass")
    last_counts = later("firmware.menus.last_counts")
    next_game_menu = later("firmware.menus.next_game_menu")
    rank_keys = later("firmware.keys.rank_keys")
    saved_games = later("firmware.menus.saved_games")
    start_menu = later("firmware.menus.start_menu")


def game_key(app, key: int, refused: tuple = ()) -> None:
    """Handle a key pressed while the game is shown. refused: App.refusal before it was pressed."""
    state = app.game.state
    if key == keymap.MENU:
        app.key_entry.clear()
        app.open_menu(game_menu.GameMenu(state))
    elif key == keymap.UNDO:
        passed = 0 if refused else app.key_entry.passed
        # What was keyed for a claim that is open is undone with it.
        cleared = state.phase != CHALLENGE and app.key_entry.clear()
        # UNDO takes back a refused key alone; at the end of a game its reason says otherwise.
        if not cleared and not (refused and state.phase != OVER):
            app.undo()
            app.key_entry.clear()
        if passed:
            implied_pass.undo(app, passed)
        app.reporter.key_entry_changed()
    elif key == keymap.RIGHT:
        app.redo()
        if app.key_entry.clear():
            app.reporter.key_entry_changed()
    elif key == keymap.LEFT:
        app.leave_out()
        app.key_entry.passed = 0
    elif key == keymap.ENTER and state.phase == OVER:
        app.apply((NEXT,))
    elif key == keymap.JOKER and state.phase == PLAY and not state.options & MUGGINS_IN_PLAY:
        # A joker cannot be played in this game, so the key has another use.
        correction.give_to_next_player(app)
    else:
        if state.phase == OVER:
            raise Illegal("the game is over: ENTER for the next one, UNDO to go back")
        keys = rank_keys if state.options & RANKS_ALONE else KeyEntry
        if state.phase in (SUITS, CHALLENGE) and implied_pass.begins_next(state, key):
            implied_pass.press(app, key, keys)
            return
        entry = keys.press(app.key_entry, key, state)
        app.key_entry.passed = 0
        app.reporter.key_entry_changed()
        if entry:
            app.apply(entry)


def held_game_key(app, key: int, place: tuple) -> None:
    """Handle a key that is held down. `place`: the deal and the first card of the count in which
    it was pressed."""
    if key == keymap.RIGHT and app.game.can_redo():
        app.redoing = True
    elif key == keymap.GO and app.game.state.phase == PLAY:
        correction.all_go(app, place)


def menu_key(app, key: int) -> None:
    """Handle a key pressed in the open menu."""
    menu = app.menu
    if key >= keymap.RANK_KEYS:
        menu.number = 0
    if key == keymap.LEFT or key == keymap.RIGHT:
        menu.move(1 if key == keymap.RIGHT else -1)
    elif key == keymap.ENTER:
        try:
            _accept(app, menu.accept())
        except (PegboardError, OSError):
            app.reporter.menu_changed()  # to the choice that could not be carried out
            raise
        return
    elif key == keymap.MENU and menu.kind != "game":
        menu.more()
    elif key == keymap.MENU or key == keymap.UNDO:
        went_back = False if key == keymap.MENU else menu.back()
        if not went_back:
            _back_to_game(app)
            return
    else:
        picked = menu.pick(key) if key < keymap.RANK_KEYS else False
        if not picked:
            raise Illegal("choose a light by its number or with the arrows, then press ENTER")
    app.reporter.menu_changed()


def _accept(app, choice):
    """Carry out `choice`, the return value of a menu's `accept`."""
    if choice is None:
        app.reporter.menu_changed()
    elif choice == BACK_TO_GAME:
        app.open_menu(None)
    elif choice == NEW_GAME:
        app.make_room()
        app.open_menu(start_menu.StartMenu(app.game.state.all_options()))
    elif choice == LAST_COUNTS:
        counts = last_counts.last_counts(app.game)
        if not counts:
            raise Illegal("no hand has been counted yet")
        app.open_menu(None)
        app.recall(counts)
    elif choice == OTHER_OPTIONS:
        app.open_menu(next_game_menu.NextGameMenu(app.game.state))
    elif app.menu.kind == "next":
        app.apply(choice)
        app.screen.settle(app.game.state)
        app.open_menu(None)
    elif choice == TO_NEXT_PLAYER:
        correction.give_to_next_player(app)
        app.open_menu(None)
    elif isinstance(choice, int):
        app.make_room()
        saved_games.resume(app, app.menu.saved[RESUME - choice])
    else:
        app.enter(choice)
        app.open_menu(None)


def _back_to_game(app):
    """Leave the menu for the game in progress. If the start of that game was undone, go back to
    the game before it; if there is none, redo the start."""
    if app.game.length:
        app.open_menu(None)
        return
    if app.back_to_abandoned():
        return
    if not app.game.can_redo():
        raise Illegal("choose a game first")
    app.redo()
    app.open_menu(None)
