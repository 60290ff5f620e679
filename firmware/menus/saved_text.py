"""The text of a saved game in the start menu: its number, the preset's code, and the score of each
side."""

from engine_core.errors import Illegal
from engine_core.games.lookup import preset
from engine_core.games.options import FULL_TRACK

from ..link.link_messages import SIDES_MOST


def numbers(text: str) -> tuple:
    """Return the numbers in `text`. Raises Illegal if it is not the text of a saved game."""
    found = tuple([int(word) for word in text.split()])
    if not 3 <= len(found) <= 2 + SIDES_MOST or max(found[2:]) > FULL_TRACK:
        raise Illegal("this is not a saved game")
    return found


def name(text: str) -> str:
    """Return the name of a saved game: its preset, and the scores. Raises Illegal."""
    found = numbers(text)
    scores = [str(score) for score in found[2:]]
    return "Saved: " + preset(found[1]).name + " " + ", ".join(scores)
