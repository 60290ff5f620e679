"""The mirror has the board's game after every key, and no other input changes it."""

from engine_core.count.cards import card
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.link import link_line
from firmware.link.link_messages import NUMBER_MOST
from hardware.board import KEYS
from host.mirror import messages
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.battle_player import BATTLES, BattlePlayer
from tests.conformance.support.kit import Rand, begun, scale
from tests.conformance.support.mirrored import Mirrored, check, feed, in_order
from tests.conformance.support.player import GAMES, Player, start
from tests.conformance.support.ports import Store
from tests.conformance.support.view_fields import check_view

SLOW = (
    "test_the_mirror_shows_games_of_two_and_three_after_every_key_in_a_whole_view",
    "test_the_mirror_shows_games_of_four_and_more_after_every_key_in_a_whole_view",
)

# Whatever the table keys: most keys in a game, and some of all.
MOSTLY = ["ENTER", "GO"] + list("A23456789TJQK") + list("SHDC" * 3)
LINES = (
    b"",
    b"\n",
    b"~",
    b"~*",
    b"MicroPython v1.29.0 on 2026-08-01; Raspberry Pi Pico with RP2040\r\n",
    b"Traceback (most recent call last):\r\n",
    b"~1 []*00000000\n",
    b"~1 [\xff]*12345678\n",
    bytes(range(256)),
    link_line.encode(1, []),
    link_line.encode(1, ["nothing that is known", 5]),
    link_line.encode(1, ["beat", 5]),
    link_line.encode(1, [5]),
)


def play(games, player, entries=40):
    """Key `entries` of each game, some of them undone and redone, and check each view; return the
    last views as text, to compare what two targets word. The VM plays each third game."""
    last = []
    in_turn = games[::3] + games[1::3] + games[2::3]
    for game in in_turn[: scale(len(games), 1, len(games[::3]))]:
        board = Mirrored()
        check(board.app, board.mirror)
        board.start(start(game))
        players = player(31, careless=20, meddling=20)
        said = set()
        for n in range(entries):
            check_view(board.shown, board.app.game.state)
            said.add(board.shown["prompt"])
            if board.app.game.state.phase == OVER:
                break
            board.key_entry(players.next(board.app.game.state))
            if n % 17 == 16:
                board.keys("UNDO UNDO RIGHT RIGHT")
        assert len(said) > 1
        last.append(in_order(board.shown))
    return begun("\n".join(last), True)


def test_the_mirror_shows_games_of_two_and_three_after_every_key_in_a_whole_view():
    return play([game for game in GAMES if game[1] <= 3], Player)


def test_the_mirror_shows_games_of_four_and_more_after_every_key_in_a_whole_view():
    return play([game for game in GAMES if game[1] > 3], Player)


def test_the_mirror_shows_battles_after_every_key_in_a_whole_view():
    return play(BATTLES, BattlePlayer)


def test_the_mirror_shows_the_game_for_any_keys():
    for seed in range(scale(3, 1, 1)):
        rand = Rand(seed)
        board = Mirrored()
        for _ in range(250):
            board.press(rand.choice(MOSTLY if rand.below(10) else KEYS))


def test_opening_the_menu_clears_a_typed_rank_in_the_mirror_too():
    board = Mirrored()
    board.start((4, 1, 2, 61, 1, 0, 0))
    board.keys("8D 9")
    assert board.mirror.key_entry.text() == "9"
    board.keys("MENU MENU")
    assert board.mirror.key_entry.text() == ""


def test_a_game_that_is_begun_again_has_no_chosen_side_in_the_mirror():
    board = Mirrored()
    scoreboard = (4, 0, 2, 61, 0, 0, 0)
    board.start(scoreboard)
    board.keys("H 5 ENTER UNDO UNDO")
    board.start(scoreboard)
    board.run(100)
    assert board.mirror.key_entry.to_wire() == board.app.key_entry.to_wire()
    assert view(board.mirror)["prompt"].startswith("Whose points?")


def test_a_card_given_to_the_next_player_after_one_left_out_is_the_mirrors_too():
    board = Mirrored(step=60)
    board.start((4, 1, 2, 121, 1, 0, 0))
    board.keys("8D KH QD 4S 7C 2D 3D UNDO UNDO LEFT JK")
    assert board.app.game.entries()[-2:] == [(E.GO,), (E.CARD, card("7C"))]
    assert board.shown["prompt"].endswith("lead a card.")


def test_g14_a_claim_without_enter_that_wins_leaves_no_points_in_the_mirror():
    board = Mirrored(step=60)
    board.start((4, 1, 2, 61, 1, 1, 0))
    for points in (29, 29, 2):
        board.adjust((E.POINTS, 0, points))
    board.keys("8D KH 9D 4S 7C GO GO 9C JD 2H 3C 6 5")
    assert board.shown["prompt"].startswith("Blue wins 61 to 2.")
    board.press("ENTER")
    assert "deals" in board.shown["prompt"]


def test_an_entry_of_the_menu_can_be_shown_before_it_is_known_that_the_menu_is_closed():
    board = Mirrored()
    board.start((4, 1, 2, 61, 1, 0, 0))
    board.keys("8D")
    board.link.watch = lambda line: view(board.mirror)  # after each line but the newest
    board.press("MENU")
    board.choose("A player leaves")
    assert board.mirror.menu
    board.choose("Player 1")
    assert board.mirror.game.state.phase == OVER and not board.mirror.menu


def test_a_refusal_is_shown_until_the_next_key():
    board = Mirrored()
    board.start((4, 1, 2, 61, 1, 0, 0))
    board.keys("8D GO")
    assert "every card can be played" in board.mirror.refusal
    assert view(board.mirror)["refusal"] == board.mirror.refusal
    board.keys("9")
    assert board.mirror.refusal == ""
    assert view(board.mirror)["refusal"] is None


def test_a_mirror_that_joins_late_shows_the_whole_game():
    board = Mirrored()
    board.start((4, 1, 2, 61, 1, 0, 0))
    board.keys("8D KH 9D 4S 7C GO GO QC JD UNDO UNDO")
    late = Mirrored(Store(board.store.data))
    check(late.app, late.mirror)
    assert view(late.mirror) == view(board.mirror)
    late.keys("RIGHT RIGHT RIGHT")


def lines():
    """Return the lines of a part of a game, and the mirror that received them."""
    board = Mirrored(lines=True)
    board.start((4, 2, 3, 61, 255, 0, 0))
    board.keys("5H 9H 5C 7D 8D 2S KH 9D UNDO 9S GO 5")
    return board.link.lines, board.mirror


def same(one, other):
    """Return whether two mirrors have the same state."""
    return view(one) == view(other) and one.game.entries() == other.game.entries()


def test_damaged_lines_change_nothing():
    said, whole = lines()
    mirror = Mirror()
    for line in said:
        for bit in range(0, len(line) * 8, 5):
            damaged = bytearray(line)
            damaged[bit // 8] ^= 1 << bit % 8
            # A flip in the newline, or of a hex digit's case, leaves the line as it was.
            if link_line.parse(bytes(damaged)) != link_line.parse(line):
                assert not feed(mirror, bytes(damaged))
        for end in range(0, len(line) - 1, 3):
            assert not feed(mirror, line[:end])
            assert not end or not feed(mirror, line[end:])
        assert not feed(mirror, line + line)
        feed(mirror, line)
    assert same(mirror, whole)


def test_text_that_is_not_a_line_is_ignored():
    said, whole = lines()
    mirror = Mirror()
    for one in said:
        feed(mirror, one)
        for line in LINES:
            assert not feed(mirror, line)
    assert same(mirror, whole)


def test_the_boards_scores_are_shown_if_the_counts_differ():
    said, mirror = lines()
    length = mirror.game.length
    feed(mirror, link_line.encode(len(said) + 1, ["entry", length + 1, "AD", [7, 8, 9], 1234, 0]))
    assert mirror.differs
    assert [side["score"] for side in view(mirror)["game"]["sides"]] == [7, 8, 9]
    # An entry that the rules here do not allow changes no game here, and the scores stand too.
    feed(mirror, link_line.encode(len(said) + 2, ["entry", length + 2, "AD", [8, 8, 9], 1234, 0]))
    assert mirror.game.length == length + 1
    assert [side["score"] for side in view(mirror)["game"]["sides"]] == [8, 8, 9]
    # Nor is it news if it tells no scores.
    line = link_line.encode(len(said) + 3, ["entry", length + 2, "AD"])
    assert not feed(mirror, line)


def test_a_line_has_a_number_from_0_to_the_greatest():
    for number, is_message in ((0, True), (NUMBER_MOST, True), (NUMBER_MOST + 1, False)):
        assert (messages.parse(link_line.encode(number, ["new"])) is not None) == is_message
