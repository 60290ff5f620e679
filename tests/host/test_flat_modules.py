"""Imports in a bundle, whose modules have no packages."""

import pytest

from host.pico.flat_modules import flat

MODULES = {"core.__init__", "core.cards", "core.game", "board.pico.loop", "board.pico.start"}
KEPT = {"core.__init__", "board.pico.start"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("from .cards import pack, text as t\n", "from cards import pack, text as t\n"),
        ("from . import cards, game as own\n", "import cards, game as own\n"),
        ("from core import cards\n", "import cards\n"),
        (
            "from core.cards import (\n    pack,\n    text,\n)\n",
            "from cards import pack, text\n\n\n\n",
        ),
        ("import core.cards as own\n", "import cards as own\n"),
        ("def f():\n    from core.game import Game\n", "def f():\n    from game import Game\n"),
        (
            "from board.pico import loop, start\n",
            "import loop; from board.pico import start\n",
        ),
        ("from board.pico.start import main\n", "from board.pico.start import main\n"),
        ("import os\nfrom time import ticks_ms\n", "import os\nfrom time import ticks_ms\n"),
        ('text = "ä"; from . import cards  # ü\n', 'text = "ä"; import cards  # ü\n'),
    ],
)
def test_an_import_of_a_module_has_only_its_last_name(given, expected):
    assert flat(given, "core/rules.py", MODULES, KEPT) == expected


def test_an_import_of_something_else_from_a_package_is_an_error():
    with pytest.raises(ValueError, match=r"core/rules.py: from \. import other"):
        flat("from . import other\n", "core/rules.py", MODULES, KEPT)
