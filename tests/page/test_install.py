"""The static site's page that puts the program on a Pico."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from host.link import ports
from host.pico import build, file_system
from host.pico.device import Device
from host.pico.joined_image import Stock
from host.site.pico_files import flash_file
from tests.cases import exhaustive
from tests.host import test_image as images
from tests.host import uf2_files
from tests.host.boards import Board
from tests.host.far_end import Flashable, board_on_socket
from tests.host.few_modules import few
from tests.page.fake_serial import FAKE, NONE, Bridge
from tests.page.tabs import UNPAINTED
from tests.page.test_accessibility import COLOURS, violations
from tests.site_server import built, publishing

# The host's tests of flashing and of the site's files run each time.
pytestmark = pytest.mark.slow

KIND = build.MpyKind(6, 3, "armv6m")
MPY = 0x1306  # what a Pico says of itself
DESCRIBE = 'print("@", about.name, version, getattr(about, "_mpy", 0), sys.platform, machine)'
KEPT = """async () => {
  const [name] = await caches.keys();
  return (await (await caches.open(name)).keys()).map((one) => one.url);
}"""
PICO = "micropython 1.29.0 {} rp2 Raspberry Pi Pico with RP2040"


@pytest.fixture(scope="module")
def site():
    with publishing() as server:
        server.cached = "no-cache"  # since tests change its files
        yield server


@pytest.fixture(scope="module")
def flashable():
    one = Flashable(pastes=True)
    yield one
    one.close()


@pytest.fixture
def pico(site, flashable, monkeypatch):
    """MicroPython's VM at the port that a page can choose, which says that it is a Pico."""
    monkeypatch.setattr(build, "sources", few)
    flashable.renew()
    site.bridge = flashable.bridge = Bridge(flashable.name)
    code = site.files["flash/on_device.py"]
    says(site, PICO.format(MPY))
    yield flashable
    flashable.bridge.unplug()
    site.bridge = None
    site.files["flash/on_device.py"] = code


def says(site, text):
    """Have the device say this of itself; it cannot restart."""
    code = built()["flash/on_device.py"].decode()
    assert DESCRIBE in code and "machine.reset()" in code
    code = code.replace(DESCRIBE, f'print("@ {text}")')
    code = code.replace("    import machine\n\n    machine.reset()", "    pass")
    site.files["flash/on_device.py"] = code.encode()


@contextlib.contextmanager
def device(pico):
    """The device itself, while no page has its port."""
    with contextlib.closing(ports.open_port(pico.name)) as port:
        client = Device(port)
        client.enter(10)
        yield client


def there(pico, code):
    with device(pico) as client:
        return client.ask(code)


def hashes(pico, wanted):
    names = list(wanted)
    return dict(zip(names, there(pico, f"digests(*{names!r})"), strict=True))


def digests(files):
    return {path: build.digest(data) for path, data in files.items()}


def opened(context, site):
    page = context.new_page()
    page.goto(site.url + "install.html")
    return page


def found(page):
    """Choose the Pico; wait until the page says what is on it."""
    page.get_by_role("button", name="Choose the Pico").click()
    expect(page.locator("#found")).to_contain_text("Pegboard on it")


def put(page):
    page.get_by_role("button", name="Put this version on it").click()


def test_the_program_goes_onto_a_pico_and_each_file_is_checked(
    site, browse, pico, monkeypatch, complaints
):
    page = opened(browse(FAKE), site)
    found(page)
    said = page.locator("#found")
    expect(said).to_contain_text("Raspberry Pi Pico with RP2040, MicroPython 1.29.0.")
    expect(said).to_contain_text(f"Pegboard on it: none. On this page: {build.program()}.")
    expect(said).to_contain_text("5 of its 5 files are missing or differ")
    put(page)
    expect(said).to_contain_text("5 files are checked on the Pico. It starts")
    pico.bridge.unplug()
    wanted = build.files(KIND)[0]
    assert hashes(pico, wanted) == digests(wanted)
    with board_on_socket(Board()) as (_, name):
        pico.bridge.name = name
        pico.bridge.plug()
        expect(said).to_contain_text("The board runs.")
        page.get_by_role("link", name="Show its game").click()
        expect(page.locator("#link")).to_have_text("Live")
        expect(page.locator("#menu")).to_contain_text("Traditional")
    assert complaints == []


def newer(site, monkeypatch, folder):
    """Have the site offer a program with one other module, and another main.py; return its
    files."""
    other = folder / "skunks.py"
    real = few()
    other.write_text(real["engine_core/pegs/skunks.py"].read_text() + "\nONE_MORE = [1]\n")
    monkeypatch.setattr(build, "sources", lambda: {**real, "engine_core/pegs/skunks.py": other})
    files, parts = build.files(KIND)
    files[build.MAIN] += b"# newer\n"
    site.files["flash/armv6m.bin"] = flash_file(files, parts)
    return files


@pytest.fixture
def flashed(pico, site, browse, monkeypatch, tmp_path):
    """A page, and a Pico with the program, for which the site has a newer one; its files."""
    before = site.files["flash/armv6m.bin"]
    files = build.files(KIND)[0]
    with device(pico) as there:
        for path, data in files.items():
            there.write(path, data, [data])
    pico.old = digests(files)
    pico.new = newer(site, monkeypatch, tmp_path)
    yield opened(browse(FAKE), site)
    site.files["flash/armv6m.bin"] = before


def test_an_update_sends_what_is_new_and_keeps_the_files_of_the_person(flashed, pico):
    mine = ["/board.cfg", "/journal", "/firmware/notes.txt"]
    old = ["/firmware/app.py", "/main.py.new", "/engine.txt"]
    pico.bridge.unplug()
    there(
        pico,
        f"os.mkdir('/firmware')\nfor path in {mine + old!r}: open(path, 'w').write('mine')",
    )
    pico.bridge.plug()
    pico.sent = 0
    found(flashed)
    expect(flashed.locator("#found")).to_contain_text("does not say its version")
    expect(flashed.locator("#found")).to_contain_text("2 of its 5 files are missing or differ")
    put(flashed)
    expect(flashed.locator("#found")).to_contain_text("5 files are checked")
    assert pico.sent < 25_000  # the bundle alone has more
    pico.bridge.unplug()
    assert hashes(pico, pico.new) == digests(pico.new)
    assert "-" not in hashes(pico, mine).values()
    assert set(hashes(pico, old).values()) == {"-"}


def test_what_is_there_already_is_not_sent(flashed, pico, site):
    site.files["flash/armv6m.bin"] = built()["flash/armv6m.bin"]
    found(flashed)
    expect(flashed.locator("#found")).to_contain_text("It is up to date.")
    expect(flashed.locator("#put")).to_be_hidden()
    flashed.get_by_role("button", name="Leave it as it is").click()
    expect(flashed.locator("#found")).to_contain_text("It starts")


def unplugged(page, pico, write):
    """Unplug the Pico in place of the write number `write` of an update; return what the page says
    of that, "" where the update came to its end before, and the hashes of the files on it."""
    trouble = page.locator("#usb-trouble").filter(has_text=".")
    pico.bridge.cut_at(write)
    page.get_by_role("button", name="Choose the Pico").click()
    expect(page.locator("#acts:not([hidden])").or_(trouble)).to_be_visible()
    if page.locator("#acts").is_visible():
        put(page)
        ended = page.locator("#found").filter(has_text="files are checked")
        expect(ended.or_(trouble)).to_be_visible()
    expect(page.locator("#find")).to_be_enabled()
    said = page.locator("#usb-trouble").inner_text()
    assert not said or "it was unplugged" in said
    pico.bridge.cut_at(0)
    pico.bridge.unplug()
    now = hashes(pico, pico.new)
    pico.bridge.plug()
    assert now in (pico.old, digests(pico.new))
    assert now == pico.old or "are the old ones" not in said
    return said, now


def test_a_pico_that_is_unplugged_has_all_of_its_old_files_or_all_of_the_new(flashed, pico):
    said, now = unplugged(flashed, pico, 31)
    assert said and now == pico.old
    found(flashed)
    put(flashed)
    expect(flashed.locator("#found")).to_contain_text("5 files are checked")
    pico.bridge.unplug()
    assert hashes(pico, pico.new) == digests(pico.new)


@pytest.mark.exhaustive
def test_unplugged_between_two_files_it_has_neither_of_the_new_ones(flashed, pico):
    pico.spoil = lambda data: None if b"put('/main.py'" in data else data
    found(flashed)
    put(flashed)
    trouble = flashed.locator("#usb-trouble")
    expect(trouble).to_contain_text("it was unplugged. All files on it are the old ones")
    pico.spoil = lambda data: data
    pico.bridge.unplug()
    assert hashes(pico, pico.new) == pico.old


@pytest.mark.exhaustive
def test_unplugged_at_other_writes_it_has_all_of_its_old_files_too(flashed, pico):
    for write in (1, 4, 11, 23):
        said, now = unplugged(flashed, pico, write)
        assert said and now == pico.old, write


@pytest.mark.exhaustive
def test_unplugged_at_each_write_of_an_update(flashed, pico):
    for write in range(1, 400):
        _, now = unplugged(flashed, pico, write)
        if now == digests(pico.new):
            break
    assert now == digests(pico.new) and write > 30


def test_a_damaged_file_does_not_replace_the_old_ones(flashed, pico):
    pico.spoil = lambda data: re.sub(
        rb"(put\('/pegboard.bundle', 'ab', b'[^']{20})(.)",
        lambda found: found[1] + (b"B" if found[2] == b"A" else b"A"),
        data,
    )
    found(flashed)
    put(flashed)
    trouble = flashed.locator("#usb-trouble")
    expect(trouble).to_contain_text(
        "/pegboard.bundle arrived damaged. All files on it are the old"
    )
    pico.spoil = lambda data: data
    pico.bridge.unplug()
    assert hashes(pico, pico.new) == pico.old


def test_a_full_pico_is_said_and_keeps_its_files(flashed, pico, site):
    code = site.files["flash/on_device.py"].decode()
    full = code.replace('print("@", blocks[0] * blocks[3])', 'print("@ 9000")')
    assert full != code
    site.files["flash/on_device.py"] = full.encode()
    found(flashed)
    put(flashed)
    expect(flashed.locator("#usb-trouble")).to_contain_text("more bytes of free space are needed")
    pico.bridge.unplug()
    assert hashes(pico, pico.new) == pico.old


REFUSED = {
    "circuitpython 9.0.0 0 rp2 Pico": "it runs circuitpython, not MicroPython",
    f"micropython 1.29.0 {MPY} esp32 ESP32 module": "it is ESP32 module",
    f"micropython 1.28.1 {MPY} rp2 Pico": "it has MicroPython 1.28.1, and the program needs 1.29",
    f"micropython 1.29.0 {0x1205} rp2 Pico": "has no files for its MicroPython",
    f"micropython 1.29.0 {0x3F06} rp2 Pico": "has no files for its MicroPython",
}


@pytest.mark.parametrize("texts", [list(REFUSED)[:1], *exhaustive(list(REFUSED)[1:])])
def test_a_device_that_cannot_be_the_board_is_refused(site, browse, pico, texts):
    page = opened(browse(FAKE), site)
    trouble = page.locator("#usb-trouble")
    for text in texts:
        says(site, text)
        page.get_by_role("button", name="Choose the Pico").click()
        expect(trouble).to_contain_text(REFUSED[text])
        expect(trouble).to_contain_text("Nothing on it has changed")
        expect(page.locator("#acts")).to_be_hidden()
        expect(page.locator("#find")).to_be_enabled()
        trouble.evaluate("one => { one.textContent = ''; }")


def test_a_tab_that_shows_the_board_keeps_its_port(site, browse, pico):
    context = browse(FAKE)
    first = context.new_page()
    first.goto(site.url + "?board=usb")
    expect(first.locator("#watching")).to_be_visible()
    page = opened(context, site)
    page.get_by_role("button", name="Choose the Pico").click()
    expect(page.locator("#usb-trouble")).to_contain_text("Another tab of this browser")


def test_without_webserial_or_a_choice_the_page_says_what_to_do(site, browse, pico):
    page = opened(browse(NONE), site)
    expect(page.locator("#usb-trouble")).to_contain_text("Open this page in Chrome or Edge")
    expect(page.locator("#find")).to_be_disabled()
    pico.bridge.will_choose = False
    page = opened(browse(FAKE), site)
    page.get_by_role("button", name="Choose the Pico").click()
    expect(page.locator("#usb-trouble")).to_contain_text("No Pico was chosen")


# One file


def choose(page, data, name="RPI_PICO.uf2"):
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.locator("#stock").set_input_files(file)


@pytest.mark.parametrize(("board", "count"), [("pico", 352), ("pico2", 768)])
def test_the_page_joins_what_pegboard_image_joins(
    site, browse, monkeypatch, board, count, complaints
):
    monkeypatch.setattr(build, "sources", few)
    family, machine = {
        "pico": (uf2_files.RP2040, "armv6m"),
        "pico2": (uf2_files.RP2350, "armv7emsp"),
    }[board]
    storage = (uf2_files.FLASH + uf2_files.SIZE - 4096, count * 4096)
    data = uf2_files.stock(family, board=board, storage=storage)
    page = opened(browse(), site)
    choose(page, data)
    expect(page.locator("#stock-found")).to_contain_text("MicroPython 1.29.0 for a Pico")
    files = build.files(build.MpyKind(6, 3, machine))[0]
    for new, text, layout in (
        (True, "It is new", "shared"),
        (False, "its games stay", "shared"),
        (True, "It is new", "two-track"),
    ):
        page.get_by_label(text).check()
        page.get_by_label("tracks and holes").select_option(layout)
        page.get_by_role("button", name="Make the file").click()
        with page.expect_download() as download:
            page.locator("#save").click()
        more = {} if layout == "shared" else {"/board.cfg": b"layout = two-track\n"}
        blocks = file_system.blocks({**files, **more}, count, new)
        assert download.value.path().read_bytes() == Stock(data).joined(blocks)
        name = "pegboard-pico.uf2" if board == "pico" else "pegboard-pico-2.uf2"
        assert download.value.suggested_filename == name
    assert complaints == []


def test_any_other_file_is_refused_with_the_reason_of_pegboard_image(site, browse):
    page = opened(browse(), site)
    choose(page, uf2_files.stock())
    expect(page.locator("#make")).to_be_visible()
    for what, (data, reason) in images.REFUSED.items():
        choose(page, data, f"{what}.uf2")
        expect(page.locator("#stock-trouble")).to_contain_text(f"{what}.uf2: ")
        expect(page.locator("#stock-trouble")).to_contain_text(reason)
        expect(page.locator("#make")).to_be_hidden()


def test_a_micropython_with_another_room_for_files_is_refused(site, browse):
    page = opened(browse(), site)
    storage = (uf2_files.STORAGE, uf2_files.BYTES - 4096)
    choose(page, uf2_files.stock(storage=storage))
    page.get_by_role("button", name="Make the file").click()
    expect(page.locator("#stock-trouble")).to_contain_text("pegboard image on a computer")
    expect(page.locator("#save")).to_be_hidden()


def test_the_page_is_there_without_a_network_once_it_was_used(site, browse, complaints):
    context = browse()
    board = context.new_page()
    board.goto(site.url)
    board.evaluate("navigator.serviceWorker.ready")
    board.reload()
    kept = board.evaluate(KEPT)
    assert kept and not [url for url in kept if "install" in url or "images/" in url]
    for is_offline in (False, True):
        context.set_offline(is_offline)
        page = opened(context, site)
        choose(page, uf2_files.stock())
        page.get_by_role("button", name="Make the file").click()
        expect(page.locator("#save")).to_be_visible()
        page.close()
    assert complaints == []


def test_axe_finds_nothing_on_the_page(site, browse, pico):
    context = browse(FAKE, viewport={"width": 390, "height": 844})
    context.add_init_script(UNPAINTED)  # which `violations` takes away
    page = opened(context, site)
    choose(page, uf2_files.stock())
    expect(page.locator("#make")).to_be_visible()
    found(page)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme="light")
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, COLOURS) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
