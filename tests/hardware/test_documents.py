"""The files that `pegboard plan` writes are those in the repository, and the tables agree with
board.py.

The tables are read from the pages, as a person does, and compared with the description without the
code that wrote them.
"""

import csv
import re
from pathlib import Path

import pytest

from hardware import board, dimensions, parts_list, raspberry_pi
from hardware.body.layers import layers, screw_holes
from host.plan.files import files
from host.plan.guide import build_page

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
    """Return the quantity, the same in each build, of the row of PARTS.md for a part that begins
    with `words`; for a piece of the strip, their number."""
    rows = table_rows("PARTS.md")
    found = [row[0] for row in rows if len(row) == 3 and row[1].startswith(words)]
    for row in rows:
        if len(row) == 8 and re.match(rf"{re.escape(words)}\b", row[3]):
            assert row[0] == row[1] == row[2]
            found.append(row[0])
    assert len(found) == 1, (words, found)
    return found[0]


def gpio_rows() -> dict[int, list[str]]:
    return {int(row[0]): row for row in _pin_tables()[0]}


def _pin_tables() -> tuple[list[list[str]], list[list[str]]]:
    """Return the rows of the Pico's table and of the Raspberry Pi's."""
    rows = table_rows("PINS.md")
    begin = [n for n, row in enumerate(rows) if row[0] in ("GP", "GPIO")]
    wide = [[row for row in rows[n + 1 :] if len(row) == 5] for n in begin]
    return wide[0][: len(wide[0]) - len(wide[1]) - 1], wide[1]


def test_every_pin_is_used_once():
    used = [*board.ROW_PINS, *board.COLUMN_PINS, board.STRIP_PIN, board.SUPPLY_PIN]
    assert len(set(used)) == len(used)
    assert set(used) <= set(PICO_PINS)


def test_the_pin_table_has_exactly_the_pins_of_the_board():
    used = {*board.ROW_PINS, *board.COLUMN_PINS, board.STRIP_PIN, board.SUPPLY_PIN}
    assert set(gpio_rows()) == used
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


def test_the_power_table_has_a_column_for_each_way_to_feed_the_board():
    head = next(row for row in table_rows("PINS.md") if row[:2] == ["Pico", "pin"])
    assert head[2:] == ["USB only", "with a supply"]


def test_the_strip_is_on_its_pin():
    assert gpio_rows()[board.STRIP_PIN][2].startswith("strip data")


@pytest.mark.parametrize(
    ("part", "count"),
    [
        ("LED strip", f"{board.PIXELS} pixels"),
        ("key switch", len(board.KEYS)),
        ("diode", len(board.KEYS) + 1),
        ("5 pixels", board.STREETS * board.STREET // dimensions.GROUP),
        (f"{board.BAR} pixels", 1),
        *[(layer.title, layer.sheets) for layer in layers() if layer.title != "frame"],
        ("screw, nut and washer", len(screw_holes())),
    ],
)
def test_the_parts_list_counts_what_the_board_has(part, count):
    assert quantity(part) == str(count)


def test_the_cut_pieces_make_the_strip():
    pieces = [row for row in table_rows("PARTS.md") if len(row) == 3 and "pixel" in row[1]]
    assert sum(int(row[0]) * int(row[1].split()[0]) for row in pieces) == board.PIXELS


def test_the_strip_is_the_one_described():
    row = next(row for row in table_rows("PARTS.md") if row[3:4] == ["LED strip WS2812B"])
    assert dimensions.STRIP_TYPE in row[3]
    assert f"{dimensions.STRIP_PER_METRE} LED/m" in row[4]
    assert 1000 / dimensions.STRIP_PER_METRE == dimensions.HOLE_PITCH == dimensions.BAR_PITCH


def test_the_current_in_the_documents_is_that_of_the_board():
    text = " ".join((FOLDER / "POWER.md").read_text(encoding="utf-8").split())
    assert f"takes {board.CHANNEL_MA} mA" in text
    assert f"{board.IDLE_MA} mA when dark" in text
    limit = f"to {board.CURRENT_MA} mA, including {board.PICO_MA} mA for the Pico"
    assert limit in text
    assert f"{board.PIXELS * 3 * board.CHANNEL_MA / 1000:.0f} A" in text


def test_the_raspberry_pis_table_has_its_pins():
    rows = {row[0]: row for row in _pin_tables()[1]}
    wanted = [*raspberry_pi.ROW_PINS, *raspberry_pi.COLUMN_PINS, raspberry_pi.STRIP_PIN]
    assert list(rows) == [name.removeprefix("D") for name in wanted]
    # A few that are easy to look up: GPIO 10 is SPI's data, pin 19 of the header.
    assert (rows["10"][1], rows["21"][1], rows["16"][1]) == ("19", "40", "36")


def test_the_service_allows_what_the_supply_of_the_parts_list_gives():
    unit = (FOLDER / "pegboard.service").read_text(encoding="utf-8")
    start = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    assert start.endswith(f"pegboard board --no-browser --current {board.SUPPLY_MA}")


def test_each_part_of_a_circuit_is_in_one_row_of_the_parts_list():
    assert parts_list.unlisted() == []


def test_no_part_of_the_list_has_a_price_and_each_says_what_matters():
    with (FOLDER / "parts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 30
    for row in rows:
        assert row["part"] and sum(int(row[name]) for name in list(row)[1:4]) > 0
        assert not re.search("[€$£]", "".join(row.values()))
        if row["section"] == parts_list.ELECTRONICS:
            assert row["value"] and row["example"]


# The files in the repository are those that the command writes
# -----------------------------------------------------


@pytest.mark.parametrize("name", files(board.DEFAULT_LAYOUT))
def test_the_files_in_the_repository_equal_the_generated_ones(name):
    made = files(board.DEFAULT_LAYOUT)[name]()
    assert (FOLDER / name).read_text(encoding="utf-8") == made, (
        f"hardware/{name} is not what the description says: pegboard plan --out hardware"
    )


def test_the_links_of_the_pages_lead_somewhere():
    for page in FOLDER.glob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (FOLDER / target).exists(), (page.name, target)


@pytest.mark.slow
def test_feeds_beyond_the_pairs_of_the_key_board_share_them():
    assert "one pair for each of P1 to P4" in build_page("shared")
    guide = build_page("two-track")
    assert "4 pairs and this layout 7 feeds" in guide
    assert "P1 and P2 at pair 1, P3 and P4 at pair 2, P5 and P6 at pair 3, P7 at pair 4" in guide
    assert "for 3 wires" in guide and "6 connectors" in guide
