"""The test during building, on boards with planted faults: each is found and named."""

import pytest

from hardware import board, forms, strip
from hardware.board import KEY_COLUMNS, KEYS
from hardware.layouts import NAMES
from host.doctor import build_test
from host.doctor.build_test import KEY_SECONDS, STEPS, Power, Settings
from host.doctor.key_faults import KEY_NAMES, key_faults

LETTERS = {(255, 0, 0): "r", (0, 255, 0): "g", (0, 0, 255): "b", (255, 255, 255): "w"}
MIRRORED = tuple(reversed(range(KEY_COLUMNS)))


class Board:
    """A board. broken: the pixel from which on all are dark; dead: pixels that are dark alone;
    strip_order: of the strip's own colours; rows, columns: the line that each is wired to, or None
    for an open one; touching: columns that touch; off: keys with turned diodes; stuck: keys."""

    def __init__(self, layout="shared", broken=None, dead=(), strip_order="GRB",
                 rows=(0, 1, 2, 3), columns=(0, 1, 2, 3, 4, 5), touching=(), row_bridge=(), off=(),
                 stuck=(), power=(0, 0), turned_row=None):  # fmt: skip
        self.at = Settings(layout, forms.form(layout).pixels.pixels, "GRB")
        self.broken, self.dead, self.strip_order = broken, dead, strip_order
        self.rows, self.columns, self.touching = rows, columns, touching
        self.row_bridge, self.off = row_bridge, off
        self.stuck = sum(1 << KEYS.index(name) for name in stuck)
        self.measured = power
        self.turned_row = turned_row
        self.finger = None  # which key the person presses
        self.lights = {}
        self.waited = 0

    def settings(self):
        return self.at

    def show(self, spans):
        sent = {}
        for first, count, colour in spans:
            assert first >= 0 and first + count <= self.at.pixels
            sent |= dict.fromkeys(range(first, first + count), colour)
        self.sent = len(sent)
        self.lights = {
            n: self._shown(colour)
            for n, colour in sent.items()
            if n not in self.dead and (self.broken is None or n < self.broken)
        }

    def _shown(self, colour):
        wire = [colour["RGB".index(c)] for c in self.at.order]
        there = dict(zip(self.strip_order, wire, strict=True))
        return tuple(there[c] for c in "RGB")

    def held(self):
        return self.stuck

    def down(self, seconds):
        mask = self.stuck
        if self.finger is not None and KEYS[self.finger] not in self.off:
            row, column = divmod(self.finger, KEY_COLUMNS)
            if self.rows[row] is not None and self.columns[column] is not None:
                rows = {self.rows[row]} | (
                    set(self.row_bridge) if row in self.row_bridge else set()
                )
                columns = {self.columns[column]}
                columns |= set(self.touching) if column in self.touching else set()
                for r in rows:
                    for c in columns:
                        mask |= 1 << r * KEY_COLUMNS + c
        if not mask:
            self.waited += seconds
        return mask

    def power(self):
        assert self.sent == self.at.pixels  # measured with every light on
        return Power(*self.measured, 450)


class Person:
    """Answers the questions from the lights of the board."""

    def __init__(self, on, supplied="n"):
        self.on = on
        self.supplied = supplied
        self.told = []
        self.asked = []

    def tell(self, text):
        self.told.append(text)
        if text.startswith("Press "):
            name = text.removeprefix("Press ").partition(",")[0]
            self.on.finger = KEY_NAMES.index(name)
            assert set(self.on.lights) <= {build_test.at_bar(self.on.at.layout, self.on.finger)}

    def ask(self, text):
        self.asked.append(text)
        lights = self.on.lights
        if text.startswith("The first five"):
            seen = "".join(LETTERS.get(lights.get(n), "-") for n in range(5))
            return "" if seen == "rgbww" else seen
        if text.startswith("Is a supply"):
            return self.supplied
        run = next(
            r for r in strip.runs(self.on.at.layout) if text.startswith((f"{r.name}:", "Is any"))
            and (text.startswith(r.name) or self.row is r)
        )  # fmt: skip
        self.row = run
        row = [spot.pixel for spot in run.spots]
        if text.startswith("Is any"):
            first = next(n for n in row if n not in lights)
            return "y" if any(n in lights for n in row if n > first) else "n"
        if self.on.turned_row == run.name:
            return "w"
        dark = [n for n, pixel in enumerate(row, 1) if pixel not in lights]
        return str(dark[0]) if dark else ""

    row = None


def found(steps=STEPS, supplied="n", **faults):
    on = Board(**faults)
    person = Person(on, supplied)
    return build_test.run(on, person, steps), person


@pytest.mark.parametrize("layout", NAMES)
def test_a_good_board_of_every_layout_has_no_fault(layout):
    faults, person = found(layout=layout)
    assert faults == []
    assert person.told.count("  Right.") == len(STEPS) and person.on.lights == {}
    assert len([text for text in person.told if text == "  seen"]) == len(KEYS)


def test_five_pixels_with_each_fault():
    assert found(("five",), broken=5)[0] == []
    for n in range(1, 5):
        assert f"dark from pixel {n + 1}: " in found(("five",), broken=n)[0][0]
    assert "no data or no power comes to the strip" in found(("five",), broken=0)[0][0]
    assert found(("five",), dead=(2,))[0] == ["bar: pixel 3 alone is dark: change it"]


@pytest.mark.parametrize("order", ["RGB", "BGR", "RBG", "GBR", "BRG"])
def test_the_order_that_the_colours_have_is_named(order):
    assert found(("five",), strip_order=order)[0] == [
        f"the colours come in another order: board.cfg needs the line order = {order}"
    ]


@pytest.mark.parametrize("layout", ["shared", "crib-wars", "once-around"])
def test_each_pixel_at_which_the_data_ends_is_named(layout):
    runs = strip.runs(layout)
    joints = {piece[0].pixel for piece in strip.pieces(layout)}
    for run in runs:
        for n, spot in enumerate(run.spots, 1):
            (fault,), _ = found(("rows",), layout=layout, broken=spot.pixel)
            assert fault.startswith(f"{run.name} dark")
            assert len(run.spots) == 1 or f"dark from pixel {n}: " in fault
            if spot.pixel and spot.pixel in joints:
                assert "the joint before it" in fault and "or the arrow" in fault
            elif spot.pixel:
                assert "that pixel, or the one before it" in fault


def test_a_street_that_is_dark_from_a_joint_on():
    street = next(run for run in strip.runs("shared") if run.name == "street 3")
    (fault,), _ = found(("rows",), broken=street.spots[15].pixel)
    assert fault == "street 3 dark from pixel 16: the joint before it, or the arrow"


def test_pixels_that_are_dark_alone_are_all_named():
    street = next(run for run in strip.runs("shared") if run.name == "street 2")
    faults, _ = found(("rows",), dead=(3, street.spots[6].pixel))
    assert faults == [
        "bar: pixel 4 alone is dark: change it",
        "street 2: pixel 7 alone is dark: change it",
    ]


def test_a_row_at_another_place_is_named():
    (fault,), _ = found(("rows",), turned_row="street 1")
    assert fault.startswith("street 1: its first light is at another place")


def test_every_key_by_itself():
    for key, name in zip(KEYS, KEY_NAMES, strict=True):
        faults, person = found(("keys",), off=(key,))
        assert faults == [f"{name} is not seen: check its diode, switch and joints"]
        assert person.on.waited == KEY_SECONDS


def test_open_rows_and_columns_are_named_with_their_pins():
    for row, pin in enumerate(board.ROW_PINS):
        rows = tuple(None if n == row else n for n in range(4))
        assert found(("keys",), rows=rows)[0][0].startswith(
            f"no key of row {row + 1} (GP{pin}) is seen"
        )
    for column, pin in enumerate(board.COLUMN_PINS):
        columns = tuple(None if n == column else n for n in range(6))
        (fault,), _ = found(("keys",), columns=columns)
        assert fault.startswith(f"no key of column {column + 1} (GP{pin}) is seen")
    assert len(found(("keys",), rows=(None,) * 4)[0]) == 1


def test_lines_that_touch_are_named():
    assert found(("keys",), touching=(1, 2))[0] == [
        "column 2 (GP7) and column 3 (GP8) touch: a bridge of solder"
    ]
    assert found(("keys",), row_bridge=(0, 3))[0] == [
        "row 1 (GP2) and row 4 (GP5) touch: a bridge of solder"
    ]


def test_lines_that_are_exchanged_or_mirrored_are_named():
    assert found(("keys",), rows=(1, 0, 2, 3))[0] == [
        "row 1 (GP2) answers as row 2 (GP3): wires exchanged",
        "row 2 (GP3) answers as row 1 (GP2): wires exchanged",
    ]
    assert found(("keys",), columns=MIRRORED)[0] == [
        "the columns are mirrored: wired as seen from the other side"
    ]


def test_a_key_that_is_stuck_and_one_that_answers_as_another():
    (fault,), _ = found(("keys",), stuck=("7",))
    assert fault.startswith("7 is down, but not pressed")
    seen = [1 << n for n in range(len(KEYS))]
    seen[0], seen[8] = seen[8], seen[0]
    assert key_faults("shared", seen) == [
        "A answers as 9: its wires", "9 answers as A: its wires"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "supplied,measured,words",
    [
        ("n", (0, 4700), None),
        ("y", (5000, 4700), None),
        ("n", (5000, 4700), "sees a supply of 5.00 V where there is none"),
        ("y", (0, 4700), "the supply is not seen"),
        ("y", (4300, 4700), "gives only 4.30 V with every light on"),
        ("y", (5500, 4700), "unplug it, and take another"),
        ("n", (0, 3800), "the Pico gets only 3.80 V"),
    ],
)
def test_power(supplied, measured, words):
    faults, person = found(("power",), supplied, power=measured)
    assert (words is None and faults == []) or words in faults[0]
    assert any("feeds the strip, 450 mA at most" in text for text in person.told)


def test_an_answer_that_makes_no_sense_is_asked_for_again():
    class Hasty(Person):
        def ask(self, text):
            if text not in self.asked:
                self.asked.append(text)
                return "q"
            return super().ask(text)

    on = Board(broken=3)
    person = Hasty(on)
    faults = build_test.run(on, person, ("five", "rows", "power"))
    assert len(faults) == 1 and len(set(person.asked)) == len(person.asked) // 2
