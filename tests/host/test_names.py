"""Hostile names in a terminal and in all texts of a view."""

import json

import pytest

from engine_core.state import entries as E
from host.cli.terminal_view import lines
from host.mirror.names import NAME_MOST
from host.mirror.view import view
from tests.conformance.mirror.test_names import HOSTILE, texts
from tests.conformance.support.mirrored import TWO, Watched
from tests.host.test_prompts import LIVE


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_can_be_printed(name):
    watched = Watched(TWO)
    watched.mirror.names[0] = name
    watched.key(E.parse("8D"))
    shown = view(watched.mirror)
    printed = "\n".join(lines({**shown, **LIVE}))
    assert all(character == "\n" or character.isprintable() for character in printed)
    for text in texts(shown):
        assert all(character.isprintable() for character in text), text
    assert len(shown["game"]["sides"][0]["name"]) <= NAME_MOST
    assert json.loads(json.dumps(shown)) == shown
