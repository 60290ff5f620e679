"""The complete games in records/, and the entries of each."""

import sys

from tests.conformance.support.kit import DEVICE, text

# file, game, and the reason of the last score, which ends it
RECORDS = (
    ("traditional-nibs", "Traditional", "nibs"),
    ("traditional-muggins", "Traditional", "muggins"),
    ("three-handed-go", "Three-handed", "go"),
    ("three-handed-boxes", "Three-handed", "hand"),
    ("four-handed-show", "Four-handed", "hand"),
    ("four-handed-strict", "Four-handed", "crib"),
    ("five-handed-penalty", "Five-handed", "penalty"),
    ("five-handed", "Five-handed", "hand"),
    ("six-handed-last-card", "Six-handed, Once-Around", "last card"),
    ("six-handed", "Six-handed, Once-Around", "play"),
    ("crib-wars-renege", "Six-handed, Crib Wars", "renege"),
    ("crib-wars-six", "Six-handed, Crib Wars", "go"),
    ("five-card-left-over", "Five-card", "hand"),
    ("five-card-muggins", "Five-card", "go"),
    ("noddy-claim", "Noddy", "claim"),
    ("noddy-flush", "Noddy", "play"),
    ("backward-nibs", "Backward", "nibs"),
    ("backward-three", "Backward", "crib"),
    ("solitaire-free-crib", "Solitaire", "crib"),
    ("solitaire-lost", "Solitaire", "crib"),
    ("battlefield-knobs", "Battlefield", "knobs"),
    ("battlefield-three", "Battlefield", "line"),
    ("battlefield-partners-renewal", "Battlefield, partners", "go"),
    ("battlefield-partners-muggins", "Battlefield, partners", "hand"),
    ("scoreboard", "Scoreboard", "by hand"),
    ("scoreboard-taken-back", "Scoreboard", "by hand"),
    ("traditional-ranks", "Traditional", "hand"),
)


def entries(name):
    """Return the entries of the record `name`.

    On a device the modules that read a record are removed from the memory again: there is no room
    for them beside the whole program of the board.
    """
    from engine_core.records import record

    found = record.parse(text("records/" + name + ".txt")).entries
    if DEVICE:
        package = sys.modules["engine_core.records"]
        start = "engine_core.records.record"
        for module in [name for name in sys.modules if name.startswith(start)]:
            # In MicroPython a deleted dict entry still holds its value, so that is replaced first.
            sys.modules[module] = None
            del sys.modules[module]
            attribute = module.split(".")[2]
            setattr(package, attribute, None)
            delattr(package, attribute)
    return found
