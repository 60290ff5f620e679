"""Keys that say more than their own entry: the first key of the next one says that nobody calls
muggins for a claim (G14), or that neither this hand nor those after it have nobs or a flush, when
suits are asked for (G19)."""

from engine_core.errors import Illegal
from engine_core.game.fold import fold
from engine_core.games.phases import CHALLENGE, OVER, SUITS
from engine_core.state.entries import PASS
from engine_core.state.state import State

from . import keymap
from .key_entry import KeyEntry

_PASS = (PASS,)


def begins_next(state: State, key: int) -> bool:
    """Return whether `key` begins the entry after the answer that `state` waits for."""
    if state.phase == SUITS:
        return key < keymap.RANK_KEYS
    # With more players the rank keys are the numbers of those who may call muggins.
    return state.phase == CHALLENGE and state.seats == 2 and key not in _ANSWERS


def press(app, key: int, keys) -> None:
    """Enter that there is nothing to call or to count, and handle `key` in the phase that follows.
    app: the App; keys: `rank_keys` or `KeyEntry`, whose `press` completes entries.

    If the hand has won the game, `key` does nothing. Raises Illegal if the key or its entry is not
    allowed next, and OSError; nothing has then changed, except that the counts stay if they are
    saved and the card is not, and the text of that Illegal says so.
    """
    trial = State()
    state = app.game.state
    trial.restore(state.pack())
    if state.phase == CHALLENGE and _made_claim(app.key_entry.points, state.claim, key):
        raise Illegal("this key has just made the claim: press ENTER, then this key again")
    passes = 0
    while not passes or (trial.phase == SUITS and key < keymap.RANK_KEYS):
        fold(trial, _PASS, [])
        passes += 1
    goes_on = trial.phase != OVER
    if goes_on:
        entry = keys.press(KeyEntry(), key, trial)
        if entry:
            fold(trial, entry, [])
    # UNDO first undoes the entry that follows these, or the last of these if the game is over.
    passed = (passes if goes_on else passes - 1) if state.phase == CHALLENGE else 0
    app.enter(_PASS)
    if app.key_entry.clear():  # of points that were claimed without ENTER
        app.reporter.key_entry_changed()
    app.key_entry.passed = passed
    try:
        for _ in range(passes - 1):
            app.enter(_PASS)
        if goes_on:
            entry = keys.press(app.key_entry, key, app.game.state)
            app.reporter.key_entry_changed()
            if entry:
                app.enter(entry)
                app.key_entry.passed = passed
    except OSError as why:
        raise Illegal("the count is saved and the card is not: enter it again") from why


def undo(app, passed: int) -> None:
    """Undo the `passed` PASS entries too, after the entry of the key that implied them: that key
    may have been pressed by mistake. Raises Illegal if that cannot be saved."""
    try:
        for _ in range(passed):
            app.reporter.flush()  # of the undo before
            app.undo()
    except OSError as why:
        raise Illegal("only a part could be taken back: press UNDO again") from why


def _made_claim(points, claimed, key):
    """Return whether `key` ended the claim that is open: pressed twice by mistake, it would also
    pass for the opponent, and claim. claimed: the claim; points: the same if it was made without
    ENTER, else 0."""
    if key == keymap.GO:
        return not claimed
    return points > 0 and key + 1 in (points, points % 10 or 10)


_ANSWERS = (keymap.ENTER, keymap.JOKER)
