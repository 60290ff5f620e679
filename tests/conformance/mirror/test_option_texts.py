"""The sentences that explain the options of a game in its menu."""

from engine_core.games.options import OPTIONS
from engine_core.games.presets import PRESETS
from firmware.menus.start_menu import OPTION, StartMenu
from host.mirror.option_texts import option_text


def test_every_option_has_a_sentence():
    for row in PRESETS:
        asked = StartMenu()
        asked._choose(row)
        asked.question = OPTION
        for choice in asked.choices():
            assert option_text(choice).endswith("."), choice
    assert all(option_text(f"{name}: off") for _, name in OPTIONS)
