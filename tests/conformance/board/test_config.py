"""board.cfg: settings are read, errors name their line, and the file is written back."""

from firmware.lights.layout_screen import maker
from firmware.settings.brightness import idle_ma
from firmware.settings.config import Config
from firmware.settings.config_file import LIGHT_MA, MOST_PIXELS, ConfigError, parse, text
from hardware import board
from hardware.layouts import NAMES, SHARED, Layout
from tests.conformance.support.kit import raises

ALL = """
# A board with other wires.
rows = 10 11 12 13
columns = 2 3 4 5 6 7   # from the left
strip = 22
pixels = 160
order = RGBW
brightness = 60
current = 300
supply = 27
supply_current = 1200
layout = shared-holes-first
watchdog = off
"""


def wrong(lines):
    return str(raises(ConfigError, parse, lines))


def test_an_empty_file_gives_the_defaults():
    config = parse("\n# nothing\n")
    assert config.rows == board.ROW_PINS and config.columns == board.COLUMN_PINS
    assert (config.strip, config.pixels) == (board.STRIP_PIN, board.PIXELS)
    assert config.wire() == (3, 1, 0, 2)  # GRB: green goes first
    assert config.watchdog
    assert (config.current, config.supply) == (board.CURRENT_MA, board.SUPPLY_PIN)


def test_a_board_without_the_supply_input_says_off():
    config = parse("supply = off\nstrip = 26")
    assert config.supply is None and config.strip == 26
    assert parse(text(config)).supply is None


def test_a_setting_cannot_exceed_the_current_of_usb():
    assert "supply_current" in wrong("current = 501")
    assert parse("current = 500").current == 500


def test_pixels_that_take_all_the_current_are_refused():
    assert "line 2: 400 pixels need 500 mA" in wrong("\npixels = 400")


def test_every_setting_is_read():
    config = parse(ALL)
    assert config.rows == (10, 11, 12, 13) and config.columns == (2, 3, 4, 5, 6, 7)
    assert (config.strip, config.pixels) == (22, 160)
    assert config.wire() == (4, 0, 1, 2)
    assert (config.brightness, config.current, config.layout) == (60, 300, "shared-holes-first")
    assert (config.supply, config.supply_current) == (27, 1200)
    assert not config.watchdog


def test_settings_are_written_and_read_back():
    for config in (Config(), parse(ALL)):
        again = parse(text(config))
        assert text(again) == text(config)
        assert again.__dict__ == config.__dict__
    return text(Config())


def test_an_error_names_its_line():
    return "\n".join(
        [
            wrong(lines)
            for lines in (
                "strip",
                "\n\nstrip = x",
                "strip = -1",
                "strip = 24",
                "strip = 2",
                "rows = 1 2 3",
                "rows = 1 2 3 3",
                "columns = 1 2 3 4 5 29",
                "watchdog = off\nwatchdog = on",
                "colour = GRB",
                "order = GGB",
                "pixels = 100",
                "pixels = 99999999999999999999",
                "brightness = 0",
                "brightness = 256",
                "current = 0.5",
                "current = 501",
                "current = 99999999999999999999",
                "supply = 25",
                "supply = 28",
                "supply = on",
                "supply_current = 100",
                "pixels = 400",
                "layout = round",
                "watchdog = maybe",
                "= 5",
                "strip = ",
            )
        ]
    )


def test_the_line_named_is_the_right_one():
    assert wrong("\n\nstrip = x").startswith("board.cfg line 3: strip: ")
    assert wrong("watchdog = off\nwatchdog = on").startswith("board.cfg line 2: ")
    assert "line 2: pin 6 is in columns and in strip" in wrong("\nstrip = 6")


def test_an_error_shows_at_most_40_characters_of_a_wrong_value():
    assert "'" + "x" * 40 + "'" in wrong("strip = " + "x" * 40)
    assert "'" + "x" * 40 + "...'" in wrong("strip = " + "x" * 41)


def test_numbers_may_be_as_small_and_as_large_as_their_bounds():
    least = idle_ma(board.PIXELS) + LIGHT_MA
    for name, smallest, largest in (
        ("brightness", 1, 255),
        ("current", least, board.USB_MA),
        ("supply_current", least, 20000),
    ):
        for number in (smallest, largest):
            assert getattr(parse("%s = %d" % (name, number)), name) == number
        for number in (smallest - 1, largest + 1):
            assert "line 1: " in wrong("%s = %d" % (name, number))


def test_pixels_may_be_as_many_as_the_current_allows():
    most = board.CURRENT_MA - LIGHT_MA
    while idle_ma(most) + LIGHT_MA > board.CURRENT_MA:
        most -= 1
    assert parse("pixels = %d" % most).pixels == most
    assert "need" in wrong("pixels = %d" % (most + 1))
    assert parse("pixels = %d" % board.PIXELS).pixels == board.PIXELS
    for number in (board.PIXELS - 1, MOST_PIXELS + 1):
        assert "from %d to %d" % (board.PIXELS, MOST_PIXELS) in wrong("pixels = %d" % number)


def test_the_pixels_follow_from_the_layout():
    for name in NAMES:
        config = parse("layout = " + name)
        assert config.pixels == Layout(name).pixels
        assert config.bar == (name if name in SHARED else "shared")
        assert board.bar_pixel(0, config.bar) == Layout(name).bar(0)
    assert parse("layout = two-track\npixels = 300").pixels == 300
    few = wrong("pixels = 272\nlayout = two-track")
    assert few == "board.cfg line 1: the layout two-track has 273 pixels, and pixels is 272"


def test_a_layout_that_usb_cannot_feed_needs_no_setting_but_a_wrong_one_is_refused():
    config = parse("layout = three-track")
    assert (config.current, config.supply_current) == (board.CURRENT_MA, board.SUPPLY_MA)
    assert "394 pixels need 494 mA at least, and current is 450" in wrong(
        "layout = three-track\ncurrent = 450"
    )
    assert "supply_current is 400" in wrong("layout = once-around\nsupply_current = 400")


def test_the_screen_of_a_layout_is_the_one_of_its_name():
    for name in NAMES[1:]:
        screen = maker(parse("layout = " + name).layout)(None, 0)
        assert screen.layout == name


def test_the_pins_are_those_of_the_edge_of_a_pico():
    rows = "rows = 10 11 12 13\ncolumns = 2 3 4 5 6 7\nsupply = off\nstrip = "
    edge = list(range(23)) + [26, 27, 28]
    for pin in range(40):
        if pin in edge and pin not in (10, 11, 12, 13, 2, 3, 4, 5, 6, 7):
            assert parse(rows + str(pin)).strip == pin
        else:
            assert "pin" in wrong(rows + str(pin))
    for pin in range(40):
        if pin in (26, 27, 28):
            assert parse("strip = 0\nsupply = " + str(pin)).supply == pin
        else:
            assert "analogue" in wrong("supply = " + str(pin))


def test_an_error_shows_what_can_be_printed_of_a_wrong_value():
    assert "'a }?\\?'" in wrong("order = a }~\\\x7f")
    assert "'a??'" in wrong("order = a\t\xe9")
