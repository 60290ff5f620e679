"""What the standings and the sheet of some evenings say, and what is said of a wrong plan:

    python -m tests.club.told_evenings

writes `told_evenings.txt` again. Read what has changed there before you commit it.
"""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from pathlib import Path

from host.club.evening import evening_text, parse_evening, round_robin
from host.club.sheet import sheet
from host.club.standings import GameResult, Standings, as_json, standings, without_plan
from host.club.swiss import next_round
from host.errors import EveningError

FILE = Path(__file__).with_suffix(".txt")
PLAN = """
title Tuesday <cribbage>
date 2026-11-21
players Ann, Ben, "Cat, C", Dan, Eve & Al
round 1
Ann - Ben
Cat C 121 - 85 Dan
Eve & Al bye
round 2
Ann - Cat C
Dan 60 - 121 Eve & Al
Ben bye
round 3
Ann - Eve & Al
Ben - Cat C
Dan bye
"""
_EVENING = datetime(2026, 11, 21, 20).timestamp()
_DAY = 86_400.0


def _game(first, a, b, second, hours: float | None = 0.0, is_skunk=False) -> GameResult:
    at = None if hours is None else _EVENING + hours * 3600
    return GameResult((first, second), (a, b), int(b > a), abs(a - b), is_skunk, at)


GAMES = [
    _game("Ann", 121, 90, "Ben", is_skunk=True),
    _game("Dan", 86, 121, "Cat C", 0.5),  # entered by hand otherwise
    _game("cat c", 121, 119, "ANN", 1.0),
    _game("Ann", 121, 80, "Zoe", 1.5),
    _game("Ann", 121, 100, "Ben", 2.0),  # they do not meet again
    _game("Ben", 121, 101, "Cat C", None),
    _game("Ann", 121, 100, "Eve & Al", -24.0),
]
# Of which the last evening is the twelve hours before its end.
OTHERS = [
    _game("Ann", 121, 90, "Ben"),
    _game("ben", 121, 61, "Cleo", 11.99, True),
    _game("Dan", 121, 119, "Ann", -0.02),
]
# Lines with a mistake, after PLAYERS or a round of theirs.
PLAYERS = "players Ann, Ben, Cat\n"
WRONG = [
    "x",
    "titles",
    "round 1a",
    "players",
    "players Dan, ann",
    "players Dan, dan",
    "players Dan 7",
    'players "Dan',
    "date",
    "date 21.11.2026",
    "date 1970-12-31",
    "date 3000-01-01",
    "round\nAnn",
    "round\nAnn -",
    "round\nAnn - Dan",
    "round\nDan bye",
    "round\nAnn - ann",
    "round\nAnn - Ben\nben bye",
    "round\nAnn 121 - Ben",
    "round\nAnn - 121 Ben",
    "round\nAnn 121 - 121 Ben",
    "round\nAnn 201 - 121 Ben",
    "round\nAnn 1211 - 121 Ben",
]
RIGHT = [
    "",
    ";",
    "title  A   long  title ",
    "title " + "x" * 90,
    "date 1971-01-01",
    "date 2999-12-31",
    "round",
    "round 9\nround 3\nAnn bye",
    "round\n ann  -  BEN ",
    "round\nAnn 0 - 200 Ben\n; comment\nCat bye",
]


def told() -> Iterator[str]:
    """Yield the lines of the file."""
    plan = parse_evening(PLAN)
    yield "== The plan, as it is written"
    yield evening_text(plan)
    yield from _all("With this plan", standings(plan, GAMES))
    yield "== After two rounds, the third"
    begun = parse_evening(PLAN.partition("round 3")[0])
    drawn = next_round(begun, standings(begun, GAMES))
    yield "; ".join(f"{one.first} - {one.second}" for one in drawn)
    yield from _all("Without a plan", without_plan(OTHERS))
    yield from _all("Without games", without_plan([]))
    yield from _all("With players alone", standings(parse_evening(PLAYERS), []))
    yield "== Plans"
    for text in RIGHT + WRONG:
        try:
            read = evening_text(parse_evening(PLAYERS + text)).replace(PLAYERS, "", 1)
        except EveningError as why:
            read = f"refused, {why}"
        yield f"{text!r}: {read!r}"
    yield "== Everybody meets everybody"
    for players in ("ABCD", "ABCDE"):
        for pairings in round_robin(players):
            yield "; ".join(f"{one.first} - {one.second}" for one in pairings)


def _all(heading: str, found: Standings) -> Iterator[str]:
    yield f"== {heading}: standings"
    for name, value in as_json(found).items():
        parts = value if isinstance(value, (list, tuple)) and value else [value]
        yield from (f"{name}: {json.dumps(part, ensure_ascii=False)}" for part in parts)
    yield f"== {heading}: the sheet"
    page = re.sub(r"<style>.*</style>", "", sheet(found), flags=re.DOTALL)
    page = page.replace('class="name qualified">', ">* ").replace("</td><td>", " | ")
    for line in re.split(r"\n|<tr>|<li>|<section|<h2[^>]*>|<h3>", page):
        cells = re.sub(r"</t[dh]><t[dh][^>]*>", " | ", line)
        if text := unescape(re.sub(r"^[^<]*>|<[^>]*>", "", cells)).strip():
            yield text


def whole() -> str:
    """Return the text of the file."""
    return "\n".join(told()) + "\n"


if __name__ == "__main__":
    FILE.write_text(whole(), encoding="utf-8")
