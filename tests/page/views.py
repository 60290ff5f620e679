"""Views and frames as the board sends them."""

from firmware.settings.brightness import Brightness
from hardware import board

BRIGHT = 255
DIM = 80

# None if the page has replaced one of them: Playwright finds and measures them in two steps.
BOXES = """all => all.every((one) => one.isConnected)
  ? all.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x, y, width, height };
  })
  : null"""


def view(**changes) -> dict:
    """Return a view of a game in the play, with `changes`."""
    return {
        "mode": "game",
        "prompt": "Orange: play a card.",
        "menu": None,
        "key_entry": "",
        "rank_waits": False,
        "game": game(),
        "refusal": None,
        "undo": True,
        "redo": False,
        "redo_list": None,
        "layout": board.DEFAULT_LAYOUT,
        **changes,
    }


def game(**changes) -> dict:
    return {
        "preset": "Traditional",
        "target": 121,
        "track": "Plain",
        "deal": 3,
        "words": {
            "starter": "starter",
            "count": "count",
            "fresh": "a fresh count",
            "crib": "crib",
        },
        "phase": "play",
        "sides": [side("Blue", 0, 46, 44), side("Orange", 1, 38, 31)],
        "seats": [
            seat("Blue", 0, dealer=True, played=["5H"], left=3),
            seat("Orange", 1, turn=True, played=["TD"], left=3),
        ],
        "starter": "QS",
        "count": 15,
        "line": ["5H", "TD"],
        "crib": [],
        "counts": [count()],
        "over": None,
        **changes,
    }


def side(name: str, colour: int, score: int, back: int) -> dict:
    shown = {"name": name, "colour": colour, "score": score, "back": back}
    shown["colour_name"] = board.SIDES[colour][0]
    return {**shown, "away": "", "seats": [colour]}


def seat(name: str, side: int, **changes) -> dict:
    empty = {"dealer": False, "turn": False, "played": [], "left": 0}
    return {"name": name, "side": side, **empty, **changes}


def count() -> dict:
    return {
        "title": "Orange plays 10♦",
        "points": 2,
        "spoken": "fifteen two",
        "cards": ["5H", "TD"],
        "claimed": None,
        "hand": False,
        "deal": 3,
        "items": [{"text": "fifteen", "points": 2, "cards": ["5H", "TD"]}],
    }


BETWEEN = view(mode="menu", prompt="Between two tests.", menu=None, game=None)


def frame(holes=(), bar=()) -> bytes:
    """Return a frame with (hole, side, level) and (index, side, level) lit, all else dark."""
    brightness = Brightness(brightness=255, limit_ma=100_000)
    pixels = bytearray(board.PIXELS * 3)
    lit = [(board.hole_pixel(hole), colour, level) for hole, colour, level in holes]
    lit += [(board.bar_pixel(index), colour, level) for index, colour, level in bar]
    for pixel, colour, level in lit:
        shade = brightness.shade(board.SIDES[colour][1:], level)
        pixels[pixel * 3 : pixel * 3 + 3] = bytes(shade)
    return bytes(pixels)


def boxes(locator) -> list[dict[str, float]]:
    """Return the `bounding_box` of each element of `locator`, all at one moment."""
    while True:
        found = locator.evaluate_all(BOXES)
        if found is not None:
            return found
