"""The mirror shows the board, whatever the link does to the lines, and never disturbs it."""

import pytest

from engine_core.games.phases import OVER
from engine_core.state.entries import NEXT
from firmware.keys import keymap
from firmware.link import link_line
from firmware.link.link_messages import PROTOCOL
from host.link.session import HUNG_SECONDS, LOST_SECONDS, SILENT_SECONDS, Session, Stage
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.player import Player
from tests.host.boards import Board, Watch, played, quiet, spoiler


def test_a_clean_link_needs_one_snapshot_and_no_more():
    board = Board()
    watch = Watch(board)
    watch.settle()
    board.start()
    for _ in range(300):
        board.key()
        watch.step()
        assert watch.same()
    assert watch.session.snapshots == 1  # the one that it tells when it is switched on
    assert len(watch.asked) == 0


@pytest.mark.parametrize("seed", range(40))
def test_a_bad_link_recovers_as_soon_as_it_is_quiet(seed):
    board = Board(seed)
    watch = Watch(board, spoiler(seed))
    board.start()
    for _ in range(150):
        board.key()
        watch.step(board.random.randrange(5, 80))
    watch.spoil = quiet
    # If the last line was lost, a beat shows it; half a line takes the next beat with it.
    watch.step(1000)
    watch.step(1000)
    watch.settle()
    assert watch.same()


def test_each_of_a_hundred_reconnects_ends_with_the_current_game():
    board = played(20, seed=7)
    watch = Watch(board)
    for n in range(100):
        for _ in range(board.random.randrange(4)):
            board.key()
        board.tick()
        lost = b"".join(board.link.out)
        board.link.out.clear()
        # The cable is pulled in the middle of a line, and something is keyed while it is out.
        begun = lost[: board.random.randrange(len(lost) + 1)].split(b"\n")[0]
        watch.session.receive(begun, watch.now)
        watch.session.closed("unplugged")
        watch.begun = b""
        board.key()
        board.link.out.clear()
        watch.session.opened(watch.now)
        watch.settle()
        assert watch.same(), n
        assert not watch.session.mirror.differs


def test_watching_does_not_change_the_board():
    watched, alone = Board(3), Board(3)
    watch = Watch(watched, spoiler(3, 0.3))
    for board in (watched, alone):
        board.start()
    for _ in range(400):
        watched.key()
        alone.key()
        watch.step()
        alone.tick()
        assert watched.store.image == alone.store.image
        assert watched.strip.frame == alone.strip.frame
    assert all(b'"snapshot"' in line for line in watch.asked)


def test_a_board_on_a_bad_cable_is_not_kept_busy_with_snapshots():
    board = played()
    watch = Watch(board, lambda line: b"" if b'"entries"' in line else line)
    for _ in range(20 * 30):
        watch.step(50)
    asked = sum(b'"snapshot"' in line for line in watch.asked)
    assert 5 < asked < 20  # in half a minute
    watch.spoil = quiet
    watch.settle()
    assert watch.same()


def test_a_board_that_was_switched_off_and_on_is_followed():
    board = played()
    watch = Watch(board)
    watch.settle()
    before = watch.session.snapshots
    board.boot()
    board.key()
    watch.settle()
    assert watch.same()
    assert watch.session.snapshots > before
    # The same when its first words were lost: other numbers than those expected.
    board.boot()
    board.link.out.clear()
    board.key()
    watch.settle()
    assert watch.same()


def test_the_old_view_stays_until_a_snapshot_is_complete():
    board = played()
    watch = Watch(board)
    watch.settle()
    known = view(watch.session.mirror)
    board.boot()
    while not any(b'"state"' in line for line in board.link.out):
        board.tick()
    lines, board.link.out = board.link.out, []
    assert len(lines) >= 5
    for line in lines[:-1]:
        watch.session.receive(line, watch.now)
        assert view(watch.session.mirror) == known
    watch.session.receive(lines[-1], watch.now)
    assert watch.same()


# The state of the link


def test_live_then_reconnecting_then_lost_and_live_again():
    board = played()
    watch = Watch(board)
    assert watch.session.status(watch.now)["state"] == "reconnecting"
    watch.settle()
    assert watch.session.status(watch.now)["state"] == "live"
    live_at = watch.now
    assert watch.session.state(live_at + SILENT_SECONDS - 0.01) == "live"
    assert watch.session.state(live_at + SILENT_SECONDS + 0.01) == "reconnecting"
    watch.session.closed("COM3: it is gone")
    told = watch.session.status(live_at + 1)
    assert told["state"] == "reconnecting" and "COM3: it is gone" in told["text"]
    told = watch.session.status(live_at + LOST_SECONDS + 1)
    assert told["state"] == "lost" and "COM3: it is gone" in told["text"]
    watch.now = live_at + 100
    watch.session.opened(watch.now)
    watch.settle()


def test_a_board_that_has_sent_its_game_is_not_said_to_be_sending_it():
    watch = Watch(played())
    watch.settle()
    assert watch.heard[0] == "snapshot"
    assert watch.session.snapshots == 1
    told = watch.session.status(watch.now + LOST_SECONDS + 1)["text"]
    assert told.startswith("The board cannot be reached: the board sends nothing.")


def test_an_idle_board_stays_live_by_its_beat():
    watch = Watch(Board())
    watch.settle()
    for _ in range(100):
        watch.step(100)
        assert watch.session.state(watch.now) == "live"


def test_a_silent_port_is_reopened():
    session = Session(5.0)
    session.opened(5.0)
    assert not session.hung(5.0 + HUNG_SECONDS - 0.1)
    assert session.hung(5.0 + HUNG_SECONDS)


def test_a_board_with_another_protocol_is_named_and_not_shown():
    session = Session(0.0)
    session.opened(0.0)
    session.receive(link_line.encode(1, ["hello", PROTOCOL + 1, "x", "y", 0]), 0.1)
    session.receive(link_line.encode(2, ["state", 0, "", [], 0, 0]), 0.1)
    session.receive(link_line.encode(3, ["menu"]), 0.1)
    told = session.status(0.2)
    assert told["state"] == "reconnecting"
    assert f"version {PROTOCOL + 1}" in told["text"] and "pegboard flash" in told["text"]


@pytest.mark.parametrize("more", [[], ["0.1.0 9f8e7d6c image"]])
def test_a_board_is_followed_whether_or_not_its_hello_has_its_program(more):
    session = Session(0.0)
    session.opened(0.0)
    session.receive(link_line.encode(1, ["hello", PROTOCOL, "x", "y", 0, *more]), 0.1)
    assert session.stage is Stage.SNAPSHOT and session.engine == "x"


def test_the_boards_scores_are_used_if_the_engines_differ():
    board = played(0)
    watch = Watch(board)
    watch.settle()
    number = watch.session._last
    length = board.app.game.length
    watch.session.receive(
        link_line.encode(number + 1, ["entry", length + 1, "JK", [7, 9], 123, 0]), watch.now
    )
    assert watch.session.mirror.differs
    assert watch.session.mirror.scores == [7, 9]


@pytest.mark.parametrize(("ours", "told"), [("", False), ("0123abcd", False), ("x", True)])
def test_another_engine_on_the_board_is_reported(ours, told):
    watch = Watch(Board(), ours=ours)
    watch.settle()
    assert ("other rules (0123abcd)" in watch.session.status(watch.now)["text"]) is told


def test_a_line_is_parsed_once(monkeypatch):
    board = Board()
    watch = Watch(board)
    parsed = []
    parse = link_line.parse
    monkeypatch.setattr(link_line, "parse", lambda line: parsed.append(line) or parse(line))
    watch.settle()
    board.start()
    for _ in range(30):
        board.key()
        watch.step()
    lines = [line for line in parsed if b'"snapshot"' not in line]
    assert len(lines) > 30 and len(set(lines)) == len(lines)


def test_the_stages_of_a_session():
    session = Session(0.0)
    assert session.stage is Stage.CLOSED
    session.opened(0.0)
    assert session.stage is Stage.WAITING
    lines = [
        ["hello", PROTOCOL, "", "", 0],
        ["key_entry", -1, -1, 0],
        ["state", 0, "", [], Mirror().game.state.check(), 0],
        ["menu"],
        ["beat", 0],
    ]
    stages = []
    for number, message in enumerate(lines):
        session.receive(link_line.encode(number, message), 0.1)
        stages.append(session.stage)
    assert stages == [Stage.SNAPSHOT] * 3 + [Stage.LIVE] * 2
    session.receive(link_line.encode(9, ["beat", 0]), 0.2)  # lines were missed
    assert session.stage is Stage.WAITING
    session.closed("COM3: it is gone")
    assert session.stage is Stage.CLOSED


def test_an_undo_to_before_what_the_laptop_knows_sends_it_a_new_snapshot():
    board = Board()
    board.app.enter((4, 1, 2, 61, 1, 0, 0))
    player = Player(7)
    games = 0
    while games < 2 or board.app.game.length < 150:
        over = board.app.game.state.phase == OVER
        games += over
        board.app.enter((NEXT,) if over else player.next(board.app.game.state))
        board.tick()
        board.app.tidy()
    board.boot()
    watch = Watch(board)
    watch.settle()
    known = watch.session.mirror.game
    assert known.first() > 1
    for _ in range(board.app.game.length - known.first() + 3):
        board.app.press(keymap.UNDO)
        watch.step()
    watch.settle()
    assert watch.same() and watch.session.mirror.game.first() < known.first()


def test_the_layout_of_the_board_is_known_with_its_game():
    watch = Watch(Board())
    line = link_line.encode(1, ["hello", PROTOCOL, "", "1", 0, "", "two-track"])
    watch.session.receive(line, watch.now)
    for n, message in enumerate((["state", 0, "", [], 0, 0], ["menu"]), 2):
        watch.session.receive(link_line.encode(n, message), watch.now)
    assert watch.session.mirror.layout == "two-track"
