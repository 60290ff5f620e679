"""The device targets with a simulated board: files sent, checked, kept and restored."""

import os
import socket
import threading

import pytest

from host.pico.rawrepl import RawRepl, ReplClosed, ReplTimeout
from tests.targets import board as boards
from tests.targets import kept_files
from tests.targets.answer import TestFailed, Unavailable
from tests.targets.device import Device, as_mpy
from tests.targets.fakeboard import FakeBoard, Line

MODULE = "tests.conformance.test_a"
TESTS = """\
seen = []

def test_good():
    print("good is run")
    return "good"

def test_bad():
    one = 1
    assert one == 2

def test_remembers():
    seen.append(1)
    return str(len(seen))

def test_hangs():
    pass
"""


@pytest.fixture
def root(tmp_path):
    """A project with three files."""
    for path, text in {
        "engine_core/count/cards.py": "RANKS = 'A23'\n",
        "tests/conformance/test_a.py": TESTS,
        "tests/conformance/test_b.py": TESTS,
    }.items():
        file = tmp_path / "project" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "project"


@pytest.fixture
def flash(tmp_path):
    """The flash of a board with another program."""
    folder = tmp_path / "flash"
    (folder / "engine_core" / "count").mkdir(parents=True)
    (folder / "main.py").write_text("the board's own")
    (folder / "engine_core/count/cards.mpy").write_text("the board's own")
    return folder


def as_they_are(files, names=None):
    return files


def device(root, board, timeout=1.0, **options):
    return Device(timeout, lambda: RawRepl(board, **options), root, compiled=as_they_are)


def contents(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.mark.parametrize("window", [0, 1, 7, 128])
@pytest.mark.parametrize("piece", [1, 100])
def test_a_test_runs_on_the_board(root, flash, window, piece):
    board = FakeBoard(flash, window=window, line=Line(piece, dawdles=5))
    target = device(root, board)
    answer = target.run(MODULE, "test_good")
    assert (answer.value, answer.output, answer.heap) == ("good", "good is run\n", 12345)
    assert "a fake board" in target.version


def test_only_missing_files_are_sent_and_old_ones_are_removed(root, flash):
    def sent():
        target = device(root, FakeBoard(flash))
        target.start()
        return target.sent

    assert sent() == 2  # the agent too
    assert sent() == 0
    (flash / "hil/engine_core/count/cards.py").write_text("damaged")
    assert sent() == 1
    (root / "engine_core/count/events.py").write_text("# another\n")
    (root / "engine_core/count/cards.py").rename(root / "engine_core/count/words.py")
    assert sent() == 2
    there = contents(flash / "hil")
    assert sorted(there) == [
        "agent.py",
        "engine_core/count/events.py",
        "engine_core/count/words.py",
    ]
    assert there["engine_core/count/events.py"] == b"# another\n"


def test_one_file_of_tests_is_there_at_a_time(root, flash):
    target = device(root, FakeBoard(flash))
    for module in ("tests.conformance.test_a", "tests.conformance.test_b"):
        target.run(module, "test_good")
        there = [path for path in contents(flash / "hil") if "test_" in path]
        assert there == [module.replace(".", "/") + ".py"]


def test_tests_that_the_board_does_not_take_fail_and_the_next_ones_run(root, flash):
    target = device(root, FakeBoard(flash))
    target.start()
    (flash / "hil/tests").write_text("in the way of a folder")
    with pytest.raises(TestFailed, match="test_a.py: it cannot be sent: the agent"):
        target.run(MODULE, "test_good")
    (flash / "hil/tests").unlink()
    assert target.run(MODULE, "test_good").value == "good"


def test_the_boards_own_files_and_program_are_unchanged(root, flash):
    before = contents(flash)
    board = FakeBoard(flash, program=True)
    target = device(root, board)
    target.run(MODULE, "test_good")
    assert board.starts == 0
    target.close()
    assert (board.mode, board.starts, board.closed) == ("program", 1, True)
    after = {path: data for path, data in contents(flash).items() if path[:4] != "hil/"}
    assert after == before


def test_flash_that_stores_wrong_bytes_is_noticed(root, flash, monkeypatch):
    board = FakeBoard(flash)
    write = board._on_flash

    def worn(function):
        call = write(function)
        if function is not open:
            return call
        return lambda path, mode="r", **more: call("/elsewhere" if "w" in mode else path, mode)

    monkeypatch.setattr(board, "_on_flash", worn)
    with pytest.raises(Unavailable, match="did not keep what it was sent: /hil/"):
        device(root, board).start()


def test_each_module_of_tests_begins_with_an_empty_memory(root, flash):
    target = device(root, FakeBoard(flash))
    values = [
        target.run(f"tests.conformance.test_{module}", "test_remembers").value for module in "aaba"
    ]
    assert values == ["1", "2", "1", "1"]


CROWD = """
import other
import crowd

ROW, *MORE = (1, 2, 3)
TABLE = [ROW]
TABLE[0] = 5

def helper():
    return str(TABLE[0])

def test_small():
    return helper()

def test_other():
    return other.text
"""


def test_a_test_that_finds_too_little_memory_runs_alone_with_what_it_needs(root, flash):
    (root / "tests/conformance/test_c.py").write_text(CROWD)
    (root / "engine_core/other.py").write_text("text = 'other'\n")
    board = FakeBoard(flash)
    target = device(root, board)
    target.start()
    (flash / "hil/other.py").write_text("text = 'other'\n")
    (flash / "hil/crowd.py").write_text("raise MemoryError('memory allocation failed')\n")
    assert target.run("tests.conformance.test_c", "test_small").value == "5"
    assert target.run("tests.conformance.test_c", "test_other").value == "other"
    assert target.run(MODULE, "test_good").value == "good"


def test_a_test_that_finds_too_little_memory_alone_fails(root, flash):
    tests = TESTS + "\ndef test_greedy():\n    raise MemoryError('memory allocation failed')\n"
    (root / "tests/conformance/test_a.py").write_text(tests)
    target = device(root, FakeBoard(flash))
    with pytest.raises(TestFailed, match="MemoryError: memory allocation failed"):
        target.run(MODULE, "test_greedy")
    assert target.run(MODULE, "test_good").value == "good"


def test_a_failure_names_its_line_and_leaves_nothing_behind(root, flash):
    target = device(root, FakeBoard(flash))
    assert target.run(MODULE, "test_remembers").value == "1"
    with pytest.raises(TestFailed, match="AssertionError"):
        target.run(MODULE, "test_bad")
    assert target.run(MODULE, "test_remembers").value == "1"


def test_a_test_that_hangs_is_interrupted_and_the_next_one_runs(root, flash):
    board = FakeBoard(flash, hangs="test_hangs")
    target = device(root, board, timeout=0.02)
    target.start()
    with pytest.raises(TestFailed, match="no answer within 0.1 s.*it was interrupted"):
        target.run(MODULE, "test_hangs")
    target.timeout = 5
    assert target.run(MODULE, "test_good").value == "good"
    assert not board.closed


def test_a_board_that_is_pulled_out_fails_this_test_and_cannot_be_used_after(root, flash):
    board = FakeBoard(flash)
    target = device(root, board)
    target.start()
    board.line.left = 10
    with pytest.raises(TestFailed, match="unplugged"):
        target.run(MODULE, "test_good")
    for _ in range(2):
        with pytest.raises(Unavailable, match="cannot be used: unplugged"):
            target.run(MODULE, "test_good")


def test_a_board_that_never_answers_cannot_be_used(root, flash, monkeypatch):
    monkeypatch.setattr("tests.targets.device.ENTER_SECONDS", 0.02)
    with pytest.raises(Unavailable, match="no answer within 0.02 s, waiting for the raw REPL"):
        device(root, FakeBoard(flash, line=Line(deaf=True))).start()


def test_bytes_that_the_boards_program_consumed_are_sent_again(root, flash, monkeypatch):
    monkeypatch.setattr("tests.targets.device.ENTER_SECONDS", 0.05)
    board = FakeBoard(flash)
    told = board._in_program
    swallowed = []

    def greedy(byte):
        if len(swallowed) < 5:
            swallowed.append(byte)
        else:
            told(byte)

    monkeypatch.setattr(board, "_in_program", greedy)
    assert device(root, board).run(MODULE, "test_good").value == "good"


def test_an_mpy_of_another_version_is_reported(root, flash):
    board = FakeBoard(flash)
    reset = board._empty_memory

    def old():
        reset()
        board.modules["sys"].implementation._mpy = 0x1305

    board._empty_memory = old
    with pytest.raises(Unavailable, match="takes .mpy 5, not 6: update it"):
        device(root, board).start()


def test_compiled_files_keep_their_names(root, monkeypatch):
    monkeypatch.delenv(kept_files.VARIABLE)
    files = {"a/b.py": b"def f():\n    raise ValueError\n", "a/c.txt": b"text"}
    done = as_mpy(files)
    assert done["a/c.txt"] == b"text" and sorted(done) == ["a/b.mpy", "a/c.txt"]
    assert b"a/b.py" in done["a/b.mpy"] and done == as_mpy(files)
    with pytest.raises(Unavailable, match="mpy-cross: a/b.py"):
        as_mpy({"a/b.py": b"match a:\n  case 1: pass\n"})


# The line -----------------------------------------------------------------------------------


NOISE = b"\x00\xff>>> \x04>\x04OK" + b"raw REPL; CTRL" + b"R\x01\x20\x00\x01" + bytes(range(256))


@pytest.mark.parametrize("seed", range(20))
def test_noise_before_the_banner_short_reads_and_delays_change_no_answer(flash, seed):
    line = Line(1 + seed % 9, dawdles=2 + seed % 5, noise=NOISE * (seed % 3), seed=seed)
    repl = RawRepl(FakeBoard(flash, window=1 + seed * 3, line=line))
    repl.enter(2)
    code = f"x = {seed}\nprint('é' * 300, x)\n" + "# filler\n" * 20
    assert repl.execute(code, 5) == ("é" * 300 + f" {seed}\n", "")
    repl.reset(5)
    assert "NameError" in repl.execute("x", 5)[1]


@pytest.mark.slow
def test_a_line_cut_anywhere_is_an_error_and_never_an_answer(flash):
    def talk(cut):
        repl = RawRepl(FakeBoard(flash, window=8, line=Line(3, cut=cut)))
        repl.enter(2)
        repl.reset(2)
        return repl.execute("print('hello')\n1/0", 2)

    assert talk(10_000)[0] == "hello\n"
    cuts = 0
    for cut in range(10_000):
        try:
            talk(cut)
        except ReplClosed:
            cuts += 1
        else:
            break
    assert cuts > 250


def test_raw_paste_that_the_board_aborts_gives_its_reason(flash):
    repl = RawRepl(FakeBoard(flash, window=16, stops_at="stop here"))
    repl.enter(1)
    output, error = repl.execute("a = 1\n# stop here\n" + "b = 2\n" * 50, 1)
    assert (output, error) == ("", "MemoryError: \n")
    assert repl.execute("print(7)", 1) == ("7\n", "")


def test_a_reset_that_nothing_answers_times_out(flash):
    repl = RawRepl(FakeBoard(flash, line=Line(deaf=True)))
    with pytest.raises(ReplTimeout, match="the soft reset"):
        repl.reset(0.02)


# Ports --------------------------------------------------------------------------------------


def pump(board, read, write, done):
    """Carry bytes between a board and something with read() and write(), until `done`."""
    while not done.is_set():
        data = read()
        if data:
            board.write(data)
        answer = board.read(0)
        if answer:
            try:
                write(answer)
            except OSError:
                return  # the test has closed its end


@pytest.fixture
def behind(flash):
    """Serve a FakeBoard to readers and writers, in a thread."""
    done, threads = threading.Event(), []

    def begin(read, write):
        thread = threading.Thread(
            target=pump, args=(FakeBoard(flash, program=False), read, write, done), daemon=True
        )
        thread.start()
        threads.append(thread)

    yield begin
    done.set()
    for thread in threads:
        thread.join(5)


def run_at(port, root, monkeypatch):
    monkeypatch.setattr("tests.targets.device.as_mpy", as_they_are)
    target = boards.Board(5, port, root)
    target.start()
    answer = target.run(MODULE, "test_good")
    target.close()
    return answer.value


def test_a_board_behind_a_socket(root, behind, monkeypatch):
    server = socket.create_server(("127.0.0.1", 0))

    def far():
        client, _ = server.accept()
        client.settimeout(0.005)

        def read():
            try:
                return client.recv(999)
            except OSError:
                return b""

        behind(read, client.sendall)

    threading.Thread(target=far, daemon=True).start()
    port = server.getsockname()[1]
    assert run_at(f"socket://127.0.0.1:{port}", root, monkeypatch) == "good"
    server.close()


def test_a_board_at_a_serial_port(root, behind, monkeypatch):
    tty = pytest.importorskip("tty", reason="this system has no pseudo-terminals")
    far, near = os.openpty()
    tty.setraw(near)
    os.set_blocking(far, False)

    def read():
        try:
            return os.read(far, 999)
        except OSError:
            return b""

    behind(read, lambda data: os.write(far, data))
    assert run_at(os.ttyname(near), root, monkeypatch) == "good"


def test_a_missing_port_is_reported_in_one_line():
    target = boards.Board(5, "/dev/no-such-port")
    with pytest.raises(Unavailable) as caught:
        target.start()
    said = "the target serial cannot be used: /dev/no-such-port: there is no such port"
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("picos", "said"),
    [(0, "no board with MicroPython is attached"), (2, "several boards are attached: .*p0, p1")],
)
def test_auto_needs_exactly_one_board(picos, said):
    def found():
        from host.link.ports import UsbPort

        other = UsbPort("com9", 0x1234, 5, "", "a modem")
        return [other] + [UsbPort(f"p{n}", 0x2E8A, 5, "", "Pico") for n in range(picos)]

    with pytest.raises(Unavailable, match=said):
        boards.only_board(found)
    assert boards.only_board(lambda: found()[:1] + [found()[0]._replace(vendor=0x2E8A)]) == "com9"
