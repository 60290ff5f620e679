"""The static site with an emulated Pico at its USB port, where an image to boot is named."""

import functools
import threading

import pytest
from playwright.sync_api import expect

from firmware.link import link_line
from hardware.board import KEYS
from host.pico import build
from host.site.pico_files import flash_file
from tests.emulator.pico import Pico
from tests.page.fake_serial import FAKE, Bridge
from tests.page.test_real_board import START, names_of
from tests.rig.conftest import emulated
from tests.rig.installation import program
from tests.site_server import publishing

__all__ = ["emulated"]  # the fixture

KIND = build.MpyKind(6, 3, "armv6m")
NEWER = "9.9.9 01234567"
SECOND_MS = 1000
KEY_NS = 200e6  # of its time: pressed, and released
FLASH_MS = 600_000  # on a busy machine; a Pico takes half a minute


@functools.cache
def files_of(version):
    """Return the file of the site to flash, for a program that calls itself `version`."""
    written = build.version_module(False)
    module = written.replace(build.program(), version)
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(build, "version_module", lambda frozen: module)
        changed.setattr(build, "program", lambda: version)
        files, parts = build.files(KIND)
        files[build.MAIN] += f"# {version}\n".encode()
        return flash_file(files, parts)


@pytest.fixture
def pico(emulated):
    with Pico(emulated["image"], emulated["bootrom"]) as pico:
        yield pico


@pytest.fixture
def site(pico):
    """The site, with the Pico at the port that a page can choose; it runs freely."""
    pico.run(SECOND_MS)
    with publishing() as server:
        server.cached = "no-cache"
        server.files["flash/armv6m.bin"] = files_of(build.program())
        server.bridge = Bridge(f"socket://127.0.0.1:{pico.open_port()}")
        yield server
        pico.ask("stop")


def find(page):
    page.get_by_role("button", name="Choose the Pico").click()
    expect(page.locator("#put")).to_be_visible(timeout=FLASH_MS)


def tap(page, pico, keys):
    """Press keys of the Pico, which runs freely; a card is two of them."""
    for number in names_of(keys):
        pico.tap(KEYS[number])
        start = pico.ns
        while pico.ns < start + KEY_NS:
            page.wait_for_timeout(20)
            pico.run(0)


def test_a_stock_pico_becomes_a_board_that_the_page_shows(site, pico, browse, complaints):
    page = browse(FAKE).new_page()
    page.goto(site.url + "install.html")
    find(page)
    expect(page.locator("#found")).to_contain_text("Raspberry Pi Pico with RP2040, MicroPython 1.")
    page.locator("#put").click()
    expect(page.locator("#found")).to_contain_text("The board runs.", timeout=FLASH_MS)
    page.get_by_role("link", name="Show its game").click()
    expect(page.locator("#link")).to_have_text("Live", timeout=30_000)
    expect(page.locator("#menu")).to_contain_text("Traditional")
    tap(page, pico, f"{START} 5D 4H")
    expect(page.locator("#prompt")).to_contain_text("Blue: play a card", timeout=30_000)
    assert complaints == []


def said_program(pico):
    """Switch the Pico on; return what the board says of its program."""
    pico.ask("stop")
    pico.console.clear()
    pico.power_on()
    pico.run(SECOND_MS)
    pico.send(link_line.encode(1, ["snapshot", 1]))
    pico.run(3 * SECOND_MS)
    return program(pico)


class Placing:
    """Holds the command that puts new files in place of the old ones, until `go` is set."""

    def __init__(self, bridge):
        self.comes, self.go = threading.Event(), threading.Event()
        bridge.on_write = self._on_write

    def _on_write(self, data):
        if data.startswith(b"accept("):
            self.comes.set()
            self.go.wait(FLASH_MS / 1000)


def update(page, pico, site, version, transfer_cut=0, placing_cut=0):
    """Put the program that calls itself `version` on the Pico; return whether that was done. Its
    power is cut in an operation of the flash: of the transfer, or from the placing on; 0 for
    none."""
    placing = Placing(site.bridge)
    site.files["flash/armv6m.bin"] = files_of(version)
    page.reload()
    find(page)
    if transfer_cut:
        pico.cut_at(transfer_cut)
    page.locator("#put").click()
    ended = page.locator("#find:enabled")
    while not pico.dead and not ended.count():
        if placing.comes.is_set() and not placing.go.is_set():
            if placing_cut:
                pico.cut_at(placing_cut)
            placing.go.set()
        page.wait_for_timeout(100)
        pico.run(0)  # it tells whether its power is cut
    return not pico.dead


@pytest.mark.exhaustive
def test_a_board_whose_power_is_cut_while_it_is_updated_starts(site, pico, browse):
    """Each time it has the whole of one of the two programs."""
    old, new = build.program(), NEWER
    page = browse(FAKE).new_page()
    page.goto(site.url + "install.html")
    assert update(page, pico, site, old)
    expect(page.locator("#found")).to_contain_text("The board runs.", timeout=FLASH_MS)
    for transfer_cut, placing_cut in ((2, 0), (200, 0), (0, 1), (0, 2)):
        assert not update(page, pico, site, new, transfer_cut, placing_cut)
        site.bridge.unplug()
        expect(page.locator("#usb-trouble")).to_contain_text("it was unplugged")
        words = "are the old ones" if transfer_cut else "from this version or the last"
        expect(page.locator("#usb-trouble")).to_contain_text(words)
        now = said_program(pico)
        assert now == old or (placing_cut and now == new), (transfer_cut, placing_cut)
        old, new = (new, old) if now == new else (old, new)
        pico.ask("go")
        site.bridge.plug()
