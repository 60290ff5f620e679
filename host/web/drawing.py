"""What the page draws: the board of a layout, and the special holes of a track."""

from engine_core.games import crib_wars_layout
from hardware import geometry


def drawing(layout: str, keys: bool, delay: float) -> dict:
    """Return board.json of a layout, by its name. keys: whether pages press keys; delay: how much
    later watchers see the game, in seconds."""
    return geometry.as_json(layout) | {
        "delay": delay,
        "takes_keys": keys,
        "crib_wars": {
            "red": crib_wars_layout.RED,
            "blue": crib_wars_layout.BLUE,
            "green": crib_wars_layout.GREEN,
            "boxes": crib_wars_layout.BOXES,
        },
    }
