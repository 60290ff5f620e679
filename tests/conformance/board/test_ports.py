"""The App's use of its Ports: four that it needs, and those that a target may have."""

from firmware.app import App
from firmware.keys import keymap
from firmware.keys.key_scanner import KeyScanner
from firmware.ports import Ports
from tests.conformance.support.ports import Clock, Link, Store, Strip


def four():
    clock = Clock(1000)
    return Ports(Strip(clock), Store(), Link(), clock)


def run(app, ports, ms=200):
    """Let `ms` ms pass."""
    for _ in range(0, ms, 20):
        ports.clock.now += 20
        app.tick()


def test_four_ports_are_enough():
    ports = four()
    app = App(ports)
    run(app, ports)
    assert app.menu and any(ports.strip.last)
    assert [message[0] for message in ports.link.heard()][0] == "hello"


def test_what_one_board_sets_is_not_on_another():
    ports = four()
    ports.engine = "0123abcd"
    ports.lost = True
    assert not four().lost and four().engine == ""


def test_the_hello_has_what_the_target_knows():
    ports = four()
    ports.engine = "0123abcd"
    ports.nonce = "00000007"
    ports.lost = True
    run(App(ports), ports)
    assert ports.link.heard()[0][2:5] == ["0123abcd", "00000007", 1]


def test_a_scanner_that_is_updated_elsewhere_replaces_the_keys():
    class Keys:
        def scan(self):
            raise AssertionError("these keys are read elsewhere")

    ports = four()
    ports.keys = Keys()
    ports.scanner = KeyScanner()
    app = App(ports)
    pressed = []
    app.press = pressed.append
    for _ in range(10):
        ports.clock.now += 10
        ports.scanner.update(1 << keymap.ENTER, ports.clock.now)
        app.tick()
    assert pressed == [keymap.ENTER]


def test_a_key_that_waits_goes_before_the_link():
    waits = [True]
    ports = four()
    ports.waiting = lambda: waits[0]
    app = App(ports)
    run(app, ports)
    assert not ports.link.heard()
    waits[0] = False
    run(app, ports)
    assert ports.link.heard()
