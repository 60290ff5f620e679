"""The plan of a club's evening: the pairings, as a text that a person writes and corrects.

    title Tuesday cribbage
    date 2026-11-21
    players Ann, Ben, Cat
    round 1
    Ann - Ben
    Cat bye
    round 2
    Ann 121 - 95 Cat

A line after `round` is a pairing; with scores it is a result entered by hand. A line that begins
with `;` is a comment.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from host.errors import EveningError, NameListError
from host.files import text_of
from host.history.store import clean_name
from host.mirror.names import clean
from host.name_list import split_names

PLAYERS_MOST = 256
ROUNDS_MOST = 256
TITLE_MOST = 80  # letters
TEXT_MOST = 60_000  # bytes: a plan must fit into a message of the broker
_AFTER_MIDNIGHT = timedelta(hours=6)  # earlier games belong to the evening before
_SCORE_MOST = 200
_YEARS = range(1971, 3000)  # years for which every computer can compute seconds since 1970
_NOT_A_NAME = re.compile(r"^;|^\d+ | \d+$|(^| )bye$|(^| )-( |$)")
_PAIRING = re.compile(r"(.+?)(?: (\d{1,3}))? - (?:(\d{1,3}) )?(.+)")


class Pairing(NamedTuple):
    """Two players who meet, or one with a bye, whose `second` is "". scores: entered by hand, in
    the order of the players; None to take the board's."""

    first: str
    second: str = ""
    scores: tuple[int, int] | None = None


class Evening(NamedTuple):
    """day: the date of the evening, None for any time."""

    title: str
    day: date | None
    players: tuple[str, ...]
    rounds: tuple[tuple[Pairing, ...], ...]

    def has(self, at: float | None) -> bool:
        """Return whether a game that ended at `at`, in seconds since 1970, belongs to this
        evening."""
        if self.day is None:
            return True
        if at is None:
            return False
        begin = datetime.combine(self.day, datetime.min.time())
        end = begin + timedelta(days=1) + _AFTER_MIDNIGHT
        return begin.timestamp() + _AFTER_MIDNIGHT.total_seconds() <= at < end.timestamp()


def evening_of(at: float) -> date:
    """Return the date of the evening to which the time `at`, in seconds since 1970, belongs."""
    return (datetime.fromtimestamp(at) - _AFTER_MIDNIGHT).date()


def read_evening(path: Path) -> Evening:
    """Return the evening in the file `path`. Raises EveningError."""
    try:
        return parse_evening(text_of(path.read_bytes()))
    except UnicodeDecodeError:
        raise EveningError(f"{path} is not text, so it is not a plan of an evening") from None
    except OSError as why:
        raise EveningError(f"{path} cannot be read: {why.strerror}") from None
    except EveningError as why:
        raise EveningError(f"{path}, {why}") from None


def parse_evening(text: str) -> Evening:
    """Return the evening that `text` describes. Raises EveningError, which names the line."""
    if len(text.encode("utf-8", "replace")) > TEXT_MOST:
        raise EveningError(f"a plan has at most {TEXT_MOST} bytes")
    title, day, players = "", None, []
    rounds: list[list[Pairing]] = []
    for number, line in enumerate(text.splitlines(), 1):
        said = clean(line)
        word, _, rest = said.partition(" ")
        try:
            if not said or said.startswith(";"):
                continue
            if word == "round" and (not rest or rest.isdigit()):
                rounds.append([])
                if len(rounds) > ROUNDS_MOST:
                    raise EveningError(f"there are more than {ROUNDS_MOST} rounds")
            elif rounds:
                rounds[-1].append(_pairing(said, players, rounds[-1]))
            elif word == "title":
                title = rest[:TITLE_MOST].strip()
            elif word == "date":
                day = _day(rest)
            elif word == "players":
                players += _players(rest, players)
            else:
                raise EveningError(
                    'expected "title", "date", "players" or "round", or after a round a pairing'
                )
        except EveningError as why:
            raise EveningError(f"line {number}: {why}") from None
    return Evening(title, day, tuple(players), tuple(map(tuple, rounds)))


def evening_text(evening: Evening) -> str:
    """Return the text of a plan, as `parse_evening` reads it."""
    lines = [f"title {evening.title}"] if evening.title else []
    lines += [f"date {evening.day.isoformat()}"] if evening.day else []
    lines += [f"players {', '.join(map(_in_list, evening.players))}"]
    rounds = [round_text(number, one) for number, one in enumerate(evening.rounds, 1)]
    return "\n".join(lines) + "\n" + "".join(rounds)


def round_text(number: int, pairings: Sequence[Pairing]) -> str:
    """Return the lines of a round, after an empty one."""
    lines = ["", f"round {number}"]
    for one in pairings:
        scores = one.scores
        if not one.second:
            lines.append(f"{one.first} bye")
        elif scores:
            lines.append(f"{one.first} {scores[0]} - {scores[1]} {one.second}")
        else:
            lines.append(f"{one.first} - {one.second}")
    return "\n".join(lines) + "\n"


def round_robin(players: Sequence[str], times: int = 1) -> tuple[tuple[Pairing, ...], ...]:
    """Return rounds in which every player meets every other one `times` times: the first stays in
    place, the others rotate. With an odd number, one has a bye in each round."""
    ring = [*players, ""] if len(players) % 2 else list(players)
    half = len(ring) // 2
    rounds = []
    for number in range((len(ring) - 1) * times):
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        # The order alternates, because the first player may deal first.
        turned = [(b, a) if (number + n) % 2 else (a, b) for n, (a, b) in enumerate(pairs)]
        rounds.append(tuple(Pairing(a or b, b if a else "") for a, b in turned))
        ring.insert(1, ring.pop())
    return tuple(rounds)


def names_of(text: str) -> list[str]:
    """Return the names in a list with commas. Raises EveningError if there are fewer than two, or
    if two are the same."""
    return _players(text, [], 2)


def _players(text: str, known: list[str], least: int = 1) -> list[str]:
    try:
        names = [clean_name(clean(name)) for name in split_names(text) if clean(name)]
    except NameListError as why:
        raise EveningError(str(why)) from None
    if len(names) < least:
        raise EveningError("write the players' names with commas: Ann, Ben, Cat")
    if len(known) + len(names) > PLAYERS_MOST:
        raise EveningError(f"there are more than {PLAYERS_MOST} players")
    folded = [name.casefold() for name in (*known, *names)]
    for name in names:
        if folded.count(name.casefold()) > 1:
            raise EveningError(f"{name} appears twice: give one of them another name")
        if _NOT_A_NAME.search(name):
            raise EveningError(
                f"{name} could be read as a result or a comment: write it differently"
            )
    return names


def _in_list(name: str) -> str:
    """Return a name as `split_names` reads it: a quotation mark at its beginning is one only
    there."""
    return '"' + name.replace('"', '""') + '"' if name.startswith('"') else name


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise EveningError("a date is year-month-day: 2026-11-21") from None
    if day.year not in _YEARS:
        raise EveningError(f"the year of a date is from {_YEARS[0]} to {_YEARS[-1]}")
    return day


def _pairing(line: str, players: list[str], others: list[Pairing]) -> Pairing:
    called = {name.casefold(): name for name in players}

    def player(text: str) -> str:
        found = called.get(clean_name(text).casefold())
        if found is None:
            raise EveningError(f'{text} is not in "players"')
        if any(found in (one.first, one.second) for one in others):
            raise EveningError(f"{found} is in this round already")
        return found

    if line.endswith(" bye"):
        return Pairing(player(line[: -len(" bye")]))
    read = _PAIRING.fullmatch(line)
    if not read:
        raise EveningError("a pairing is Ann - Ben, or Ann 121 - 95 Ben, or Ann bye")
    first, second = player(read[1]), player(read[4])
    if first == second:
        raise EveningError(f"{first} cannot play against {first}")
    if (read[2] is None) != (read[3] is None):
        raise EveningError("write both scores or none: Ann 121 - 95 Ben")
    if read[2] is None:
        return Pairing(first, second)
    scores = int(read[2]), int(read[3])
    if max(scores) > _SCORE_MOST:
        raise EveningError(f"a score is at most {_SCORE_MOST}")
    if scores[0] == scores[1]:
        raise EveningError("the two scores are equal: one of them must be higher")
    return Pairing(first, second, scores)
