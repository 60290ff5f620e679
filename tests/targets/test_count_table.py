"""The table that an image counts hands by, against the count that it was made from: every hand."""

import pytest

from engine_core.cards import JOKER, SUITLESS
from engine_core.rank_points import rank_points
from host.pico import count_table, image_modules
from tests.targets import files
from tests.targets.micropython import start_vm
from tests.targets.remote import AGENT

# On the VM, whose count is the image's: each hand of the table, then hands at random, for what is
# not in it.
CHECK = """
from engine_core import rank_points, show
from engine_core.scoring import NODDY, STANDARD
from tests.conformance.support.kit import Rand
assert show.count is not show._count
checked = 0
for a in range(13):
    for b in range(a, 13):
        for c in range(b, 13):
            for d in range(c, 13):
                for e in range(d, 13):
                    if a == e:
                        continue
                    # Of three suits, so that there is neither a flush nor nobs.
                    hand = [a * 4, b * 4 + 1, c * 4, d * 4]
                    starter = e * 4 + 2
                    wanted = rank_points.rank_points(hand, starter)
                    if show.count(hand, starter) != wanted:
                        print("wrong", hand, starter)
                    unknown = [card | SUITLESS for card in hand]
                    if show.count(unknown, starter | SUITLESS) != wanted:
                        print("wrong", unknown)
                    checked += 1
rand = Rand(7)
for n in range(6000):
    pack = [rand.below(4) * 13 % 52] + list(range(n % 4, 53, 1 + 3 * (n & 1)))
    cards = []
    while len(cards) < 8:
        card = pack[rand.below(len(pack))]
        if card not in cards:
            cards.append(card)
    size = (4, 4, 4, 3, 5, 7)[n % 6]
    starter = None if n % 11 == 0 else cards[7]
    for crib in (False, True):
        for scoring in (STANDARD, NODDY):
            arguments = (cards[:size], starter, crib, scoring)
            if show.count(*arguments) != show._count(*arguments):
                print("wrong", arguments)
print(checked)
"""


def table():
    """Return KEY, ROW and POINTS of the module that the build makes."""
    made: dict = {}
    exec(count_table.source(), made)
    return made["KEY"], made["ROW"], made["POINTS"]


def test_every_hand_has_the_points_of_the_count():
    key, row, points = table()
    hands = count_table.hands()
    assert len(hands) == 6175
    for ranks in hands:
        total = sum(key[rank * 4] for rank in ranks)
        wanted = rank_points([rank * 4 for rank in ranks])
        assert points[row[total >> 8] + (total & 255)] == wanted, ranks
    assert all(len(set(key[card : card + 4])) == 1 for card in range(0, 52, 4))
    assert key[SUITLESS:] == key[:52]
    assert key[JOKER] > 5 * max(key[:52])


def test_the_table_is_small_and_the_same_each_time():
    _, row, points = table()
    assert len(points) < 6200 and len(row) < 1100
    count_table.source.cache_clear()
    assert table() == (table()[0], row, points)


@pytest.fixture
def image_vm():
    """A MicroPython with the modules of an image; returns a function that runs code there."""
    texts = image_modules.modules().items()
    engine = {path: text.encode() for path, text in texts if path.startswith("engine_core/")}
    repl = start_vm(files.sources() | engine, AGENT)
    repl.enter()

    def ask(code):
        output, error = repl.execute(code, 120)
        assert error == "", error
        return output.splitlines()

    yield ask
    repl.transport.close()


def test_every_hand_has_the_points_of_the_count_on_micropython(image_vm):
    assert image_vm(CHECK.replace("SUITLESS", str(SUITLESS))) == ["6175"]
