"""The store of a page's worker, in memory, as host/site/page/games_store.js has it."""

import json

from engine_core.records import game_link
from engine_core.records.game_link import LinkedGame
from host.site.page_games import PageGames

from .kit import text
from .record_files import entries

NOON = 1_795_000_000.0  # seconds since 1970


class Store:
    def __init__(self):
        self.rows, self.packed = {}, {}
        self.practised = self.known = self.reviewed = ""
        self.time = NOON
        self.given = 0

    def ids(self):
        return json.dumps(list(self.rows))

    def row(self, number):
        return self.rows[number]

    def entries(self, number):
        return self.packed[number]

    def put(self, number, row, entries):
        self.rows[number] = row
        if entries:
            self.packed[number] = entries

    def remove(self, number):
        del self.rows[number]
        del self.packed[number]

    def practice(self):
        return self.practised

    def putPractice(self, text):
        self.practised = text

    def reviews(self):
        return self.reviewed

    def putReviews(self, text):
        self.reviewed = text

    def archives(self):
        return self.known

    def putArchives(self, text):
        self.known = text

    def random(self, count):
        self.given += 1
        return "%016x" % self.given

    def seconds(self):
        return str(self.time)


class Worker:
    """A page's worker with its games."""

    def __init__(self, store=None):
        self.store = store or Store()
        self.games = PageGames(self.store)
        self.games.load()

    def said(self, what, *values):
        return json.loads(self.games.ask(what, json.dumps(values)))

    def ask(self, what, *values):
        """Return the value of the answer, which has to be one."""
        told = self.said(what, *values)
        assert "value" in told, told
        return told["value"]


def record_of(name):
    """Return the text of a record of records/."""
    return text("records/" + name + ".txt")


def link_of(name, names=("Ann", "Ben")):
    """Return the link of the game of a record, without its key."""
    return game_link.write(LinkedGame(entries(name), names, 1_700_000_000))


def in_order(value):
    """Return JSON of a value, its keys in order, which those of MicroPython's dicts are not."""
    if isinstance(value, dict):
        parts = [json.dumps(key) + ": " + in_order(value[key]) for key in sorted(value)]
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([in_order(one) for one in value]) + "]"
    if isinstance(value, float):
        return "%.4f" % value
    return '"' + value + '"' if isinstance(value, str) else json.dumps(value)
