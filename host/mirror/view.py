"""The view for the page: a complete state of the game, ready for JSON. Each field is one row of a
table, which says how it is made and what is accepted of a view that somebody else sent."""

from engine_core.compat import TYPE_CHECKING
from engine_core.games.phases import OVER
from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import text
from firmware.keys.key_entry import NONE
from firmware.menus.start_menu import StartMenu
from hardware.layouts import NAMES

from .checks import LINE, flag, listed, number, one_of, or_none
from .entry_texts import entry_text
from .fields import LATER, checked, made
from .game_view import check_game, game
from .names import called, choice_names, names_of, with_names
from .option_texts import option_text
from .prompts import menu_prompt, over_text, prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from engine_core.state.entries import Entry

    from .mirror import Mirror
    from .names import Names


def view(mirror: "Mirror", players: "Sequence[str]" = ()) -> dict:
    """Return everything that the page shows apart from the board's lights. players: their names by
    seat, for sides without a name from the table."""
    state = mirror.game.state
    seating = state.seating
    players = mirror.seated(players)
    names = names_of(mirror.names, seating.side_of, seating.crib_seat, players)
    told = made(_VIEW, mirror)  # with marks in place of the sides' names
    menu = called(told.pop("menu"), *_menu_names(mirror, names, players))
    told = called(told, *names) | {"menu": menu}
    if told["game"]:
        told["game"]["counts"] = mirror.named_counts(names)
        if told["game"]["over"]:  # partners, who "win"
            text = over_text(state, names.sides)
            told["prompt"] = told["prompt"].replace(told["game"]["over"]["text"], text)
            told["game"]["over"]["text"] = text
    return told


def _menu_names(mirror: "Mirror", names: "Names", players: "Sequence[str]") -> "Names":
    """Return the names for the open menu: the players of a game being chosen may be others."""
    sides = mirror.menu.sides() if isinstance(mirror.menu, StartMenu) else ()
    return names_of(mirror.names, sides, NO_SEAT, players) if sides else names


def checked_view(value: "Any") -> dict:
    """Return the view in `value`, with only the fields that a page expects, and names and texts on
    one line. Raises ValueError if it is not a view."""
    return _CHECK(value)


def _mode(mirror: "Mirror") -> str:
    if mirror.menu:
        return "menu"
    return "over" if mirror.game.state.phase == OVER else "game"


def _prompt(mirror: "Mirror") -> str:
    """Return the board's prompt, and the effects of ENTER and UNDO before it."""
    if mirror.menu:
        return menu_prompt(mirror.menu)
    state = mirror.game.state
    text = prompt(state, mirror.key_entry)
    shown = mirror.hand_shown()
    if shown is not None:
        then = text[0].lower() + text[1:] if text.startswith("The ") else text
        text = f"The bar shows a hand of {shown}: ENTER goes on to the next. Then {then}"
    if mirror.refusal and state.phase != OVER:
        return f"UNDO takes back the refused key. {text}"
    return text


def _refusal(mirror: "Mirror") -> str | None:
    """Return the board's reason, with names, and with the entry that cannot be redone in words."""
    state, told, known = mirror.game.state, mirror.refusal, mirror.game.undone
    if known.count:
        entry = known.entry(0)
        told = told.replace(f"redo {text(entry)}:", f"redo {entry_text(state, entry)}:", 1)
    return with_names(state, told) or None


def _redo_list(mirror: "Mirror") -> dict | None:
    """Return the entries for ▶ to redo: the next one, and how many there are; None if there are
    none."""
    known = mirror.game.undone
    if not mirror.undone or known.count != mirror.undone:
        return None
    return made(_REDO, mirror, known)


def _texts(mirror: "Mirror", entries: "Iterable[Entry]") -> list[str]:
    return [entry_text(mirror.game.state, entry) for entry in entries]


def _replaced(mirror: "Mirror") -> list[str]:
    return _texts(mirror, mirror.game.undone.replaced())


def _left_out(mirror: "Mirror") -> list[str]:
    return _texts(mirror, mirror.game.undone.left_out())


_MENU = (
    ("title", LINE, lambda mirror, menu: menu.title()),
    ("choices", listed(LINE), lambda mirror, menu: choice_names(menu, mirror.saved_names)),
    (
        "texts",
        listed(or_none(LINE)),
        lambda mirror, menu: [option_text(choice) for choice in menu.choices()],
    ),
    ("at", number(0, 64), lambda mirror, menu: menu.at),
    ("page", listed(number(0, 100)), lambda mirror, menu: list(menu.page())),
)
_REDO = (
    ("next", LINE, lambda mirror, known: entry_text(mirror.game.state, known.entry(0))),
    ("count", number(), lambda mirror, known: known.count),
)
_VIEW = (
    ("mode", one_of(("menu", "game", "over")), _mode),
    ("prompt", LINE, _prompt),
    (
        "menu",
        or_none(checked(_MENU)),
        lambda mirror: made(_MENU, mirror, mirror.menu) if mirror.menu else None,
    ),
    ("key_entry", LINE, lambda mirror: mirror.key_entry.text()),
    ("rank_waits", flag, lambda mirror: mirror.key_entry.rank != NONE),
    ("game", or_none(check_game), game),
    ("refusal", or_none(LINE), _refusal),
    ("differs", flag, lambda mirror: mirror.differs),
    ("length", number(), lambda mirror: mirror.game.length),
    ("undo", flag, lambda mirror: bool(mirror.game.length)),
    ("redo", flag, lambda mirror: mirror.undone > 0),
    ("redo_list", or_none(checked(_REDO)), _redo_list),
    ("replaced", listed(LINE), _replaced, LATER),
    ("left_out", listed(LINE), _left_out, LATER),
    ("layout", one_of(NAMES), lambda mirror: mirror.layout, LATER),
)
# What a server adds to the view of a board that is linked to it, and that a club's table sends.
LINK = (
    ("state", one_of(("live", "reconnecting", "lost")), lambda state, text: state),
    ("text", LINE, lambda state, text: text),
)
_CHECK = checked(_VIEW + (("link", checked(LINK), None, LATER),))
