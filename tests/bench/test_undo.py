"""The bench of undo as a test, run when its marker is named: -m bench."""

import pytest

from tests.bench import undo_time
from tests.targets import files
from tests.targets.micropython import MicroPython

CODE = "tests/bench/undo_time.py"


class Measured(MicroPython):
    """The VM, with the bench's code beside the tests."""

    def _prepare(self):
        super()._prepare()
        files.send(self._ask, {CODE: (self.root / CODE).read_bytes()})


@pytest.mark.bench
def test_g16_undo_of_entries_of_a_long_game_takes_less_than_150_counts():
    target = Measured(60)
    try:
        counts = int(target.run(undo_time.__name__, "slowest").value)
    finally:
        target.close()
    assert counts < 150
