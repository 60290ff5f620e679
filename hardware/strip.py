"""The strip as it is cut and laid: runs of pixels in a line, and the places where power is fed
in."""

import math
from typing import NamedTuple

from hardware import board, dimensions, forms, geometry, special_holes

_FED = (board.STREET, 2 * board.STREET)  # holes


class Run(NamedTuple):
    """A run of pixels in one line: `name` is its name in the drawings."""

    name: str
    spots: tuple[geometry.Spot, ...]


class Feed(NamedTuple):
    """A place where a pair of wires brings 5 V and ground: `run` counts from 0, `far` is true for
    its last pixel, false for its first."""

    run: int
    far: bool


@forms.once_per_form
def runs(name: str = board.DEFAULT_LAYOUT) -> list[Run]:
    """Return the runs of layout `name`, in the order in which the data goes through them."""
    at = forms.form(name).pixels
    found = []
    for track in range(at.tracks):
        mine = [spot for spot in geometry.holes(name) if spot.track == track]
        whose = f"track {track + 1}, " if at.tracks > 1 else ""
        for street in range(board.STREETS):
            part = mine[street * board.STREET : (street + 1) * board.STREET]
            found.append(Run(f"{whose}street {street + 1}", tuple(part)))
        found.append(Run(f"{whose}hole {board.HOLES}", tuple(mine[-1:])))
    rows = {(spot.row, spot.track) for spot in geometry.trackers(name)}
    for line, (row, track) in enumerate(sorted(rows)):
        part = [s for s in geometry.trackers(name) if (s.row, s.track) == (row, track)]
        part.sort(key=lambda spot: spot.pixel)
        found.append(Run(f"tracker row {line + 1}, track {track + 1}", tuple(part)))
    for row in range(len(at.paths)):
        part = [spot for spot in geometry.paths(name) if spot.row == row]
        part.sort(key=lambda spot: spot.pixel)
        found.append(Run(f"path from {special_holes.BLUE[row][0]}", tuple(part)))
    found.append(Run("bar", tuple(geometry.bar(name))))
    return sorted(found, key=lambda run: run.spots[0].pixel)


def feeds(name: str = board.DEFAULT_LAYOUT) -> list[Feed]:
    """Return the places where power is fed in: where the data begins, at the bar's end if the bar
    is last, on each track at the ends of the first two streets and at the last hole, and at the
    left end of every second row of trackers."""
    places = []
    for n, run in enumerate(runs(name)):
        first, last = run.spots[0], run.spots[-1]
        ends = first.kind == "hole" and (last.number in _FED or len(run.spots) == 1)
        leftwards = first.kind == "tracker" and last.x < first.x
        if n == 0:
            places.append(Feed(n, False))
        elif ends or leftwards or first.kind == "bar":
            places.append(Feed(n, True))
    return places


def feed_spot(feed: Feed, name: str = board.DEFAULT_LAYOUT) -> geometry.Spot:
    """Return the hole at which `feed` is."""
    return runs(name)[feed.run].spots[-1 if feed.far else 0]


def feed_length(feed: Feed, name: str = board.DEFAULT_LAYOUT) -> float:
    """Return the length in mm of each of the two wires from the rails to `feed`."""
    spot = feed_spot(feed, name)
    x, y = forms.form(name).power_rails
    return abs(spot.x - x) + abs(spot.y - y) + dimensions.WIRE_SLACK


def pieces(name: str = board.DEFAULT_LAYOUT) -> list[tuple[geometry.Spot, ...]]:
    """Return the pieces into which the strip is cut: within one, pixels have the strip's own
    distance."""
    found: list[list[geometry.Spot]] = []
    pitch = 1000 / forms.form(name).strip_per_metre
    for run in runs(name):
        for spot in run.spots:
            last = found[-1][-1] if found and spot != run.spots[0] else None
            if last and math.isclose(math.dist((last.x, last.y), (spot.x, spot.y)), pitch):
                found[-1].append(spot)
            else:
                found.append([spot])
    return [tuple(piece) for piece in found]
