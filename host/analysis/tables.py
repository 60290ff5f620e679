"""The computed tables: the chance before a deal, cribs by throw, plays by hand.

The files in `data/` are written by `python -m host.analysis.simulation`, with their seed. Points
are averages; chances run from 0 to 1. A role is 0 for the dealer and 1 for the pone.
"""

import json
import sys
from array import array
from binascii import a2b_base64

from engine_core.compat import TYPE_CHECKING

from .portable import cache, combinations_with_replacement, places

if TYPE_CHECKING:
    from typing import Any

DEALER, PONE = 0, 1
PARTS = 60_000  # a chance is stored as a whole number of these
# A hand and a crib have fewer points.
MOST = 30
RANKS = 13
_MILLI = 1000
_DATA = __file__.replace("\\", "/").rpartition("/")[0] + "/data/"
FILES = {2: "two-handed", 3: "three-handed", 4: "four-handed"}


class TableMissing(OSError):
    """The file `name` of `data/` is not there."""

    def __init__(self, name: str):
        super().__init__("the table " + name + " is missing")
        self.name = name


@cache
def read(players: int) -> dict:
    """Return the contents of the file for this number of players. Raises KeyError if there is
    none, and TableMissing if it is not there, as before a page has fetched it."""
    name = file_name(players)
    try:
        with open(_DATA + name, encoding="ascii") as file:
            return json.loads(file.read())  # json.load would read by letters in a page
    except OSError:
        raise TableMissing(name)


def file_name(players: int) -> str:
    """Return the name of the file for this number of players. Raises KeyError if there is none."""
    return FILES[players] + ".json"


def numbers(text: str, kind: str = "H") -> array:
    """Return the numbers that a file holds as `text`: 16 bits each, or floats for kind `f`."""
    values = array(kind, a2b_base64(text))
    if sys.byteorder == "big":
        values.byteswap()
    return values


def targets(players: int) -> list[int]:
    """Return the targets with tables for this number of players."""
    return [int(target) for target in read(players)["chances"]]


@cache
def before_deal(target: int, players: int = 2) -> list[list[float]]:
    """Return the dealer's chance before a deal as rows by the dealer's score, each by the pone's;
    with four players, by the two sides' scores. Raises KeyError if there is none."""
    kept = numbers(read(players)["chances"][str(target)])
    chances = [part / PARTS for part in kept]
    return [chances[row * target : (row + 1) * target] for row in range(target)]


def three_sided(target: int, scores: tuple[int, int, int]) -> tuple[float, float, float]:
    """Return the chances of the dealer, the left and the right player before a deal, from their
    scores in the same order: by cubic interpolation between the four surrounding scores of the
    file's grid."""
    kept, grid = _three(target)
    size = len(grid)
    chances = [0.0, 0.0]
    dealer, left, right = [_around(grid, score) for score in scores]
    for d, d_share in dealer:
        for le, l_share in left:
            for r, r_share in right:
                at = (d * size + le) * size + r
                share = d_share * l_share * r_share / PARTS
                chances[0] += share * kept[at]
                chances[1] += share * kept[at + size**3]
    # A cubic can slightly overshoot 0 or 1.
    each = [max(0.0, chance) for chance in chances + [1 - sum(chances)]]
    return each[0] / sum(each), each[1] / sum(each), each[2] / sum(each)


def _around(grid, score):
    """Return four places in `grid` around `score`, each with its weight, by Lagrange's
    polynomials."""
    below = max([at for at in range(len(grid)) if grid[at] <= score])
    first = min(max(below - 1, 0), len(grid) - 4)
    out = []
    for at in range(first, first + 4):
        share = 1.0
        for other in range(first, first + 4):
            if other != at:
                share *= (score - grid[other]) / (grid[at] - grid[other])
        if share:
            out.append((at, share))
    return out


@cache
def _three(target):
    return numbers(read(3)["chances"][str(target)]), read(3)["grid"][str(target)]


# Two-handed -----------------------------------------------------------------------------------


@cache
def _pair_at() -> "Any":
    return places(combinations_with_replacement(range(RANKS), 2))


def crib_average(role: int, low: int, high: int, suited: bool | None = None) -> float:
    """Return the average crib if this role throws the ranks `low` <= `high`.

    suited: whether they are of one suit; None: by chance.
    """
    at = _pair_at()[low, high]
    # Two cards of different ranks are of one suit one time in four.
    suit = 0.25 if suited is None else float(suited)
    return read(2)["cribs"][role][at] + 5 * suit * read(2)["flushes"][role][at]


def crib_chances(role: int, low: int, high: int, suited: bool) -> list[float]:
    """Return the chance of each number of points of the crib, by `crib_average`'s arguments."""
    at = _pair_at()[low, high]
    first = (role * len(_pair_at()) + at) * MOST
    chances = _normal(_crib_chances()[first : first + MOST])
    flush = read(2)["flushes"][role][at] if suited else 0
    if flush:
        with_flush = [0.0] * 5 + chances[:-5]
        chances = [plain * (1 - flush) + five * flush for plain, five in zip(chances, with_flush)]
    return chances


@cache
def _crib_chances():
    return numbers(read(2)["crib_chances"])


@cache
def crib_by_starter(rank: int) -> list[float]:
    """Return the chance of each number of points of the crib, whatever was thrown, if the starter
    has this rank."""
    return _normal(read(2)["crib_points"][rank])


@cache
def hand_chances(role: int) -> list[float]:
    """Return the chance of each number of points of the hand of this role."""
    return _normal(read(2)["hand_points"][role])


@cache
def sets_of_four() -> "Any":
    """Return the place of each set of four ranks, ascending, in the arrays by hand."""
    return places(combinations_with_replacement(range(RANKS), 4))


@cache
def keep_chances(role: int) -> array:
    """Return the chance that this role keeps each of `sets_of_four`."""
    size = len(sets_of_four())
    return numbers(read(2)["keeps"], "f")[role * size : (role + 1) * size]


def peg_averages(role: int, ranks: tuple[int, int, int, int]) -> tuple[float, float]:
    """Return the average points that this role pegs with four `ranks`, ascending, and those of the
    other role."""
    at = 2 * (role * len(sets_of_four()) + sets_of_four()[ranks])
    own, other = _pegs()[at : at + 2]
    return own / _MILLI, other / _MILLI


@cache
def _pegs():
    return numbers(read(2)["pegs"])


@cache
def plays() -> list:
    """Return some thousands of plays: for each the role that laid each of the eight cards, and the
    scores, in order, as `(cards laid, role, points, whether for go)`."""
    out = []
    for text in read(2)["plays"].split():
        who, scored = [], []
        for letter in text:
            if letter == ".":
                scored.append((len(who), who[-1], 1, True))
                continue
            role = DEALER if letter < "a" else PONE
            who.append(role)
            points = ord(letter) - ord("Aa"[role])
            if points:
                scored.append((len(who), role, points, False))
        out.append((who, scored))
    return out


def _normal(counts):
    whole = sum(counts)
    return [count / whole for count in counts]
