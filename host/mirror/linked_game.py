"""The game of a link for a page: entry by entry, with the lights of the board."""

from engine_core.games.options import TRACKS
from engine_core.pegs.skunks import NAMES, losses
from engine_core.records.game_link import LinkedGame
from engine_core.state.entries import text
from engine_core.state.state import NO_SIDE
from firmware.settings.brightness import Brightness
from hardware.board import SIDES

from .deals import deals_of, steps_of
from .lights import Lights
from .messages import Message
from .names import called, clean, names_of
from .view import view

_REST_MS = 60_000  # ms between two entries, after which nothing moves any more


def linked_game(game: LinkedGame) -> dict:
    """Return all that a page needs to show `game`, ready for JSON.

    `title`; `played`: seconds since 1970, or 0; `sides`: `name`, `colour` and `rgb` of each;
    `seats`: the name of each; `deals` and `steps` as in host.mirror.deals; `frames`: the lights
    after each entry, for each pixel that is lit its number and its red, green and blue, two hex
    digits each; `game`: as in a view at the end; `winner`: a side, or None; `losses`: of each
    side.
    """
    mirror, frames = _painted(game.entries)
    state = mirror.game.state
    seating = state.seating
    players = [clean(name) for name in game.names]
    names = names_of(mirror.names, seating.side_of, seating.crib_seat, players)
    # The names of a link are by seat at the end; who cut for partners has changed seats.
    shown = view(mirror, mirror.seated(players))["game"]
    decided = shown["over"] is not None and state.winner != NO_SIDE
    track = "" if not state.track else " on " + TRACKS[state.track]
    return {
        "title": state.preset.name + " to " + str(state.target) + track,
        "played": game.played,
        "target": state.target,
        "sides": [
            {"name": side["name"], "colour": side["colour"], "rgb": list(SIDES[n][1:])}
            for n, side in enumerate(shown["sides"])
        ],
        "seats": [seat["name"] for seat in shown["seats"]],
        "deals": called(deals_of(game.entries), names.sides, names.seats),
        "steps": called(steps_of(game.entries), names.sides, names.seats),
        "frames": frames,
        "game": dict(shown, counts=[]),
        "winner": state.winner if decided else None,
        "losses": [NAMES[loss] for loss in losses(state)] if decided else [],
    }


class _Frame:
    """A strip that stores its last frame."""

    def __init__(self):
        self.lit = ""

    def show(self, frame):
        self.lit = "".join(
            [
                bytes((at // 3,)).hex() + bytes(frame[at : at + 3]).hex()
                for at in range(0, len(frame), 3)
                if any(frame[at : at + 3])
            ]
        )

    def busy(self):
        return False


def _painted(entries):
    """Return the mirror after all `entries`, and the lights at rest after each."""
    strip = _Frame()
    lights = Lights(strip, 0, Brightness(brightness=255, limit_ma=100_000))
    frames = []
    for number, entry in enumerate(entries, 1):
        lights.mirror.apply(Message(0, "entry", {"length": number, "text": text(entry)}))
        lights.update("undo", number * _REST_MS)  # shown at once, without moves
        lights.show(number * _REST_MS)
        frames.append(strip.lit)
    mirror = lights.mirror
    mirror.scores = list(mirror.game.state.scores)
    return mirror, frames
