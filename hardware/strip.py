"""The strip as it is cut and laid: runs of holes in a line, and where power is fed into them."""

import math
from typing import NamedTuple

from hardware import board, dimensions, geometry

# The last holes of every second street but the last one.
_FED = range(2 * board.STREET, board.STREETS * board.STREET, 2 * board.STREET)


class Run(NamedTuple):
    """A run of pixels in one line: `name` is what the drawings call it."""

    name: str
    spots: tuple[geometry.Spot, ...]


class Feed(NamedTuple):
    """A place where a pair of wires brings 5 V and ground: `run` counts from 0, `far` is whether
    at its last pixel (else at its first)."""

    run: int
    far: bool


def runs(name: str = board.DEFAULT_LAYOUT) -> list[Run]:
    """Return the runs of layout `name`, in the order in which the data goes through them."""
    found = []
    holes = geometry.holes(name)
    tracks = len(board.layout(name)[1])
    for track in range(tracks):
        mine = [spot for spot in holes if spot.track == track]
        whose = f"track {track + 1}, " if tracks > 1 else ""
        for street in range(board.STREETS):
            part = mine[street * board.STREET : (street + 1) * board.STREET]
            found.append(Run(f"{whose}street {street + 1}", tuple(part)))
        found.append(
            Run(f"{whose}hole {board.HOLES}", tuple(mine[board.STREETS * board.STREET :]))
        )
    found.append(Run("bar", tuple(geometry.bar(name))))
    return sorted(found, key=lambda run: run.spots[0].pixel)


def feeds(name: str = board.DEFAULT_LAYOUT) -> list[Feed]:
    """Return where power is fed in: where the data begins and ends, at the end of every second
    street (all on the left) but the last, and at the last hole of each track."""
    places = []
    line = runs(name)
    for n, run in enumerate(line):
        first, last = run.spots[0].number, run.spots[-1].number
        if n == 0:
            places.append(Feed(n, False))
        elif n == len(line) - 1 or first == last or last in _FED and run.name != "bar":
            places.append(Feed(n, True))
    return places


def feed_spot(feed: Feed, name: str = board.DEFAULT_LAYOUT) -> geometry.Spot:
    """Return the hole at which `feed` is."""
    return runs(name)[feed.run].spots[-1 if feed.far else 0]


def feed_length(feed: Feed, name: str = board.DEFAULT_LAYOUT) -> float:
    """Return the length in mm of each of the two wires from the rails to `feed`."""
    spot = feed_spot(feed, name)
    x, y = dimensions.POWER_RAILS
    return abs(spot.x - x) + abs(spot.y - y) + dimensions.WIRE_SLACK


def pieces(name: str = board.DEFAULT_LAYOUT) -> list[tuple[geometry.Spot, ...]]:
    """Return the pieces into which the strip is cut: pixels as far apart as on the strip."""
    found: list[list[geometry.Spot]] = []
    for run in runs(name):
        for spot in run.spots:
            pitch = 1000 / dimensions.STRIP_PER_METRE
            last = found[-1][-1] if found and spot != run.spots[0] else None
            if last and math.isclose(math.dist((last.x, last.y), (spot.x, spot.y)), pitch):
                found[-1].append(spot)
            else:
                found.append([spot])
    return [tuple(piece) for piece in found]
