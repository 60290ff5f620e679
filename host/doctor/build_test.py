"""The test during building, step by step: it asks the person to look and press keys, and names the
faults."""

from typing import NamedTuple, Protocol

from hardware import forms, strip

from .key_faults import KEY_NAMES, key_faults
from .light_faults import FIVE, dark, misplaced, seen_in_five
from .power_faults import power_faults

STEPS = ("five", "row", "rows", "keys", "power")
KEY_SECONDS = 8
_COLOURS = {"r": (255, 0, 0), "g": (0, 255, 0), "b": (0, 0, 255), "w": (255, 255, 255)}
_WHITE, _GREEN = _COLOURS["w"], _COLOURS["g"]

Span = tuple[int, int, tuple[int, int, int]]


class Settings(NamedTuple):
    """The board's settings; order: of the colours, such as GRB."""

    layout: str
    pixels: int
    order: str


class Power(NamedTuple):
    """The measurements of a board, as in power_faults, and the limit of its current in mA."""

    supply_mv: int
    vsys_mv: int
    limit_ma: int


class BoardUnderTest(Protocol):
    """A board under test."""

    def settings(self) -> Settings: ...

    def show(self, spans: list[Span]) -> None:
        """Light spans of pixels: first, count, colour; the others are dark."""
        ...

    def down(self, seconds: float) -> int:
        """Return a bit for each key that was down until all were up; wait at most `seconds` for
        the first."""
        ...

    def held(self) -> int:
        """Return a bit for each key that is down now."""
        ...

    def power(self) -> Power: ...


class Person(Protocol):
    """The person who looks and presses keys."""

    def ask(self, text: str) -> str:
        """Return the answer, without spaces round it."""
        ...

    def tell(self, text: str) -> None: ...


def run(on: BoardUnderTest, person: Person, steps: tuple[str, ...] = STEPS) -> list[str]:
    """Go through `steps`; return the faults, [] if none is found."""
    at = on.settings()
    found: list[str] = []
    for step in steps:
        person.tell(f"\n{_TITLES[step]}")
        faults = _STEPS[step](on, person, at)
        for fault in faults:
            person.tell(f"  FAULT: {fault}")
        if not faults:
            person.tell("  Right.")
        found += [fault for fault in faults if fault not in found]
    on.show([])
    return found


def _five(on, person, at):
    count = min(len(FIVE), at.pixels)
    on.show([(n, 1, _COLOURS[FIVE[n]]) for n in range(count)])
    while True:
        seen = person.ask(
            "The first five pixels are red, green, blue, white, white, counted from the data wire."
            "\nENTER if so; else a letter for each, r g b w, or - for dark, such as rg---:"
        ).lower()
        if not seen:
            return []
        if len(seen) == len(FIVE) and set(seen) <= set("rgbw-"):
            fault = seen_in_five(at.layout, at.order, seen)
            return [fault] if fault else []
        person.tell("Five letters of r, g, b, w and -.")


def _row(on, person, at):
    return _seen(on, person, at, 0)[0]


def _rows(on, person, at):
    found = []
    for row in range(len(strip.runs(at.layout))):
        faults, broken = _seen(on, person, at, row)
        found += faults
        if broken:
            person.tell("The rows after it get no data. Fix this, then test the rows again.")
            break
    return found


def _seen(on, person, at, row):
    """Ask about one row; return its faults, and whether the data ends there."""
    run = strip.runs(at.layout)[row]
    spots = run.spots
    first, count = spots[0].pixel, len(spots)
    on.show([(first, 1, _GREEN), (first + 1, count - 1, _WHITE)])
    question = _asked(run)
    while True:
        answer = person.ask(question).lower()
        if not answer:
            return [], False
        if answer == "w":
            return [misplaced(at.layout, row)], False
        if answer.isdecimal() and 1 <= int(answer) <= count:
            break
        person.tell(f"ENTER, w, or a number from 1 to {count}.")
    number = int(answer)
    others = number < count and _yes(person, "Is any light after it lit? (y or n)")
    return [dark(at.layout, row, number, others)], not others


def _asked(run):
    spots = run.spots
    if len(spots) == 1:
        return f"{run.name}: one green light.\nENTER if so; 1 if it is dark, w if it is elsewhere:"
    dx, dy = spots[1].x - spots[0].x, spots[1].y - spots[0].y
    side = ("left" if dx > 0 else "right") if abs(dx) >= abs(dy) else "top" if dy > 0 else "bottom"
    return (
        f"{run.name}: {len(spots)} lights, the first, at the {side}, is green, the others white."
        "\nENTER if so; the number of the first that is dark, counted from there; w if the green "
        "one is elsewhere:"
    )


def _keys(on, person, at):
    held = on.held()
    seen = []
    for key, name in enumerate(KEY_NAMES):
        on.show([(at_bar(at.layout, key), 1, _WHITE)])
        person.tell(f"Press {name}, and let it go.")
        mask = on.down(KEY_SECONDS) & ~held
        person.tell(f"  {_told(key, mask)}")
        seen.append(mask | held & 1 << key)
    return key_faults(at.layout, seen, held)


def at_bar(layout: str, place: int) -> int:
    """Return the pixel of a place of the bar, from 0."""
    return forms.form(layout).pixels.bar(place)


def _told(key, mask):
    if mask == 1 << key:
        return "seen"
    names = [name for n, name in enumerate(KEY_NAMES) if mask >> n & 1]
    return f"seen: {' '.join(names)}" if names else "nothing is seen"


def _power(on, person, at):
    supplied = _yes(
        person, "Is a supply plugged in, and the switch (if there is one) set to it? (y or n)"
    )
    on.show([(0, at.pixels, _WHITE)])
    power = on.power()
    what = f"a supply of {power.supply_mv} mV" if power.supply_mv else "USB"
    pico = f", {power.vsys_mv} mV at the Pico" if power.vsys_mv else ""
    person.tell(f"  {what} feeds the strip, {power.limit_ma} mA at most{pico}")
    return power_faults(supplied, power.supply_mv, power.vsys_mv)


def _yes(person, text):
    while True:
        answer = person.ask(text).lower()
        if answer in ("y", "yes", "n", "no"):
            return answer[0] == "y"
        person.tell("y or n.")


_STEPS = {"five": _five, "row": _row, "rows": _rows, "keys": _keys, "power": _power}
_TITLES = {
    "five": "The first five pixels",
    "row": "The first row",
    "rows": "Each row, in the order of the data",
    "keys": f"The keys: press the one that is named. After {KEY_SECONDS} seconds the next follows",
    "power": "The power",
}
