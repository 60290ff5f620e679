"""PARTS.md and PINS.md are written by hand; board.py says what must be in them."""

import re
from pathlib import Path

import pytest

from hardware import board, dimensions

FOLDER = Path(board.__file__).parent

# The Pico's pin for each GPIO that its edge brings out (23 to 25 and 29 stay on the module).
PICO_PINS = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16,
    13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31,
    27: 32, 28: 34,
}  # fmt: skip


def table_rows(name: str) -> list[list[str]]:
    """Return the cells of every table row of a document, heads and rules left out."""
    rows = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not set("".join(cells)) <= set("-:"):
                rows.append(cells)
    return rows


def quantity(words: str) -> str:
    """Return the quantity of the one row of PARTS.md whose part begins with `words`."""
    found = [row[0] for row in table_rows("PARTS.md") if row[1].startswith(words)]
    assert len(found) == 1, (words, found)
    return found[0]


def gpio_rows() -> dict[int, list[str]]:
    return {int(row[0]): row for row in table_rows("PINS.md") if row[0].isdigit()}


def test_every_pin_is_used_once():
    used = [*board.ROW_PINS, *board.COLUMN_PINS, board.STRIP_PIN]
    assert len(set(used)) == len(used)
    assert set(used) <= set(PICO_PINS)


def test_the_pin_table_holds_the_pins_of_the_board_and_no_other():
    assert set(gpio_rows()) == {*board.ROW_PINS, *board.COLUMN_PINS, board.STRIP_PIN}
    for gpio, row in gpio_rows().items():
        assert int(row[1]) == PICO_PINS[gpio]


@pytest.mark.parametrize("row", range(board.KEY_ROWS))
def test_the_pin_table_names_the_keys_of_each_row(row):
    labels = dimensions.KEY_LABELS[row * board.KEY_COLUMNS : (row + 1) * board.KEY_COLUMNS]
    assert gpio_rows()[board.ROW_PINS[row]][2] == f"row {row}: {' '.join(labels)}"


@pytest.mark.parametrize("column", range(board.KEY_COLUMNS))
def test_the_pin_table_names_the_keys_of_each_column(column):
    labels = dimensions.KEY_LABELS[column :: board.KEY_COLUMNS]
    assert gpio_rows()[board.COLUMN_PINS[column]][2] == f"column {column}: {' '.join(labels)}"


def test_the_strip_is_on_its_pin():
    assert gpio_rows()[board.STRIP_PIN][2].startswith("strip data")


@pytest.mark.parametrize(
    ("part", "count"),
    [
        ("pixels of", board.PIXELS),
        ("key switches", len(board.KEYS)),
        ("diodes 1N4148", len(board.KEYS)),
        ("square holes", len(board.KEYS)),
        ("5 pixels", board.STREETS * board.STREET // dimensions.GROUP),
        (f"{board.BAR} pixels, uncut", 1),
        (f"holes {dimensions.HOLE_DIAMETER:.0f} mm", board.HOLES - 1),
        (f"hole {dimensions.GAME_HOLE_DIAMETER:.0f} mm", 1),
        (f"holes {dimensions.BAR_HOLE_DIAMETER:.0f} mm", board.BAR),
        (f"board {dimensions.BOARD_WIDTH:.0f} × {dimensions.BOARD_HEIGHT:.0f} mm", 1),
    ],
)
def test_the_parts_list_counts_what_the_board_has(part, count):
    assert quantity(part) == str(count)


def test_the_cut_pieces_make_the_strip():
    pieces = [row for row in table_rows("PARTS.md") if re.match(r"\d+ pixels?\b", row[1])]
    assert sum(int(row[0]) * int(row[1].split()[0]) for row in pieces) == board.PIXELS


def test_the_strip_is_the_one_described():
    row = next(row for row in table_rows("PARTS.md") if row[1].startswith("pixels of"))
    assert f"{dimensions.STRIP_TYPE} strip" in row[1]
    assert f"{dimensions.STRIP_PER_METRE} LED/m" in row[1]
    assert 1000 / dimensions.STRIP_PER_METRE == dimensions.HOLE_PITCH == dimensions.BAR_PITCH


def test_the_figures_for_the_current_are_those_of_the_board():
    text = " ".join((FOLDER / "PARTS.md").read_text(encoding="utf-8").split())
    assert f"takes {board.CHANNEL_MA} mA" in text
    assert f"{board.IDLE_MA} mA when dark" in text
    assert f"{board.CURRENT_MA} mA as shipped" in text
    assert f"{board.PIXELS * 3 * board.CHANNEL_MA / 1000:.0f} A" in text
