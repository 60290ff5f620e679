"""POWER.md: the paths of power, the current of each scene, the voltage at the last pixel."""

from hardware import board, forms, power, strip
from hardware.circuit import builds

from .markdown import page, table
from .scenes import games, moments

_WAYS = (
    ("USB only", "usb", board.CURRENT_MA),
    ("with the switch at USB", "supply-usb", board.CURRENT_MA),
    ("with the switch at SUPPLY", "supply", board.SUPPLY_MA),
    ("Raspberry Pi", "pi", board.SUPPLY_MA),
)


def power_page(layout: str) -> str:
    """Return POWER.md."""
    start = power.soft_start(builds.build("pi", layout))
    pixels = forms.form(layout).pixels.pixels
    return page(
        "POWER.md",
        ("usb",) if power.usb_feeds(layout) else (),
        usb=board.CURRENT_MA,
        port=board.USB_MA,
        supply=board.SUPPLY_MA,
        pico=board.PICO_MA,
        channel=board.CHANNEL_MA,
        idle=board.IDLE_MA,
        pixels=pixels,
        white=pixels * 3 * board.CHANNEL_MA / 1000,
        dark=board.PICO_MA + pixels * board.IDLE_MA,
        charge=start.charge_ma,
        rise=start.rise_seconds * 1000,
        on=board.SUPPLY_ON_MV / 1000,
        weak=board.SUPPLY_WEAK_MV / 1000,
        least=power.LEAST_AT_PIXEL,
        usb_least=power.USB_LEAST,
        supply_least=power.SUPPLY_LEAST,
        cable=power.USB_CABLE,
        ways=table(["build", "limit", "source", "rails", "last pixel"], _ways(layout), " rrrr"),
        feeds=table(["feed", "at", "wires", "from the rails"], _feeds(layout), "   r"),
        scenes=table(
            ["scene", "asks for", *[words for words, _ in _limits(layout)]],
            _scenes(layout),
            " rrr",
        ),
    )


def _ways(layout):
    net = power.network(layout)
    rows = []
    for words, build, limit in _WAYS:
        if build not in power.paths_of(layout):
            continue
        frame = power.hardest(limit, net)
        rail = power.rail(build, sum(frame))
        last = power.last_pixel(build, limit, None, layout)
        source = f"{power.PATHS[build].least:.2f} V"
        rows.append([words, f"{limit} mA", source, f"{rail:.2f} V", f"{last:.2f} V"])
    return rows


def _feeds(layout):
    rows = []
    runs = strip.runs(layout)
    for n, feed in enumerate(strip.feeds(layout), 1):
        end = "last" if feed.far else "first"
        name = runs[feed.run].name
        where = name if len(runs[feed.run].spots) == 1 else f"{name}, its {end} pixel"
        length = f"{strip.feed_length(feed, layout):.0f} mm"
        rows.append([f"P{n}", where, "red and black, 0.5 mm²", length])
    return rows


def _limits(layout):
    supply = ("from a supply", board.SUPPLY_MA)
    return [("from USB", board.CURRENT_MA), supply] if power.usb_feeds(layout) else [supply]


def _scenes(layout):
    most = max(games(layout), key=lambda scene: scene.wanted_ma())
    shown = [most._replace(name=f"the brightest game: {most.name}"), *moments(layout)]
    return [
        [scene.name, f"{scene.wanted_ma()} mA"]
        + [f"{scene.limited_ma(limit)} mA" for _, limit in _limits(layout)]
        for scene in shown
    ]
