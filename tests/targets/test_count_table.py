"""The table that an image counts hands by, against the count that it was made from: every hand."""

import pytest

from engine_core.rank_points import rank_points
from host.pico import count_table, image_modules
from tests.targets import files
from tests.targets.micropython import start_vm

# On the VM: each hand of the table, by the show's count, which is the image's there.
CHECK = """
import sys
from engine_core import rank_points, rank_points_table, show
from engine_core.scoring import STANDARD
checked = 0
for a in range(13):
    for b in range(a, 13):
        for c in range(b, 13):
            for d in range(c, 13):
                for e in range(d, 13):
                    if a == e:
                        continue
                    hand = [a * 4, b * 4, c * 4, d * 4]
                    starter = e * 4
                    wanted = rank_points.rank_points(hand, starter)
                    if rank_points_table.rank_points(hand, starter, STANDARD) != wanted:
                        print("wrong", hand, starter)
                    checked += 1
print(checked, show.rank_points is rank_points_table.rank_points)
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


def test_the_table_is_small_and_the_same_each_time():
    _, row, points = table()
    assert len(points) < 6200 and len(row) < 1100
    count_table.source.cache_clear()
    assert table() == (table()[0], row, points)


@pytest.fixture
def image_vm():
    """A MicroPython with the modules of an image; returns a function that runs code there."""
    repl = start_vm()
    repl.enter()
    agent = files.ROOT / "tests" / "targets" / "agent.py"

    def ask(code):
        output, error = repl.execute(code, 120)
        assert error == "", error
        return [line.removeprefix("@ ") for line in output.splitlines()]

    ask(agent.read_text(encoding="utf-8"))
    wanted = {
        path: text.encode()
        for path, text in image_modules.modules().items()
        if "engine_core" in path
    }
    files.send(ask, wanted)
    yield ask
    repl.transport.close()


def test_every_hand_has_the_points_of_the_count_on_micropython(image_vm):
    assert image_vm(CHECK) == ["6175 True"]
