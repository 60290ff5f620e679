"""The unfinished games in the archive: listed on the start menu's second page, and resumed."""

from binascii import hexlify

from engine_core.compat import const
from engine_core.errors import Illegal, PegboardError

from ..link.board_messages import from_board
from ..storage import archive_keeper
from ..storage.archive_record import summary
from ..ticks import since
from . import saved_text

_LIST_MS = const(2)  # of listing, between two looks at the keys
_NAMES_MOST = const(64)  # bytes of the names of a game in a message
_SUMMARY = const(320)  # bytes: the most that a summary with names can have


def list_saved(app, now: int) -> None:
    """List the saved games in the menu of `app`, a StartMenu, for some ms after `now`, in ms, and
    while no key waits; `listing` of the menu is False once they are listed."""
    while app.menu.listing and not app.waiting():
        step(app, app.menu)
        if since(app.clock.ms(), now) >= _LIST_MS:
            break


def step(app, menu) -> None:
    """Do a step of listing the saved games of `app` in a StartMenu, and of sending their names;
    `listing` of the menu is False after the last one."""
    try:
        keeper = archive_keeper.opened(app)
        if keeper and keeper.work(app.game, archive_keeper.names_of(app)):
            return
        menu.saved = _listed(app, keeper) if keeper else ()
    except archive_keeper.FAILURES:
        menu.saved = ()  # the board can be used without them
    menu.listing = False
    if menu.saved:
        app.reporter.menu_changed()
        if app.refusal:
            app.reporter.refused()  # a laptop drops it with the menu in which a key was refused


def _listed(app, keeper):
    """Return the texts of the saved games for the menu, and send their names."""
    _look_again(app, keeper)
    saved = []
    for head in keeper.archive.saved:
        try:
            code, scores, names, _ = summary(keeper.archive.read(head, 0, _SUMMARY))
            menu_text = " ".join([str(number) for number in (head.game, code) + scores])
            saved_text.name(menu_text)
        except PegboardError:
            continue  # it is not a game that this version can show
        if names.strip():
            names = hexlify(_cut(names)).decode()
            app.reporter.send(from_board("saved", len(saved), names))
        saved.append(menu_text)
    return tuple(saved)


def resume(app, text: str) -> None:
    """Take up the saved game with this text in the menu; the game in progress is left for it.

    Raises Illegal if it is no longer there, PegboardError if it cannot be read, and OSError if it
    cannot be stored; then nothing has changed.
    """
    from engine_core.game.match_base import unpack_match

    keeper = _ready(app)
    number = int(text.split()[0])
    heads = [head for head in keeper.archive.saved if head.game == number] if keeper else []
    if not keeper or not heads:
        raise Illegal("this game is no longer saved")
    data = keeper.archive.read(heads[0], 0, keeper.archive.size(heads[0]))
    _, _, names, at = summary(data)
    # A Pico may have no memory for a second state.
    state = app.game.state
    packed = state.pack()
    try:
        game = app.store.new_game(app.game, state)
        left = game.segment()
        unpack_match(data[at:], game)
        first = game.segments()[0]
        first.before, first.taken = left.before, left.taken
        app.restore(game)
    except (PegboardError, OSError):
        state.restore(packed)
        raise
    before = archive_keeper.names_of(app)
    try:
        keeper.archive.drop(heads[0])
        keeper.finish(game, before)
        keeper.again()
    except (OSError, MemoryError):
        pass  # the rest is done when the archive is opened again
    if app.names and names != before:
        try:
            app.names.write(names)
        except OSError:
            pass  # the game is resumed nonetheless


def _ready(app):
    """Return the ArchiveKeeper of `app` once all abandoned games are stored, or None."""
    keeper = archive_keeper.opened(app)
    if keeper:
        keeper.finish(app.game, archive_keeper.names_of(app))
        _look_again(app, keeper)
    return keeper


def _look_again(app, keeper):
    keeper.again()
    app.archive_due = True  # so that it is closed again


def _cut(names):
    """Return `names`, UTF-8, cut to the bytes that a message can have."""
    end = min(len(names), _NAMES_MOST)
    while 0 < end < len(names) and names[end] & 0xC0 == 0x80:
        end -= 1
    return names[:end]
